#include "pagekin/eval/classification.h"

#include <algorithm>

namespace pagekin::eval {
namespace {

double share_or_zero(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Classification::add(int truth, std::span<const int> given) {
  ++pages_;
  for (const int number : given) ++tallies_[static_cast<std::size_t>(number)].assigned;
  if (truth == unseen) {
    ++unseen_pages_;
    if (given.empty()) ++unseen_none_;
    if (given.empty()) ++right_pages_;
    return;
  }
  Tally& tally = tallies_[static_cast<std::size_t>(truth)];
  ++tally.pages;
  if (std::ranges::find(given, truth) == given.end()) return;
  ++tally.right;
  if (given.size() == 1) ++right_pages_;
}

void Classification::add(const Classification& other) {
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    tallies_[i].pages += other.tallies_[i].pages;
    tallies_[i].assigned += other.tallies_[i].assigned;
    tallies_[i].right += other.tallies_[i].right;
  }
  pages_ += other.pages_;
  right_pages_ += other.right_pages_;
  unseen_pages_ += other.unseen_pages_;
  unseen_none_ += other.unseen_none_;
}

double Classification::unseen_as_none() const { return share_or_zero(unseen_none_, unseen_pages_); }

ClassScores Classification::of_class(std::size_t number) const {
  const Tally& tally = tallies_[number];
  ClassScores scores{.pages = tally.pages,
                     .assigned = tally.assigned,
                     .precision = share_or_zero(tally.right, tally.assigned),
                     .recall = share_or_zero(tally.right, tally.pages)};
  scores.f1 = share_or_zero(2 * tally.right, tally.assigned + tally.pages);
  return scores;
}

ClassificationScores Classification::scores() const {
  ClassificationScores scores;
  std::size_t tested = 0;
  std::uint64_t wrong = 0;  // decisions about one page and one class
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Tally& tally = tallies_[i];
    wrong += (tally.assigned - tally.right) + (tally.pages - tally.right);
    if (tally.pages == 0) continue;
    ++tested;
    const ClassScores class_scores = of_class(i);
    scores.precision += class_scores.precision;
    scores.recall += class_scores.recall;
    scores.f1 += class_scores.f1;
  }
  if (tested > 0) {
    scores.precision /= static_cast<double>(tested);
    scores.recall /= static_cast<double>(tested);
    scores.f1 /= static_cast<double>(tested);
  }
  const std::uint64_t answers = pages_ * tallies_.size();
  scores.accuracy = share_or_zero(right_pages_, pages_);
  scores.binary_accuracy = share_or_zero(answers - wrong, answers);
  return scores;
}

}  // namespace pagekin::eval
