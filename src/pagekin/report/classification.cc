#include "pagekin/report/classification.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/numbers.h"

namespace pagekin::report {
namespace {

constexpr std::size_t kShown = 10;

std::string template_column(TableFormat format, model::Decide decide) {
  const bool is_list = format == TableFormat::kJsonl && decide == model::Decide::kAll;
  return is_list ? "templates" : "template";
}

}  // namespace

ClassificationWriter::ClassificationWriter(TableFormat format,
                                           const model::PageClassifier& classifier,
                                           model::Decide decide, TableWriter::Sink sink)
    : classifier_(&classifier),
      decide_(decide),
      table_(format, {"page", template_column(format, decide), "score"}, std::move(sink)) {}

std::string_view ClassificationWriter::name_of(int class_number) const {
  if (class_number == model::kNone) return model::kNoTemplate;
  return classifier_->classes()[static_cast<std::size_t>(class_number)].name;
}

void ClassificationWriter::write(std::string_view page, const model::Decision& decision) {
  if (decide_ != model::Decide::kAll) {
    table_.row({page, name_of(decision.best), decision.score});
    return;
  }
  std::vector<std::string_view> names;
  names.reserve(decision.all.size());
  for (const int number : decision.all) names.push_back(name_of(number));
  table_.row({page, Cell(names, model::kNoTemplate), decision.score});
}

std::string summarise(const pipeline::ClassifyRun& run, const model::PageClassifier& classifier) {
  const std::vector<model::Class>& classes = classifier.classes();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (run.by_class[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return run.by_class[i]; });

  std::string text = "pages     " + pipeline::describe_counts(run.counts, "classified") + "\n";
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
  return text + fmt::format("time      {:.2f} s; {} pages/s\n", run.seconds,
                            per_second(run.counts.read(), run.seconds));
}

}  // namespace pagekin::report
