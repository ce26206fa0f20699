#include "pagekin/templates/consensus.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/agreement.h"

namespace pagekin::templates {
namespace {

using Parts = std::vector<std::uint32_t>;

const Parts kPages = {10, 10, 10};

Agreement agreed(const std::vector<Vote>& votes, const Parts& pages,
                 const GroupsApart& are_apart = nullptr) {
  return agree(vote_shares(votes, pages.size()), pages, are_apart);
}

TEST(Consensus, OfOneVoteIsTheVote) {
  const Agreement one = agreed({{Parts{0, 1, 0}}}, kPages);
  EXPECT_EQ(one.template_of, (Parts{0, 1, 0}));
  EXPECT_EQ(one.variant_of, (Parts{0, 1, 0}));
}

TEST(Consensus, AThirdOfTheVotesJoinsAndLessDoesNot) {
  std::vector<Vote> votes{{Parts{0, 0, 1}}, {Parts{0, 1, 2}}, {Parts{0, 1, 2}, 0.9F}};
  EXPECT_EQ(agreed(votes, kPages).template_of, (Parts{0, 0, 1}));
  votes[2].weight = 1.2F;
  EXPECT_EQ(agreed(votes, kPages).template_of, (Parts{0, 1, 2}));
}

TEST(Consensus, NearlyAllVotesMakeAVariant) {
  std::vector<Vote> votes{{Parts{0, 0, 1}, 97}, {Parts{0, 1, 2}, 3}};
  EXPECT_EQ(agreed(votes, kPages).variant_of, (Parts{0, 0, 1}));
  votes[1].weight = 10;
  EXPECT_EQ(agreed(votes, kPages).variant_of, (Parts{0, 1, 2}));
  EXPECT_EQ(agreed(votes, kPages).template_of, (Parts{0, 0, 1}));
}

TEST(Consensus, IsAboutTheMeanOfAllPages) {
  // The third group belongs to the first only: to most pages of both together, or to few.
  const std::vector<Vote> few{{Parts{0, 0, 1}, 2}, {Parts{0, 1, 0}, 1.3F}};
  EXPECT_EQ(agreed(few, Parts{90, 10, 10}).template_of, (Parts{0, 0, 0}));
  EXPECT_EQ(agreed(few, Parts{10, 90, 10}).template_of, (Parts{0, 0, 1}));
}

TEST(Consensus, KeepsGroupsApart) {
  const std::vector<Vote> votes{{Parts{0, 0, 0}}};
  const Agreement found = agreed(votes, kPages, [](std::uint32_t a, std::uint32_t b) {
    return std::pair(std::min(a, b), std::max(a, b)) == std::pair(0U, 2U);
  });
  EXPECT_EQ(found.template_of, (Parts{0, 0, 1})) << "not even through the second group";
}

TEST(Consensus, IsThatOfTheDefinition) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const std::size_t groups = 1 + random.below(14);
    Parts pages;
    for (std::size_t i = 0; i < groups; ++i) pages.push_back(1 + random.below(20));
    std::vector<Vote> votes(1 + random.below(9));
    for (Vote& vote : votes) {
      vote.weight =
          static_cast<float>(1 + random.below(1000)) / 977;  // so that few shares are equal
      for (std::size_t i = 0; i < groups; ++i) vote.part_of.push_back(random.below(3));
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> apart;
    for (std::uint32_t i = 0; i + 1 < groups && round % 2 == 1; ++i) {
      if (random.chance(0.3)) apart.emplace(i, i + 1);
    }
    const GroupsApart are_apart = [&](std::uint32_t a, std::uint32_t b) {
      return apart.contains({std::min(a, b), std::max(a, b)});
    };
    const SimilarityMatrix shares = vote_shares(votes, groups);
    const Agreement found = agree(shares, pages, are_apart);
    EXPECT_EQ(found.variant_of, test::join_by_share(shares, pages, 0.95, are_apart)) << round;
    EXPECT_EQ(found.template_of, test::join_by_share(shares, pages, 1.0 / 3, are_apart)) << round;
  }
}

}  // namespace
}  // namespace pagekin::templates
