#include "pagekin/input/read_pages.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "pagekin/core/error.h"
#include "pagekin/core/file_window.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/recognise.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::input {
namespace {

class IncidentJob final : public BatchJob {
 public:
  IncidentJob(const ReadContext& context, Incident incident)
      : BatchJob(context), incident_(std::move(incident)) {}
  void work() override {
    ++context().progress->items;
    batch().skip(std::move(incident_));
  }

 private:
  Incident incident_;
};

class IncidentSource final : public JobSource {
 public:
  IncidentSource(const ReadContext& context, Incident incident)
      : job_(std::make_unique<IncidentJob>(context, std::move(incident))) {}
  std::unique_ptr<Job> next() override { return std::move(job_); }

 private:
  std::unique_ptr<Job> job_;
};

// The names of inputs in order; a list is replaced by the names in it.
class Names {
 public:
  explicit Names(std::span<const std::string> inputs) : given_(inputs) {}

  // Returns false at the end. Throws Error if a list cannot be read.
  bool next(std::string& name) {
    for (;;) {
      if (!lists_.empty()) {
        if (!lists_.back().next(name)) {
          lists_.pop_back();
          continue;
        }
      } else if (at_ < given_.size()) {
        name = given_[at_++];
      } else {
        return false;
      }
      if (name == "-") {
        lists_.emplace_back(open_stdin());
      } else if (name.size() > 1 && name.front() == '@') {
        constexpr std::size_t max_depth = 8;
        if (lists_.size() >= max_depth)
          throw InputError("lists of inputs are nested too deeply at " + name, {}, name);
        lists_.emplace_back(open_file(name.substr(1)));
      } else {
        return true;
      }
    }
  }

  // Whether the name last given stood in a list.
  bool from_list() const { return !lists_.empty(); }

 private:
  // Lines of a file, read as they are needed.
  struct List {
    explicit List(std::unique_ptr<ByteSource> from) : source(std::move(from)), window(*source) {}
    std::unique_ptr<ByteSource> source;
    FileWindow window;
    std::uint64_t at = 0;

    bool next(std::string& line) {
      for (;;) {
        constexpr std::size_t max_line = std::size_t{1} << 16;
        const std::string_view bytes = window.at(at, max_line);
        if (bytes.empty()) return false;
        const std::size_t newline = bytes.find('\n');
        if (newline == std::string_view::npos && bytes.size() >= max_line) {
          throw InputError("a list of inputs has a line longer than " + std::to_string(max_line) +
                           " bytes");
        }
        line = bytes.substr(0, newline);
        at += newline == std::string_view::npos ? bytes.size() : newline + 1;
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) return true;
      }
    }
  };

  std::span<const std::string> given_;
  std::size_t at_ = 0;
  std::deque<List> lists_;
};

std::uint64_t file_size(const std::string& path) {
  struct stat info {};
  const bool is_file = stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return is_file ? static_cast<std::uint64_t>(info.st_size) : 0;
}

std::unique_ptr<JobSource> open_input(const ReadContext& context, const std::string& path) {
  const auto fail = [&](Reason reason, std::string detail) {
    return incident_source(
        context, {.input = path, .page = {}, .reason = reason, .detail = std::move(detail)});
  };
  struct stat info {};
  if (store::is_database_url(path)) {
    try {
      return store_source(context, path, 0);
    } catch (const Error& error) {
      return fail(Reason::kUnreadable, error.what());
    }
  }
  if (stat(path.c_str(), &info) != 0) return fail(Reason::kUnreadable, std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return directory_source(context, path);
  if (S_ISSOCK(info.st_mode)) return fail(Reason::kSpecialFile, "a socket cannot be read");
  try {
    std::unique_ptr<ByteSource> file = rereadable(open_file(path));
    const Recognised found = recognise(*file, path);
    switch (found.kind) {
      case Kind::kWarc:
        return warc_source(context, path, std::move(file));
      case Kind::kJsonl:
        return jsonl_source(context, path, std::move(file));
      case Kind::kStore:
        file.reset();  // closing it later would drop the locks that SQLite holds on it
        return store_source(context, path, file_size(path));
      case Kind::kHtml:
        return html_file_source(context, path, std::move(file));
      case Kind::kUnsupported:
        break;
    }
    return fail(Reason::kUnreadable, found.message);
  } catch (const Error& error) {
    return fail(Reason::kUnreadable, error.what());
  }
}

}  // namespace

std::unique_ptr<JobSource> incident_source(const ReadContext& context, Incident incident) {
  return std::make_unique<IncidentSource>(context, std::move(incident));
}

void read_pages(std::span<const std::string> inputs, const ReadOptions& options,
                PageConsumer& consumer, Progress* progress) {
  Progress unused;
  const ReadContext context{.options = options,
                            .consumer = &consumer,
                            .progress = progress != nullptr ? progress : &unused};
  for (const std::string& name : inputs) context.progress->total += file_size(name);
  Names names(inputs);
  std::unique_ptr<JobSource> source;
  const auto next = [&]() -> std::unique_ptr<Job> {
    check_stop();
    for (;;) {
      if (source) {
        if (std::unique_ptr<Job> job = source->next()) return job;
      }
      std::string name;
      try {
        if (!names.next(name)) return nullptr;
        if (names.from_list()) context.progress->total += file_size(name);
        source = open_input(context, name);
      } catch (const Error& error) {  // a list that cannot be read
        source = incident_source(context, {.input = name, .page = {}, .detail = error.what()});
      }
    }
  };
  run_in_order(thread_count(options.threads), next);
}

}  // namespace pagekin::input
