// pagekin serve: the visual report of an earlier run as a page of a local server.

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "pagekin/page_list.h"
#include "pagekin/report.h"

#include "cli/command.h"
#include "cli/http_server.h"
#include "cli/input_options.h"
#include "cli/label_service.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/report_file.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/signals.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct ServeFlags {
  std::string clusters;
  InputOptions input;
  TruthOptions truth;
  ReportFlags report;
  TableOptions groups;
  std::string field_labels;
  std::string wrapper;
  std::string bind = "127.0.0.1";
  int port = 8765;
};

constexpr std::size_t kKeptPages = 16;  // previews that are not read again
constexpr std::string_view kHtml = "text/html; charset=utf-8";

HttpAnswer not_found() { return {.status = 404, .body = "there is nothing of this name\n"}; }

// The answers of the server: the page itself, the data of the report, stored pages, labels.
class Site {
 public:
  Site(ReportSite report, std::unique_ptr<LabelService> labelling)
      : report_(std::move(report)), labelling_(std::move(labelling)) {}

  HttpAnswer answer(const HttpRequest& request, const std::string& token) {
    if (request.path == "/api/stop") {
      if (request.method != "POST") return {.status = 405, .body = "only POST stops the server\n"};
      stop();
      return {.type = "application/json", .body = "{\"stopped\": true}\n"};
    }
    if (LabelService::has(request.path)) return labelling_->answer(request);
    if (request.method == "POST") return not_found();
    if (request.path == "/" || request.path == "/search") {
      return {.type = std::string(kHtml), .body = report_.html()};
    }
    if (request.path == "/app.js") {
      return {.type = "text/javascript; charset=utf-8", .body = std::string(ReportSite::script())};
    }
    if (request.path == "/app.css") {
      return {.type = "text/css; charset=utf-8", .body = std::string(ReportSite::style())};
    }
    if (request.path == "/api/report") return json(report_.data());
    if (request.path == "/api/session") {
      return {.type = "application/json", .body = "{\"token\": \"" + token + "\"}\n"};
    }
    if (request.path == "/api/pages") return pages(request);
    if (request.path == "/api/page") return preview(request);
    return not_found();
  }

  // Until somebody asks to stop.
  void wait() {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      if (program_stop_token().stop_requested()) return;
    }
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the answer still goes out
  }

 private:
  static HttpAnswer json(const std::string& packed) {
    return {.type = "application/json", .body = packed, .is_gzip = true};
  }

  void stop() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  HttpAnswer pages(const HttpRequest& request) const {
    const auto number = request.query.find("template");
    if (number == request.query.end()) return json(report_.pages());
    if (number->second.empty() || number->second.size() > 9 ||
        number->second.find_first_not_of("0123456789") != std::string::npos) {
      return {.status = 400, .body = "template must be a number\n"};
    }
    const std::string* const list = report_.pages_of(std::stoul(number->second));
    return list != nullptr ? json(*list) : not_found();
  }

  HttpAnswer preview(const HttpRequest& request) {
    const auto id = request.query.find("id");
    if (id == request.query.end()) return {.status = 400, .body = "id is missing\n"};
    const std::scoped_lock lock(reading_);
    for (const auto& [kept, text] : kept_) {
      if (kept == id->second) return {.body = text};
    }
    const std::optional<std::string> text = report_.stored_page(id->second);
    if (!text) return not_found();
    kept_.emplace_front(id->second, *text);
    if (kept_.size() > kKeptPages) kept_.pop_back();
    return {.body = *text};
  }

  ReportSite report_;
  std::unique_ptr<LabelService> labelling_;
  std::mutex reading_;
  std::list<std::pair<std::string, std::string>> kept_;  // by id
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
};

