#include "pagekin/warc/copy_record.h"

#include <algorithm>
#include <utility>

#include "pagekin/warc/ahead_stream.h"
#include "pagekin/warc/read_record.h"

namespace pagekin::warc {
namespace {

constexpr std::size_t kRecordsTried = 4;  // of a member; the usual number is one
constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 16;

// Passes on a stream and keeps what is read of it.
class RecordingStream final : public RecordStream {
 public:
  RecordingStream(RecordStream& stream, std::size_t most) : stream_(stream), most_(most) {}

  std::string_view peek(std::size_t wanted, bool join) override {
    joins_ = join;
    return stream_.peek(wanted, join);
  }
  void skip(std::uint64_t count) override {
    while (count > 0) {
      const std::size_t wanted =
          static_cast<std::size_t>(std::min<std::uint64_t>(count, kCopiedAtOnce));
      const std::string_view bytes = stream_.peek(wanted, joins_).substr(0, wanted);
      if (bytes.empty()) return stream_.skip(count);
      if (kept_.size() + bytes.size() <= most_) {
        kept_ += bytes;
      } else {
        is_whole_ = false;
      }
      count -= bytes.size();
      stream_.skip(bytes.size());
    }
  }
  std::uint64_t offset() const override { return stream_.offset(); }
  codec::Status status() const override { return stream_.status(); }
  std::optional<Lead> lead(std::uint64_t count) override { return stream_.lead(count); }

  void forget() {
    kept_.clear();
    is_whole_ = true;
  }
  bool is_whole() const { return is_whole_; }
  std::string take() { return std::move(kept_); }

 private:
  AheadStream stream_;
  std::size_t most_;
  bool joins_ = false;
  bool is_whole_ = true;
  std::string kept_;
};

// Says whether the record that was read is the wanted one.
class Matcher final : public RecordHandler {
 public:
  explicit Matcher(std::string_view target) : target_(target) {}
  bool wants(const WarcRecord& header) override { return is_wanted(header); }
  void record(const WarcRecord& record) override { found = is_wanted(record) && !record.fault; }
  void damage(std::uint64_t, std::string) override { is_damaged = true; }

  bool found = false;
  bool is_damaged = false;

 private:
  bool is_wanted(const WarcRecord& record) const {
    return (record.type == "response" || record.type == "resource") && record.target_uri == target_;
  }
  std::string_view target_;
};

}  // namespace

RecordCopier::RecordCopier(std::unique_ptr<ByteSource> source, std::optional<codec::Format> format)
    : source_(std::move(source)) {
  if (format) {
    members_ = open_members(*source_, *format, RecordLimits{}.block_bytes);
  } else {
    plain_ = open_plain(*source_);
  }
}
RecordCopier::~RecordCopier() = default;

std::optional<std::string> RecordCopier::copy(std::uint64_t offset, std::string_view target,
                                              std::size_t most) {
  if (members_ && !members_->open(offset)) return std::nullopt;
  if (plain_) plain_->seek(offset);
  RecordStream& stream = members_ ? static_cast<RecordStream&>(*members_) : *plain_;
  RecordingStream recording(stream, most);
  Matcher matcher(target);
  RecordReader reader(recording, {}, matcher);
  const std::size_t tries = members_ ? kRecordsTried : 1;
  for (std::size_t i = 0; i < tries && reader.at_record(); ++i) {
    recording.forget();
    reader.read();
    if (matcher.is_damaged) return std::nullopt;
    if (!matcher.found) continue;
    if (!recording.is_whole()) return std::nullopt;
    return recording.take() + "\r\n\r\n";
  }
  return std::nullopt;
}

}  // namespace pagekin::warc
