// Measures that take one set or bag from a page and depend only on the sizes of two sets and
// the number of their common values (see overlap.h).
//
// graph/set_join.h finds all similar pairs without comparing most of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {

class SetMeasure : public Measure {
 public:
  // Returns the set of a prepared page. It is valid as long as the features of the page are.
  virtual SortedHashes set_of(const Features& page) const = 0;
  virtual Overlap overlap() const = 0;
  virtual std::string_view members() const = 0;  // the name of the values, plural, for people

  double similarity(const Features& a, const Features& b, double at_least = 0) const final;
  Basis basis(const Features& a, const Features& b) const final;
  const SetMeasure* as_set() const final { return this; }
  std::unique_ptr<JoinBounds> join_bounds(double at_least) const override;
};

// Returns the names of all set measures, for people: "style, path_cosine, ...".
std::string names_of_set_measures();

}  // namespace pagekin::measure
