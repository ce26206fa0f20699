// Decoders against the standard's indexes (as fingerprints of whole tables), the public suites,
// and the UTF-8 decoder against its reference.
#include "pagekin/html/decode.h"

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"

#include "reference/utf8_decoder.h"
#include "support/shared.h"

namespace pagekin::html {
namespace {

using namespace std::string_literals;

const std::string kReplacement = "\xEF\xBF\xBD";

std::filesystem::path suite() { return test::shared_dir() / "suites" / "encoding"; }

std::string bytes_of(std::initializer_list<unsigned> values) {
  std::string bytes;
  for (const unsigned value : values) bytes += static_cast<char>(value);
  return bytes;
}

std::string utf8_of(std::uint32_t code_point) {
  const std::string big_endian =
      code_point < 0x10000
          ? bytes_of({code_point >> 8, code_point & 0xFF})
          : bytes_of({0xD8 | (code_point - 0x10000) >> 18, (code_point - 0x10000) >> 10 & 0xFF,
                      0xDC | (code_point >> 8 & 3), code_point & 0xFF});
  // Behind another character U+FEFF is no byte order mark.
  return decode("\0x"s + big_endian, Encoding::kUtf16Be).substr(1);
}

// FNV-1a of texts, each with a line end. The expected values were computed from
// the index files of the Encoding standard by a program that shares no code.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte('\n');
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

struct Expected {
  Encoding encoding;
  std::uint64_t fingerprint;
};

TEST(Decode, MapsEverySingleByteAsTheIndexesSay) {
  constexpr Expected kExpected[] = {
      {Encoding::kIbm866, 0x31ea444d3fe8381a},
      {Encoding::kIso8859Part2, 0x7bf742f57e2b697c},
      {Encoding::kIso8859Part3, 0xe572b341a18718b5},
      {Encoding::kIso8859Part4, 0xeea4198fbc544ef5},
      {Encoding::kIso8859Part5, 0x97b02d7192514d0d},
      {Encoding::kIso8859Part6, 0x193a15c7c9139edc},
      {Encoding::kIso8859Part7, 0xf9e4bdda12ef32d1},
      {Encoding::kIso8859Part8, 0xcb6634dfce20d0bd},
      {Encoding::kIso8859Part8I, 0xcb6634dfce20d0bd},
      {Encoding::kIso8859Part10, 0xbebc9ac169a9403f},
      {Encoding::kIso8859Part13, 0xa14e384452070e3d},
      {Encoding::kIso8859Part14, 0x213f5018f826bd93},
      {Encoding::kIso8859Part15, 0xfabe039d6f139232},
      {Encoding::kIso8859Part16, 0x2771e117b9a2af64},
      {Encoding::kKoi8R, 0x550df8c6df896b31},
      {Encoding::kKoi8U, 0x48062d21cfc9299d},
      {Encoding::kMacintosh, 0x36fb12d0bbc05609},
      {Encoding::kWindows874, 0xe2d7ae474c1ce359},
      {Encoding::kWindows1250, 0x69e3152f951e4911},
      {Encoding::kWindows1251, 0x979507a6a9b81be1},
      {Encoding::kWindows1252, 0xab41f17facf4b948},
      {Encoding::kWindows1253, 0x4ce1f423144b3b2c},
      {Encoding::kWindows1254, 0x00e387a39ebdc324},
      {Encoding::kWindows1255, 0xbdca51238dd28865},
      {Encoding::kWindows1256, 0x514f4a39d7c362eb},
      {Encoding::kWindows1257, 0x2c0a7fe49df4869a},
      {Encoding::kWindows1258, 0xcf3c5cdc59f5ea9f},
      {Encoding::kXMacCyrillic, 0x53fd8100af881e6f},
  };
  for (const Expected& expected : kExpected) {
    Fingerprint fingerprint;
    for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
      fingerprint.add(decode(bytes_of({byte}), expected.encoding));
    }
    EXPECT_EQ(fingerprint.value(), expected.fingerprint) << name(expected.encoding);
  }
}

TEST(Decode, MapsEveryPairOfBytesAsTheIndexesSay) {
  constexpr Expected kExpected[] = {
      {Encoding::kGbk, 0xf8fc268c64b1de60},      {Encoding::kGb18030, 0xf8fc268c64b1de60},
      {Encoding::kBig5, 0x2d416ad49ae2d48c},     {Encoding::kEucJp, 0x2fe313d4ae386955},
      {Encoding::kShiftJis, 0xe6ff29bdbc847fe1}, {Encoding::kEucKr, 0x8ecb9143a2ffdc98},
  };
  for (const Expected& expected : kExpected) {
    Fingerprint fingerprint;
    for (unsigned lead = 0x80; lead <= 0xFF; ++lead) {
      for (unsigned trail = 0; trail <= 0xFF; ++trail) {
        fingerprint.add(decode(bytes_of({lead, trail}), expected.encoding));
      }
    }
    EXPECT_EQ(fingerprint.value(), expected.fingerprint) << name(expected.encoding);
  }
}

TEST(Decode, MapsTheThirdJapanesePlaneOfEucJp) {
  Fingerprint fingerprint;
  for (unsigned lead = 0xA1; lead <= 0xFE; ++lead) {
    for (unsigned trail = 0xA1; trail <= 0xFE; ++trail) {
      fingerprint.add(decode(bytes_of({0x8F, lead, trail}), Encoding::kEucJp));
    }
  }
  EXPECT_EQ(fingerprint.value(), 0x31f2f93bfe4a587bU);
}

TEST(Decode, MapsThePairsOfIso2022Jp) {
  Fingerprint fingerprint;
  for (unsigned lead = 0; lead < 0x80; ++lead) {
    for (unsigned trail = 0; trail < 0x80; ++trail) {
      if (lead == 0x1B || trail == 0x1B) continue;
      fingerprint.add(decode("\x1B$B" + bytes_of({lead, trail}), Encoding::kIso2022Jp));
    }
  }
  EXPECT_EQ(fingerprint.value(), 0x28a7734e391b8090U);
}

TEST(Decode, MapsFourBytesOfGb18030) {
  Fingerprint fingerprint;
  for (unsigned pointer = 0; pointer < 50'400; ++pointer) {
    fingerprint.add(decode(bytes_of({0x81 + pointer / 12'600, 0x30 + pointer / 1260 % 10,
                                     0x81 + pointer / 10 % 126, 0x30 + pointer % 10}),
                           Encoding::kGb18030));
  }
  EXPECT_EQ(fingerprint.value(), 0xc8e8b0b828925aa8U);

  EXPECT_EQ(decode("\x90\x30\x81\x30", Encoding::kGb18030), utf8_of(0x10000));
  EXPECT_EQ(decode("\xE3\x32\x9A\x35", Encoding::kGb18030), utf8_of(0x10FFFF));
  EXPECT_EQ(decode("\xE3\x32\x9A\x36", Encoding::kGb18030), kReplacement);
}

TEST(Decode, AgreesWithTheMapsOfLexbor) {
  PAGEKIN_NEEDS_SHARED();
  const std::pair<const char*, Encoding> kMaps[] = {
      {"big5", Encoding::kBig5},
      {"euc_jp", Encoding::kEucJp},
      {"euc_kr", Encoding::kEucKr},
      {"gb18030", Encoding::kGb18030},
      {"iso_2022_jp", Encoding::kIso2022Jp},
      {"shift_jis", Encoding::kShiftJis},
  };
  int lines = 0;
  for (const auto& [map, encoding] : kMaps) {
    std::istringstream in(
        test::read_file(suite() / "lexbor-map-decode" / (map + "_map_decode.txt"s)));
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("\\x")) continue;
      std::string bytes;
      std::size_t at = 0;
      for (; line.compare(at, 2, "\\x") == 0; at += 4) {
        bytes += static_cast<char>(std::stoi(line.substr(at + 2, 2), nullptr, 16));
      }
      const auto code_point = static_cast<std::uint32_t>(std::stoul(line.substr(at), nullptr, 16));
      EXPECT_EQ(decode(bytes, encoding), utf8_of(code_point)) << map << ": " << line;
      ++lines;
    }
  }
  EXPECT_EQ(lines, 80'285);
}