int run_serve(const ServeFlags& options) {
  Labels labels;
  if (!options.truth.labels.empty() || !options.truth.rules.empty()) {
    labels = read_truth(options.truth, "serve");
  }
  const LabelFiles files{options.field_labels, options.wrapper, options.clusters};
  if (!options.groups.by.empty() && !(options.field_labels.empty() && options.wrapper.empty())) {
    throw UsageError("--labels and --wrapper are for templates; --by names another column");
  }
  check_label_files(files);
  const PageTable table = read_page_table(options.clusters, options.groups);
  auto labelling =
      std::make_unique<LabelService>(options.input.source(), table, files, options.input.threads);
  // Before the work: a port that is taken should not cost a run. There is nothing to see yet.
  std::mutex mutex;
  std::unique_ptr<Site> site;
  const HttpServer* self = nullptr;
  HttpServer server(options.bind, static_cast<std::uint16_t>(options.port),
                    [&](const HttpRequest& request) -> HttpAnswer {
                      Site* ready = nullptr;
                      {
                        const std::scoped_lock lock(mutex);
                        ready = site.get();
                      }
                      if (ready == nullptr) {
                        return {.status = 503, .body = "the pages are being read\n"};
                      }
                      return ready->answer(request, self->token());
                    });
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  errors.during([&] {
    ReportSite report(
        options.input.source(), table, labels, options.report.library(),
        progress.run({.threads = options.input.threads, .incident = std::ref(errors)}));
    const TableReport& shown = report.shown();
    run_summary().pages(shown.counts);
    run_summary().result("templates", shown.templates);
    if (options.report.screenshots) {
      run_summary().result("screenshots", shown.screenshots);
      run_summary().result("failed_screenshots", shown.failed_screenshots);
    }
    progress.stop();
    if (!options.input.quiet) fmt::print(stderr, "{}", shown.note);
    auto made = std::make_unique<Site>(std::move(report), std::move(labelling));
    const std::scoped_lock lock(mutex);
    self = &server;
    site = std::move(made);
    return 0;
  });
  progress.stop();
  fmt::print("{}\n", server.address());
  std::fflush(stdout);
  if (!options.input.quiet) {
    fmt::print(stderr, "serving   open the address above in a browser; Ctrl-C ends the server\n");
  }
  site->wait();
  return 0;
}

std::function<int()> declare_serve(OptionTable& table) {
  const auto options = std::make_shared<ServeFlags>();
  options->input.read_twice();
  table
      .add(
          "clusters", options->clusters,
          "what 'pagekin cluster -o' or 'classify -o' wrote (TSV, CSV, JSON lines or Parquet, also "
          "compressed)")
      .required();
  add_input_options(table, options->input);
  add_truth_options(table, options->truth);
  add_library_options(table, options->groups);
  add_report_options(table, options->report);
  table.group("Labelling");
  table
      .add("--labels", options->field_labels,
           "the labels that are given in the browser: read at the beginning if the file is there, "
           "and written as TSV when they are saved")
      .value("FILE")
      .writes(Writes::kFile);
  table
      .add("--wrapper", options->wrapper,
           "write the wrapper that is learned from the labels to this file when they are saved")
      .value("FILE")
      .writes(Writes::kFile);
  table.group("Server");
  table.add("--port", options->port, "the port to listen on; 0 for any that is free")
      .range(0, 65535)
      .show_default();
  table.add("--bind", options->bind, "the address to listen on; only this machine can reach it")
      .one_of({"127.0.0.1", "::1"})
      .show_default();
  table.group("");
  return [options] { return run_serve(*options); };
}

}  // namespace

Command serve() {
  return {
      .name = "serve",
      .summary = "show the templates of an earlier run in a browser, with stored pages",
      .examples =
          "  pagekin serve clusters.tsv crawl.warc.gz\n"
          "  pagekin serve clusters.tsv crawl.db --port 0\n"
          "  pagekin serve clusters.tsv crawl.warc.gz --labels labels.tsv --wrapper "
          "shop.wrapper\n"
          "\n"
          "It prints an address with a token and serves the report of 'pagekin report' there,\n"
          "with previews of the stored pages: in a frame without scripts and network, or as\n"
          "text. On the page of a template, Label opens a page to click on: values get names, and\n"
          "all other pages show at once what they would give. Only programs of this machine\n"
          "reach the server, and only with the token.",
      .declare = declare_serve};
}

}  // namespace pagekin::cli
