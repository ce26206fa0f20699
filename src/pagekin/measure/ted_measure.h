// Base class of the measures of tree edit distance: everything but their options.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "pagekin/measure/measure.h"
#include "pagekin/measure/ted_formula.h"

namespace pagekin::measure {

constexpr std::string_view kTreeEditAlgorithms = "apted|zhang_shasha|rted";
constexpr std::string_view kInsertHelp = "cost of inserting an element";
constexpr std::string_view kDeleteHelp =
    "cost of deleting an element; must be the same as insert, except in 'compare'";
constexpr std::string_view kRenameHelp = "cost of changing the tag of an element";
constexpr std::string_view kAlgorithmHelp =
    "used for distances that are not small; all give the same distance";
constexpr std::string_view kFoldHelp = "first reduce equal siblings to one of them";
constexpr double kLeastCost = 0.001;
constexpr double kMostCost = 1000;

// One of kTreeEditAlgorithms.
ted::TreeEditAlgorithm tree_edit_algorithm(std::string_view name);

class TedMeasure : public Measure {
 public:
  Needs needs() const final;
  double similarity(const Features& a, const Features& b, double at_least) const final;
  Basis basis(const Features& a, const Features& b) const final;
  Explained explain(const Features& a, const Features& b) const final;
  bool symmetric() const final { return rule().costs.symmetric(); }
  std::unique_ptr<Verdicts> verdicts(std::span<const Features> pages, double at_least,
                                     bool exact) const final;
  std::unique_ptr<JoinBounds> join_bounds(double at_least) const final;

 protected:
  // The formula with the options of the measure.
  virtual TedFormula rule() const = 0;

 private:
  Explained compared(const Features& a, const Features& b, double at_least) const;
};

}  // namespace pagekin::measure
