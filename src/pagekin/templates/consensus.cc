#include "pagekin/templates/consensus.h"

#include <cstddef>
#include <numeric>

namespace pagekin::templates {
namespace {

constexpr double kCertain = 0.95;  // share of the votes that makes a variant
constexpr double kForbidden = -2;  // less than any share

// Joins the pair of groups with the largest share again and again. A joined group has the
// number of its first one.
class Joining {
 public:
  Joining(const SimilarityMatrix& shares, std::span<const std::uint32_t> pages,
          const GroupsApart& are_apart)
      : size_(pages.size()),
        shares_(size_ * size_),
        pages_(pages.begin(), pages.end()),
        joined_(size_) {
    std::iota(joined_.begin(), joined_.end(), 0);
    for (std::uint32_t a = 0; a < size_; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        const bool is_forbidden = are_apart && are_apart(a, b);
        share(a, b) = share(b, a) = is_forbidden ? kForbidden : double{shares(a, b)};
      }
    }
  }

  // Joins all pairs with at least this share. Returns by group its part, from 0 in the order of
  // the groups.
  std::vector<std::uint32_t> join_down_to(double least) {
    while (join_next(least)) {
    }
    std::vector<std::uint32_t> number(size_);
    std::vector<std::uint32_t> part_of(size_);
    std::uint32_t count = 0;
    for (std::size_t group = 0; group < size_; ++group) {
      if (joined_[group] == group) number[group] = count++;
      part_of[group] = number[joined_[group]];
    }
    return part_of;
  }

 private:
  double& share(std::size_t a, std::size_t b) { return shares_[a * size_ + b]; }

  bool join_next(double least) {
    std::size_t first = 0;
    std::size_t second = 0;
    double best = least;
    for (std::size_t a = 0; a < size_; ++a) {
      if (joined_[a] != a) continue;
      for (std::size_t b = a + 1; b < size_; ++b) {
        if (joined_[b] != b || share(a, b) < best || (second > 0 && share(a, b) == best)) continue;
        best = share(a, b);
        first = a;
        second = b;
      }
    }
    if (second == 0) return false;
    for (std::size_t other = 0; other < size_; ++other) {
      const bool is_forbidden =
          share(first, other) == kForbidden || share(second, other) == kForbidden;
      const double mean =
          (pages_[first] * share(first, other) + pages_[second] * share(second, other)) /
          (pages_[first] + pages_[second]);
      share(first, other) = share(other, first) = is_forbidden ? kForbidden : mean;
    }
    pages_[first] += pages_[second];
    for (std::size_t& group : joined_) {
      if (group == second) group = first;
    }
    return true;
  }

  std::size_t size_;
  std::vector<double> shares_;
  std::vector<double> pages_;
  std::vector<std::size_t> joined_;  // by group: the first group of those it is joined with
};

}  // namespace

SimilarityMatrix vote_shares(std::span<const Vote> votes, std::size_t groups) {
  float all = 0;
  for (const Vote& vote : votes) all += vote.weight;
  SimilarityMatrix shares(groups);
  for (std::size_t a = 0; a < groups; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      float together = 0;
      for (const Vote& vote : votes) {
        if (vote.part_of[a] == vote.part_of[b]) together += vote.weight;
      }
      shares.row(a)[b] = together / all;
    }
  }
  return shares;
}

void add_vote(std::span<const std::uint32_t> part_of, float weight, SimilarityMatrix& shares) {
  for (std::size_t a = 0; a < part_of.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      float& share = shares.row(a)[b];
      share = (share + (part_of[a] == part_of[b] ? weight : 0)) / (1 + weight);
    }
  }
}

Agreement agree(const SimilarityMatrix& shares, std::span<const std::uint32_t> pages,
                const GroupsApart& are_apart, double agreed) {
  Joining joining(shares, pages, are_apart);
  Agreement agreement;
  agreement.variant_of = joining.join_down_to(kCertain);
  agreement.template_of = joining.join_down_to(agreed);
  return agreement;
}

}  // namespace pagekin::templates