TEST(Decode, AgreesWithTheUtf8Vectors) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite_json = nlohmann::json::parse(test::read_file(suite() / "utf8_vectors.json"));
  ASSERT_EQ(suite_json["cases"].size(), 48U);
  for (const auto& item : suite_json["cases"]) {
    const std::string hex = item["bytes"];
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
      bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    // The vectors keep a byte order mark; behind an 'x' it is one no more.
    EXPECT_EQ(decode("x" + bytes, Encoding::kUtf8), "x" + item["decoded"].get<std::string>())
        << hex;
    EXPECT_EQ(reference::decode_utf8(bytes), item["decoded"].get<std::string>()) << hex;
  }
}

TEST(Decode, EndsTruncatedPagesWithOneReplacement) {
  PAGEKIN_NEEDS_SHARED();
  for (const std::string page :
       {"eof-shift_jis", "eof-utf-8-one", "eof-utf-8-two", "eof-utf-8-three"}) {
    const std::string bytes = test::read_file(suite() / "wpt-encoding" / (page + ".html"));
    const std::string text = decode(bytes, choose_encoding(bytes, "").encoding);
    EXPECT_TRUE(text.ends_with("truncated sequence:" + kReplacement)) << page;
  }
}

TEST(Decode, RemovesOneByteOrderMarkOnly) {
  PAGEKIN_NEEDS_SHARED();
  for (const std::string page : {"two-boms-utf-8", "two-boms-utf-16le", "two-boms-utf-16be"}) {
    const std::string bytes =
        test::read_file(suite() / "wpt-encoding-resources" / (page + ".html"));
    EXPECT_EQ(decode(bytes, choose_encoding(bytes, "").encoding), "\xEF\xBB\xBF") << page;
  }
}

