// What methods that compare pages by a measure have in common: they keep all pages, and
// turn their similarities into clusters.
//
// Memory: what the measure needs of a page, for each page.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "pagekin/graph/similarities.h"
#include "pagekin/method/method.h"

namespace pagekin::method {

class Comparing : public Method {
 public:
  using Method::finish;

  void compare_by(std::unique_ptr<measure::Measure> measure) final {
    check_measure(*measure);
    measure_ = std::move(measure);
  }
  features::Needs needs() const final { return measure_->needs(); }
  void add(features::Features&& page) final { pages_.push_back(std::move(page)); }

  Clustering finish(const FinishOptions& options) final {
    measure_->fit(pages_);
    for (features::Features& page : pages_) measure_->prepare(page);
    graph::Similarities similarities(*measure_, pages_, options.threads, options.progress);
    return cluster(similarities, options.check);
  }

  // For those who keep the pages themselves: neither add() nor compare_by() is needed
  // before, and it may be asked again, of other pages too. With `check` what shortcuts were
  // taken for is done again in the slow way; throws Error when that gives something else.
  virtual Clustering cluster(graph::Similarities& similarities, bool check) = 0;

 protected:
  // Throws Error for a measure that the options do not go with.
  virtual void check_measure(const measure::Measure&) const {}

 private:
  std::unique_ptr<measure::Measure> measure_;
  std::vector<features::Features> pages_;
};

}  // namespace pagekin::method
