// What methods that compare pages by a measure have in common: they keep all pages.
//
// Memory: what the measure needs of a page, for each page.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "pagekin/method/method.h"

namespace pagekin::method {

class Comparing : public Method {
 public:
  using Method::finish;

  void compare_by(std::unique_ptr<measure::Measure> measure) final {
    measure_ = std::move(measure);
  }
  features::Needs needs() const final { return measure_->needs(); }
  void add(features::Features&& page) final { pages_.push_back(std::move(page)); }

  Clustering finish(const FinishOptions& options) final {
    measure_->fit(pages_);
    for (features::Features& page : pages_) measure_->prepare(page);
    return cluster(*measure_, pages_, options);
  }

 protected:
  // The pages are prepared by the measure.
  virtual Clustering cluster(const measure::Measure& measure,
                             std::span<const features::Features> pages,
                             const FinishOptions& options) = 0;

 private:
  std::unique_ptr<measure::Measure> measure_;
  std::vector<features::Features> pages_;
};

}  // namespace pagekin::method
