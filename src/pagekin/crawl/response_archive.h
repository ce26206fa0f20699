// A WARC file to which a crawl adds what it fetches.
//
// Bodies are written decoded. Header fields about their coding are kept under other names
// ("X-Crawler-Content-Encoding"), and Content-Length is the length of the body as written.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "pagekin/crawl/fetcher.h"
#include "pagekin/warc/archive_file.h"

namespace pagekin::crawl {

class ResponseArchive {
 public:
  // A new file, for which `size` is 0, begins with a warcinfo record. Throws as
  // warc::ArchiveFile does.
  ResponseArchive(const std::string& path, std::uint64_t size);

  // `time`: seconds since 1970.
  void add(std::string_view url, const Fetched& fetched, std::int64_t time);

  // Hands all records over to the system. Returns the size of the file, from which a later
  // crawl can continue.
  std::uint64_t flush() { return file_.flush(); }

 private:
  std::string record_id();

  warc::ArchiveFile file_;
  std::random_device random_;  // archives must not share record ids
};

}  // namespace pagekin::crawl
