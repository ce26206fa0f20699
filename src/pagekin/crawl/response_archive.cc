#include "pagekin/crawl/response_archive.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/warc/digest.h"
#include "pagekin/warc/write_record.h"

namespace pagekin::crawl {
namespace {

// A text that a server sent, on one line.
std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n' || c == 0; }, ' ');
  return line;
}

bool is_about_coding(std::string_view name) {
  return equals_ignoring_case(name, "content-encoding") ||
         equals_ignoring_case(name, "transfer-encoding") ||
         equals_ignoring_case(name, "content-length");
}

std::string http_header(const Fetched& fetched) {
  std::string text = fmt::format("HTTP/1.1 {} \r\n", fetched.status);
  for (const auto& [name, value] : fetched.headers) {
    fmt::format_to(std::back_inserter(text), "{}{}: {}\r\n",
                   is_about_coding(name) ? "X-Crawler-" : "", one_line(name), one_line(value));
  }
  fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n\r\n", fetched.body.size());
  return text;
}

}  // namespace

ResponseArchive::ResponseArchive(const std::string& path, std::uint64_t size) : file_(path, size) {
  if (size != 0) return;
  std::string record;
  warc::append_record({{"WARC-Type", "warcinfo"},
                       {"WARC-Date", utc_time(now_in_seconds())},
                       {"WARC-Record-ID", record_id()},
                       {"Content-Type", warc::kWarcFields}},
                      {"software: pagekin\r\nformat: WARC File Format 1.1\r\n"}, record);
  file_.add(record);
}

void ResponseArchive::add(std::string_view url, const Fetched& fetched, std::int64_t time) {
  const std::string block = http_header(fetched) + fetched.body;
  std::string record;
  warc::append_record({{"WARC-Type", "response"},
                       {"WARC-Target-URI", url},
                       {"WARC-Date", utc_time(time)},
                       {"WARC-Record-ID", record_id()},
                       {"WARC-Block-Digest", warc::sha1_digest(block)},
                       {"WARC-Payload-Digest", warc::sha1_digest(fetched.body)},
                       {"WARC-Truncated", fetched.too_long    ? "length"
                                          : fetched.cut_short ? "disconnect"
                                                              : ""},
                       {"Content-Type", warc::kHttpResponse}},
                      {block}, record);
  file_.add(record);
}

std::string ResponseArchive::record_id() {
  const auto word = [&] { return static_cast<std::uint64_t>(random_()) << 32 | random_(); };
  const std::uint64_t first = word();
  return warc::record_id(first, word());
}

}  // namespace pagekin::crawl
