// How good a classifier is, from the answers it gave for pages of known templates.
//
// A template has its true positives (its pages that it was given), false positives
// (pages of others that it was given) and false negatives (its pages that it was not
// given). Precision TP / (TP + FP) and recall TP / (TP + FN) are 0 where nothing was
// divided by, F1 is their harmonic mean. Macro scores are means over the templates that
// have pages in the test, each counting alike.
//
// A page of a template that was not learnt has no right class: any class it is given is a
// false positive of that class.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.3 and Table 5, where
// F1 is below the harmonic mean of precision and recall, hence a mean over templates, and
// accuracy so high that it must count every answer of one binary classifier a template.
// Cost: O(1) a page and class given, memory O(classes).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pagekin::eval {

struct ClassScores {
  std::uint64_t pages = 0;     // of the class in the test
  std::uint64_t assigned = 0;  // pages that were given the class
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

struct ClassificationScores {
  double precision = 0;  // macro
  double recall = 0;
  double f1 = 0;
  double accuracy = 0;         // pages that got their class and no other; none, where not learnt
  double binary_accuracy = 0;  // right answers when every class is asked about every page
};

class Classification {
 public:
  static constexpr int unseen = -1;

  explicit Classification(std::size_t class_count) : tallies_(class_count) {}

  // One page: its class or `unseen`, and the classes it was given.
  void add(int truth, std::span<const int> given);

  // As if the pages of `other`, with the same classes, had been added.
  void add(const Classification& other);

  std::uint64_t pages() const { return pages_; }
  std::uint64_t unseen_pages() const { return unseen_pages_; }
  // Share of the unseen pages that were given no class; 0 when there are none.
  double unseen_as_none() const;

  ClassScores of_class(std::size_t number) const;
  ClassificationScores scores() const;

 private:
  struct Tally {
    std::uint64_t pages = 0;
    std::uint64_t assigned = 0;
    std::uint64_t right = 0;
  };
  std::vector<Tally> tallies_;
  std::uint64_t pages_ = 0;
  std::uint64_t right_pages_ = 0;
  std::uint64_t unseen_pages_ = 0;
  std::uint64_t unseen_none_ = 0;
};

}  // namespace pagekin::eval
