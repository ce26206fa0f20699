#include "pagekin/pipeline/train_model.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/measure/measure.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

std::string nothing_labelled(const eval::Labels& labels, const std::vector<std::string>& ids) {
  std::string text = "no page has a label in " + printable(labels.name()) + "; first ids:";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ids.size()); ++i) {
    text += (i == 0 ? " " : ", ") + printable(ids[i]);
  }
  return text;
}

TrainRun train_model(const TrainOptions& options, const eval::Labels& labels,
                     const std::function<void(const Incident&)>& on_incident, Progress* reading,
                     Progress* comparing) {
  const auto start = Clock::now();
  TrainRun run;
  std::vector<features::Features> pages;
  std::vector<int> classes;
  std::vector<std::string> first_ids;
  PageIds ids;
  run.counts = read_features({.inputs = options.inputs,
                              .options = options.read,
                              .strict = options.strict,
                              .needs = measure::make(options.measure)->needs(),
                              .progress = reading,
                              .page =
                                  [&](std::string_view id, features::Features&& page) {
                                    const int label = labels.template_of(id);
                                    if (first_ids.size() < 3) first_ids.emplace_back(id);
                                    if (label == eval::kUnlabelled) {
                                      ++run.unlabelled;
                                      return;
                                    }
                                    pages.push_back(std::move(page));
                                    classes.push_back(label);
                                  },
                              .incident = on_incident},
                             ids);
  if (run.counts.clustered == 0) throw Error(nothing_to_do(run.counts));
  if (pages.empty()) throw Error(nothing_labelled(labels, first_ids));
  run.pages = pages.size();
  run.missing = labels.page_count().value_or(run.pages) - run.pages;
  run.read_seconds = since(start);

  const auto training = Clock::now();
  run.model = model::train(options.measure, std::move(pages), classes, labels.templates(),
                           options.read.threads, comparing);
  run.train_seconds = since(training);
  return run;
}

std::string summarise(const TrainRun& run) {
  const model::Model& model = run.model;
  const auto [smallest, largest] = std::ranges::minmax_element(
      model.classes, {}, [](const model::Class& one) { return one.pages; });
  std::string text = "pages     " + describe_counts(run.counts, "usable") + "\n";
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

}  // namespace pagekin::pipeline
