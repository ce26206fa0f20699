#include <filesystem>
#include <utility>

#include <sys/stat.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/input/recognise.h"
#include "pagekin/reading/page_copies.h"
#include "pagekin/warc/copy_record.h"
#include "pagekin/warc/digest.h"
#include "pagekin/warc/write_record.h"

namespace pagekin::reading {
namespace {

constexpr std::size_t kMostCopied = std::size_t{256} << 20;  // bytes of a record
constexpr std::size_t kStart = 16;

bool is_web_address(std::string_view id) {
  return starts_with_ignoring_case(id, "http://") || starts_with_ignoring_case(id, "https://");
}

// A text without line ends, for a header.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

// When the file that a page is from was changed last.
std::string date_of(const Page& page) {
  struct stat info {};
  const std::string input(page.input);
  const std::string file = input + "/" + std::string(page.id);
  if (stat(file.c_str(), &info) != 0 && stat(input.c_str(), &info) != 0) {
    return utc_time(now_in_seconds());
  }
  return utc_time(info.st_mtime);
}

class WarcCopies final : public PageCopies {
 public:
  explicit WarcCopies(const std::string& path)
      : is_compressed_(ends_with_ignoring_case(path, ".gz")), file_(path) {}

  void add(const Page& page, std::string_view) override {
    if (std::exchange(is_empty_, false)) write(warcinfo(page));
    if (warc::RecordCopier* const copier = copier_of(std::string(page.input))) {
      if (const auto record = copier->copy(page.offset, page.id, kMostCopied)) {
        return write(*record);
      }
      ++rewritten_;
    }
    write(record_of(page));
  }

  void finish() override { file_.commit(); }

 private:
  // Null: the input is not an archive that can be read again.
  warc::RecordCopier* copier_of(const std::string& input) {
    if (input == last_input_) return copier_.get();
    last_input_ = input;
    copier_ = nullptr;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(input, ignored)) return nullptr;
    std::unique_ptr<ByteSource> source = open_regular_file(input);
    if (input::recognise(*source, input).kind != input::Kind::kWarc) return nullptr;
    char start[kStart];
    const auto format =
        input::compression_of(std::string_view(start, read_fully(*source, 0, start)));
    copier_ = std::make_unique<warc::RecordCopier>(std::move(source), format);
    return copier_.get();
  }

  // Its date is that of the first page's file, so that equal inputs give equal archives.
  static std::string warcinfo(const Page& first) {
    const Hash128 hash = hash_bytes_128(first.input);
    std::string record;
    warc::append_record({{"WARC-Type", "warcinfo"},
                         {"WARC-Date", date_of(first)},
                         {"WARC-Record-ID", warc::record_id(hash.low, hash.high)},
                         {"Content-Type", warc::kWarcFields}},
                        {"software: pagekin\r\nformat: WARC File Format 1.1\r\n"}, record);
    return record;
  }

  static std::string record_of(const Page& page) {
    const std::string charset = one_line(page.charset);
    const std::string type = "text/html" + (charset.empty() ? "" : "; charset=" + charset);
    const Hash128 hash = hash_bytes_128(std::string(page.id) + '\n' + std::string(page.body));
    std::string http;
    const bool is_response = is_web_address(page.id);
    if (is_response) {
      http = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
             "\r\nContent-Length: " + std::to_string(page.body.size()) + "\r\n\r\n";
    }
    std::string record;
    warc::append_record({{"WARC-Type", is_response ? "response" : "resource"},
                         {"WARC-Target-URI", one_line(page.id)},
                         {"WARC-Date", date_of(page)},
                         {"WARC-Record-ID", warc::record_id(hash.low, hash.high)},
                         {"WARC-Payload-Digest", warc::sha1_digest(page.body)},
                         {"Content-Type", is_response ? std::string(warc::kHttpResponse) : type}},
                        {http, page.body}, record);
    return record;
  }

  void write(const std::string& record) {
    file_.write(is_compressed_ ? codec::gzip_member(record) : record);
  }

  bool is_compressed_;
  bool is_empty_ = true;
  AtomicFile file_;
  std::string last_input_;
  std::unique_ptr<warc::RecordCopier> copier_;  // of the last input
};

}  // namespace

}  // namespace pagekin::reading

namespace pagekin {

std::unique_ptr<PageCopies> copy_to_warc(const std::string& path) {
  return std::make_unique<reading::WarcCopies>(path);
}

}  // namespace pagekin
