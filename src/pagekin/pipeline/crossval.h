// How good classifiers are: learn from some labelled pages, ask about the others.
//
// Pages are read once. For every measure all pairs of pages are compared once, and all
// folds share the similarities; fingerprints and hashes need no pairs. A measure that
// learns from the run (see measure.h) learns from all pages, not fold by fold.
//
// The same similarities tell how often a page of a template that nobody learnt comes out
// as none: each template is left out once.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.3, Tables 4 and 5.
// Cost: n (n - 1) / 2 comparisons a measure for n pages, and 2 n (n - 1) bytes, beside the
// features of all pages that the measures need.
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
#include "pagekin/pipeline/read_features.h"

namespace pagekin::pipeline {

struct CrossvalOptions {
  input::Source source;
  std::vector<std::string> measures;  // specs
  int folds = 10;                     // 2 or more
  int train_per_class = 0;            // instead of folds: learn from so many pages a template
  std::optional<int> held_out;        // templates left out at a time; 0: no such test; not
                                      // given: a tenth of them
  std::uint64_t seed = 1;
  std::size_t sample = 0;  // about so many pages, each template with its share; 0: all
  bool time = true;        // measure how long extraction and classification take
};

// The measures of paper 5's Table 5, as far as there are any registered.
std::vector<std::string> paper_measures();

// Labelled pages in memory.
struct CrossvalPages {
  ReadCounts counts;
  std::uint64_t unlabelled = 0;  // read, but without a label
  std::uint64_t missing = 0;     // labelled by name, but not read
  std::uint64_t labelled = 0;    // of which `sample` left those below

  std::vector<std::string> names;   // of templates, in order
  std::vector<int> classes;         // of each page
  std::vector<std::uint64_t> keys;  // of each page, see eval/splits.h
  // Measures whose needs do not go together have features of their own.
  std::vector<std::vector<features::Features>> groups;  // by group and page
  std::vector<std::size_t> group_of;                    // by measure
  std::vector<double> extract_seconds;                  // by measure: mean of a page
};

// Throws Error when nothing could be read and when no page has a label. With a sample
// the inputs are read twice.
CrossvalPages read_crossval_pages(const CrossvalOptions& options, const eval::Labels& labels,
                                  const std::function<void(const Incident&)>& on_incident = nullptr,
                                  Progress* progress = nullptr);

// What a measure achieved, with the most similar class (`best`) and with every class
// whose threshold is met (`all`, one binary classifier a template).
struct CrossvalResult {
  std::string measure;           // as asked for
  eval::Classification best{0};  // all folds together
  eval::Classification all{0};
  std::vector<eval::ClassificationScores> best_folds;
  std::vector<eval::ClassificationScores> all_folds;
  std::uint64_t held_out_pages = 0;  // pages of templates left out, 0 without such a test
  double held_out_none = 0;          // share of these that came out as none
  double extract_seconds = 0;        // of a page, on one core
  double classify_seconds = 0;       // of a page, extracted, against the pages of one fold
};

struct Crossval {
  CrossvalOptions options;
  std::vector<std::string> names;       // of templates
  std::vector<std::uint64_t> pages_of;  // by template
  std::uint64_t pages = 0;
  std::uint64_t single = 0;  // templates of one page, which count as unseen
  std::uint64_t unlabelled = 0;
  std::uint64_t missing = 0;
  std::vector<CrossvalResult> results;  // by measure
};

// Uses up the features. `progress` counts pairs. Throws Error when fewer than two
// templates or no template of two pages is left.
Crossval cross_validate(const CrossvalOptions& options, CrossvalPages pages,
                        Progress* progress = nullptr);

}  // namespace pagekin::pipeline
