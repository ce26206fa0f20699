#include "pagekin/core/text.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"

#include "support/shared.h"

namespace pagekin {
namespace {

using namespace std::string_literals;

constexpr auto kReplacement = "\xEF\xBF\xBD";

// The longest begin of whole characters, found by trying every length.
std::string_view clipped_by_trying(std::string_view text, std::size_t most) {
  std::string_view best = text.substr(0, 0);
  for (std::size_t size = 0; size <= std::min(most, text.size()); ++size) {
    if (size == text.size() || (text[size] & 0xC0) != 0x80) best = text.substr(0, size);
  }
  return best;
}

std::string random_bytes(Random& random) {
  // Bytes that are special in some format come often.
  static constexpr std::string_view special = "\t\n\r\\\",tnr\xC2\xA0\xE2\x82\xAC\xF0\x9F\x98\x80";
  std::string bytes(random.below(12), '\0');
  for (char& byte : bytes) {
    byte = random.chance(0.7) ? special[random.below(static_cast<std::uint32_t>(special.size()))]
                              : static_cast<char>(random.below(256));
  }
  return bytes;
}

TEST(ValidUtf8, LeavesValidTextAlone) {
  for (const std::string& text :
       {""s, "a"s, "\0"s, "caf\xC3\xA9"s, "\xE2\x82\xAC"s, "\xF0\x9F\x98\x80"s, "\xEF\xBB\xBF"s,
        "\xED\x9F\xBF"s, "\xF4\x8F\xBF\xBF"s}) {
    EXPECT_EQ(to_valid_utf8(text), text);
  }
}

TEST(ValidUtf8, ReplacesEachMaximalIllFormedPartOnce) {
  const std::vector<std::pair<std::string, int>> cases = {
      {"\x80", 1},         {"\xC0\xAF", 2},     {"\xC3", 1},     {"\xE2\x82", 1},
      {"\xF0\x9F\x98", 1}, {"\xED\xA0\x80", 3}, {"\xE0\x80", 2}, {"\xF4\x90\x80\x80", 4},
      {"\xFF\xFE", 2},     {"\xF5", 1}};
  for (const auto& [bytes, count] : cases) {
    std::string expected = "a";
    for (int i = 0; i < count; ++i) expected += kReplacement;
    EXPECT_EQ(to_valid_utf8("a" + bytes + "b"), expected + "b");
  }
}

TEST(ValidUtf8, TakesUpAgainAfterABrokenCharacter) {
  EXPECT_EQ(to_valid_utf8("\xE2\x82\xC3\xA9"), kReplacement + "\xC3\xA9"s);
}

TEST(ValidUtf8, DecodesAsTheEncodingStandard) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/encoding/utf8_vectors.json"));
  EXPECT_GE(suite["cases"].size(), 48U);
  for (const auto& c : suite["cases"]) {
    const auto hex = c["bytes"].get<std::string>();
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
      bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    EXPECT_EQ(to_valid_utf8(bytes), c["decoded"].get<std::string>()) << hex;
  }
}

TEST(Tsv, WritesFourCharactersAsEscapes) {
  EXPECT_EQ(escape_tsv("a\tb\nc\rd\\e"), "a\\tb\\nc\\rd\\\\e");
}

TEST(Tsv, ReadsAnUnknownEscapeAsItself) {
  EXPECT_EQ(unescape_tsv("C:\\xyz\\"), "C:\\xyz\\");
  EXPECT_EQ(unescape_tsv("\\\\t"), "\\t");
}

TEST(Tsv, ComesBackAsItWas) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::string bytes = random_bytes(random);
    const std::string cell = escape_tsv(bytes);
    EXPECT_EQ(cell.find_first_of("\t\n\r"), std::string::npos);
    EXPECT_EQ(unescape_tsv(cell), to_valid_utf8(bytes));
  }
}

TEST(Csv, QuotesOnlyWhereItMust) {
  EXPECT_EQ(quote_csv("plain text"), "plain text");
  EXPECT_EQ(quote_csv("a,b"), "\"a,b\"");
  EXPECT_EQ(quote_csv("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(quote_csv("a\nb"), "\"a\nb\"");
  EXPECT_EQ(quote_csv("a\rb"), "\"a\rb\"");
}

TEST(Csv, LeavesWhatLooksLikeAFormulaAlone) { EXPECT_EQ(quote_csv("=1+1"), "=1+1"); }

TEST(Json, EscapesQuotesBackslashesAndControls) {
  EXPECT_EQ(quote_json("a\"b\\c\td\ne\rf\x1B\x7F\0"s), R"("a\"b\\c\td\ne\rf\u001b\u007f\u0000")");
  EXPECT_EQ(quote_json("\xFF\xC3\xA9"), "\"\xEF\xBF\xBD\xC3\xA9\"");
}

TEST(Printable, ShowsWhatCouldSteerATerminal) {
  EXPECT_EQ(printable("\x1B[2J\n"), "\\x1b[2J\\x0a");
  EXPECT_EQ(printable("\xC2\x9B"), "\\x9b");
  EXPECT_EQ(printable("\xE2\x80\xAEgnp.exe"), "\\xe2\\x80\\xaegnp.exe");
  EXPECT_EQ(printable("caf\xC3\xA9 \xE2\x82\xAC"), "caf\xC3\xA9 \xE2\x82\xAC");
}

TEST(Printable, HoldsNoControlByteWhateverComesIn) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    for (const char c : printable(random_bytes(random))) {
      EXPECT_GE(static_cast<unsigned char>(c), 0x20);
      EXPECT_NE(c, '\x7F');
    }
  }
}

TEST(Text, IgnoresTheCaseOfAsciiLettersOnly) {
  EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-TYPE"));
  EXPECT_FALSE(equals_ignoring_case("a@", "a`"));
  EXPECT_FALSE(equals_ignoring_case("a", "ab"));
  EXPECT_TRUE(starts_with_ignoring_case("HTTP/1.1", "http"));
  EXPECT_FALSE(starts_with_ignoring_case("HTT", "http"));
  EXPECT_TRUE(ends_with_ignoring_case("a.WARC", ".warc"));
  EXPECT_FALSE(ends_with_ignoring_case("warc", ".warc"));
  EXPECT_EQ(lower_case("A\xc3\x84z"), "a\xc3\x84z");
}

TEST(Text, TrimsBlanksAtBothEnds) {
  EXPECT_EQ(trim(" \t a b\r"), "a b");
  EXPECT_EQ(trim("\na"), "\na");
  EXPECT_EQ(trim("\na\v", "\n\v"), "a");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, IsClippedBetweenCharacters) {
  EXPECT_EQ(clipped("abc", 3), "abc");
  EXPECT_EQ(clipped("abc", 2), "ab");
  EXPECT_EQ(clipped("a\xC3\xA9", 2), "a");
  EXPECT_EQ(clipped("\xA9\xA9\xA9", 2), "");
  EXPECT_EQ(shortened("a\xC3\xA9", 3), "a\xC3\xA9");
  EXPECT_EQ(shortened("a\xC3\xA9", 2), "a...");
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::string text = random_bytes(random);
    const std::size_t most = random.below(14);
    EXPECT_EQ(clipped(text, most), clipped_by_trying(text, most)) << text << most;
  }
}

}  // namespace
}  // namespace pagekin
