#include "pagekin/core/wrap.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/text.h"

namespace pagekin {
namespace {

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("one two three four", 9, 0), "one two\nthree\nfour");
  EXPECT_EQ(wrap("one two three", 13, 0), "one two three");
  EXPECT_EQ(wrap("", 10, 0), "");
  EXPECT_EQ(wrap("  one \n two\t", 80, 0), "one two");
}

TEST(Wrap, IndentsAllLinesButTheFirst) {
  EXPECT_EQ(wrap("one two three", 11, 4), "one two\n    three");
  EXPECT_EQ(wrap("one two three", 11, 4, 8), "one\n    two\n    three");
}

TEST(Wrap, KeepsLongWordsWhole) {
  EXPECT_EQ(wrap("a https://example.org/long b", 10, 2), "a\n  https://example.org/long\n  b");
}

TEST(Wrap, ACautionHasLinesOfItsOwn) {
  EXPECT_EQ(describe_caution(""), "");
  EXPECT_EQ(describe_caution("Look at the site.", 20), "caution   Look at\n          the site.\n");
}

TEST(WrapCommand, ContinuesLines) {
  EXPECT_EQ(wrap_command("  short", 20, 4), "  short");
  EXPECT_EQ(wrap_command("  pagekin cluster site/ -o out.tsv", 24, 4),
            "  pagekin cluster \\\n    site/ -o out.tsv");
  for (const std::string line : {"  pagekin cluster \\", "    site/ -o out.tsv"}) {
    EXPECT_LE(line.size(), 24U);
  }
}

TEST(WrapCommand, LeavesOptionsWithTheirValues) {
  EXPECT_EQ(wrap_command("run in --one value --two other", 17, 2),
            "run in \\\n  --one value \\\n  --two other");
  EXPECT_EQ(wrap_command("run --one --two value", 14, 2), "run --one \\\n  --two value");
}

TEST(WrapCommand, LeavesQuotedWordsWhole) {
  EXPECT_EQ(wrap_command("find 'a b c d e f' --x", 14, 2), "find \\\n  'a b c d e f' \\\n  --x");
}

}  // namespace
}  // namespace pagekin
