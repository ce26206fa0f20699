#include "pagekin/pipeline/classify_pages.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

constexpr std::size_t kPieceSize = 65536;
constexpr std::size_t kShown = 10;

}  // namespace

ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const auto start = std::chrono::steady_clock::now();
  ClassifyRun run;
  run.by_class.resize(classifier.classes().size());
  const features::Needs needs = classifier.needs();
  PageIds ids;
  run.counts = read_each<model::Decision>(
      {.inputs = options.inputs,
       .options = options.read,
       .strict = options.strict,
       .progress = progress,
       .incident = on_incident},
      ids,
      [&](const Page& page, Look& look) {
        features::Features features = features::extract(page, needs);
        look = {features.bytes_scanned, features.limits};
        return classifier.classify(std::move(features), options.decide);
      },
      [&](std::string_view id, model::Decision&& decision) {
        ++(decision.best == model::kNone ? run.none
                                         : run.by_class[static_cast<std::size_t>(decision.best)]);
        row(id, decision);
      });
  if (run.counts.clustered == 0) throw Error(nothing_to_do(run.counts));
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

std::string summarise(const ClassifyRun& run, const model::PageClassifier& classifier) {
  const std::vector<model::Class>& classes = classifier.classes();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (run.by_class[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return run.by_class[i]; });

  std::string text = "pages     " + describe_counts(run.counts, "classified") + "\n";
  text += fmt::format("model     {} templates, {}\n", with_commas(classes.size()),
                      printable(classifier.basis()));
  text += fmt::format("result    {} of a template, {} none; {} templates found{}\n",
                      with_commas(run.counts.clustered - run.none), with_commas(run.none),
                      with_commas(order.size()),
                      order.empty()           ? ""
                      : order.size() > kShown ? ", the ten most frequent:"
                                              : ":");
  for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
    text += fmt::format("  {:>9}  {}\n", with_commas(run.by_class[order[i]]),
                        printable(classes[order[i]].name));
  }
  return text +
         fmt::format("time      {:.2f} s; {} pages/s\n", run.seconds,
                     with_commas(static_cast<std::uint64_t>(static_cast<double>(run.counts.read()) /
                                                            std::max(run.seconds, 1e-9))));
}

ClassificationWriter::ClassificationWriter(eval::TableFormat format,
                                           const model::PageClassifier& classifier,
                                           model::Decide decide,
                                           std::function<void(std::string_view)> sink)
    : format_(format), classifier_(&classifier), decide_(decide), sink_(std::move(sink)) {
  if (format_ == eval::TableFormat::kTsv) buffer_ = "page\ttemplate\tscore\n";
  if (format_ == eval::TableFormat::kCsv) buffer_ = "page,template,score\n";
}

std::string_view ClassificationWriter::name_of(int class_number) const {
  if (class_number == model::kNone) return model::kNoTemplate;
  return classifier_->classes()[static_cast<std::size_t>(class_number)].name;
}

std::string ClassificationWriter::joined(const std::vector<int>& classes) const {
  if (classes.empty()) return std::string(model::kNoTemplate);
  std::string text;
  for (const int number : classes) {
    if (!text.empty()) text += '|';
    for (const char c : escape_tsv(name_of(number))) {
      if (c == '|') text += '\\';
      text += c;
    }
  }
  return text;
}

void ClassificationWriter::write(std::string_view page, const model::Decision& decision) {
  const bool all = decide_ == model::Decide::kAll;
  const std::string_view name = name_of(decision.best);
  const std::string score = fmt::format("{:.6f}", decision.score);
  switch (format_) {
    case eval::TableFormat::kTsv:
      buffer_ +=
          escape_tsv(page) + '\t' + (all ? joined(decision.all) : escape_tsv(name)) + '\t' + score;
      break;
    case eval::TableFormat::kCsv:
      buffer_ += quote_csv(page) + ',' + quote_csv(all ? joined(decision.all) : std::string(name)) +
                 ',' + score;
      break;
    case eval::TableFormat::kJsonl:
      buffer_ += R"({"page": )" + quote_json(page);
      if (all) {
        buffer_ += R"(, "templates": [)";
        for (std::size_t i = 0; i < decision.all.size(); ++i) {
          buffer_ += (i == 0 ? "" : ", ") + quote_json(name_of(decision.all[i]));
        }
        buffer_ += ']';
      } else {
        buffer_ += R"(, "template": )" + quote_json(name);
      }
      buffer_ += R"(, "score": )" + score + '}';
      break;
  }
  buffer_ += '\n';
  if (buffer_.size() < kPieceSize) return;
  sink_(buffer_);
  buffer_.clear();
}

void ClassificationWriter::finish() {
  if (!buffer_.empty()) sink_(buffer_);
  buffer_.clear();
}

}  // namespace pagekin::pipeline
