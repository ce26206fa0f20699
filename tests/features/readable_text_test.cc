#include "pagekin/features/readable_text.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::features {
namespace {

TEST(ReadableText, CollapsesWhiteSpaceOfUnicode) {
  EXPECT_EQ(readable_text("  a \t\n b\xC2\xA0\xE2\x80\x8B c\xE3\x80\x80"), "a b c");
  EXPECT_EQ(readable_text("\xC2\xA0"), "");
  EXPECT_EQ(readable_text(std::string("\0\x1F\v", 3)), "");
  EXPECT_EQ(readable_text("\xEF\xBB\xBF"
                          "x"),
            "x");
}

TEST(ReadableText, ReadsC1ControlsAsWindows1252) {
  EXPECT_EQ(readable_text("it\xC2\x92s"), "it\xE2\x80\x99s");
  EXPECT_EQ(readable_text("a\xC2\x81"
                          "b"),
            "a b");
  // Each is longer than what it stands for.
  std::string quotes;
  std::string expected;
  for (int i = 0; i < 1'000; ++i) {
    quotes += "\xC2\x93";
    expected += "\xE2\x80\x9C";
  }
  EXPECT_EQ(readable_text(quotes), expected);
}

TEST(ReadableText, KeepsOtherBytesAsTheyAre) {
  EXPECT_EQ(readable_text("\xC3\xA9\xE2\x82\xAC\xC2"), "\xC3\xA9\xE2\x82\xAC\xC2");
}

TEST(ReadableText, JoinsPieces) {
  std::string text = "kept";
  bool is_space = false;
  for (const std::string_view piece : {" ", " a ", "", "\xC2\xA0", " b", "c ", " "}) {
    append_readable(piece, 4, is_space, text);
  }
  EXPECT_EQ(text, "kepta bc");
  EXPECT_TRUE(is_space);
}

// Character by character.
std::string slow_text(std::string_view text) {
  std::string out;
  bool is_space = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    while (at + size < text.size() &&
           (static_cast<unsigned char>(text[at + size]) & 0xC0) == 0x80) {
      ++size;
    }
    const std::string one(text.substr(at, size));
    at += size;
    if (one == " " || one == "\n" || one == "\xC2\xA0" || one == "\xE2\x80\x8B") {
      is_space = true;
      continue;
    }
    if (is_space && !out.empty()) out += ' ';
    is_space = false;
    out += one == "\xC2\x92" ? "\xE2\x80\x99" : one;
  }
  return out;
}

TEST(ReadableText, AgreesWithOneCharacterAfterTheOther) {
  constexpr std::string_view characters[] = {
      " ", " ",  "\n", "\xC2\xA0", "\xE2\x80\x8B", "\xC2\x92", "\xC3\xA4", "\xE2\x82\xAC",
      "a", "bc", "def"};
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    Random random(seed);
    std::string whole;
    std::string text;
    bool is_space = false;
    for (std::uint32_t pieces = random.below(4); pieces > 0; --pieces) {
      std::string piece;
      for (std::uint32_t i = random.below(40); i > 0; --i) {
        piece += characters[random.below(static_cast<std::uint32_t>(std::size(characters)))];
      }
      append_readable(piece, 0, is_space, text);
      whole += piece;
    }
    EXPECT_EQ(text, slow_text(whole)) << seed;
  }
}

}  // namespace
}  // namespace pagekin::features
