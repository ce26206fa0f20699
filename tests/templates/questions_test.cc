#include "pagekin/templates/questions.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::templates {
namespace {

using Parts = std::vector<std::uint32_t>;

// Three groups: the first two are one by 60 of 100 votes, the third is certainly another.
const std::vector<Vote> kVotes = {{Parts{0, 0, 1}, 60}, {Parts{0, 1, 2}, 40}};
const Parts kPagesOfParts = {100, 30, 50};

TEST(Questions, AreAboutWhatVotersDisagreeOn) {
  const SimilarityMatrix shares = vote_shares(kVotes, 3);
  const Agreement agreement = agree(shares, kPagesOfParts);
  ASSERT_EQ(agreement.template_of, (Parts{0, 0, 1}));
  const std::vector<Question> asked =
      questions(shares, kPagesOfParts, agreement, {false, false, false});
  ASSERT_EQ(asked.size(), 2U);  // the third is not in doubt
  EXPECT_EQ(asked[0].variant, 0U);
  EXPECT_EQ(asked[1].variant, 1U);
  EXPECT_FLOAT_EQ(asked[0].doubt, 0.4F * 30) << "the pages of the smaller one";
}

TEST(Questions, AreNotAboutWhatIsKnown) {
  const SimilarityMatrix shares = vote_shares(kVotes, 3);
  const std::vector<Question> asked =
      questions(shares, kPagesOfParts, agree(shares, kPagesOfParts), {true, false, false});
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].variant, 1U);
}

TEST(Questions, AreNoneIfAllAgree) {
  const std::vector<Vote> votes = {{Parts{0, 0, 1}}};
  const SimilarityMatrix shares = vote_shares(votes, 3);
  EXPECT_TRUE(questions(shares, kPagesOfParts, agree(shares, kPagesOfParts), {false, false, false})
                  .empty());
  EXPECT_TRUE(questions(SimilarityMatrix(0), {}, {}, {}).empty());
}

}  // namespace
}  // namespace pagekin::templates
