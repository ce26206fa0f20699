// What a classifier knows about its templates: a plain value that train() makes,
// model_file.h stores and Classifier uses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/features/features.h"

namespace pagekin::measure {
class Measure;
}

namespace pagekin::model {

using features::Features;

// A template. Similarities and thresholds are rounded to float before they are compared, as
// in a SimilarityMatrix.
struct Class {
  std::string name;         // the label, or of an index the template id
  std::string title;        // for people, of an index; empty: the name is readable
  std::uint64_t pages = 0;  // number of training pages
  float threshold = 0;      // least similarity of its pages; unused by measures with a match_key()
};

// One or more training pages of a class with the same features.
struct Example {
  std::uint32_t class_number = 0;
  std::uint64_t pages = 1;
  Features features;  // prepared by the measure; only what is compared
};

struct Model {
  std::string measure;            // with every option: "pq_gram:p=2,q=3"
  std::string learnt;             // what the measure learnt from the training pages
  std::vector<Class> classes;     // train() orders them by name; ties go to the first one
  std::vector<Example> examples;  // by class
};

// The measure of a model when the user names none: the one with the best F1 over labelled corpora,
// bench/results/2026-11-16-measure-of-train.md.
constexpr std::string_view kDefaultMeasure = "common_path_shingles";

// The name for pages of no known template; no class may have it.
constexpr std::string_view kNoTemplate = "none";

// The threshold of a class of `pages` training pages, if it needs no comparisons: the one
// that the measure fixes, or 0.8 for a class of one page and for measures with a match_key(),
// which do not use it. Nothing if the threshold is the least similarity of two of the pages.
std::optional<float> given_threshold(const measure::Measure& measure, std::uint64_t pages);

// Adds the default options: "pq_gram:q=4" -> "pq_gram:p=2,q=4". Throws Error like
// measure::make.
std::string spelled_out(std::string_view measure);

// Builds a model from pages that its measure prepared. Pages of a class with equal features
// become one example. Classes without a page are left out; the others are ordered by name.
class ModelBuilder {
 public:
  // Throws Error like measure::make.
  ModelBuilder(std::string_view measure, std::span<const std::string> names);
  ~ModelBuilder();
  ModelBuilder(ModelBuilder&&) noexcept;

  // Adds a page of the class called names[number].
  void add(int number, const Features& prepared);

  // Thresholds are given_threshold(), or 1 where that is nothing. Throws Error without any
  // page and for a class called "none" or "".
  Model finish() &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Learns from pages as extracted: page i is of the class named names[classes[i]]. Names
// without a page are left out. The result does not depend on the number of threads (0: one
// per core). `progress` counts pairs. Throws Error without any page, for a class called
// "none" or "", and like measure::make.
//
// Cost: one comparison for each pair of different pages of a class.
Model train(std::string_view measure, std::vector<Features> pages, std::span<const int> classes,
            std::span<const std::string> names, unsigned threads = 0, Progress* progress = nullptr);

}  // namespace pagekin::model
