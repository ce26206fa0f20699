#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/compare_pages.h"

namespace pagekin::measure {
namespace {

using test::compare_pages;

Features entries(std::vector<std::uint8_t> fingerprint) {
  return {.fingerprint = std::move(fingerprint)};
}

TEST(Fingerprint, IsTheEditSimilarityOfFingerprints) {
  const auto measure = make("fingerprint");
  EXPECT_DOUBLE_EQ(measure->similarity(entries({0, 0, 1, 2}), entries({0, 0, 2, 2})), 0.75);
  EXPECT_DOUBLE_EQ(measure->similarity(entries({0, 0, 1, 2}), entries({0, 0, 1, 2, 3})), 0.8);
  EXPECT_EQ(measure->similarity(entries({}), entries({})), 1);
  EXPECT_EQ(measure->similarity(entries({}), entries({0})), 0);
}

TEST(Fingerprint, ComparesHowPagesRepeatThemselves) {
  EXPECT_EQ(compare_pages("fingerprint", "<p></p><b></b>", "<i></i><a></a>"), 1);
  // 0 1 0 against 0 0 1 (a b aa): one entry is changed and one is added.
  EXPECT_LT(compare_pages("fingerprint", "<p></p><p></p><b>", "<p><b></p></p>"), 1);
}

TEST(Fingerprint, OptionsReachExtraction) {
  const Needs needs = make("fingerprint:length=9,tags=ul+li")->needs();
  EXPECT_EQ(needs.fingerprint_length, 9);
  EXPECT_EQ(needs.fingerprint_tags.text(), "li+ul");
  EXPECT_EQ(make("fingerprint")->needs().fingerprint_length, 25);
  EXPECT_THROW(make("fingerprint:tags=+"), Error);
}

TEST(Fingerprint, TellsClassifiersWhichFingerprintsMatch) {
  const auto key = make("fingerprint")->match_key();
  ASSERT_TRUE(key.has_value());
  EXPECT_EQ(key->hash, nullptr);
  EXPECT_EQ(key->max_edits, 1);
  EXPECT_EQ(make("fingerprint:max_edits=0")->match_key()->max_edits, 0);
}

}  // namespace
}  // namespace pagekin::measure