TEST(Decode, KeepsAForeignByteOrderMark) {
  EXPECT_EQ(decode("\xEF\xBB\xBFx", Encoding::kWindows1252), "\xC3\xAF\xC2\xBB\xC2\xBFx");
  EXPECT_EQ(decode("\xFF\xFEx", Encoding::kUtf8), kReplacement + kReplacement + "x");
}

TEST(Decode, ReadsAnAsciiTrailByteAgain) {
  for (const Encoding encoding :
       {Encoding::kGbk, Encoding::kBig5, Encoding::kEucJp, Encoding::kShiftJis, Encoding::kEucKr}) {
    EXPECT_EQ(decode("\xE0<p>", encoding), kReplacement + "<p>") << name(encoding);
  }
}

TEST(Decode, ReadsTheRestOfABrokenFourByteSequenceAgain) {
  EXPECT_EQ(decode("\x81\x30<p>", Encoding::kGb18030), kReplacement + "0<p>");
  EXPECT_EQ(decode("\x81\x30\x81<p>", Encoding::kGb18030),
            kReplacement + "0" + kReplacement + "<p>");
  EXPECT_EQ(decode("x\x81\x30\x81", Encoding::kGb18030), "x" + kReplacement);
  EXPECT_EQ(decode("x\x81\x30", Encoding::kGb18030), "x" + kReplacement);
}

TEST(Decode, Big5GivesTwoCodePointsForLettersWithAMark) {
  EXPECT_EQ(decode("\x88\x62\x88\x64\x88\xA3\x88\xA5", Encoding::kBig5),
            "\xC3\x8A\xCC\x84\xC3\x8A\xCC\x8C\xC3\xAA\xCC\x84\xC3\xAA\xCC\x8C");
}

TEST(Decode, Iso2022JpSwitchesItsSets) {
  EXPECT_EQ(decode("\x1B(J\\~\x1B(I!\x1B$@0!\x1B(Bx", Encoding::kIso2022Jp),
            utf8_of(0xA5) + utf8_of(0x203E) + utf8_of(0xFF61) + utf8_of(0x4E9C) + "x");
}

TEST(Decode, Iso2022JpMarksEscapesThatHideNothing) {
  EXPECT_EQ(decode("\x1B(J\x1B(Bx", Encoding::kIso2022Jp), kReplacement + "x");
  EXPECT_EQ(decode("\x1B$x", Encoding::kIso2022Jp), kReplacement + "$x");
  EXPECT_EQ(decode("\x1B$B0\x1B(Bx", Encoding::kIso2022Jp), kReplacement + "x");
  EXPECT_EQ(decode("\x1B$B0", Encoding::kIso2022Jp), kReplacement);
  EXPECT_EQ(decode("\x1B", Encoding::kIso2022Jp), kReplacement);
}

