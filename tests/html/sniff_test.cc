#include "pagekin/html/sniff.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/html/encoding.h"

#include "support/shared.h"

namespace pagekin::html {
namespace {

using namespace std::string_literals;

TEST(Sniff, KnowsHtmlByItsFirstTag) {
  for (const std::string start : {"<!DOCTYPE HTML>",
                                  "<!doctype html ",
                                  "<HTML>",
                                  "<html lang=en>",
                                  "<Head>",
                                  "<SCRIPT ",
                                  "<iframe ",
                                  "<h1>",
                                  "<div ",
                                  "<font ",
                                  "<table>",
                                  "<a href",
                                  "<style>",
                                  "<title>",
                                  "<b>",
                                  "<body ",
                                  "<br>",
                                  "<p>",
                                  "<!-- x",
                                  "<!-->"}) {
    EXPECT_EQ(sniff(start), ContentKind::kHtml) << start;
    EXPECT_EQ(sniff("\r\n\t\f " + start + "\0\0"s), ContentKind::kHtml) << start;
  }
}

TEST(Sniff, WantsATagToEnd) {
  for (const std::string start :
       {"<html", "<htmlx>", "<p\n>", "<pre>", "<!--x", "<h2>", "<span>"}) {
    EXPECT_EQ(sniff(start), ContentKind::kText) << start;
  }
}

TEST(Sniff, KnowsXml) {
  EXPECT_EQ(sniff("<?xml version='1.0'?>"), ContentKind::kXml);
  EXPECT_EQ(sniff("\n<?xml"), ContentKind::kXml);
  EXPECT_EQ(sniff("<?XML"), ContentKind::kText);
}

TEST(Sniff, KnowsTextByItsByteOrderMark) {
  EXPECT_EQ(sniff("\xFF\xFE<\0h\0"s), ContentKind::kText);
  EXPECT_EQ(sniff("\xFE\xFF\0<\0h"s), ContentKind::kText);
  EXPECT_EQ(sniff("\xEF\xBB\xBF\x01"s), ContentKind::kText);
  EXPECT_EQ(sniff("\xFE\xFF\0"s), ContentKind::kBinary);
}

TEST(Sniff, CallsTextWhatHasNoBinaryByte) {
  EXPECT_EQ(sniff(""), ContentKind::kText);
  EXPECT_EQ(sniff("plain \x1B[0m text \x7F\x80\xFF\t\n\f\r"), ContentKind::kText);
  for (const char byte : {'\x00', '\x08', '\x0B', '\x0E', '\x1A', '\x1C', '\x1F'}) {
    EXPECT_EQ(sniff("plain"s + byte), ContentKind::kBinary) << static_cast<int>(byte);
  }
}

TEST(Sniff, LooksAt1445Bytes) {
  EXPECT_EQ(sniff(std::string(1445, 'x') + '\0'), ContentKind::kText);
  EXPECT_EQ(sniff(std::string(1444, 'x') + '\0'), ContentKind::kBinary);
}

TEST(Sniff, KnowsTheSignaturesOfOtherFiles) {
  for (const std::string& start : {"%PDF-1.4"s,
                                   "%!PS-Adobe-3.0"s,
                                   "\0\0\1\0"s,
                                   "\0\0\2\0"s,
                                   "BM"s,
                                   "GIF87a"s,
                                   "GIF89a"s,
                                   "RIFF1234WEBPVP8"s,
                                   "\x89PNG\r\n\x1A\n"s,
                                   "\xFF\xD8\xFF\xE0"s,
                                   "FORM1234AIFF"s,
                                   "ID3\x03"s,
                                   "OggS\0"s,
                                   "MThd\0\0\0\6"s,
                                   "RIFF1234AVI "s,
                                   "RIFF1234WAVE"s,
                                   "\0\0\0\x14"
                                   "ftypmp42"s,
                                   "\x1A\x45\xDF\xA3\x42\x82\x84webm"s,
                                   "\xFF\xFB\x90\0"s,
                                   "\0\1\0\0"s,
                                   "wOFF\0\1\0\0"s,
                                   "\x1F\x8B\x08"s,
                                   "PK\3\4"s,
                                   "Rar!\x1A\7\0"s}) {
    EXPECT_EQ(sniff(start), ContentKind::kBinary) << start;
  }
  EXPECT_EQ(sniff("RIFF1234XXXX"), ContentKind::kText);
}

TEST(Sniff, AgreesWithTheFilesOfWebPlatformTests) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites" / "encoding" / "wpt-mimesniff" / "sniffing";
  const auto of = [&](const char* file) { return sniff(test::read_file(folder / file)); };
  EXPECT_EQ(of("resources/html-content.html"), ContentKind::kHtml);
  EXPECT_EQ(of("resources/png-image.png"), ContentKind::kBinary);
  EXPECT_EQ(of("resources/binary-data.bin"), ContentKind::kBinary);
  EXPECT_EQ(of("resources/test-file.zip"), ContentKind::kBinary);
  EXPECT_EQ(of("support/atom.html"), ContentKind::kText);
  EXPECT_EQ(of("support/rss.html"), ContentKind::kText);
  EXPECT_EQ(of("support/html-comment"), ContentKind::kText);  // "<!--" wants a ' ' or '>' behind
}

// A string of the suite as header bytes; none when a character has no byte.
std::optional<std::string> header_bytes(const std::string& utf8) {
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if (byte < 0x80) {
      bytes += utf8[i];
    } else if (byte == 0xC2 || byte == 0xC3) {
      bytes += static_cast<char>((byte & 3) << 6 | (utf8[++i] & 0x3F));
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

// The charset in the suite's serialised form, which has no space and quotes only where needed.
std::string charset_of(const std::string& serialised) {
  std::string name, value;
  bool in_quotes = false, in_value = false;
  for (std::size_t i = std::min(serialised.find(';'), serialised.size()); i < serialised.size();
       ++i) {
    const char c = serialised[i];
    if (in_quotes && c == '\\') {
      value += serialised[++i];
    } else if (in_value && c == '"') {
      in_quotes = !in_quotes;
    } else if (!in_quotes && c == ';') {
      if (name == "charset") return value;
      name = value = "";
      in_value = false;
    } else if (!in_value && c == '=') {
      in_value = true;
    } else {
      (in_value ? value : name) += c;
    }
  }
  return name == "charset" ? value : "";
}

TEST(ParseMediaType, AgreesWithWebPlatformTests) {
  PAGEKIN_NEEDS_SHARED();
  int checked = 0, without_bytes = 0;
  for (const char* file : {"mime-types.json", "generated-mime-types.json"}) {
    const auto cases =
        nlohmann::json::parse(test::read_file(test::shared_dir() / "suites" / "encoding" /
                                              "wpt-mimesniff" / "mime-types" / "resources" / file));
    for (const auto& item : cases) {
      if (!item.is_object()) continue;
      const auto input = header_bytes(item["input"]);
      if (!input) {
        ++without_bytes;
        continue;
      }
      ++checked;
      const auto media_type = parse_media_type(*input);
      ASSERT_EQ(media_type.has_value(), !item["output"].is_null()) << *input;
      if (!media_type) continue;
      const std::string output = header_bytes(item["output"]).value();
      EXPECT_EQ(media_type->essence, output.substr(0, output.find(';'))) << *input;
      EXPECT_EQ(media_type->charset, charset_of(output)) << *input;
      if (item.contains("encoding")) {
        const auto encoding = encoding_for_label(media_type->charset);
        EXPECT_EQ(encoding ? nlohmann::json(std::string(name(*encoding))) : nlohmann::json(),
                  item["encoding"])
            << *input;
      }
    }
  }
  EXPECT_EQ(checked + without_bytes, 955);
  EXPECT_LT(without_bytes, 20);
}

TEST(ParseMediaType, ReadsTypeAndCharset) {
  const auto plain = parse_media_type(" Text/HTML ; charset=UTF-8 ");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->essence, "text/html");
  EXPECT_EQ(plain->charset, "UTF-8");
  EXPECT_EQ(parse_media_type("text/html;x=\"a;charset=b\";CHARSET=\"ut\\f-8\"x")->charset, "utf-8");
  EXPECT_EQ(parse_media_type("text/html;charset=\"utf-8")->charset, "utf-8");
  EXPECT_EQ(parse_media_type("text/html;charset=\"utf-8\\")->charset, "utf-8\\");
  EXPECT_EQ(parse_media_type("text/html;charset")->charset, "");
  EXPECT_EQ(parse_media_type("text/html;;;=;charset=")->charset, "");
}

TEST(ParseMediaType, RefusesWhatIsNone) {
  for (const char* value :
       {"", " ", "/", "text", "text/", "/html", "text/html,x/y", "te xt/html"}) {
    EXPECT_FALSE(parse_media_type(value)) << value;
  }
}

TEST(IsHtmlMediaType, HoldsForHtmlAndXhtml) {
  EXPECT_TRUE(is_html_media_type("text/html"));
  EXPECT_TRUE(is_html_media_type("application/xhtml+xml"));
  EXPECT_TRUE(is_html_media_type("application/vnd.wap.xhtml+xml"));
  EXPECT_FALSE(is_html_media_type("text/plain"));
  EXPECT_FALSE(is_html_media_type("application/xml"));
}

}  // namespace
}  // namespace pagekin::html
