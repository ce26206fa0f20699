#include "pagekin/templates/context_words.h"

#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"

namespace pagekin::templates {
namespace {

using Marks = std::vector<std::uint64_t>;

// Two shapes of fifty pages each; addresses are given by page.
struct WordsOfSite {
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
constexpr std::uint64_t kAllPlaces = 3 * kPlace;

WordsOfSite site() {
  WordsOfSite made;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const bool first = i < 50;
    made.marks.push_back({first ? std::uint64_t{1} : std::uint64_t{2}});
    Marks address;
    if (first) address.push_back(kStruct);
    if (i % 2 == 0) address.push_back(kEven);
    address.push_back(kAllPlaces);
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
}

TEST(ContextWords, APageWithoutAnAddressSaysNothing) {
  WordsOfSite made = site();
  for (Marks& address : made.addresses) address.clear();
  const ContextWords context = made.read();
  EXPECT_EQ(context.size, 0U);
}

}  // namespace
}  // namespace pagekin::templates