TEST(Decode, Utf16JoinsSurrogatesAndReplacesLoneOnes) {
  EXPECT_EQ(decode("\xD8\x3D\xDE\x00"s, Encoding::kUtf16Be), utf8_of(0x1F600));
  EXPECT_EQ(decode("\x3D\xD8\x00\xDE"s, Encoding::kUtf16Le), utf8_of(0x1F600));
  EXPECT_EQ(decode("\xD8\x3D\x00x"s, Encoding::kUtf16Be), kReplacement + "x");
  EXPECT_EQ(decode("\xDE\x00\x00x"s, Encoding::kUtf16Be), kReplacement + "x");
  EXPECT_EQ(decode("\xD8\x3D\xD8\x3D\xDE\x00"s, Encoding::kUtf16Be),
            kReplacement + utf8_of(0x1F600));
}

TEST(Decode, Utf16EndsInOneErrorAtMost) {
  EXPECT_EQ(decode("\x00x\x00"s, Encoding::kUtf16Be), "x" + kReplacement);
  EXPECT_EQ(decode("\xD8\x3D"s, Encoding::kUtf16Be), kReplacement);
  EXPECT_EQ(decode("\xD8\x3D\xDE"s, Encoding::kUtf16Be), kReplacement);
}

TEST(Decode, ReplacementIsOneErrorForAnyText) {
  EXPECT_EQ(decode("", Encoding::kReplacement), "");
  EXPECT_EQ(decode("<p>text", Encoding::kReplacement), kReplacement);
}

TEST(Decode, XUserDefinedKeepsTheByteInPrivateUse) {
  EXPECT_EQ(decode("a\x80\xFF", Encoding::kXUserDefined), "a" + utf8_of(0xF780) + utf8_of(0xF7FF));
}

std::string random_bytes(Random& random, std::string_view likely) {
  std::string bytes(random.below(40), '\0');
  for (char& byte : bytes) {
    byte = random.chance(0.6) ? likely[random.below(static_cast<std::uint32_t>(likely.size()))]
                              : static_cast<char>(random.below(256));
  }
  return bytes;
}

TEST(Decode, Utf8AgreesWithItsTwinOnRandomBytes) {
  Random random(15);
  for (int round = 0; round < 3000; ++round) {
    const std::string bytes =
        "x" + random_bytes(random, "abcdefghij\xC3\xE0\xED\xEF\xF0\xF4\x80\x8F\x90\x9F\xA0\xBF");
    EXPECT_EQ(decode(bytes, Encoding::kUtf8), reference::decode_utf8(bytes));
  }
}

TEST(Decode, WhatDecodesToItselfIsTold) {
  Random random(17);
  int kept = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes(random.below(80), 'a');
    if (random.chance(0.5)) bytes += "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
    bytes.append(random.below(80), 'b');
    if (random.chance(0.3)) bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = '\xE2';
    const bool is_itself = decodes_to_itself(bytes, Encoding::kUtf8);
    EXPECT_EQ(is_itself, decode(bytes, Encoding::kUtf8) == bytes);
    kept += is_itself ? 1 : 0;
  }
  EXPECT_GT(kept, 1000);
  EXPECT_LT(kept, 2900);
}

TEST(Decode, BytesWithAMarkOrOfAnotherEncodingDoNotDecodeToThemselves) {
  EXPECT_TRUE(decodes_to_itself("", Encoding::kUtf8));
  EXPECT_TRUE(decodes_to_itself("a", Encoding::kWindows1252));
  EXPECT_FALSE(
      decodes_to_itself("\xEF\xBB\xBF"
                        "a",
                        Encoding::kUtf8));
  EXPECT_FALSE(decodes_to_itself("\xC3\xA9", Encoding::kWindows1252));
}

TEST(Decode, AnyBytesInAnyEncodingGiveValidUtf8) {
  Random random(16);
  for (std::uint8_t number = 0; number <= static_cast<std::uint8_t>(Encoding::kXUserDefined);
       ++number) {
    for (int round = 0; round < 200; ++round) {
      // A vector of the exact size, so that a sanitizer sees a read behind its end.
      const std::string drawn =
          random_bytes(random, "a<\x1B($BJI\x30\x81\x8E\x8F\xA1\xD8\xDC\xFE\xFF");
      const std::vector<char> bytes(drawn.begin(), drawn.end());
      const std::string text = decode({bytes.data(), bytes.size()}, static_cast<Encoding>(number));
      EXPECT_EQ(text, reference::decode_utf8(text));
    }
  }
}

}  // namespace
}  // namespace pagekin::html
