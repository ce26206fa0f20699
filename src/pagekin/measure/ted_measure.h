// Base class of the measures of tree edit distance: everything but what only one of them has.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

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
  double insert = 1;
  double remove = 1;
  double rename = 1;
  std::string algorithm = "apted";
  bool fold = false;

  Needs needs() const final;
  double similarity(const Features& a, const Features& b, double at_least) const final;
  Basis basis(const Features& a, const Features& b) const final;
  Explained explain(const Features& a, const Features& b) const final;
  bool symmetric() const final { return rule().costs.symmetric(); }
  std::unique_ptr<Verdicts> verdicts(std::span<const Features> pages, double at_least,
                                     bool exact) const final;
  std::unique_ptr<JoinBounds> join_bounds(double at_least) const final;

 protected:
  // Two groups of options for the tables of the measures.
  static constexpr auto cost_params = std::tuple{
      param("insert", &TedMeasure::insert, kLeastCost, kMostCost, kInsertHelp),
      param("delete", &TedMeasure::remove, kLeastCost, kMostCost, kDeleteHelp),
      param("rename", &TedMeasure::rename, kLeastCost, kMostCost, kRenameHelp),
  };
  static constexpr auto tree_params = std::tuple{
      word("algorithm", &TedMeasure::algorithm, kTreeEditAlgorithms, kAlgorithmHelp),
      flag("fold", &TedMeasure::fold, kFoldHelp),
  };

  // The formula with the options of the measure.
  virtual TedFormula rule() const {
    return {.costs = ted::EditCosts::scaled(insert, remove, rename),
            .algorithm = tree_edit_algorithm(algorithm),
            .fold = fold};
  }

 private:
  Explained compared(const Features& a, const Features& b, double at_least) const;
};

}  // namespace pagekin::measure
