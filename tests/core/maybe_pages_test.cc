#include "pagekin/core/maybe_pages.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin {
namespace {

std::vector<PageId> pages_in(std::span<const PageId> pages) { return {pages.begin(), pages.end()}; }

TEST(MaybePages, NamesAllPagesThatAreReadWithAnId) {
  PageIds ids;
  for (const char* const id : {"a", "b#7", "a", "c", "a"}) ids.add(id);
  const std::vector<PageId> chosen = {0, 1, 4};
  const MaybePages maybe(ids, chosen);
  EXPECT_EQ(pages_in(maybe.of("a")), (std::vector<PageId>{0, 4}));  // a, a#3
  EXPECT_EQ(pages_in(maybe.of("b#7")), (std::vector<PageId>{1}));
  EXPECT_TRUE(maybe.has("b"));  // it may have been numbered
  EXPECT_FALSE(maybe.has("c"));
  EXPECT_FALSE(maybe.has(""));
  EXPECT_FALSE(MaybePages().has("a"));
}

TEST(MaybePages, TakesIdsAsTheyAreRead) {
  const std::string_view wanted[] = {"x", "\xef\xbf\xbd#2"};
  const MaybePages maybe(wanted);
  EXPECT_EQ(pages_in(maybe.of("\xff")), (std::vector<PageId>{1}));
}

TEST(MaybePages, MissesNone) {
  Random random(3);
  std::vector<std::string> read;
  PageIds ids;
  for (int i = 0; i < 3000; ++i) {
    read.push_back("p" + std::to_string(random.below(900)) + (random.chance(0.2) ? "#3" : ""));
    ids.add(read.back());
  }
  std::vector<PageId> chosen;
  for (PageId page = 0; page < ids.size(); ++page) {
    if (random.chance(0.3)) chosen.push_back(page);
  }
  const MaybePages maybe(ids, chosen);
  for (const PageId page : chosen) {
    EXPECT_GT(std::ranges::count(maybe.of(read[page]), page), 0) << read[page];
  }
}

}  // namespace
}  // namespace pagekin
