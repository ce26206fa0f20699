// The base of methods that compare all pages by a measure: it keeps the pages, and the
// derived class turns their similarities into clusters.
//
// Memory: what the measure needs of a page, for each page.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "pagekin/graph/similarities.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

class PairwiseMethod : public Method, public Comparing, public Pairwise {
 public:
  using Method::finish;

  Comparing* comparing() final { return this; }
  Pairwise* pairwise() final { return this; }

  void compare_by(std::unique_ptr<measure::Measure> measure) final {
    check_measure(*measure);
    measure_ = std::move(measure);
  }
  const measure::Measure& compared_by() const final { return *measure_; }
  features::Needs needs() const final { return measure_->needs(); }
  void add(features::Features&& page) final { pages_.push_back(std::move(page)); }

  MethodResult finish(const FinishOptions& options) final {
    measure_->fit(pages_);
    for (features::Features& page : pages_) measure_->prepare(page);
    graph::Similarities similarities(*measure_, pages_, options.threads, options.progress);
    return cluster(similarities, options);
  }

 protected:
  // Throws Error for a measure that does not fit the options.
  virtual void check_measure(const measure::Measure&) const {}

 private:
  std::unique_ptr<measure::Measure> measure_;
  std::vector<features::Features> pages_;
};

}  // namespace pagekin::method
