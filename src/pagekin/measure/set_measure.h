// Measures that look at one set or bag of a page, and of two pages at nothing but the sizes
// of their sets and the number of common values (see overlap.h).
//
// Whoever joins many pages can do without comparing most of them.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {

class SetMeasure : public Measure {
 public:
  // Of a page that is prepared; valid as long as its features are.
  virtual SortedHashes set_of(const Features& page) const = 0;
  virtual Overlap overlap() const = 0;
  virtual std::string_view members() const = 0;  // what is in the set, plural, for people

  double similarity(const Features& a, const Features& b, double at_least = 0) const final;
  Basis basis(const Features& a, const Features& b) const final;
  const SetMeasure* as_set() const final { return this; }
};

// "common_paths, pq_gram, style", of all that there are, for people.
std::string names_of_set_measures();

}  // namespace pagekin::measure
