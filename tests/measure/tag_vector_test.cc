#include <cmath>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/set_measures.h"
#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

TEST(TagVector, IsTheDistanceAgainstTheLengths) {
  // (p 2, b 0) against (p 2, b 1)
  EXPECT_DOUBLE_EQ(compare_pages("tag_vector", "<p></p>", "<p></p><b>"),
                   1 - 1 / (2 + std::sqrt(5.0)));
}

TEST(TagVector, DoesNotSeeOrder) {
  EXPECT_EQ(compare_pages("tag_vector", "<p></p><b></b>", "<b></b><p></p>"), 1);
}

TEST(TagVector, PagesWithoutTagsAreEqual) {
  EXPECT_EQ(compare_pages("tag_vector", "", "text"), 1);
  EXPECT_EQ(compare_pages("tag_vector", "<p>", "text"), 0);
}

Features random_counts(Random& random, std::vector<html::TagId>& tags) {
  Features features;
  for (html::TagId tag = 1; tag < 12; ++tag) {
    const std::uint32_t count = random.chance(0.5) ? 0 : random.below(30);
    tags.insert(tags.end(), count, tag);
    if (count > 0) features.tag_counts.push_back({tag, count});
  }
  return features;
}

TEST(TagVector, AgreesWithTheDefinition) {
  const auto measure = make("tag_vector");
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<html::TagId> tags_a, tags_b;
    const Features a = random_counts(random, tags_a);
    Features b = random_counts(random, tags_b);
    if (random.chance(0.2)) {  // the vectors have one direction, so the bound is the value itself
      b = a;
      for (features::TagCount& each : b.tag_counts) each.count *= 3;
      tags_b.clear();
      for (int i = 0; i < 3; ++i) tags_b.insert(tags_b.end(), tags_a.begin(), tags_a.end());
    }
    const double value = measure->similarity(a, b);
    EXPECT_NEAR(value, reference::tag_vector(tags_a, tags_b), 1e-12);
    EXPECT_EQ(value, measure->similarity(b, a));
    EXPECT_EQ(measure->similarity(a, b, value), value);
    EXPECT_LT(measure->similarity(a, b, value + 1e-6), value + 1e-6);
    EXPECT_EQ(measure->similarity(a, a), 1);
  }
}

TEST(TagVector, ShowsTheNumbersOfTags) {
  const Features a{.tag_counts = {{1, 5}, {2, 1}}}, b{.tag_counts = {{2, 9}, {3, 1}, {4, 1}}};
  const Basis basis = make("tag_vector")->basis(a, b);
  EXPECT_EQ(basis.sizes[0], 2u);
  EXPECT_EQ(basis.sizes[1], 3u);
  EXPECT_EQ(basis.shared, 1u);
}

}  // namespace
}  // namespace pagekin::measure
