#include "pagekin/store/known_texts.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::store {
namespace {

TEST(KnownTexts, NumbersTextsInTheOrderOfTheirFirstAppearance) {
  KnownTexts known;
  EXPECT_EQ(known.find("a"), 0U);
  EXPECT_EQ(known.add("a").number, 1U);
  EXPECT_EQ(known.add("").number, 2U);
  EXPECT_EQ(known.add("a").number, 1U);
  EXPECT_FALSE(known.add("").is_new);
  EXPECT_EQ(known.size(), 2U);
}

TEST(KnownTexts, AgreesWithAMapAndTakesBackWhatCameLast) {
  Random random(1);
  KnownTexts known;
  std::map<std::string, std::uint32_t> twin;
  for (int round = 0; round < 100; ++round) {
    const std::size_t before = known.size();
    const auto saved = twin;
    for (std::uint32_t i = random.below(200); i > 0; --i) {
      const std::string text = std::to_string(random.below(5'000));
      const auto [at, is_new] = twin.emplace(text, static_cast<std::uint32_t>(twin.size() + 1));
      const auto added = known.add(text);
      ASSERT_EQ(added.number, at->second);
      ASSERT_EQ(added.is_new, is_new);
    }
    if (random.chance(0.6)) {
      known.shrink(before);
      twin = saved;
    }
    for (int i = 0; i < 100; ++i) {
      const std::string text = std::to_string(random.below(5'000));
      ASSERT_EQ(known.find(text), twin.contains(text) ? twin.at(text) : 0);
    }
  }
  EXPECT_EQ(known.size(), twin.size());
}

}  // namespace
}  // namespace pagekin::store
