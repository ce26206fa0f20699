#include "pagekin/features/lz_fingerprint.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/fingerprint_clusters.h"

namespace pagekin::features {
namespace {

using reference::Entries;

struct Made {
  Entries entries;
  std::size_t tags_read = 0;
};

Made fingerprint_of(const std::vector<html::TagId>& tags, int length) {
  LzFingerprint fingerprint(length);
  std::size_t read = 0;
  while (read < tags.size() && !fingerprint.is_complete()) fingerprint.push(tags[read++]);
  return {{fingerprint.entries().begin(), fingerprint.entries().end()}, read};
}

std::vector<html::TagId> tags(const std::string& names) {
  std::vector<html::TagId> ids;
  std::istringstream words(names);
  for (std::string name; words >> name;) ids.push_back(html::tag_id(name));
  return ids;
}

TEST(LzFingerprint, OfThePapersExampleIsThePapersFingerprint) {
  const auto example = tags(
      "html body p b b p p strong strong p p big big p p em em p p i i p p small small p p sub sub "
      "sup sup p body html");
  const Entries expected{0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2};
  EXPECT_EQ(fingerprint_of(example, 25).entries, expected);
}

TEST(LzFingerprint, OfNoTagsIsEmpty) { EXPECT_TRUE(fingerprint_of({}, 25).entries.empty()); }

TEST(LzFingerprint, APhraseThatIsOpenAtTheEndGivesNothing) {
  EXPECT_EQ(fingerprint_of(tags("p p"), 25).entries, (Entries{0}));
  EXPECT_EQ(fingerprint_of(tags("p p p"), 25).entries, (Entries{0, 1}));
}

TEST(LzFingerprint, ShowsWhereTagsComeAgainButNotWhich) {
  EXPECT_EQ(fingerprint_of(tags("div a a div a b"), 25).entries,
            fingerprint_of(tags("ul x-y x-y ul x-y li"), 25).entries);
}

TEST(LzFingerprint, StopsWithItsLastEntry) {
  const Made made = fingerprint_of(tags("a b c d e"), 3);
  EXPECT_EQ(made.entries, (Entries{0, 0, 0}));
  EXPECT_EQ(made.tags_read, 3u);
  EXPECT_TRUE(LzFingerprint(0).is_complete());
}

TEST(LzFingerprint, ReadsFewTagsWhateverThePage) {
  const std::vector<html::TagId> same(100'000, html::kTagDiv);
  const Made made = fingerprint_of(same, 255);
  EXPECT_EQ(made.entries.size(), 255u);
  EXPECT_EQ(made.entries.back(), 254);
  EXPECT_EQ(made.tags_read, 255u * 256 / 2);
}

TEST(LzFingerprint, AgreesWithADictionaryOfSequences) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::uint32_t kinds = 1 + random.below(30);
    std::vector<html::TagId> sequence(random.below(600));
    for (html::TagId& tag : sequence) tag = 1 + random.below(kinds);
    const auto length = 1 + random.below(255);
    EXPECT_EQ(fingerprint_of(sequence, static_cast<int>(length)).entries,
              reference::lz_fingerprint(sequence, length));
  }
}

}  // namespace
}  // namespace pagekin::features
