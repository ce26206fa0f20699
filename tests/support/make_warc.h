// Small WARC files for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/codec/codec.h"
#include "pagekin/warc/write_record.h"

namespace pagekin::test {

inline std::string http_response(std::string_view body, std::string_view extra_headers = "",
                                 std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: text/html; charset=utf-8\r\n" +
         std::string(extra_headers) + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + std::string(body);
}

// One record with its trailing blank lines.
inline std::string warc_record(std::string_view uri, std::string_view block,
                               std::string_view type = "response") {
  std::string record;
  warc::append_record({{"WARC-Type", type},
                       {"WARC-Target-URI", uri},
                       {"WARC-Date", "2026-01-01T00:00:00Z"},
                       {"Content-Type", warc::kHttpResponse}},
                      {block}, record);
  return record;
}

inline std::string page_record(int number, std::size_t filler = 0) {
  const std::string n = std::to_string(number);
  return warc_record("http://site.example/" + n,
                     http_response("<html><head><title>" + n + "</title></head><body><p>" +
                                   std::string(filler, 'x') + "</body></html>"));
}

inline std::string gzip_each(const std::vector<std::string>& records) {
  std::string file;
  for (const std::string& record : records) file += codec::gzip_member(record);
  return file;
}

inline std::string joined(const std::vector<std::string>& records) {
  std::string file;
  for (const std::string& record : records) file += record;
  return file;
}

}  // namespace pagekin::test
