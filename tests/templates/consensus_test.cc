#include "pagekin/templates/consensus.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::templates {
namespace {

using Parts = std::vector<std::uint32_t>;

const Parts kPages = {10, 10, 10};

TEST(Consensus, OfOneVoteIsTheVote) {
  EXPECT_EQ(consensus(std::vector<Vote>{{Parts{0, 1, 0}}}, kPages), (Parts{0, 1, 0}));
}

TEST(Consensus, AThirdOfTheVotesJoinsAndLessDoesNot) {
  std::vector<Vote> votes{{Parts{0, 0, 1}}, {Parts{0, 1, 2}}, {Parts{0, 1, 2}, 0.9F}};
  EXPECT_EQ(consensus(votes, kPages), (Parts{0, 0, 1}));
  votes[2].weight = 1.2F;
  EXPECT_EQ(consensus(votes, kPages), (Parts{0, 1, 2}));
}

TEST(Consensus, IsAboutTheMeanOfAllPages) {
  // The third group belongs to the first only: to most pages of both together, or to few.
  const std::vector<Vote> votes{
      {Parts{0, 0, 1}}, {Parts{0, 0, 0}}, {Parts{0, 0, 0}, 0.1F}, {Parts{0, 1, 0}, 0.4F}};
  EXPECT_EQ(consensus(votes, Parts{90, 10, 10}), (Parts{0, 0, 0}));
  const std::vector<Vote> few{{Parts{0, 0, 1}, 2}, {Parts{0, 1, 0}, 1.3F}};
  EXPECT_EQ(consensus(few, Parts{90, 10, 10}), (Parts{0, 0, 0}));
  EXPECT_EQ(consensus(few, Parts{10, 90, 10}), (Parts{0, 0, 1}));
}

}  // namespace
}  // namespace pagekin::templates
