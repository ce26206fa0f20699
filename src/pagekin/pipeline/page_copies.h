// Writes copies of pages: into one WARC file, or as files of a folder.
//
// A copy appears whole or not at all: without finish() nothing of it remains.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pagekin/core/page.h"

namespace pagekin::pipeline {

class PageCopies {
 public:
  virtual ~PageCopies() = default;

  // `page` is as it was read; `id` is its unique id.
  virtual void add(const Page& page, std::string_view id) = 0;
  virtual void finish() = 0;

  // How many pages could not be copied as they are in an archive, and were written anew.
  std::uint64_t rewritten() const { return rewritten_; }

 protected:
  std::uint64_t rewritten_ = 0;
};

// A name that ends in .warc or .warc.gz is that of a WARC file; a name that ends in a slash, or of
// a folder, is that of a folder; anything else is neither.
enum class CopyKind { kNone, kWarc, kFolder };
CopyKind copy_kind_of(const std::string& path);

// Records of WARC files are copied byte by byte, each as one gzip member in a .warc.gz file. Other
// pages, and records that are damaged, become records with the page alone: of type response if the
// id is a web address, else of type resource. Their date is that of the file that they are from.
std::unique_ptr<PageCopies> copy_to_warc(const std::string& path);

// The folder must be new or empty. The file of a page is named after its id: the host and path of
// an address, with .html at the end. pages.tsv lists page, file and charset (as HTTP declared it).
// Bytes are not changed. Throws OptionError for a folder that has files.
std::unique_ptr<PageCopies> copy_to_folder(const std::string& path);

// The name of a file for a page, below a folder: relative, without "..", of letters, digits and a
// few other characters, at most 100 bytes a part. A name of more than 1,000 bytes is replaced by a
// hash of the id.
std::string file_name_of(std::string_view id);

}  // namespace pagekin::pipeline
