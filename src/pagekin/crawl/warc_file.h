// A WARC file to which a crawl adds what it fetches.
//
// Bodies are written decoded; header fields that speak of their coding are kept under other
// names ("X-Crawler-Content-Encoding"), and Content-Length is that of the body as written.
//
// The file grows with the crawl. Whoever goes on after a crash says how long it was when the
// last page was acknowledged; what lies behind is cut off.
//
// Source: ISO 28500:2017 (WARC/1.1).
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "pagekin/crawl/fetcher.h"

namespace pagekin::crawl {

// Throws Error for a name that ends neither in .warc nor in .warc.gz.
void check_warc_name(std::string_view path);

class WarcFile {
 public:
  // `path` ends in .warc or .warc.gz. A file that is longer than `size` is cut. Throws Error where
  // it is shorter, where the name has another ending, and where it cannot be opened.
  WarcFile(std::string path, std::uint64_t size);
  ~WarcFile();
  WarcFile(const WarcFile&) = delete;
  WarcFile& operator=(const WarcFile&) = delete;

  // `time`: seconds since 1970.
  void add(std::string_view url, const Fetched& fetched, std::int64_t time);

  // Hands all records over to the system. Returns the size of the file.
  std::uint64_t flush();

 private:
  void write(std::string_view record);
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  bool compressed_ = false;
  std::uint64_t size_ = 0;
  std::FILE* file_ = nullptr;
};

}  // namespace pagekin::crawl
