// Reads a directory recursively, in byte order of paths.
//
// A folder that is a Nutch segment is read as one (nutch_segment.h). So are Parquet and Arrow
// files, by their names; one without the columns of pages is reported.
//
// Each folder is listed and sorted when the walk reaches it, so memory holds only the folders on
// the current path. Symbolic links are followed if they lead to something below the directory;
// loops are recognised by device and inode. Only regular files are opened, because opening a FIFO
// would wait for its writer.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/document_converter.h"
#include "pagekin/input/document_type.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/nutch_segment.h"
#include "pagekin/input/page_file.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kFilesPerJob = 64;

struct FoundFile {
  enum class Holds : std::uint8_t { kPage, kSegment, kColumns };
  std::string id;                    // path below the directory
  std::optional<Incident> incident;  // set: not to be opened
  Holds holds = Holds::kPage;        // kSegment: a folder that is a Nutch segment
};

// Lists the files in order.
class Walk {
 public:
  // Files are listed if their names are those of pages, or of documents that the converter takes;
  // it may be null.
  Walk(std::string root, const DocumentConverter* converter)
      : root_(std::move(root)), converter_(converter) {
    char resolved[PATH_MAX];
    if (realpath(root_.c_str(), resolved) != nullptr) real_root_ = resolved;
    enter("");
  }

  // Files that were passed over since the last call.
  std::uint64_t take_passed_over() { return std::exchange(passed_over_, 0); }

  std::optional<FoundFile> next() {
    for (;;) {
      if (ready_) return std::exchange(ready_, std::nullopt);
      if (levels_.empty()) return std::nullopt;
      Level& level = levels_.back();
      if (level.at == level.names.size()) {
        levels_.pop_back();
        continue;
      }
      const std::string name = std::move(level.names[level.at++]);
      visit(name, level.prefix);
    }
  }

 private:
  struct Level {
    std::string prefix;              // path below the root, with a final slash
    std::vector<std::string> names;  // folders end in a slash, so that they sort as their contents
    std::size_t at = 0;
    dev_t device = 0;
    ino_t inode = 0;
  };

  bool is_wanted(const std::string& id) const {
    if (has_page_name(id) || has_column_name(id)) return true;
    if (converter_ == nullptr) return false;
    const std::string_view type = document_type_of_name(id);
    return !type.empty() && converter_->takes(type);
  }

  void pass_over() { ++passed_over_; }

  std::string full(const std::string& below) const { return root_ + "/" + below; }

  void report(std::string id, Reason reason, std::string detail) {
    Incident incident{.input = root_, .page = id, .reason = reason, .detail = std::move(detail)};
    ready_ = FoundFile{.id = std::move(id), .incident = std::move(incident)};
  }

  void enter(const std::string& prefix) {
    const std::string path = prefix.empty() ? root_ : full(prefix);
    struct stat info {};
    Level level{.prefix = prefix};
    if (stat(path.c_str(), &info) == 0) {
      level.device = info.st_dev;
      level.inode = info.st_ino;
    }
    std::error_code failure;
    std::filesystem::directory_iterator entry(path, failure);
    for (; !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure)) {
      std::string name = entry->path().filename().string();
      std::error_code ignored;
      const std::filesystem::file_status kind = entry->symlink_status(ignored);
      bool is_folder = std::filesystem::is_directory(kind);
      if (std::filesystem::is_symlink(kind)) {
        is_folder = std::filesystem::is_directory(std::filesystem::status(entry->path(), ignored));
      }
      if (is_folder) name += '/';
      level.names.push_back(std::move(name));
    }
    if (failure)
      report(prefix, Reason::kUnreadable, "cannot list the folder: " + failure.message());
    std::sort(level.names.begin(), level.names.end());
    levels_.push_back(std::move(level));
  }

  void visit(const std::string& name, const std::string& prefix) {
    const bool is_folder = name.ends_with('/');
    std::string id = prefix + name;
    std::string path = full(id);
    if (is_folder) path.pop_back();
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0) {
      if (!is_wanted(id)) return pass_over();
      return report(std::move(id), Reason::kUnreadable, std::strerror(errno));
    }
    if (S_ISLNK(info.st_mode)) {
      if (!is_folder && !is_wanted(id)) return pass_over();
      if (!check_link(path, id, info)) return;
    }
    if (is_folder) {
      const auto same = [&](const Level& level) {
        return level.device == info.st_dev && level.inode == info.st_ino;
      };
      if (std::any_of(levels_.begin(), levels_.end(), same)) {
        report(std::move(id), Reason::kLink, "a loop: it leads to a folder that contains it");
        return;
      }
      if (is_segment(path)) {
        id.pop_back();
        ready_ = FoundFile{
            .id = std::move(id), .incident = std::nullopt, .holds = FoundFile::Holds::kSegment};
        return;
      }
      enter(id);
      return;
    }
    if (!is_wanted(id)) return pass_over();
    if (!S_ISREG(info.st_mode)) {
      report(std::move(id), Reason::kSpecialFile, "not a regular file");
      return;
    }
    const auto holds = has_column_name(id) ? FoundFile::Holds::kColumns : FoundFile::Holds::kPage;
    ready_ = FoundFile{.id = std::move(id), .incident = std::nullopt, .holds = holds};
  }

  // Replaces `info` by that of the link's target; returns false if the link is not followed.
  bool check_link(const std::string& path, const std::string& id, struct stat& info) {
    char resolved[PATH_MAX];
    if (realpath(path.c_str(), resolved) == nullptr || stat(path.c_str(), &info) != 0) {
      report(id, Reason::kLink,
             std::string("the link cannot be followed: ") + std::strerror(errno));
      return false;
    }
    const std::string target = resolved;
    const bool inside =
        target == real_root_ || target.starts_with(real_root_ + "/") || real_root_ == "/";
    if (!inside) report(id, Reason::kLink, "the link leads outside the directory");
    return inside;
  }

  std::string root_;
  const DocumentConverter* converter_;
  std::string real_root_;
  std::vector<Level> levels_;
  std::optional<FoundFile> ready_;
  std::uint64_t passed_over_ = 0;
};

