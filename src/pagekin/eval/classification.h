// Scores a classifier by its decisions about pages of known templates.
//
// For each template there are true positives (its pages that were assigned to it), false positives
// (other pages that were assigned to it) and false negatives (its pages that were not). Precision
// TP / (TP + FP) and recall TP / (TP + FN) are 0 if the divisor is 0; F1 is their harmonic mean.
// Macro scores are unweighted means over the templates that have pages in the test.
//
// A page of a template that was not learnt has no correct class: every class assigned to it is a
// false positive of that class.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.3 and Table 5. There, F1 is
// below the harmonic mean of precision and recall, so it is a mean over templates; and accuracy is
// so high that it must count every decision of one binary classifier for each template.
// Cost: O(1) for each page and assigned class; memory O(classes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::eval {

struct ClassScores {
  std::uint64_t pages = 0;     // of the class in the test
  std::uint64_t assigned = 0;  // pages that were assigned to the class
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

struct ClassificationScores {
  double precision = 0;  // macro
  double recall = 0;
  double f1 = 0;
  double accuracy =
      0;  // share of pages with exactly the right classes: their own, or none if it was not learnt
  double binary_accuracy = 0;  // share of right decisions over all pairs of a page and a class
};

class Classification {
 public:
  static constexpr int unseen = -1;

  explicit Classification(std::size_t class_count) : tallies_(class_count) {}

  // Adds a page: its class or `unseen`, and the classes it was assigned to.
  void add(int truth, std::span<const int> given);

  // Adds all pages of `other`, which has the same classes.
  void add(const Classification& other);

  std::uint64_t pages() const { return pages_; }
  std::uint64_t unseen_pages() const { return unseen_pages_; }
  // Share of the unseen pages that were assigned to no class; 0 when there are none.
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
