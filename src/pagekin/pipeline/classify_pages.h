// Pages in, the template of each out, one by one.
//
// Pages are looked at and compared in parallel as they are read, and rows come out in
// input order. Memory holds the model, the few pages that are under way, and the ids
// of the pages so far, which must be unique: about 20 bytes and its own length each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/assignments.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/model/classifier.h"
#include "pagekin/pipeline/read_features.h"

namespace pagekin::pipeline {

struct ClassifyOptions {
  std::vector<std::string> inputs;
  input::ReadOptions read;
  bool strict = false;
  model::Decide decide = model::Decide::kBest;
};

struct ClassifyRun {
  ReadCounts counts;
  std::vector<std::uint64_t> by_class;  // pages
  std::uint64_t none = 0;
  double seconds = 0;
};

// Calls `row` for each page in input order. Throws Error when nothing could be read.
ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident = nullptr,
    Progress* progress = nullptr);

// Pages, how many got a template, the most frequent templates, and the time.
std::string summarise(const ClassifyRun& run, const model::PageClassifier& classifier);

// Rows of page, template and score, as TSV, CSV or JSON lines.
//
// Where every class that a page meets is asked for, the template column holds them all,
// each with the escapes of TSV and \| for a bar, joined by bars. JSON lines have a list
// `templates` instead, which is empty for none.
class ClassificationWriter {
 public:
  ClassificationWriter(eval::TableFormat format, const model::PageClassifier& classifier,
                       model::Decide decide, std::function<void(std::string_view)> sink);

  void write(std::string_view page, const model::Decision& decision);

  // Hands over what is left. Call it once, after the last row.
  void finish();

 private:
  std::string_view name_of(int class_number) const;
  std::string joined(const std::vector<int>& classes) const;

  eval::TableFormat format_;
  const model::PageClassifier* classifier_;
  model::Decide decide_;
  std::function<void(std::string_view)> sink_;
  std::string buffer_;
};

}  // namespace pagekin::pipeline
