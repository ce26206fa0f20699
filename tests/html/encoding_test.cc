// Labels, the choice of an encoding, and the suites that test the choice as a whole.
#include "pagekin/html/encoding.h"

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/shared.h"

namespace pagekin::html {
namespace {

using namespace std::string_literals;

Encoding chosen(std::string_view bytes, std::string_view label = "") {
  return choose_encoding(bytes, label).encoding;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// A tag as a reader of the head meets it, enough for the pages of the suites.
struct HeadTag {
  std::string name;  // in lower case, "/head" for an end tag
  std::string_view bytes;
};

// The tags from the start of the page to the end of its head: comments and the
// contents of <script>, <style>, <title> and <template> are passed over.
std::vector<HeadTag> head_tags(std::string_view page) {
  static const std::set<std::string> kHeadTags = {
      "html", "head", "meta", "link", "base", "script", "style", "title", "noscript", "template"};
  std::vector<HeadTag> tags;
  for (std::size_t at = page.find('<'); at != page.npos; at = page.find('<', at)) {
    if (page.substr(at).starts_with("<!--")) {
      at = page.find("-->", at);
      continue;
    }
    const std::size_t end = page.find('>', at);
    if (end == page.npos) break;
    const std::string_view tag = page.substr(at, end + 1 - at);
    const std::string name =
        lower_case(std::string(tag.substr(1, tag.find_first_of("\n >", 1) - 1)));
    at = end;
    if (name.starts_with('!') || name == "/noscript") continue;
    if (!kHeadTags.contains(name)) break;
    tags.push_back({name, tag});
    if (name == "script" || name == "style" || name == "title" || name == "template") {
      at = page.find("</" + name + ">", at);
      if (at != page.npos) ++at;
    }
  }
  return tags;
}

// What a reader of pages does with this header's functions.
Encoding encoding_of_page(std::string_view page, std::string_view label = "") {
  const EncodingChoice choice = choose_encoding(page, label);
  if (choice.certain) return choice.encoding;
  for (const HeadTag& tag : head_tags(page)) {
    if (tag.name != "meta") continue;
    if (const auto later = charset_of_meta(tag.bytes)) return *later;
  }
  return choice.encoding;
}

TEST(EncodingForLabel, KnowsEveryLabelOfTheStandard) {
  constexpr std::string_view kLabels[] = {
#define LABEL(label, encoding) label,
#include "pagekin/html/encoding_labels.inc"
#undef LABEL
  };
  EXPECT_EQ(std::size(kLabels), 228U);
  // FNV-1a of "label name" lines. The expected value was computed from the standard's
  // own list, ordered by label.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string_view label : kLabels) {
    const auto encoding = encoding_for_label(label);
    ASSERT_TRUE(encoding) << label;
    for (const char c : std::string(label) + ' ' + std::string(name(*encoding)) + '\n') {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
  }
  EXPECT_EQ(hash, 0xc3e27a0a3c8d30daU);
}

TEST(EncodingForLabel, ReadsOldLabelsAsBrowsersDo) {
  EXPECT_EQ(encoding_for_label("iso-8859-1"), Encoding::kWindows1252);
  EXPECT_EQ(encoding_for_label("ascii"), Encoding::kWindows1252);
  EXPECT_EQ(encoding_for_label("iso-8859-9"), Encoding::kWindows1254);
  EXPECT_EQ(encoding_for_label("gb2312"), Encoding::kGbk);
  EXPECT_EQ(encoding_for_label("ks_c_5601-1987"), Encoding::kEucKr);
  EXPECT_EQ(encoding_for_label("utf-16"), Encoding::kUtf16Le);
  EXPECT_EQ(encoding_for_label("iso-2022-kr"), Encoding::kReplacement);
}

TEST(EncodingForLabel, KnowsEachEncodingByItsName) {
  for (int number = 0; number <= static_cast<int>(Encoding::kXUserDefined); ++number) {
    const auto encoding = static_cast<Encoding>(number);
    EXPECT_EQ(encoding_for_label(name(encoding)), encoding) << name(encoding);
  }
}

TEST(EncodingForLabel, PassesOverCaseAndWhiteSpaceAround) {
  EXPECT_EQ(encoding_for_label("\t\n\f\r UTF-8 "), Encoding::kUtf8);
  EXPECT_EQ(encoding_for_label("Shift_JIS"), Encoding::kShiftJis);
}

TEST(EncodingForLabel, RefusesWhatIsNoLabel) {
  for (const std::string& label : {""s, " "s, "utf 8"s, "utf-7"s, "utf-32"s, "utf-8\v"s, "utf-8\0"s,
                                   "\xC2\xA0utf-8"s, "bogus"s, std::string(5000, 'x')}) {
    EXPECT_EQ(encoding_for_label(label), std::nullopt) << label;
  }
}

TEST(ChooseEncoding, ByteOrderMarkGoesBeforeAll) {
  const EncodingChoice choice = choose_encoding("\xEF\xBB\xBF<meta charset=big5>", "windows-1251");
  EXPECT_EQ(choice.encoding, Encoding::kUtf8);
  EXPECT_TRUE(choice.certain);
  EXPECT_EQ(chosen("\xFE\xFF"), Encoding::kUtf16Be);
  EXPECT_EQ(chosen("\xFF\xFE"), Encoding::kUtf16Le);
}

TEST(ChooseEncoding, OutsideLabelGoesBeforeMeta) {
  const EncodingChoice choice = choose_encoding("<meta charset=big5>", "windows-1251");
  EXPECT_EQ(choice.encoding, Encoding::kWindows1251);
  EXPECT_TRUE(choice.certain);
}

TEST(ChooseEncoding, UnknownOutsideLabelCountsAsNone) {
  const EncodingChoice choice = choose_encoding("<meta charset=big5>", "no-such");
  EXPECT_EQ(choice.encoding, Encoding::kBig5);
  EXPECT_FALSE(choice.certain);
}

TEST(ChooseEncoding, FallsBackToWindows1252) {
  const EncodingChoice choice = choose_encoding("", "");
  EXPECT_EQ(choice.encoding, Encoding::kWindows1252);
  EXPECT_FALSE(choice.certain);
}

TEST(ChooseEncoding, LooksForMetaThatBeginsInTheFirst1024Bytes) {
  const std::string meta = "<meta charset=big5>";
  EXPECT_EQ(chosen(std::string(1023, ' ') + meta), Encoding::kBig5);
  EXPECT_EQ(chosen(std::string(1024, ' ') + meta), Encoding::kWindows1252);
}

TEST(ScansInPlace, HoldsForEncodingsWhoseAsciiBytesMeanThemselves) {
  EXPECT_TRUE(scans_in_place(Encoding::kUtf8));
  EXPECT_TRUE(scans_in_place(Encoding::kShiftJis));
  EXPECT_TRUE(scans_in_place(Encoding::kGb18030));
  EXPECT_FALSE(scans_in_place(Encoding::kUtf16Be));
  EXPECT_FALSE(scans_in_place(Encoding::kUtf16Le));
  EXPECT_FALSE(scans_in_place(Encoding::kIso2022Jp));
  EXPECT_FALSE(scans_in_place(Encoding::kReplacement));
}

TEST(ChooseEncoding, AgreesWithHtml5lib) {
  PAGEKIN_NEEDS_SHARED();
  int cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_dir() / "suites" /
                                                               "html5lib" / "encoding")) {
    if (entry.path().extension() != ".dat") continue;
    const std::string file = test::read_file(entry.path());
    for (std::size_t at = file.find("#data\n"); at != file.npos; at = file.find("#data\n", at)) {
      at += 6;
      const std::size_t end = file.find("\n#encoding\n", at);
      const std::string page = file.substr(at, end - at);
      at = end + 11;
      const std::string expected = file.substr(at, file.find('\n', at) - at);
      EXPECT_EQ(lower_case(std::string(name(encoding_of_page(page)))), lower_case(expected))
          << page;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 82);
}

TEST(ChooseEncoding, AgreesWithTheCharsetPagesOfWebPlatformTests) {
  PAGEKIN_NEEDS_SHARED();
  // The README of the suite says that it holds what browsers do, not the standard.
  const std::map<std::string, std::string> kNotApplicable = {
      {"in-script.html", "the standard's prescan, and html5lib, see a <meta> in <script>"},
      {"in-style.html", "the same in <style>"},
      {"in-title.html", "the same in <title>"},
      {"in-noscript-after-template-after-1kb.html", "expects scripting, where <noscript> is text"},
      {"inheritance-bogus-meta.html", "frames and scripts"},
      {"inheritance-bogus-meta-utf-8.html", "frames and scripts"},
      {"with-inheritance.html", "frames and scripts"},
      {"without-inheritance.html", "frames and scripts"},
      {"xhr.html", "scripts"},
      {"after-bogus-after-1kb.html", "we follow a late <meta> of the body (decision 31)"},
      {"after-head-after-1kb.html", "the same"},
      {"after-head-after-1kb-crlf.html", "the same"},
      {"in-template-after-1kb.html", "the same"},
  };
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_dir() / "suites" /
                                                               "encoding" / "wpt-html-charset")) {
    const std::string file = entry.path().filename().string();
    if (entry.path().extension() != ".html" || kNotApplicable.contains(file)) continue;
    const std::string page = test::read_file(entry.path());
    const Encoding encoding = encoding_of_page(page);
    if (page.find("rel=\"match\"") != page.npos) {
      EXPECT_EQ(encoding, Encoding::kWindows1251) << file;
    } else if (page.find("rel=\"mismatch\"") != page.npos) {
      EXPECT_NE(encoding, Encoding::kWindows1251) << file;
    } else if (page.find("assert_equals(document.characterSet, \"ISO-8859-5\")") != page.npos) {
      EXPECT_EQ(encoding, Encoding::kIso8859Part5) << file;
    } else {
      EXPECT_NE(page.find("assert_not_equals(document.characterSet"), page.npos) << file;
      EXPECT_EQ(encoding, Encoding::kWindows1252) << file;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 22);
}

TEST(ChooseEncoding, TakesUtf8ThatNothingDeclares) {
  const std::string pina =
      "<p>Pi\xc3\xb1"
      "a";
  EXPECT_EQ(choose_encoding(pina, "").encoding, Encoding::kUtf8);
  EXPECT_FALSE(choose_encoding(pina, "").certain);
  EXPECT_EQ(choose_encoding("<p>plain", "").encoding, Encoding::kWindows1252);
  EXPECT_EQ(choose_encoding("<p>Pi\xf1"
                            "a",
                            "")
                .encoding,
            Encoding::kWindows1252);
  EXPECT_EQ(choose_encoding(pina + "\xf1 x", "").encoding, Encoding::kWindows1252);
  // A page may be cut inside a character.
  EXPECT_EQ(choose_encoding(pina + "\xe2\x82", "").encoding, Encoding::kUtf8);
  EXPECT_EQ(choose_encoding("<p>\xe2\x82", "").encoding, Encoding::kWindows1252);
  // What is declared counts.
  EXPECT_EQ(choose_encoding(pina, "iso-8859-1").encoding, Encoding::kWindows1252);
  EXPECT_EQ(choose_encoding("<meta charset=koi8-r>" + pina, "").encoding, Encoding::kKoi8R);
}

TEST(ChooseEncoding, FollowsALateMeta) {
  const std::string late = "<html><body>" + std::string(2'000, ' ') + "<p>x<meta charset=koi8-r>";
  EXPECT_EQ(choose_encoding(late + "\xc1\xc2", "").encoding, Encoding::kKoi8R);
  EXPECT_EQ(choose_encoding(late + "\xd0\xb1", "").encoding, Encoding::kUtf8);
  EXPECT_EQ(choose_encoding(late + "\xc1\xc2", "windows-1251").encoding, Encoding::kWindows1251);
}

TEST(ChooseEncoding, KnowsNoUtf32) {
  PAGEKIN_NEEDS_SHARED();
  const auto suite = test::shared_dir() / "suites" / "encoding";
  const auto of_resource = [&](const std::string& page) {
    return encoding_of_page(test::read_file(suite / "wpt-encoding-resources" / page));
  };
  EXPECT_EQ(of_resource("utf-32-big-endian-bom.html"), Encoding::kWindows1252);
  EXPECT_EQ(of_resource("utf-32-big-endian-nobom.html"), Encoding::kWindows1252);
  EXPECT_EQ(of_resource("utf-32-little-endian-nobom.html"), Encoding::kWindows1252);
  EXPECT_EQ(of_resource("utf-32-little-endian-bom.html"), Encoding::kUtf16Le);
  // Browsers do not take this page for UTF-8; we do.
  EXPECT_EQ(encoding_of_page(test::read_file(suite / "wpt-encoding" / "sniffing.html")),
            Encoding::kUtf8);
}

}  // namespace
}  // namespace pagekin::html
