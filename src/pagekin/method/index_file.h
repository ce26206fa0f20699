// The index file: what a run leaves so that later runs can add pages.
//
// It holds what the method saved and, for every page, its id and its first tags. So pages
// added in later runs get exactly the clusters of one run over all pages.
//
// The file is replaced as a whole or not at all. A run that will write holds a lock, so
// that no second run can overwrite what it added; readers need none. The lock is the empty
// file PATH.lock, which is not removed. A killed run may leave PATH.new behind, which the
// next run overwrites. Damage is found when the file is opened: a checksum covers every
// byte.
//
// The format is that of core/block_file.h. Its sections are: the method's name; what it
// saved; ids, each with its size in 4 bytes before it; first tags, 16 bytes a page; the
// templates (the next unused id, and for each template its id, whether its name has marks,
// and its name with its size in 4 bytes before it); and, unless the method keeps them itself
// (see Tracking), the id of each page's template in 4 bytes. A file without the last two is
// read, too.
//
// Cost: the whole file is in memory until it is restored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/features.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

struct IndexedPage {
  std::string_view id;
  features::FirstTags first_tags{};
  std::uint32_t template_id = 0;  // 0: the method keeps it
};

struct IndexedTemplate {
  std::uint32_t id = 0;
  std::string name;
  bool has_marks = false;  // whether the name tells marks, or only addresses
};

// All templates that an index has known.
struct IndexedTemplates {
  std::uint32_t next_id = 1;
  std::vector<IndexedTemplate> all;
};

class IndexFile {
 public:
  enum class Access { kRead, kUpdate };

  // Opens the file, and locks it first if it will be updated. A file to be updated need not
  // exist. Throws Error, naming the file, if another run holds the lock or if the file
  // cannot be read, is damaged, or has another version.
  IndexFile(std::string path, Access access);
  ~IndexFile();
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // The name of the method that made the file, and what the method saved. Both are empty
  // for a new file. Valid until restore().
  const std::string& method() const { return method_; }
  const std::string& saved() const { return saved_; }
  const IndexedTemplates& templates() const { return templates_; }  // also after restore()
  std::size_t page_count() const { return first_tags_.size() / sizeof(features::FirstTags); }

  // Gives `method`, called `name`, what it saved, and calls `visit` for every page in page
  // order. The contents are gone afterwards. Returns the number of pages. Throws Error if
  // the file was made by another method or with other options, or if the method keeps no
  // index.
  std::size_t restore(std::string_view name, Method& method,
                      const std::function<void(const IndexedPage&)>& visit);

  // Replaces the file. page(i) returns page i of the `page_count` pages that `method` has
  // now. Only with Access::kUpdate.
  void write(std::string_view name, Method& method, const IndexedTemplates& templates,
             std::size_t page_count, const std::function<IndexedPage(std::size_t)>& page);

 private:
  void lock();
  void read(bool may_be_absent);
  void read_templates(std::string_view bytes);

  std::string path_;
  int lock_ = -1;
  bool is_new_ = true;
  std::string method_;  // the contents, by section
  std::string saved_;
  std::string ids_;
  std::string first_tags_;
  IndexedTemplates templates_;
  std::string template_ids_;  // by page; empty: the method keeps them
};

}  // namespace pagekin::method
