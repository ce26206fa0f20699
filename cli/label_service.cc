#include "cli/label_service.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/error.h"
#include "pagekin/file_format.h"
#include "pagekin/output_file.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/flags.h"

namespace pagekin::cli {
namespace {

constexpr std::string_view kPrefix = "/api/label/";
// A request waits so long for its work; the server gives up connections after ten seconds.
constexpr std::chrono::seconds kPatience{3};

HttpAnswer label_answer(std::string json) {
  return {.type = "application/json", .body = std::move(json) + "\n"};
}

HttpAnswer label_refusal(unsigned status, std::string_view text) {
  return {.status = status, .body = printable(with_flags(text)) + "\n"};
}

HttpAnswer answer_of(const std::function<HttpAnswer()>& work) {
  constexpr unsigned unusable = 422;
  try {
    return work();
  } catch (const Cancelled&) {
    return label_refusal(503, "the server ends");
  } catch (const InputError& error) {
    return label_refusal(unusable, error.what());
  } catch (const OptionError& error) {
    return label_refusal(unusable, error.what());
  } catch (const std::bad_alloc&) {
    return label_refusal(500, "there is not enough memory");
  } catch (const std::exception& error) {
    return label_refusal(500, error.what());
  }
}

}  // namespace

void check_label_files(const LabelFiles& files) {
  const std::optional<FileFormat> format = format_of_name(files.labels);
  if (format && *format != FileFormat(TableFormat::kTsv)) {
    throw UsageError(
        "--labels writes a table as TSV; its name cannot have the ending of another format");
  }
  for (const std::string* path : {&files.labels, &files.wrapper}) {
    if (!path->empty()) const OutputFile probe(*path);
  }
}

LabelService::LabelService(Source source, PageTable table, LabelFiles files, unsigned threads)
    : source_(std::move(source)),
      files_(std::move(files)),
      threads_(threads),
      desk_(source_, std::move(table)) {
  std::error_code ignored;
  if (!files_.labels.empty() && std::filesystem::exists(files_.labels, ignored)) {
    labels_ = read_field_labels(files_.labels);
  }
}

LabelService::~LabelService() {
  stop_.request_stop();
  if (worker_.joinable()) worker_.join();
}

bool LabelService::has(const std::string& path) {
  return path == "/api/label/start" || path == "/api/label/slots" || path == "/api/label/learn" ||
         path == "/api/label/save";
}

HttpAnswer LabelService::answer(const HttpRequest& request) {
  const std::string_view what = std::string_view(request.path).substr(kPrefix.size());
  if (request.method != "POST") return label_refusal(405, "only POST is answered here");
  LabelRequest asked;
  try {
    asked = read_label_request(request.body);
  } catch (const InputError& error) {
    return label_refusal(400, error.what());
  }
  if (what == "start") return start();
  const std::string key = request.path + "\n" + request.body;
  if (what == "save") {
    return wait_for(key, [this, labels = std::move(asked.labels)] { return save(labels); });
  }
  if (!desk_.has_template(asked.template_id)) {
    return label_refusal(404, "there is no template of this id");
  }
  if (what == "learn") {
    return wait_for(key, [this, asked = std::move(asked)] {
      return label_answer(desk_.learn(asked.template_id, asked.labels, run()));
    });
  }
  if (!asked.page.empty() && !desk_.has_page(asked.template_id, asked.page)) {
    return label_refusal(404, "the template has no page of this name");
  }
  return wait_for(key, [this, asked = std::move(asked)] {
    return label_answer(desk_.show(asked.template_id, asked.page, run()));
  });
}

// A piece of work is asked for again by the same request. Its answer is given once.
HttpAnswer LabelService::wait_for(const std::string& key, Work work) {
  const HttpAnswer working{
      .status = 202, .type = "application/json", .body = "{\"working\": true}\n"};
  std::unique_lock lock(mutex_);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  if (job_ && job_->key != key) {
    const bool is_free = changed_.wait_until(
        lock, until, [&] { return !job_ || job_->is_done || job_->key == key; });
    if (!is_free) return working;
    if (job_ && job_->key != key) job_.reset();  // nobody has come for it
  }
  if (!job_) {
    if (worker_.joinable()) worker_.join();  // it has no more to do
    job_.emplace(Job{.key = key, .answer = {}});
    worker_ = std::thread([this, work = std::move(work)] {
      HttpAnswer made = answer_of(work);
      const std::scoped_lock done(mutex_);
      job_->answer = std::move(made);
      job_->is_done = true;
      changed_.notify_all();
    });
  }
  const bool is_over =
      changed_.wait_until(lock, until, [&] { return !job_ || job_->key != key || job_->is_done; });
  if (!is_over || !job_ || job_->key != key) return working;
  HttpAnswer made = std::move(job_->answer);
  job_.reset();
  changed_.notify_all();
  return made;
}

HttpAnswer LabelService::start() {
  const std::scoped_lock lock(mutex_);
  return label_answer(fmt::format("{{\"labels\": {}, \"savesLabels\": {}, \"savesWrapper\": {}}}",
                                  to_json(labels_), !files_.labels.empty(),
                                  !files_.wrapper.empty()));
}

// The labels are written first: they are a person's work. The wrapper is learned from all pages, as
// `pagekin learn` does it.
HttpAnswer LabelService::save(const std::vector<FieldLabel>& labels) {
  if (files_.labels.empty() && files_.wrapper.empty()) {
    return label_refusal(409,
                         "start the server with --labels FILE, --wrapper FILE or both to save");
  }
  if (labels.empty()) return label_refusal(422, "there are no labels to save");
  if (!files_.labels.empty()) {
    write_field_labels(files_.labels, labels);
    const std::scoped_lock lock(mutex_);
    labels_ = labels;
  }
  std::size_t unused = 0;
  std::size_t fields = 0;
  if (!files_.wrapper.empty()) {
    const FieldLearning learning =
        learn_fields(source_, labels, {.templates = {.clusters = files_.clusters}}, run());
    learning.wrapper.save(files_.wrapper);
    unused = learning.unused.size();
    fields = learning.fields.size();
  }
  return label_answer(
      fmt::format("{{\"labels\": {}, \"savedLabels\": {}, \"savedWrapper\": {}, \"fields\": {}, "
                  "\"unused\": {}}}",
                  labels.size(), !files_.labels.empty(), !files_.wrapper.empty(), fields, unused));
}

}  // namespace pagekin::cli
