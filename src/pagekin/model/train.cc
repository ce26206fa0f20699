// Learns from labelled pages: fits the measure, keeps what is compared of each different
// page, and finds the least similarity inside each class.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 4.1 and 4.2. The
// threshold of a class of one page is ours: the paper has none.
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/model.h"

namespace pagekin::model {
namespace {

// Compares one example with the earlier ones of its class.
class Row final : public Job {
 public:
  Row(const measure::Measure& measure, std::span<const Example> before, const Example& example,
      float& least, Progress* progress)
      : measure_(&measure),
        before_(before),
        example_(&example),
        least_(&least),
        progress_(progress) {}

  void work() override {
    check_stop();
    for (const Example& other : before_) {
      const double similarity = measure_->similarity(other.features, example_->features);
      found_ = std::min(found_, static_cast<float>(similarity));
    }
  }
  void finish() override {
    *least_ = std::min(*least_, found_);
    if (progress_ == nullptr) return;
    progress_->done += before_.size();
    progress_->items += before_.size();
  }

 private:
  const measure::Measure* measure_;
  std::span<const Example> before_;
  const Example* example_;
  float* least_;
  float found_ = 1;
  Progress* progress_;
};

void learn_thresholds(const measure::Measure& measure, Model& model, unsigned threads,
                      Progress* progress) {
  std::vector<std::size_t> starts(model.classes.size() + 1);
  for (const Example& example : model.examples) ++starts[example.class_number + 1];
  for (const std::size_t size : starts) {
    if (progress != nullptr && size > 0) progress->total += size * (size - 1) / 2;
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());

  std::size_t next = 0;
  run_in_order(thread_count(threads), [&]() -> std::unique_ptr<Job> {
    if (next == model.examples.size()) return nullptr;
    const Example& example = model.examples[next];
    const std::size_t start = starts[example.class_number];
    const std::span<const Example> before = std::span(model.examples).subspan(start, next - start);
    ++next;
    return std::make_unique<Row>(measure, before, example,
                                 model.classes[example.class_number].threshold, progress);
  });
}

}  // namespace

Model train(std::string_view measure_spec, std::vector<Features> pages,
            std::span<const int> classes, std::span<const std::string> names, unsigned threads,
            Progress* progress) {
  ModelBuilder builder(measure_spec, names);
  const auto measure = measure::make_symmetric(measure_spec);
  measure->fit(pages);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    measure->prepare(pages[i]);
    builder.add(classes[i], pages[i]);
    pages[i] = {};
  }
  Model model = std::move(builder).finish();
  model.learnt = measure->learnt();
  if (!measure->match_key() && !measure->fixed_threshold()) {
    learn_thresholds(*measure, model, threads, progress);
  }
  return model;
}

}  // namespace pagekin::model
