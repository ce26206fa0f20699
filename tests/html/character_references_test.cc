#include "pagekin/html/character_references.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"

#include "support/shared.h"

namespace pagekin::html {
namespace {

std::string text(std::string_view raw) {
  std::string buffer = "left over from before";
  return std::string(decode_references(raw, false, buffer));
}

std::string attribute(std::string_view raw) {
  std::string buffer;
  return std::string(decode_references(raw, true, buffer));
}

TEST(CharacterReferences, ReplacesNamesWithTheirCharacters) {
  EXPECT_EQ(text("a &lt; b &amp;&amp; c &gt; d"), "a < b && c > d");
  EXPECT_EQ(text("&eacute;&Eacute;&NewLine;&Tab;"), "\xC3\xA9\xC3\x89\n\t");
  EXPECT_EQ(text("&CounterClockwiseContourIntegral;"), "\xE2\x88\xB3");
  EXPECT_EQ(text("&fjlig;&ngE;"), "fj\xE2\x89\xA7\xCC\xB8");
}

TEST(CharacterReferences, TakesTheLongestName) {
  EXPECT_EQ(text("&notin;"), "\xE2\x88\x89");
  EXPECT_EQ(text("&notit;"), "\xC2\xACit;");
  EXPECT_EQ(text("&notin"), "\xC2\xACin");
  EXPECT_EQ(text("&not;"), "\xC2\xAC");
  EXPECT_EQ(text("&ampamp;"), "&amp;");
}

TEST(CharacterReferences, LeavesWhatIsNoReference) {
  for (const std::string_view raw :
       {"", "&", "&;", "& ", "&#", "&#;", "&#x", "&#x;", "&#xg", "&#q", "&nosuch;", "&Lang",
        "&hellip", "&CounterClockwiseContourIntegralX;", "&x&y&", "&&&"}) {
    std::string buffer = "untouched";
    const std::string_view decoded = decode_references(raw, false, buffer);
    EXPECT_EQ(decoded, raw);
    EXPECT_EQ(decoded.data(), raw.data()) << raw;
    EXPECT_EQ(buffer, "untouched");
  }
}

TEST(CharacterReferences, OldNamesInAttributesStayBeforeEqualsLettersAndDigits) {
  EXPECT_EQ(attribute("?a=1&copy=2"), "?a=1&copy=2");
  EXPECT_EQ(attribute("?a=1&copy2"), "?a=1&copy2");
  EXPECT_EQ(attribute("?a=1&copyright"), "?a=1&copyright");
  EXPECT_EQ(attribute("?a=1&notit;"), "?a=1&notit;");
  EXPECT_EQ(attribute("?a=1&copy"), "?a=1\xC2\xA9");
  EXPECT_EQ(attribute("?a=1&copy;=2"), "?a=1\xC2\xA9=2");
  EXPECT_EQ(attribute("?a=1&copy&b"), "?a=1\xC2\xA9&b");
  EXPECT_EQ(text("?a=1&copy=2"), "?a=1\xC2\xA9=2");
}

TEST(CharacterReferences, NumbersAreCodePoints) {
  EXPECT_EQ(text("&#65;&#x42;&#X43&#68z"), "ABCDz");
  EXPECT_EQ(text("&#x1F600;"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(text("&#0065;&#x0000000000000000000041;"), "AA");
  EXPECT_EQ(attribute("&#65=&#65a"), "A=Aa");
  EXPECT_EQ(text("&#13;"), "\r");
}

TEST(CharacterReferences, NumbersInTheRangeOfControlsAreWindows1252) {
  EXPECT_EQ(text("&#x80;"), "\xE2\x82\xAC");
  EXPECT_EQ(text("&#151;"), "\xE2\x80\x94");
  EXPECT_EQ(text("&#x9F;"), "\xC5\xB8");
  EXPECT_EQ(text("&#x81;"), "\xC2\x81");
}

TEST(CharacterReferences, NumbersThatAreNoCharacterAreTheReplacementCharacter) {
  for (const std::string_view raw : {"&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#4294967361;",
                                     "&#99999999999999999999999;", "&#xFFFFFFFFFFFFFFFFFFFF;"}) {
    EXPECT_EQ(text(raw), "\xEF\xBF\xBD") << raw;
  }
}

TEST(CharacterReferences, RandomBytesNeverLeaveTheBuffer) {
  Random random(11);
  constexpr std::string_view kPieces[] = {"&",  "#", "x", ";",    "amp",  "not",
                                          "in", "9", "=", "\xE9", "fjlig"};
  for (int round = 0; round < 2000; ++round) {
    std::string raw;
    for (std::uint32_t left = random.below(12); left > 0; --left) {
      raw += kPieces[random.below(static_cast<std::uint32_t>(std::size(kPieces)))];
    }
    const std::string exact(raw.begin(), raw.end());
    EXPECT_LE(text(exact).size(), exact.size() + 24);
    EXPECT_LE(attribute(exact).size(), exact.size() + 24);
  }
}

// Characters of the expected tokens of a case of html5lib, and its attribute values.
// Cases whose input is markup beyond one tag are left to the tree builder's tests.
TEST(CharacterReferences, AgreeWithTheTokenizerSuite) {
  PAGEKIN_NEEDS_SHARED();
  int checked = 0;
  for (const char* file : {"entities.test", "namedEntities.test", "numericEntities.test"}) {
    const auto suite = nlohmann::json::parse(
        test::read_file(test::shared_dir() / "suites/html5lib/tokenizer" / file));
    for (const auto& one : suite.at("tests")) {
      const std::string input = one.at("input");
      const auto& output = one.at("output");
      if (output.size() == 1 && output[0][0] == "Character") {
        EXPECT_EQ(text(input), output[0][1].get<std::string>()) << input;
        ++checked;
      } else if (output.size() == 1 && output[0][0] == "StartTag" && output[0][2].size() == 1) {
        const std::size_t begin = input.find('=') + 1;
        std::string value = input.substr(begin, input.rfind('>') - begin);
        if (value.front() == '"' || value.front() == '\'')
          value = value.substr(1, value.size() - 2);
        EXPECT_EQ(attribute(value), output[0][2].begin()->get<std::string>()) << input;
        ++checked;
      } else {
        ADD_FAILURE() << "neither text nor one attribute: " << input;
      }
    }
  }
  EXPECT_EQ(checked, 80 + 4210 + 336);
}

}  // namespace
}  // namespace pagekin::html
