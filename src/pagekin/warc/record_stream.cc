#include "pagekin/warc/record_stream.h"

#include <algorithm>

#include "pagekin/core/file_window.h"
#include "pagekin/core/text.h"

namespace pagekin::warc {
namespace {

constexpr std::size_t kSearchStep = std::size_t{1} << 16;

class PlainFile final : public PlainStream {
 public:
  explicit PlainFile(ByteSource& source) : source_(&source), window_(source) {}

  std::string_view peek(std::size_t wanted, bool /*join*/) override {
    return window_.at(offset_, wanted);
  }
  void skip(std::uint64_t count) override { offset_ += count; }
  std::uint64_t offset() const override { return offset_; }
  bool offset_counts_bytes() const override { return true; }
  codec::Status status() const override { return codec::Status::kDone; }
  std::optional<Lead> lead(std::uint64_t count) override {
    const std::optional<std::uint64_t> size = source_->size();
    if (!size) return std::nullopt;
    if (offset_ > *size || count > *size - offset_) return Lead::kNowhere;
    char place[kLeadBytes];
    return lead_of({place, read_fully(*source_, offset_ + count, place)});
  }
  void seek(std::uint64_t offset) override { offset_ = offset; }

  std::uint64_t find(std::uint64_t from, std::uint64_t to) override {
    if (from == 0 && looks_like_record(window_.at(0, kStartBytes))) return 0;
    // Begin one byte early: a start counts only after a line end.
    std::uint64_t at = from == 0 ? 0 : from - 1;
    while (at < to) {
      const std::string_view bytes = window_.at(at, kSearchStep + kStartBytes);
      const std::size_t found = find_record(bytes);
      if (found != std::string_view::npos && found < kSearchStep) return std::min(at + found, to);
      if (bytes.size() < kSearchStep + kStartBytes) {
        return found == std::string_view::npos ? to : std::min(at + found, to);
      }
      at += kSearchStep - 1;
    }
    return to;
  }

 private:
  ByteSource* source_;
  FileWindow window_;
  std::uint64_t offset_ = 0;
};

}  // namespace

bool looks_like_record(std::string_view bytes) {
  if (bytes.size() < 10 || !bytes.starts_with("WARC/") || !is_digit(bytes[5]) || bytes[6] != '.' ||
      !is_digit(bytes[7])) {
    return false;
  }
  const std::string_view line = bytes.substr(0, std::min(bytes.size(), kStartBytes));
  const auto newline = line.find('\n');
  if (newline == std::string_view::npos || newline > 14) return false;
  // The next line is a field: a letter, and no '<' or blank before its colon.
  const std::string_view field = line.substr(newline + 1);
  const auto colon = field.find(':');
  return !field.empty() && colon != 0 && colon != std::string_view::npos &&
         field.substr(0, colon).find_first_of("<> \t\r\n\"") == std::string_view::npos;
}

Lead lead_of(std::string_view bytes) {
  const std::string_view start =
      bytes.substr(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  if (bytes.size() < kLeadBytes && start.empty()) return Lead::kRecord;
  // A record that is cut off right at its start is one, too.
  const bool is_cut = bytes.size() < kLeadBytes && start.size() < kStartBytes;
  if (looks_like_record(start) || (is_cut && start.starts_with("WARC/"))) return Lead::kRecord;
  if (bytes.starts_with("\r\n\r\n")) return Lead::kBlankCrlf;
  return bytes.starts_with("\n\n") ? Lead::kBlankLf : Lead::kOther;
}

std::size_t find_record(std::string_view bytes) {
  for (std::size_t at = bytes.find("\nWARC/"); at != std::string_view::npos;
       at = bytes.find("\nWARC/", at + 1)) {
    if (looks_like_record(bytes.substr(at + 1))) return at + 1;
  }
  return std::string_view::npos;
}

std::unique_ptr<PlainStream> open_plain(ByteSource& source) {
  return std::make_unique<PlainFile>(source);
}

}  // namespace pagekin::warc
