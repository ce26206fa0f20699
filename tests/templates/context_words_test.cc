#include "pagekin/templates/context_words.h"

#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/templates/groups.h"

namespace pagekin::templates {
namespace {

using Marks = std::vector<std::uint64_t>;

// Two shapes of fifty pages each; addresses are given by page.
struct Site {
  std::vector<Marks> marks;
  std::vector<Marks> addresses;

  BlockShapes shapes() const {
    const std::vector<MarkSet> pages(marks.begin(), marks.end());
    return shapes_of(pages, std::vector<std::uint64_t>{1, 2});
  }
  ContextWords read() const {
    const std::vector<MarkSet> pages(addresses.begin(), addresses.end());
    return context_words(shapes(), pages);
  }
};

constexpr std::uint64_t kPlace = std::uint64_t{1} << 32;
constexpr std::uint64_t kStruct = 1 * kPlace;  // a word that only pages of the first shape have
constexpr std::uint64_t kEven = 2 * kPlace;    // a word that is independent of the shapes
constexpr std::uint64_t kAll = 3 * kPlace;

Site site() {
  Site made;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const bool first = i < 50;
    made.marks.push_back({first ? std::uint64_t{1} : std::uint64_t{2}});
    Marks address;
    if (first) address.push_back(kStruct);
    if (i % 2 == 0) address.push_back(kEven);
    address.push_back(kAll);
    address.push_back(5 * kPlace + i);  // the page's own name
    made.addresses.push_back(address);
  }
  return made;
}

TEST(ContextWords, WordsThatRecurAreCountedByShape) {
  const ContextWords context = site().read();
  ASSERT_EQ(context.size, 3U);  // in ascending order
  EXPECT_EQ(context.counts[0] + context.counts[3], 50);
  EXPECT_EQ(context.counts[1], 25);
  EXPECT_EQ(context.counts[4], 25);
  EXPECT_EQ(context.counts[2], 50);
  EXPECT_EQ(context.bits, (std::vector<float>{0, 0, 0}));
}

TEST(ContextWords, OnlyWordsThatAgreeWithThePagesAreBelieved) {
  const Site made = site();
  const BlockShapes shapes = made.shapes();
  ContextWords context = made.read();
  select_reliable_words(context, shapes, std::vector<std::uint32_t>{0, 1}, 2);
  EXPECT_FLOAT_EQ(context.bits[0], 1);  // half of the pages: one bit
  EXPECT_EQ(context.bits[1], 0);
  EXPECT_EQ(context.bits[2], 0);  // carries no information
}

TEST(ContextWords, AWordOfAPlaceWhereOthersDisagreeIsNotBelieved) {
  Site made = site();
  for (Marks& address : made.addresses) {
    for (std::uint64_t& word : address) {
      if (word == kEven) word = kStruct + 1;
    }
  }
  const BlockShapes shapes = made.shapes();
  ContextWords context = made.read();
  select_reliable_words(context, shapes, std::vector<std::uint32_t>{0, 1}, 2);
  EXPECT_EQ(context.bits, (std::vector<float>{0, 0, 0}));
}

TEST(ContextWords, GroupsOfAFewPagesBearNoWitness) {
  Site made = site();
  made.marks.resize(3);
  made.addresses.resize(3);
  const BlockShapes shapes = made.shapes();
  ContextWords context = made.read();
  select_reliable_words(context, shapes, std::vector<std::uint32_t>(shapes.size(), 0), 1);
  for (const float bits : context.bits) EXPECT_EQ(bits, 0);
}

TEST(ContextWords, APageWithoutAnAddressSaysNothing) {
  Site made = site();
  for (Marks& address : made.addresses) address.clear();
  const ContextWords context = made.read();
  EXPECT_EQ(context.size, 0U);
  const Groups groups(made.shapes(), std::vector<std::uint32_t>{0, 1}, 2, context);
  EXPECT_EQ(groups.row_size(), groups.block_end());
}

}  // namespace
}  // namespace pagekin::templates
