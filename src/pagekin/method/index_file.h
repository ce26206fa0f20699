// The file behind --index: what a run leaves for later runs to go on with.
//
// It holds what the method saved and, for every page, its id and its first tags, so
// that pages added in later runs get exactly the clusters of one run over all.
//
// It is replaced as a whole, or not at all. A run that will write holds a lock, the
// empty file PATH.lock that stays behind, so that no second run can overwrite what
// it added; readers need none. A run that was killed may leave PATH.new behind, which the
// next one writes over. Whatever is wrong with a file is found when it is
// opened: every byte is covered by a checksum.
//
// The format is that of core/block_file.h. Its sections: the method's name; what it
// saved; ids, each as its size in 4 bytes and itself; first tags, 16 bytes a page.
//
// Cost: everything is in memory while it is handed over.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "pagekin/features/features.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

struct IndexedPage {
  std::string_view id;
  features::FirstTags first_tags{};
};

class IndexFile {
 public:
  enum class Access { kRead, kUpdate };

  // Opens the file, after locking it if it is to be updated. For an update it need
  // not exist yet. Throws Error, naming the file, when another run holds the lock,
  // when the file cannot be read, is damaged, or is of another version.
  IndexFile(std::string path, Access access);
  ~IndexFile();
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // The name of the method that made the file, and what it saved; empty for a new file.
  // Valid until restore().
  const std::string& method() const { return method_; }
  const std::string& saved() const { return saved_; }
  std::size_t page_count() const { return first_tags_.size() / sizeof(features::FirstTags); }

  // Hands over what is in the file and forgets it: to `method`, called `name`, what
  // it saved, and every page to `visit` in page order. Returns the number of pages.
  // Throws Error when the file was made by another method or with other options.
  std::size_t restore(std::string_view name, Method& method,
                      const std::function<void(const IndexedPage&)>& visit);

  // Replaces the file: page(i) gives page i of the `page_count` that `method` has now.
  // Only with Access::kUpdate.
  void write(std::string_view name, Method& method, std::size_t page_count,
             const std::function<IndexedPage(std::size_t)>& page);

 private:
  void lock();
  void read(bool may_be_absent);

  std::string path_;
  int lock_ = -1;
  bool is_new_ = true;
  std::string method_;  // the contents, by kind
  std::string saved_;
  std::string ids_;
  std::string first_tags_;
};

}  // namespace pagekin::method
