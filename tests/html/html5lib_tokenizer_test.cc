// Every case of the html5lib tokenizer suite, in every initial state it names,
// compared on the tags: kind, name, self-closing flag, attributes. The scanner
// leaves names and values as the page spells them, so the test does what the
// standard's tokenizer would have done with them: lower-case names, U+FFFD for
// NUL, one kind of line end, character references decoded. Of the 436 attribute
// values that are compared, 4 hold a reference that means something else than
// what is written.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/html/scanner.h"

#include "support/shared.h"

namespace pagekin::html {
namespace {

using nlohmann::json;
using Entities = std::map<std::string, std::string, std::less<>>;  // "amp;" -> "&"

// Surrogates are encoded like any other number below 0x10000.
void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// "doubleEscaped" cases spell characters as \uXXXX once more, lone surrogates among them.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\\u" && i + 6 <= text.size()) {
      append_utf8(out, static_cast<std::uint32_t>(
                           std::stoul(std::string(text.substr(i + 2, 4)), nullptr, 16)));
      i += 5;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t i = 0; (i = text.find(from, i)) != std::string::npos; i += to.size()) {
    text.replace(i, from.size(), to);
  }
  return text;
}

// Line ends and NUL, as the standard's preprocessing and tokenizer treat them.
std::string cleaned(std::string text) {
  text = replace_all(std::move(text), "\r\n", "\n");
  text = replace_all(std::move(text), "\r", "\n");
  return replace_all(std::move(text), std::string_view("\0", 1), "\xEF\xBF\xBD");
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "#65;" or "#x41" at the front of `text`; removes it and returns what it means.
std::string take_numeric(std::string_view& text) {
  const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const std::string_view digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
  std::size_t end = hex ? 2 : 1;
  const std::size_t begin = end;
  std::uint32_t code = 0;
  while (end < text.size() && digits.find(text[end]) != std::string_view::npos) {
    const int digit = std::stoi(std::string(1, text[end++]), nullptr, 16);
    if (code <= 0x10FFFF) code = code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
  }
  if (end == begin) return "&";
  if (end < text.size() && text[end] == ';') ++end;
  text.remove_prefix(end);

  static const std::map<std::uint32_t, std::uint32_t> windows_1252 = {
      {0x80, 0x20AC}, {0x82, 0x201A}, {0x83, 0x0192}, {0x84, 0x201E}, {0x85, 0x2026},
      {0x86, 0x2020}, {0x87, 0x2021}, {0x88, 0x02C6}, {0x89, 0x2030}, {0x8A, 0x0160},
      {0x8B, 0x2039}, {0x8C, 0x0152}, {0x8E, 0x017D}, {0x91, 0x2018}, {0x92, 0x2019},
      {0x93, 0x201C}, {0x94, 0x201D}, {0x95, 0x2022}, {0x96, 0x2013}, {0x97, 0x2014},
      {0x98, 0x02DC}, {0x99, 0x2122}, {0x9A, 0x0161}, {0x9B, 0x203A}, {0x9C, 0x0153},
      {0x9E, 0x017E}, {0x9F, 0x0178}};
  if (const auto found = windows_1252.find(code); found != windows_1252.end()) code = found->second;
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  std::string out;
  append_utf8(out, code);
  return out;
}

// The longest named reference at the front of `text`, by the rule for attributes:
// without ';' it counts only when no '=', letter or digit follows.
std::string take_named(std::string_view& text, const Entities& entities) {
  std::size_t length = 0;
  while (length < text.size() && is_alphanumeric(text[length])) ++length;
  if (length < text.size() && text[length] == ';') ++length;
  for (; length > 0; --length) {
    const auto found = entities.find(text.substr(0, length));
    if (found == entities.end()) continue;
    const char next = length < text.size() ? text[length] : '\0';
    if (!found->first.ends_with(';') && (next == '=' || is_alphanumeric(next))) break;
    text.remove_prefix(length);
    return found->second;
  }
  return "&";
}

std::string decoded(std::string_view text, const Entities& entities) {
  std::string out;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c != '&') {
      out += c;
    } else {
      out += text.starts_with('#') ? take_numeric(text) : take_named(text, entities);
    }
  }
  return out;
}

struct Token {
  bool is_end = false;
  std::string name;
  bool self_closing = false;
  std::map<std::string, std::string> attributes;
  friend bool operator==(const Token&, const Token&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Token& token) {
    out << (token.is_end ? "</" : "<") << token.name;
    for (const auto& [key, value] : token.attributes) out << ' ' << key << "='" << value << '\'';
    return out << (token.self_closing ? "/>" : ">");
  }
};

