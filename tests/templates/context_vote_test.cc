#include "pagekin/templates/context_vote.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "templates/sites.h"

namespace pagekin::templates {
namespace {

using test::page;
using test::part;
using Parts = std::vector<std::uint32_t>;

// Four shapes of ten pages each; each is a group.
BlockShapes four_shapes() {
  test::Site site;
  for (std::uint32_t i = 0; i < 4; ++i) test::add(site, 10, page({part(1, 5), part(10 + i, 5)}));
  return test::shapes(site);
}

const Parts kGroups = {0, 1, 2, 3};

// Words of the place 1 (0 and 1) and of the place 2 (2 and 3): by shape, the pages with each.
ContextWords words(std::vector<float> counts) {
  return {.size = 4, .counts = std::move(counts), .places = {1, 1, 2, 2}};
}

TEST(ContextVote, IsThatOfThePlaceThatAgreesBest) {
  const ContextWords context = words({10, 0, 10, 0,  //
                                      10, 0, 0, 10,  //
                                      0, 9, 10, 0,   //
                                      0, 9, 0, 10});
  EXPECT_EQ(context_vote(context, four_shapes(), kGroups, Parts{0, 0, 1, 1}), (Parts{0, 0, 1, 1}));
  EXPECT_EQ(context_vote(context, four_shapes(), kGroups, Parts{0, 1, 0, 1}), (Parts{0, 1, 0, 1}));
}

TEST(ContextVote, ThereIsNoneIfNoPlaceAgrees) {
  const ContextWords context = words({10, 0, 10, 0, 0, 10, 10, 0, 10, 0, 10, 0, 0, 10, 10, 0});
  EXPECT_FALSE(context_vote(context, four_shapes(), kGroups, Parts{0, 0, 1, 1}));
  EXPECT_FALSE(context_vote({}, four_shapes(), kGroups, Parts{0, 0, 1, 1}));
}

// The index by its definition: all pairs of pages.
double by_pairs(const Parts& a, const Parts& b) {
  double both = 0;
  double in_a = 0;
  double in_b = 0;
  double all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      ++all;
      in_a += a[i] == a[j];
      in_b += b[i] == b[j];
      both += a[i] == a[j] && b[i] == b[j];
    }
  }
  const double expected = in_a * in_b / std::max(1.0, all);
  const double most = (in_a + in_b) / 2;
  return most == expected ? 1 : (both - expected) / (most - expected);
}

TEST(ContextVote, AgreementIsThatOfAllPairsOfPages) {
  Random random(24);
  for (int round = 0; round < 200; ++round) {
    Parts a;
    Parts b;
    std::vector<double> pages;
    Parts pages_a;
    Parts pages_b;
    for (std::uint32_t i = 0; i < 1 + random.below(8); ++i) {
      a.push_back(random.below(3));
      b.push_back(random.below(3));
      pages.push_back(1 + random.below(5));
      for (int k = 0; k < pages.back(); ++k) {
        pages_a.push_back(a.back());
        pages_b.push_back(b.back());
      }
    }
    ASSERT_NEAR(agreement_of(a, b, pages), by_pairs(pages_a, pages_b), 1e-9) << round;
  }
}

}  // namespace
}  // namespace pagekin::templates
