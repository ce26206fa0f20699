#include "pagekin/crawl/warc_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/header_lines.h"
#include "pagekin/core/time.h"
#include "pagekin/core/uuid.h"
#include "pagekin/warc/digest.h"

namespace pagekin::crawl {
namespace {

// Archives must not share record ids, so these are really random.
std::string record_id() {
  thread_local std::random_device device;
  const auto word = [] { return static_cast<std::uint64_t>(device()) << 32 | device(); };
  const std::uint64_t first = word();
  return "<urn:uuid:" + uuid_from(first, word()) + ">";
}

// What a stranger sent, on one line.
std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n' || c == 0; }, ' ');
  return line;
}

bool speaks_of_coding(std::string_view name) {
  return equals_ignoring_case(name, "content-encoding") ||
         equals_ignoring_case(name, "transfer-encoding") ||
         equals_ignoring_case(name, "content-length");
}

std::string http_header(const Fetched& fetched) {
  std::string text = fmt::format("HTTP/1.1 {} \r\n", fetched.status);
  for (const auto& [name, value] : fetched.headers) {
    fmt::format_to(std::back_inserter(text), "{}{}: {}\r\n",
                   speaks_of_coding(name) ? "X-Crawler-" : "", one_line(name), one_line(value));
  }
  fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n\r\n", fetched.body.size());
  return text;
}

}  // namespace

void check_warc_name(std::string_view path) {
  if (path.ends_with(".warc") || path.ends_with(".warc.gz")) return;
  throw Error("an archive is FILE.warc or FILE.warc.gz, got '" + std::string(path) + "'");
}

WarcFile::WarcFile(std::string path, std::uint64_t size)
    : path_(std::move(path)), compressed_(path_.ends_with(".gz")), size_(size) {
  check_warc_name(path_);
  file_ = std::fopen(path_.c_str(), "ab");
  if (file_ == nullptr) fail("cannot be opened");
  const long end = std::fseek(file_, 0, SEEK_END) == 0 ? std::ftell(file_) : -1;
  if (end < 0) fail("cannot be read");
  if (static_cast<std::uint64_t>(end) < size) {
    std::fclose(file_);
    throw Error(
        fmt::format("{}: has {} bytes, but the crawl wrote {} to it; name another file to go on",
                    path_, end, size));
  }
  if (static_cast<std::uint64_t>(end) > size &&
      ftruncate(fileno(file_), static_cast<off_t>(size)) != 0) {
    fail("cannot be cut to what was acknowledged");
  }
  if (size == 0) {
    const std::string block = "software: pagekin\r\nformat: WARC File Format 1.1\r\n";
    write(
        fmt::format("WARC/1.1\r\n"
                    "WARC-Type: warcinfo\r\n"
                    "WARC-Date: {}\r\n"
                    "WARC-Record-ID: {}\r\n"
                    "Content-Type: application/warc-fields\r\n"
                    "Content-Length: {}\r\n\r\n{}\r\n\r\n",
                    utc_time(now_in_seconds()), record_id(), block.size(), block));
  }
}

WarcFile::~WarcFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void WarcFile::add(std::string_view url, const Fetched& fetched, std::int64_t time) {
  const std::string block = http_header(fetched) + fetched.body;
  std::string record = fmt::format(
      "WARC/1.1\r\n"
      "WARC-Type: response\r\n"
      "WARC-Target-URI: {}\r\n"
      "WARC-Date: {}\r\n"
      "WARC-Record-ID: {}\r\n"
      "WARC-Block-Digest: {}\r\n"
      "WARC-Payload-Digest: {}\r\n"
      "{}"
      "Content-Type: application/http; msgtype=response\r\n"
      "Content-Length: {}\r\n\r\n",
      url, utc_time(time), record_id(), warc::sha1_digest(block), warc::sha1_digest(fetched.body),
      fetched.too_long    ? "WARC-Truncated: length\r\n"
      : fetched.cut_short ? "WARC-Truncated: disconnect\r\n"
                          : "",
      block.size());
  record += block;
  record += "\r\n\r\n";
  write(record);
}

std::uint64_t WarcFile::flush() {
  if (std::fflush(file_) != 0) fail("cannot be written");
  return size_;
}

void WarcFile::write(std::string_view record) {
  const std::string member = compressed_ ? codec::gzip_member(record) : std::string();
  const std::string_view bytes = compressed_ ? std::string_view(member) : record;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot be written");
  size_ += bytes.size();
}

void WarcFile::fail(const char* what) const {
  throw Error(path_ + ": " + what + ": " + std::strerror(errno));
}

}  // namespace pagekin::crawl