class TokenizerSuite : public testing::Test {
 protected:
  static std::filesystem::path folder() { return test::shared_dir() / "suites/html5lib/tokenizer"; }

  static json load(const std::filesystem::path& path) {
    const json file = json::parse(test::read_file(path));
    return file.contains("tests") ? file["tests"] : file["xmlViolationTests"];
  }

  // The suite's own list of named references: the input is one, the output is not "&...".
  static Entities load_entities() {
    Entities entities;
    for (const json& test : load(folder() / "namedEntities.test")) {
      const std::string input = test["input"];
      const json& output = test["output"];
      if (output.size() != 1 || output[0][0] != "Character" || output[0][1] == input) continue;
      entities[input.substr(1)] = output[0][1];
    }
    return entities;
  }

  static TextMode text_mode(const std::string& state) {
    if (state == "Data state") return TextMode::kData;
    if (state == "RCDATA state") return TextMode::kRcdata;
    if (state == "RAWTEXT state") return TextMode::kRawtext;
    if (state == "Script data state") return TextMode::kScript;
    if (state == "PLAINTEXT state") return TextMode::kPlaintext;
    if (state == "CDATA section state") return TextMode::kCdata;
    throw std::runtime_error("unknown state " + state);
  }

  static std::vector<Token> expected_tags(const json& test) {
    const bool escaped = test.value("doubleEscaped", false);
    const auto text = [&](const std::string& s) { return escaped ? unescape(s) : s; };
    std::vector<Token> tags;
    for (const json& item : test["output"]) {
      if (item[0] == "EndTag") tags.push_back({.is_end = true, .name = text(item[1])});
      if (item[0] != "StartTag") continue;
      Token& tag = tags.emplace_back(Token{.name = text(item[1])});
      for (const auto& [name, value] : item[2].items()) tag.attributes[text(name)] = text(value);
      tag.self_closing = item.size() > 3 && item[3].get<bool>();
    }
    return tags;
  }

  std::vector<Token> scanned_tags(std::string_view input, const ScanOptions& options) {
    std::vector<Token> tags;
    Scanner scanner(input, options);
    while (const Tag* tag = scanner.next()) {
      Token& token = tags.emplace_back(Token{tag->is_end, name_of(tag->name)});
      if (tag->is_end) continue;  // the suite does not list what end tags carry
      token.self_closing = tag->self_closing;
      for (const auto& [name, value] : scanner.attributes()) {
        const std::string plain = cleaned(std::string(value));
        const std::string meant = decoded(plain, entities_);
        token.attributes.emplace(name_of(name), meant);  // the first one counts
        ++values_;
        decoded_values_ += meant != plain;
      }
    }
    return tags;
  }

  static std::string name_of(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 0x20);
    }
    return cleaned(lower);
  }

  Entities entities_;
  int values_ = 0;
  int decoded_values_ = 0;  // those in which a character reference was decoded
};

TEST_F(TokenizerSuite, EveryCaseGivesTheTagsOfTheStandard) {
  PAGEKIN_NEEDS_SHARED();
  entities_ = load_entities();
  int cases = 0;
  int runs = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder())) {
    if (file.path().extension() != ".test") continue;
    for (const json& test : load(file.path())) {
      ++cases;
      const bool escaped = test.value("doubleEscaped", false);
      std::string input = test["input"];
      if (escaped) input = unescape(input);
      const std::vector<Token> expected = expected_tags(test);
      const std::string last_start_tag = test.value("lastStartTag", "");
      for (const std::string& state :
           test.value("initialStates", std::vector<std::string>{"Data state"})) {
        ++runs;
        ScanOptions options{.attributes = true,
                            .switch_by_name = false,
                            .text_mode = text_mode(state),
                            .last_start_tag = last_start_tag};
        const std::vector<Token> found = scanned_tags(input, options);
        EXPECT_EQ(found, expected) << file.path().filename() << ": " << test["description"] << ", "
                                   << state << ", input " << test["input"];

        // The same tags must come out when attributes are only skipped.
        options.attributes = false;
        Scanner skipping(input, options);
        for (const Token& token : found) {
          const Tag* tag = skipping.next();
          ASSERT_NE(tag, nullptr);
          EXPECT_EQ(name_of(tag->name), token.name);
          EXPECT_EQ(tag->self_closing && !tag->is_end, token.self_closing);
        }
        EXPECT_EQ(skipping.next(), nullptr);
      }
    }
  }
  EXPECT_EQ(cases, 6810);
  RecordProperty("cases", cases);
  RecordProperty("runs", runs);
  RecordProperty("attribute_values", values_);
  RecordProperty("attribute_values_decoded", decoded_values_);
}

}  // namespace
}  // namespace pagekin::html
