// The URL Standard's own tests.
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/url/url.h"

#include "support/shared.h"

namespace pagekin::url {
namespace {

using nlohmann::json;

// The first code unit of an escape sequence at `at`; 0 where none begins.
unsigned escape_at(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, "\\u") != 0) return 0;
  return static_cast<unsigned>(std::stoul(text.substr(at + 2, 4), nullptr, 16));
}

// Lone surrogates, which no UTF-8 can hold, become the replacement character.
std::string without_lone_surrogates(std::string text) {
  const auto is_high = [](unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; };
  const auto is_low = [](unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; };
  for (std::size_t at = text.find('\\'); at != text.npos; at = text.find('\\', at)) {
    const unsigned unit = escape_at(text, at);
    if (is_high(unit) && is_low(escape_at(text, at + 6))) {
      at += 12;
    } else {
      if (is_high(unit) || is_low(unit)) text.replace(at, 6, "\\ufffd");
      at += unit != 0 ? 6 : 2;
    }
  }
  return text;
}

json suite(const std::string& file) {
  const auto path = test::shared_dir() / "suites/wpt-url" / file;
  return json::parse(without_lone_surrogates(test::read_file(path)));
}

std::string with_prefix(char mark, std::string_view text) {
  return text.empty() ? "" : mark + std::string(text);
}

std::optional<Url> parse_case(const json& one) {
  if (!one.contains("base") || one["base"].is_null()) return parse(one["input"].get<std::string>());
  const auto base = parse(one["base"].get<std::string>());
  if (!base) return std::nullopt;
  return parse(one["input"].get<std::string>(), &*base);
}

void check_parts(const Url& url, const json& one) {
  const std::string host(url.host());
  const std::string port(url.port());
  EXPECT_EQ(url.href(), one["href"].get<std::string>());
  EXPECT_EQ(std::string(url.scheme()) + ':', one["protocol"].get<std::string>());
  EXPECT_EQ(url.username(), one["username"].get<std::string>());
  EXPECT_EQ(url.password(), one["password"].get<std::string>());
  EXPECT_EQ(host + with_prefix(':', port), one["host"].get<std::string>());
  EXPECT_EQ(host, one["hostname"].get<std::string>());
  EXPECT_EQ(port, one["port"].get<std::string>());
  EXPECT_EQ(url.path(), one["pathname"].get<std::string>());
  EXPECT_EQ(with_prefix('?', url.query()), one["search"].get<std::string>());
  EXPECT_EQ(with_prefix('#', url.fragment()), one["hash"].get<std::string>());
}

struct Count {
  int all = 0, failing = 0;
};

Count run(const std::string& file) {
  Count count;
  for (const json& one : suite(file)) {
    if (one.is_string()) continue;
    SCOPED_TRACE(one.dump(-1, ' ', true));
    ++count.all;
    const auto url = parse_case(one);
    if (one.value("failure", false)) {
      ++count.failing;
      EXPECT_FALSE(url.has_value()) << url->href();
    } else if (url) {
      check_parts(*url, one);
    } else {
      ADD_FAILURE() << "not parsed";
    }
  }
  return count;
}

TEST(UrlStandard, AllUrls) {
  PAGEKIN_NEEDS_SHARED();
  const Count count = run("urltestdata.json");
  EXPECT_EQ(count.all, 891);
  EXPECT_EQ(count.failing, 267);
}

TEST(UrlStandard, MoreUrls) {
  PAGEKIN_NEEDS_SHARED();
  run("ada-extra/ada_extra_urltestdata.json");
  run("ada-extra/ada_long_urltestdata.json");
}

TEST(UrlStandard, PercentEncodingInQueries) {
  PAGEKIN_NEEDS_SHARED();
  run("urltestdata-javascript-only.json");
  int checked = 0;
  for (const json& one : suite("percent-encoding.json")) {
    if (one.is_string()) continue;
    const auto url = parse("http://h/?" + one["input"].get<std::string>());
    ASSERT_TRUE(url);
    EXPECT_EQ(url->query(), one["output"]["utf-8"].get<std::string>());
    ++checked;
  }
  EXPECT_EQ(checked, 7);
}

std::optional<std::string> host_of(std::string_view domain) {
  const auto url = parse("https://" + std::string(domain) + "/x");
  if (!url) return std::nullopt;
  return std::string(url->host());
}

// 2026-11-15. The suites are for Unicode 17; ICU 72 has Unicode 15.0. What
// became of these characters in domain names changed in between:
struct Changed {
  char32_t first, last;
  const char* how;
};
constexpr Changed kChanged[] = {
    {0x1E9E, 0x1E9E, "15.1: is now sharp s, was ss"},
    {0x323B0, 0x33479, "17: new ideographs, were unassigned"},
    {0x04C0, 0x04C0, "16: mapped to lower case, was not allowed"},
    {0x10A0, 0x10C5, "16: mapped to lower case, was not allowed"},
    {0x2132, 0x2132, "16: mapped to lower case, was not allowed"},
    {0x2183, 0x2183, "16: mapped to lower case, was not allowed"},
    {0x2F868, 0x2F868, "16: mapping corrected, was not allowed"},
    {0x2F874, 0x2F874, "16: mapping corrected, was not allowed"},
    {0x2F91F, 0x2F91F, "16: mapping corrected, was not allowed"},
    {0x2F95F, 0x2F95F, "16: mapping corrected, was not allowed"},
    {0x2F9BF, 0x2F9BF, "16: mapping corrected, was not allowed"},
    {0x115F, 0x1160, "16: ignored, was not allowed"},
    {0x17B4, 0x17B5, "16: ignored, was not allowed"},
    {0x180E, 0x180E, "16: ignored, was not allowed"},
    {0x206A, 0x206F, "16: ignored, was not allowed"},
    {0xFFA0, 0xFFA0, "16: ignored, was not allowed"},
    {0x1D173, 0x1D17A, "16: ignored, was not allowed"},
};

// `text` is valid UTF-8.
bool holds_changed_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    }
    for (const Changed& changed : kChanged) {
      if (c >= changed.first && c <= changed.last) return true;
    }
    i += length;
  }
  return false;
}

TEST(UrlStandard, DomainsToAscii) {
  PAGEKIN_NEEDS_SHARED();
  int checked = 0;
  int excepted = 0;
  for (const char* file : {"toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json"}) {
    for (const json& one : suite(file)) {
      if (one.is_string()) continue;
      const std::string input = one["input"];
      if (input.empty()) continue;  // "https:///x" has the host x
      ++checked;
      const auto host = host_of(input);
      const auto expected =
          one["output"].is_null() ? std::nullopt : std::optional<std::string>(one["output"]);
      if (host == expected) continue;
      ++excepted;
      EXPECT_TRUE(holds_changed_character(input)) << one.dump(-1, ' ', true);
    }
  }
  EXPECT_EQ(checked, 87 + 2670 + 20);
  EXPECT_LE(excepted, 81);
}

}  // namespace
}  // namespace pagekin::url
