#include "pagekin/sketch/match_keys.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/fingerprint_clusters.h"
#include "support/random_fingerprints.h"

namespace pagekin::sketch {
namespace {

using test::Entries;

bool share_a_centre(const Entries& a, const Entries& b, int max_edits) {
  std::map<std::string, bool> keys;
  for (const MatchKey& key : match_keys(a, max_edits)) {
    EXPECT_TRUE(keys.try_emplace(key.value, key.is_centre).second) << "a key is there twice";
  }
  for (const MatchKey& key : match_keys(b, max_edits)) {
    const auto other = keys.find(key.value);
    if (other != keys.end() && (other->second || key.is_centre)) return true;
  }
  return false;
}

TEST(MatchKeys, FingerprintsThatMatchShareACentreAndOthersDoNot) {
  Random random(1);
  std::size_t matches = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t length = 2 + random.below(9);
    const Entries a =
        test::random_entries(random, random.below(static_cast<std::uint32_t>(length) + 1), 3);
    Entries b = a;
    for (std::uint32_t edits = random.below(4); edits > 0; --edits)
      test::edit(b, random, length, 3);
    for (const int max_edits : {0, 1}) {
      const bool expected =
          reference::fingerprints_match(a, b, static_cast<std::size_t>(max_edits));
      EXPECT_EQ(share_a_centre(a, b, max_edits), expected);
      matches += expected && a != b ? 1 : 0;
    }
  }
  EXPECT_GT(matches, 100U);
}

}  // namespace
}  // namespace pagekin::sketch
