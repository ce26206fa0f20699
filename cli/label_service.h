// The part of `pagekin serve` in which a person labels values of stored pages.
//
//   POST /api/label/start   {}                       the labels so far, and what can be saved
//   POST /api/label/slots   {template, page}         a stored page as data, without markup
//   POST /api/label/learn   {template, labels}       fields, doubts, the values of all pages
//   POST /api/label/save    {labels}                 writes the files that the flags name
//
// Nothing that a request says is taken for a path. Work is done by one thread, one piece at a time;
// a request waits some seconds for it. Status 202 says that it is not done: the same request, sent
// again, gets the answer. Limits: those of LabelDesk.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "pagekin/fields.h"
#include "pagekin/labelling.h"
#include "pagekin/page_list.h"
#include "pagekin/run.h"

#include "cli/http_server.h"

namespace pagekin::cli {

struct LabelFiles {
  std::string labels;    // read at the beginning if it is there; empty: labels cannot be saved
  std::string wrapper;   // empty: it cannot be saved
  std::string clusters;  // the table of templates from which the wrapper is learned
};

// Throws UsageError or Error for files that cannot be written.
void check_label_files(const LabelFiles& files);

class LabelService {
 public:
  // Throws InputError for a file of labels that is none.
  LabelService(Source source, PageTable table, LabelFiles files, unsigned threads);
  ~LabelService();
  LabelService(const LabelService&) = delete;
  LabelService& operator=(const LabelService&) = delete;

  // Whether the path is one of those above.
  static bool has(const std::string& path);

  // May be called from several threads.
  HttpAnswer answer(const HttpRequest& request);

 private:
  using Work = std::function<HttpAnswer()>;
  struct Job {
    std::string key;
    bool is_done = false;
    HttpAnswer answer;
  };

  HttpAnswer wait_for(const std::string& key, Work work);
  HttpAnswer start();
  HttpAnswer save(const std::vector<FieldLabel>& labels);
  Run run() const { return {.threads = threads_, .stop = stop_.get_token()}; }

  Source source_;
  LabelFiles files_;
  unsigned threads_;
  LabelDesk desk_;
  std::mutex mutex_;
  std::vector<FieldLabel> labels_;  // as they were saved last
  std::condition_variable changed_;
  std::optional<Job> job_;
  std::stop_source stop_;
  std::thread worker_;
};

}  // namespace pagekin::cli
