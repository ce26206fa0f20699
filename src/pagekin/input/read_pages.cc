#include "pagekin/input/read_pages.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/names.h"
#include "pagekin/input/nutch_segment.h"
#include "pagekin/input/recognise.h"
#include "pagekin/input/spooled_inputs.h"
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

std::uint64_t file_size(const std::string& path) {
  struct stat info {};
  const bool is_file = stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  return is_file ? static_cast<std::uint64_t>(info.st_size) : 0;
}

// The kind that the user gave, or that which the content shows.
Recognised kind_of(const InputName& name, ByteSource& file) {
  switch (name.as) {
    case InputName::As::kHtml:
      return {.kind = Kind::kHtml};
    case InputName::As::kWarc:
      return {.kind = Kind::kWarc};
    case InputName::As::kJsonl:
      return {.kind = Kind::kJsonl};
    case InputName::As::kCoordinates:
    case InputName::As::kByContent:
    case InputName::As::kList:
      break;
  }
  // Standard input that is not a list; see Names.
  if (name.is_stdin()) return recognise_in_place_of_list(file).value_or(Recognised{});
  return recognise(file, name.path);
}

// A source that reports incidents, then reads another source.
class FaultsFirst final : public JobSource {
 public:
  FaultsFirst(const ReadContext& context, std::vector<Incident> faults,
              std::unique_ptr<JobSource> source)
      : context_(&context), faults_(std::move(faults)), source_(std::move(source)) {}
  std::unique_ptr<Job> next() override {
    if (at_ == faults_.size()) return source_->next();
    return std::make_unique<IncidentJob>(*context_, std::move(faults_[at_++]));
  }

 private:
  const ReadContext* context_;
  std::vector<Incident> faults_;
  std::unique_ptr<JobSource> source_;
  std::size_t at_ = 0;
};

// A SequenceFile named by itself; if it is part of a segment, its statuses count.
std::unique_ptr<JobSource> open_sequence(const ReadContext& context, const std::string& path,
                                         std::unique_ptr<ByteSource> file) {
  std::vector<Incident> faults;
  auto statuses = file->size() ? statuses_beside(path, faults) : nullptr;
  auto source = sequence_source(context, path, std::move(file), std::move(statuses));
  if (faults.empty()) return source;
  return std::make_unique<FaultsFirst>(context, std::move(faults), std::move(source));
}

std::unique_ptr<JobSource> open_file_of(const ReadContext& context, const InputName& name,
                                        std::unique_ptr<ByteSource> file) {
  const std::string& path = name.path;
  if (name.as == InputName::As::kCoordinates) {
    return coordinates_source(context, path, std::move(file));
  }
  const Recognised found = kind_of(name, *file);
  switch (found.kind) {
    case Kind::kWarc:
      return warc_source(context, path, std::move(file));
    case Kind::kJsonl:
      return jsonl_source(context, path, std::move(file));
    case Kind::kStore:
      file.reset();  // closing it later would drop the locks that SQLite holds on it
      return store_source(context, path, file_size(path));
    case Kind::kSequence:
      return open_sequence(context, path, std::move(file));
    case Kind::kZip: {
      std::unique_ptr<ByteSource> zip = seekable(std::move(file), path);
      if (auto source = wacz_source(context, path, zip)) return source;
      return html_file_source(context, path, std::move(zip));
    }
    case Kind::kColumns:
      return column_source(context, path, seekable(std::move(file), path));
    case Kind::kHtml:
      return html_file_source(context, path, std::move(file));
    case Kind::kUnsupported:
      break;
  }
  throw InputError(found.message);
}

std::unique_ptr<JobSource> open_input(const ReadContext& context, NextName next) {
  const std::string& path = next.name.path;
  const auto fail = [&](Reason reason, std::string detail) {
    return incident_source(context, {.input = store::shown_name(path),
                                     .page = {},
                                     .reason = reason,
                                     .detail = std::move(detail),
                                     .is_named_input = !next.is_from_list});
  };
  if (next.fault) {
    next.fault->is_named_input = !next.is_from_list;
    return incident_source(context, std::move(*next.fault));
  }
  try {
    if (store::is_database_url(path)) return store_source(context, path, 0);
    if (next.name.is_stdin()) {
      if (!next.file) next.file = rereadable(open_named(path, context.options.spool.get()));
      return open_file_of(context, next.name, std::move(next.file));
    }
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) return fail(Reason::kUnreadable, std::strerror(errno));
    if (S_ISDIR(info.st_mode)) {
      if (access(path.c_str(), R_OK | X_OK) != 0) {
        return fail(Reason::kUnreadable, std::strerror(errno));
      }
      if (is_segment(path)) return segment_source(context, path);
      if (const std::string data = page_map_in(path); !data.empty()) {
        context.progress->total += file_size(data);
        return open_sequence(context, data, open_regular_file(data));
      }
      return directory_source(context, path);
    }
    if (S_ISSOCK(info.st_mode)) return fail(Reason::kSpecialFile, "a socket cannot be read");
    return open_file_of(context, next.name,
                        rereadable(open_named(path, context.options.spool.get())));
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
  constexpr std::string_view encodings[] = {"auto", "text", "base64"};
  if (std::ranges::find(encodings, options.html_encoding) == std::end(encodings)) {
    throw OptionError(option_named("html_encoding") + " takes auto, text or base64, got '" +
                          options.html_encoding + "'",
                      "html_encoding");
  }
  Progress unused;
  const ReadContext context{.options = options,
                            .consumer = &consumer,
                            .progress = progress != nullptr ? progress : &unused};
  for (const std::string& name : inputs) {
    context.progress->total += file_size(parse_input_name(name).path);
  }
  Names names(inputs, options.spool.get());
  std::shared_ptr<PageSupplier> supplied = options.pages;
  std::unique_ptr<JobSource> source;
  const auto next = [&]() -> std::unique_ptr<Job> {
    check_stop();
    for (;;) {
      if (source) {
        if (std::unique_ptr<Job> job = source->next()) return job;
      }
      std::optional<NextName> name = names.next();
      if (!name) {
        if (!supplied) return nullptr;
        source = supplied_source(context, std::move(supplied));
        continue;
      }
      if (name->is_from_list && !name->fault) {
        context.progress->total += file_size(name->name.path);
      }
      source = open_input(context, std::move(*name));
    }
  };
  run_in_order(thread_count(options.threads), next);
}

}  // namespace pagekin::input
