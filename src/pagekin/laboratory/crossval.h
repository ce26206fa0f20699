// Cross-validation of classifiers: they learn from some labelled pages and classify the others.
//
// Pages are read once. Each measure compares all pairs of pages once, and all folds share the
// similarities; fingerprints and hashes need no pairs. A measure that learns from the run (see
// measure.h) learns from all pages, not from each fold.
//
// The same similarities show how often a page of an unknown template is classified as none: each
// template is left out of the training pages once.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.3, Tables 4 and 5.
// Cost for n pages: n (n - 1) / 2 comparisons for each measure; 2 n (n - 1) bytes, and the
// features of all pages.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/eval/classification.h"
#include "pagekin/eval/labels.h"
#include "pagekin/eval/paired_t_test.h"
#include "pagekin/features/features.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::laboratory {

struct CrossvalOptions {
  input::Source source;
  std::vector<std::string> measures;  // specs
  int folds = 10;                     // 2 or more
  int train_per_class = 0;            // instead of folds: training pages of each template
  std::optional<int> held_out;        // templates left out at a time; 0: no such test;
                                      // unset: a tenth of all templates
  std::uint64_t seed = 1;
  std::size_t sample = 0;  // about this number of pages, in proportion to templates; 0: all
  bool time = true;        // measure how long extraction and classification take
};

// Labelled pages in memory.
struct CrossvalPages {
  reading::ReadCounts counts;
  std::uint64_t unlabelled = 0;  // read, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  std::uint64_t labelled = 0;    // before sampling

  std::vector<std::string> names;   // of templates, in order
  std::vector<int> classes;         // of each page
  std::vector<std::uint64_t> keys;  // of each page, see eval/splits.h
  // Measures with needs that one extraction cannot serve have features of their own.
  std::vector<std::vector<features::Features>> groups;  // by group and page
  std::vector<std::size_t> group_of;                    // by measure
  std::vector<double> extract_seconds;                  // by measure: mean for one page
};

// With a sample the inputs are read twice. Throws InputError when no page could be used and when
// no page has a label.
CrossvalPages read_crossval_pages(const CrossvalOptions& options, const eval::Labels& labels,
                                  const std::function<void(const Incident&)>& on_incident = nullptr,
                                  Progress* progress = nullptr);

// The results of a measure with two ways to decide: the most similar class (`best`), and every
// class whose threshold is met (`all`, one binary classifier for each template).
struct CrossvalResult {
  std::string measure;           // as asked for
  eval::Classification best{0};  // all folds together
  eval::Classification all{0};
  std::vector<eval::ClassificationScores> best_folds;
  std::vector<eval::ClassificationScores> all_folds;
  std::uint64_t held_out_pages = 0;  // pages of left-out templates; 0: no such test
  double held_out_none = 0;          // share of these that were classified as none
  double extract_seconds = 0;        // for one page, on one core
  double classify_seconds = 0;       // for one extracted page, against one fold
};

struct Crossval {
  CrossvalOptions options;
  std::vector<std::string> names;       // of templates
  std::vector<std::uint64_t> pages_of;  // by template
  std::uint64_t pages = 0;
  std::uint64_t single = 0;  // templates of one page, which count as unknown
  std::uint64_t unlabelled = 0;
  std::uint64_t missing = 0;
  std::vector<CrossvalResult> results;  // by measure
};

// Consumes the features. `progress` counts pairs. Throws InputError when there are fewer than two
// templates or no template has two pages.
Crossval cross_validate(const CrossvalOptions& options, CrossvalPages pages,
                        Progress* progress = nullptr);

}  // namespace pagekin::laboratory
