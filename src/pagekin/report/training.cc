#include "pagekin/report/training.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/measure/measure.h"

namespace pagekin::report {

std::string summarise(const clustering::TrainRun& run) {
  const model::Model& model = run.model;
  const auto [smallest, largest] = std::ranges::minmax_element(
      model.classes, {}, [](const model::Class& page_class) { return page_class.pages; });
  std::string text = "pages     " + pagekin::describe_counts(run.counts, "usable") + "\n";
  text +=
      fmt::format("labels    {} pages learnt from, {} without a label, {} labels without a page\n",
                  with_commas(run.pages), with_commas(run.unlabelled), with_commas(run.missing));
  text += fmt::format("classes   {} of {} to {} pages; the smallest is {}\n",
                      with_commas(model.classes.size()), with_commas(smallest->pages),
                      with_commas(largest->pages), printable(smallest->name));
  text += fmt::format("measure   {}, {} different pages", printable(model.measure),
                      with_commas(model.examples.size()));
  if (!measure::make(model.measure)->match_key()) {
    const auto [low, high] =
        std::ranges::minmax_element(model.classes, {}, &model::Class::threshold);
    text += fmt::format(", thresholds {:.6f} ({}) to {:.6f} ({})", low->threshold,
                        printable(low->name), high->threshold, printable(high->name));
  }
  return text + fmt::format("\ntime      {:.2f} s: reading {:.2f}, learning {:.2f}\n",
                            run.read_seconds + run.train_seconds, run.read_seconds,
                            run.train_seconds);
}

}  // namespace pagekin::report
