#include "pagekin/sketch/within_one_edit.h"

#include <gtest/gtest.h>

#include "reference/fingerprint_clusters.h"
#include "support/random_fingerprints.h"

namespace pagekin::sketch {
namespace {

using test::Entries;

TEST(WithinOneEdit, EmptyAndOneEntryAreOneEditApart) {
  EXPECT_TRUE(within_one_edit(Entries{}, Entries{}));
  EXPECT_TRUE(within_one_edit(Entries{}, Entries{1}));
  EXPECT_FALSE(within_one_edit(Entries{}, Entries{1, 2}));
}

TEST(WithinOneEdit, TwoSwappedEntriesAreTwoEdits) {
  EXPECT_FALSE(within_one_edit(Entries{1, 2, 3, 4}, Entries{1, 3, 2, 4}));
}

TEST(WithinOneEdit, AgreesWithTheTableOfDistances) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto all = test::random_fingerprints(random, 15, 5 + random.below(30), 3);
    for (const Entries& a : all) {
      for (const Entries& b : all) {
        EXPECT_EQ(within_one_edit(a, b), reference::levenshtein(a, b) <= 1);
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::sketch
