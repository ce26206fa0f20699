// The index file: what a run leaves so that later runs can add pages.
//
// It holds what the method saved and, for every page, its id and its first tags. So pages
// added in later runs get exactly the clusters of one run over all pages.
//
// The file is replaced as a whole or not at all. A run that will write holds a lock, so
// that no second run can overwrite what it added; readers need none. The lock is the empty
// file PATH.lock, which is removed in the end. A killed run may leave PATH.pagekin-new behind,
// which the next run overwrites. Damage is found when the file is opened: a checksum covers every
// byte.
//
// A long run writes checkpoints to PATH.part: what an index has, and which pages the run has
// read. The next run with the same inputs goes on from there. Until it is finished the index is
// that of the run before. The file is removed with the end of the run. Another file of that name,
// or a lock that is not empty, is never touched: the run is refused.
//
// The format is that of core/block_file.h. Its sections are: the method's name; what it
// saved; ids, each with its size in 4 bytes before it; first tags, 16 bytes a page; the
// templates (the next unused id, and for each template its id, a byte
// whose second bit says that the last run had no page of it, and its name with its size in 4 bytes
// before it); unless the method keeps them itself (see
// Tracking), the id of each page's template in 4 bytes; and, of a checkpoint, how far the run
// has come. A checkpoint has no templates, because they are those of the index. The last section
// has what is known of templates beyond their pages, see IndexedModel: for each the id, then the
// bytes with their size in 4 bytes before them. After it comes the day of each page in 4 bytes. An
// index without templates, their ids, models or days is read, too.
//
// Cost: the whole file is in memory until it is restored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/lock_file.h"
#include "pagekin/features/features.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

struct IndexedPage {
  std::string_view id;
  features::FirstTags first_tags{};
  std::uint32_t template_id = 0;  // 0: the method keeps it
  std::uint32_t day = 0;          // since 1970, of its capture or else of the run; 0: not known
};

struct IndexedTemplate {
  std::uint32_t id = 0;
  std::string name;
  bool is_unseen = false;  // the run that wrote the index had no page of it
};

// All templates that an index has known.
struct IndexedTemplates {
  std::uint32_t next_id = 1;
  std::vector<IndexedTemplate> all;
};

// The model of a template (see skeleton/template_model.h) as bytes, which have a version and a
// checksum of their own.
struct IndexedModel {
  std::uint32_t template_id = 0;
  std::string bytes;
};

// How far an unfinished run has come.
struct RunProgress {
  std::uint64_t run = 0;            // identifies the inputs and options of the run
  std::uint64_t earlier = 0;        // pages that the index had before
  std::uint64_t seen_before = 0;    // of these, read again
  std::vector<std::uint64_t> done;  // identify the pages that were read
};

class IndexFile {
 public:
  enum class Access { kRead, kUpdate };

  // Opens the file, and locks it first if it will be updated. A file to be updated need not
  // exist. Throws Error, naming the file, if another run holds the lock or if the file
  // cannot be read, is damaged, or has another version.
  IndexFile(std::string path, Access access);
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // The name of the method that made the file, and what the method saved. Both are empty
  // for a new file. Valid until restore().
  const std::string& method() const { return method_; }
  const std::string& saved() const { return saved_; }
  const IndexedTemplates& templates() const { return templates_; }  // also after restore()
  const std::vector<IndexedModel>& models() const {
    return models_;
  }  // by id; also after restore()
  std::size_t page_count() const { return first_tags_.size() / sizeof(features::FirstTags); }

  // Gives `method`, called `name`, what it saved, and calls `visit` for every page in page
  // order. The contents are gone afterwards. Returns the number of pages. Throws Error if
  // the file was made by another method or with other options, or if the method keeps no
  // index.
  std::size_t restore(std::string_view name, Method& method,
                      const std::function<void(const IndexedPage&)>& visit);

  // In place of restore(): restores what the last checkpoint holds, if it is that of the run
  // `run` and if the index is still that on which the run was based. Otherwise it removes the
  // checkpoint and returns nothing. Throws Error like restore(). Only with Access::kUpdate.
  std::optional<RunProgress> resume(std::uint64_t run, std::string_view name, Method& method,
                                    const std::function<void(const IndexedPage&)>& visit);

  // Whether there was a checkpoint that resume() could not use.
  bool has_dropped_checkpoint() const { return has_dropped_checkpoint_; }

  // Replaces the file, and removes the checkpoint. page(i) returns page i of the `page_count`
  // pages that `method` has now. The models are those of set_models(), or those that the file had,
  // without those of templates that are gone. Only with Access::kUpdate.
  using Pages = std::function<IndexedPage(std::size_t)>;
  void write(std::string_view name, Method& method, const IndexedTemplates& templates,
             std::size_t page_count, const Pages& page);

  // The models that write() will store, in place of those that the file had.
  void set_models(std::vector<IndexedModel> models);

  // Replaces the checkpoint. Only with Access::kUpdate.
  void write_checkpoint(const RunProgress& progress, std::string_view name, Method& method,
                        std::size_t page_count, const Pages& page);

 private:
  void lock();
  void check_checkpoint() const;
  void read(bool may_be_absent);
  void read_templates(std::string_view bytes);
  void read_models(std::string_view bytes);

  std::string path_;
  std::optional<LockFile> lock_;
  bool is_new_ = true;
  bool has_dropped_checkpoint_ = false;
  std::string method_;  // the contents, by section
  std::string saved_;
  std::string ids_;
  std::string first_tags_;
  IndexedTemplates templates_;
  std::vector<IndexedModel> models_;
  std::string template_ids_;  // by page; empty: the method keeps them
  std::string days_;          // by page; empty: not known
};

// The file for the checkpoints of an index.
std::string checkpoint_path(const std::string& index);

}  // namespace pagekin::method
