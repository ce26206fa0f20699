// A WARC file that grows record by record, compressed or plain, and can be continued after
// a crash: the caller remembers how long the file was when it last called flush(), and what
// was written after that is cut off.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace pagekin::warc {

// Throws OptionError for a name that ends neither in .warc nor in .warc.gz.
void check_archive_name(std::string_view path);

class ArchiveFile {
 public:
  // Opens or creates the file. A file that is longer than `size` is cut to it. Throws Error if
  // the file is shorter, has another ending than .warc and .warc.gz, or cannot be opened.
  ArchiveFile(std::string path, std::uint64_t size);
  ~ArchiveFile();
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;

  // Adds a record as append_record() makes it; in a .warc.gz file it is one gzip member.
  void add(std::string_view record);

  // Hands all records over to the system. Returns the size of the file.
  std::uint64_t flush();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  bool compressed_ = false;
  std::uint64_t size_ = 0;
  std::FILE* file_ = nullptr;
};

}  // namespace pagekin::warc
