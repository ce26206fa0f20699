// The prescan's rules one by one; the suites are run in the test of the whole choice.
#include "pagekin/html/prescan.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::html {
namespace {

using namespace std::string_literals;

TEST(Prescan, ReadsCharset) {
  EXPECT_EQ(prescan("<meta charset=big5>"), Encoding::kBig5);
  EXPECT_EQ(prescan("<META/CHARSET = 'Big5' >"), Encoding::kBig5);
  EXPECT_EQ(prescan("<p><meta name=x charset=\" big5\n\">"), Encoding::kBig5);
}

TEST(Prescan, ReadsContentOfThePragmaOnly) {
  EXPECT_EQ(prescan("<meta http-equiv=Content-Type content='text/html; charset=big5'>"),
            Encoding::kBig5);
  EXPECT_EQ(prescan("<meta content='charset=big5' http-equiv=CONTENT-TYPE>"), Encoding::kBig5);
  EXPECT_EQ(prescan("<meta content='charset=big5'>"), std::nullopt);
  EXPECT_EQ(prescan("<meta http-equiv=refresh content='charset=big5'>"), std::nullopt);
}

TEST(Prescan, FindsTheLabelInContent) {
  const auto of_content = [](const std::string& content) {
    return prescan("<meta http-equiv=content-type content=\"" + content + "\">");
  };
  EXPECT_EQ(of_content("charset = big5;x"), Encoding::kBig5);
  EXPECT_EQ(of_content("charset='big5'"), Encoding::kBig5);
  EXPECT_EQ(of_content("charset charset=big5"), Encoding::kBig5);
  EXPECT_EQ(of_content("xCHARSET=big5 x"), Encoding::kBig5);
  EXPECT_EQ(of_content("charset='big5"), std::nullopt);
  EXPECT_EQ(of_content("charset="), std::nullopt);
  EXPECT_EQ(of_content("charset"), std::nullopt);
  EXPECT_EQ(of_content(""), std::nullopt);
}

TEST(Prescan, CharsetBarsContentEvenWhenUnknown) {
  const std::string pragma = "http-equiv=content-type content='charset=big5'";
  EXPECT_EQ(prescan("<meta " + pragma + " charset=utf-8>"), Encoding::kUtf8);
  EXPECT_EQ(prescan("<meta charset=bogus " + pragma + ">"), std::nullopt);
  EXPECT_EQ(prescan("<meta " + pragma + " charset=bogus><meta charset=gbk>"), Encoding::kGbk);
}

TEST(Prescan, TakesTheFirstOfEqualAttributes) {
  EXPECT_EQ(prescan("<meta charset=big5 charset=gbk>"), Encoding::kBig5);
  EXPECT_EQ(prescan("<meta charset=bogus charset=gbk>"), std::nullopt);
}

TEST(Prescan, NeverBelievesUtf16OrXUserDefined) {
  EXPECT_EQ(prescan("<meta charset=utf-16be>"), Encoding::kUtf8);
  EXPECT_EQ(prescan("<meta charset=x-user-defined>"), Encoding::kWindows1252);
}

TEST(Prescan, PassesOverComments) {
  EXPECT_EQ(prescan("<!-- <meta charset=big5> --><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("<!--><meta charset=big5>"), Encoding::kBig5);
  EXPECT_EQ(prescan("<!-- > <meta charset=big5>"), std::nullopt);
}

TEST(Prescan, PassesOverQuotedValuesOfOtherTags) {
  EXPECT_EQ(prescan("<p title='<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("</p title='<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("<p/title='<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  // A '/' does not end a tag's name, so this quote is part of it and '>' ends the tag.
  EXPECT_EQ(prescan("<p/title='><meta charset=gbk>'>"), Encoding::kGbk);
}

TEST(Prescan, PassesOverDeclarationsAndBogusTags) {
  EXPECT_EQ(prescan("<!x '<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("<?x '<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("</ '<meta charset=big5>'><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("< p <3 <<meta charset=gbk>"), Encoding::kGbk);
}

TEST(Prescan, FindsNothingInATagThatIsCut) {
  const std::string tag = "<meta charset='big5' >";
  for (std::size_t length = 0; length < tag.size(); ++length) {
    EXPECT_EQ(prescan(tag.substr(0, length)), std::nullopt) << length;
  }
}

TEST(Prescan, ReadsAnXmlDeclarationWhereNoMetaIs) {
  EXPECT_EQ(prescan("<?xml version='1.0' encoding='big5'?>"), Encoding::kBig5);
  EXPECT_EQ(prescan("<?xml encoding = \"utf-16\" ?>"), Encoding::kUtf8);
  EXPECT_EQ(prescan("<?xml encoding='big5'?><meta charset=gbk>"), Encoding::kGbk);
  EXPECT_EQ(prescan("<?xml encoding='big5'?><p title='"), Encoding::kBig5);
  for (const std::string& bytes :
       {" <?xml encoding='big5'?>"s, "<?xml encoding='big5'"s, "<?xml encoding=big5?>"s,
        "<?xml encoding='big 5'?>"s, "<?xml encoding='big5>"s, "<?xml encoding"s,
        "<?xml encoding="s, "<?xml >encoding"s, "<?xml >encoding ="s}) {
    EXPECT_EQ(prescan(bytes), std::nullopt) << bytes;
  }
}

TEST(Prescan, KnowsAnXmlDeclarationInUtf16) {
  EXPECT_EQ(prescan("<\0?\0x\0"s), Encoding::kUtf16Le);
  EXPECT_EQ(prescan("\0<\0?\0x"s), Encoding::kUtf16Be);
  EXPECT_EQ(prescan("<\0?\0"s), std::nullopt);
}

TEST(CharsetOfMeta, ReadsWhatTheTagSays) {
  EXPECT_EQ(charset_of_meta("<meta charset=\"big5\">"), Encoding::kBig5);
  EXPECT_EQ(charset_of_meta("<META HTTP-EQUIV=content-type CONTENT=\"x; charset=big5\" />"),
            Encoding::kBig5);
  EXPECT_EQ(charset_of_meta("<meta charset=utf-16>"), Encoding::kUtf8);
  EXPECT_EQ(charset_of_meta("<meta charset=x-user-defined>"), Encoding::kWindows1252);
}

TEST(CharsetOfMeta, LetsContentSpeakWhereCharsetIsUnknown) {
  EXPECT_EQ(charset_of_meta("<meta charset=bogus http-equiv=content-type content=charset=big5>"),
            Encoding::kBig5);
}

TEST(CharsetOfMeta, ReadsNumericCharacterReferences) {
  EXPECT_EQ(charset_of_meta("<meta charset='&#119;indows-125&#x31'>"), Encoding::kWindows1251);
  EXPECT_EQ(charset_of_meta("<meta charset='big5&#8203;'>"), std::nullopt);
  EXPECT_EQ(charset_of_meta("<meta charset='big5&#99999999999999999999;'>"), std::nullopt);
  EXPECT_EQ(charset_of_meta("<meta charset='&#'>"), std::nullopt);
  EXPECT_EQ(charset_of_meta("<meta charset='&#x'>"), std::nullopt);
}

TEST(CharsetOfMeta, HasNoAnswerForOtherBytes) {
  for (const std::string& tag : {""s, "<"s, "<meta"s, "<meta>"s, "<meta >"s, "<meta charset=big5"s,
                                 "<metal charset=big5>"s, "<meta name=x>"s}) {
    EXPECT_EQ(charset_of_meta(tag), std::nullopt) << tag;
  }
}

TEST(Prescan, ReadsNothingBeyondItsBytes) {
  const std::vector<std::string> pieces = {
      "<",        "!--",     "-->",  "meta",     " ",
      "/",        "charset", "=",    "'",        "\"",
      "big5",     ">",       "?xml", "encoding", "http-equiv=content-type",
      "content=", ";",       "&#",   "x",        "p",
      "\0"s};
  Random random(17);
  for (int round = 0; round < 5000; ++round) {
    std::string drawn;
    for (std::uint32_t i = random.below(12); i > 0; --i) {
      drawn += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    }
    // A vector of the exact size, so that a sanitizer sees a read behind its end.
    const std::vector<char> bytes(drawn.begin(), drawn.end());
    const std::string_view view(bytes.data(), bytes.size());
    const auto found = prescan(view);
    EXPECT_TRUE(!found || drawn.find("big5") != drawn.npos) << drawn;
    charset_of_meta(view);
  }
}

}  // namespace
}  // namespace pagekin::html