class FilesJob final : public BatchJob {
 public:
  FilesJob(const ReadContext& context, std::string root, std::vector<FoundFile> files,
           std::uint64_t passed_over)
      : BatchJob(context),
        root_(std::move(root)),
        files_(std::move(files)),
        passed_over_(passed_over) {}

  void work() override {
    if (passed_over_ > 0) batch().pass_over(PassedOver::kOtherName, passed_over_);
    std::string buffer;  // reused from page to page
    for (FoundFile& found : files_) {
      check_stop();
      if (found.incident) {
        batch().skip(std::move(*found.incident));
      } else {
        read(found.id, buffer);
      }
      ++context().progress->items;
    }
  }

 private:
  void read(const std::string& id, std::string& buffer) {
    const std::string path = root_ + "/" + id;
    try {
      const std::unique_ptr<ByteSource> file = open_regular_file(path);
      read_page_file(*file, root_, path, id, context().options, batch(), buffer);
      context().progress->done += *file->size();
    } catch (const Error& error) {
      batch().skip(
          {.input = root_, .page = id, .reason = Reason::kUnreadable, .detail = error.what()});
    }
  }

  std::string root_;
  std::vector<FoundFile> files_;
  std::uint64_t passed_over_;
};

class DirectorySource final : public JobSource {
 public:
  DirectorySource(const ReadContext& context, std::string path)
      : context_(&context),
        root_(without_final_slashes(std::move(path))),
        walk_(root_, context.options.converter.get()) {}

  std::unique_ptr<Job> next() override {
    for (;;) {
      if (inner_) {
        if (std::unique_ptr<Job> job = inner_->next()) return job;
        inner_.reset();
      }
      std::vector<FoundFile> files;
      while (files.size() < kFilesPerJob) {
        check_stop();
        std::optional<FoundFile> found = walk_.next();
        if (!found) break;
        if (!found->incident && found->holds != FoundFile::Holds::kPage) {
          inner_ = open_inner(*found);
          break;
        }
        files.push_back(std::move(*found));
      }
      const std::uint64_t passed_over = walk_.take_passed_over();
      if (!files.empty() || passed_over > 0) {
        return std::make_unique<FilesJob>(*context_, root_, std::move(files), passed_over);
      }
      if (!inner_) return nullptr;
    }
  }

 private:
  std::unique_ptr<JobSource> open_inner(const FoundFile& found) const {
    const std::string path = root_ + "/" + found.id;
    if (found.holds == FoundFile::Holds::kSegment) return segment_source(*context_, path);
    try {
      return column_source(*context_, path, open_regular_file(path));
    } catch (const Error& error) {
      return incident_source(*context_, {.input = root_,
                                         .page = found.id,
                                         .reason = Reason::kUnreadable,
                                         .detail = error.what()});
    }
  }

  const ReadContext* context_;
  std::string root_;
  Walk walk_;
  std::unique_ptr<JobSource> inner_;  // met on the walk; its pages come next
};

}  // namespace

std::unique_ptr<JobSource> directory_source(const ReadContext& context, std::string path) {
  return std::make_unique<DirectorySource>(context, std::move(path));
}

}  // namespace pagekin::input
