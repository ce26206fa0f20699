#include "pagekin/input/nutch_segment.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/stat.h>

#include "pagekin/core/error.h"
#include "pagekin/hadoop/sequence_file.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/sequence_page.h"

namespace pagekin::input {
namespace {

bool is_folder(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_regular_file(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool holds_sequence(const std::string& path) {
  if (!is_regular_file(path)) return false;
  try {
    const std::unique_ptr<ByteSource> file = open_regular_file(path);
    char start[4];
    return hadoop::is_sequence_file({start, read_fully(*file, 0, start)});
  } catch (const Error&) {
    return false;
  }
}

// The files of the parts in a folder, in byte order of their names. A part whose file is not
// readable or damaged in its first bytes is among them, so that it is reported.
std::vector<std::string> parts_in(const std::string& folder) {
  std::vector<std::string> parts;
  std::error_code failure;
  std::filesystem::directory_iterator entry(folder, failure);
  for (; !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with("part-")) continue;
    const std::string path = folder + "/" + name;
    const std::string data = path + "/data";
    if (is_regular_file(data)) {
      parts.push_back(data);
    } else if (is_regular_file(path)) {
      parts.push_back(path);
    }
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

// Whether a part looks like one of Hadoop's: a MapFile by the names in it, or by its first bytes.
bool is_part(const std::string& path) {
  constexpr std::string_view data = "/data";
  if (path.ends_with(data)) {
    const std::string folder = path.substr(0, path.size() - data.size());
    if (is_regular_file(folder + "/index")) return true;
  }
  return holds_sequence(path);
}

bool has_sequence_parts(const std::string& folder) {
  if (!is_folder(folder)) return false;
  const std::vector<std::string> parts = parts_in(folder);
  return std::any_of(parts.begin(), parts.end(), is_part);
}

class SegmentSource final : public JobSource {
 public:
  SegmentSource(const ReadContext& context, const std::string& folder)
      : context_(&context), parts_(parts_in(folder + "/content")) {
    if (parts_.empty()) {
      faults_.push_back({.input = folder,
                         .page = {},
                         .reason = Reason::kNoBody,
                         .detail = "a Nutch segment without content/; Nutch keeps pages only if "
                                   "fetcher.store.content is true"});
      return;
    }
    const std::vector<std::string> fetched = parts_in(folder + "/crawl_fetch");
    if (!fetched.empty()) statuses_ = std::make_shared<FetchStatuses>(fetched, faults_);
  }

  std::unique_ptr<Job> next() override {
    for (;;) {
      if (source_) {
        if (std::unique_ptr<Job> job = source_->next()) return job;
        source_.reset();
      }
      if (next_fault_ < faults_.size()) {
        source_ = incident_source(*context_, std::move(faults_[next_fault_++]));
      } else if (next_part_ < parts_.size()) {
        source_ = open(parts_[next_part_++]);
      } else {
        return nullptr;
      }
    }
  }

 private:
  std::unique_ptr<JobSource> open(const std::string& path) {
    try {
      std::unique_ptr<ByteSource> file = open_regular_file(path);
      context_->progress->total += file->size().value_or(0);
      return sequence_source(*context_, path, std::move(file), statuses_);
    } catch (const Error& error) {
      return incident_source(
          *context_,
          {.input = path, .page = {}, .reason = Reason::kUnreadable, .detail = error.what()});
    }
  }

  const ReadContext* context_;
  std::vector<std::string> parts_;
  std::vector<Incident> faults_;
  std::shared_ptr<const FetchStatuses> statuses_;
  std::unique_ptr<JobSource> source_;
  std::size_t next_fault_ = 0;
  std::size_t next_part_ = 0;
};

}  // namespace

std::string without_final_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

bool is_segment(const std::string& folder) {
  const std::string content = folder + "/content";
  if (is_folder(content)) return has_sequence_parts(content);
  return has_sequence_parts(folder + "/crawl_fetch");
}

std::string page_map_in(const std::string& folder) {
  std::string data = folder + "/data";
  if (!holds_sequence(data)) return {};
  try {
    const std::unique_ptr<ByteSource> file = open_regular_file(data);
    return why_no_page_file(hadoop::read_header(*file)).empty() ? data : std::string();
  } catch (const Error&) {
    return {};
  }
}

std::shared_ptr<const FetchStatuses> statuses_beside(const std::string& data,
                                                     std::vector<Incident>& faults) {
  std::error_code failure;
  std::filesystem::path part = std::filesystem::absolute(data, failure).lexically_normal();
  if (failure) return nullptr;
  if (part.filename() == "data") part = part.parent_path();
  const std::filesystem::path content = part.parent_path();
  if (content.filename() != "content") return nullptr;
  const std::vector<std::string> fetched =
      parts_in((content.parent_path() / "crawl_fetch").string());
  if (fetched.empty()) return nullptr;
  return std::make_shared<FetchStatuses>(fetched, faults);
}

std::unique_ptr<JobSource> segment_source(const ReadContext& context, std::string folder) {
  return std::make_unique<SegmentSource>(context, without_final_slashes(std::move(folder)));
}

}  // namespace pagekin::input
