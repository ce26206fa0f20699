// The encoding that <meta> or an XML declaration names.
//
// The prescan walks over comments and tags without a tokenizer: it sees a <meta> inside <script>
// or <title> too. The HTML standard demands this, and every implementation that follows it agrees
// on the result. The standard leaves open where to stop: here, as in browsers, a tag counts if it
// begins before the limit, even if it ends after it.
//
// Source: HTML standard (whatwg.org), 13.2.3.2 "Determining the character encoding": prescan a
// byte stream, get an attribute, get an XML encoding; 2.5.4 "Extracting character encodings from
// meta elements"; 13.2.6.4.4 "in head" for what a <meta> does that the parser meets.
// Cost: linear in the bytes; allocates only for character references.
#include "pagekin/html/prescan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "pagekin/core/text.h"

namespace pagekin::html {
namespace {

using enum Encoding;

constexpr std::size_t kNone = std::string_view::npos;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

// The first place from `at` on where `wanted` holds; the end when there is none.
template <class Wanted>
std::size_t find_where(std::string_view bytes, std::size_t at, Wanted wanted) {
  while (at < bytes.size() && !wanted(bytes[at])) ++at;
  return at;
}
std::size_t skip_space(std::string_view bytes, std::size_t at) {
  return find_where(bytes, at, [](char c) { return !is_space(c); });
}

// `word` is in lower case.
bool is_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, to_lower);
}

// A tag that was read byte by byte cannot be in UTF-16, even if it says so.
Encoding as_declared_in_ascii(Encoding encoding) {
  if (encoding == kUtf16Be || encoding == kUtf16Le) return kUtf8;
  return encoding == kXUserDefined ? kWindows1252 : encoding;
}

// The label after "charset" and "=" in a content attribute.
std::optional<Encoding> encoding_of_content(std::string_view content) {
  constexpr std::string_view word = "charset";
  for (std::size_t at = 0; at + word.size() <= content.size(); ++at) {
    if (!is_word(content.substr(at, word.size()), word)) continue;
    const std::size_t sign = skip_space(content, at + word.size());
    if (sign == content.size()) return std::nullopt;
    if (content[sign] != '=') continue;
    const std::size_t begin = skip_space(content, sign + 1);
    if (begin == content.size()) return std::nullopt;

    const char quote = content[begin];
    if (quote == '"' || quote == '\'') {
      const std::size_t end = content.find(quote, begin + 1);
      if (end == kNone) return std::nullopt;
      return encoding_for_label(content.substr(begin + 1, end - begin - 1));
    }
    const std::size_t end =
        find_where(content, begin, [](char c) { return is_space(c) || c == ';'; });
    return encoding_for_label(content.substr(begin, end - begin));
  }
  return std::nullopt;
}

struct MetaAttribute {
  std::string_view name;
  std::string_view value;
};

// Reads the attributes of one tag, from after its name up to its '>'.
class AttributeReader {
 public:
  AttributeReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  // The next attribute. None at '>', and none when the bytes ran out.
  std::optional<MetaAttribute> next() {
    at_ = find_where(bytes_, at_, [](char c) { return !is_space(c) && c != '/'; });
    if (ran_out() || bytes_[at_] == '>') return std::nullopt;

    // A '=' in front belongs to the name.
    const std::size_t name_begin = at_;
    at_ = find_where(bytes_, at_ + 1,
                     [](char c) { return is_space(c) || c == '/' || c == '>' || c == '='; });
    MetaAttribute attribute{.name = bytes_.substr(name_begin, at_ - name_begin), .value = {}};
    at_ = skip_space(bytes_, at_);
    if (ran_out() || bytes_[at_] != '=') return attribute;
    at_ = skip_space(bytes_, at_ + 1);
    if (ran_out() || bytes_[at_] == '>') return attribute;

    const char quote = bytes_[at_];
    const bool quoted = quote == '"' || quote == '\'';
    if (quoted) ++at_;
    const std::size_t value_begin = at_;
    at_ = quoted ? find_where(bytes_, at_, [quote](char c) { return c == quote; })
                 : find_where(bytes_, at_, [](char c) { return is_space(c) || c == '>'; });
    attribute.value = bytes_.substr(value_begin, at_ - value_begin);
    if (quoted && !ran_out()) ++at_;
    return attribute;
  }

  bool ran_out() const { return at_ == bytes_.size(); }
  std::size_t position() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

// The three attributes that matter, each by its first occurrence.
struct MetaAttributes {
  std::optional<std::string_view> charset, http_equiv, content;

  void add(const MetaAttribute& attribute) {
    if (is_word(attribute.name, "charset") && !charset) {
      charset = attribute.value;
    } else if (is_word(attribute.name, "http-equiv") && !http_equiv) {
      http_equiv = attribute.value;
    } else if (is_word(attribute.name, "content") && !content) {
      content = attribute.value;
    }
  }
};

// The prescan's rule: if there is a charset, known or not, the content attribute is ignored.
std::optional<Encoding> prescanned(const MetaAttributes& meta) {
  std::optional<Encoding> encoding;
  if (meta.charset) {
    encoding = encoding_for_label(*meta.charset);
  } else if (meta.content && meta.http_equiv && is_word(*meta.http_equiv, "content-type")) {
    encoding = encoding_of_content(*meta.content);
  }
  if (encoding) encoding = as_declared_in_ascii(*encoding);
  return encoding;
}

// <?xml ... encoding="..."
std::optional<Encoding> encoding_of_xml_declaration(std::string_view bytes) {
  constexpr std::string_view word = "encoding";
  if (!bytes.starts_with("<?xml") || bytes.find('>') == kNone) return std::nullopt;
  std::size_t at = bytes.find(word);
  if (at == kNone) return std::nullopt;
  const auto skip_controls = [&] {
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) <= 0x20) ++at;
  };
  at += word.size();
  skip_controls();
  if (at == bytes.size() || bytes[at] != '=') return std::nullopt;
  ++at;
  skip_controls();
  if (at == bytes.size() || (bytes[at] != '"' && bytes[at] != '\'')) return std::nullopt;
  const std::size_t end = bytes.find(bytes[at], at + 1);
  if (end == kNone) return std::nullopt;
  const std::string_view label = bytes.substr(at + 1, end - at - 1);
  if (std::ranges::any_of(label, [](char c) { return static_cast<unsigned char>(c) <= 0x20; })) {
    return std::nullopt;
  }
  const auto encoding = encoding_for_label(label);
  return encoding == kUtf16Be || encoding == kUtf16Le ? kUtf8 : encoding;
}

bool starts_with_meta(std::string_view bytes) {
  return bytes.size() > 5 && is_word(bytes.substr(0, 5), "<meta") &&
         (is_space(bytes[5]) || bytes[5] == '/');
}

bool starts_with_tag(std::string_view bytes) {
  const std::size_t letter = bytes.starts_with("</") ? 2 : 1;
  return bytes.size() > letter && is_letter(bytes[letter]);
}

// Numeric character references replaced by what they stand for; those beyond
// ASCII by a byte that no label has.
std::string without_references(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (!text.starts_with("&#")) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    const bool hex = text.size() > 2 && to_lower(text[2]) == 'x';
    std::size_t at = hex ? 3 : 2;
    const std::size_t first_digit = at;
    std::uint32_t value = 0;
    for (; at < text.size(); ++at) {
      const char c = to_lower(text[at]);
      const bool digit = '0' <= c && c <= '9';
      if (!digit && !(hex && 'a' <= c && c <= 'f')) break;
      const auto digit_value = static_cast<std::uint32_t>(digit ? c - '0' : c - 'a' + 10);
      value = std::min<std::uint32_t>(value * (hex ? 16 : 10) + digit_value, 0x110000);
    }
    if (at == first_digit) {
      out += "&#";
      text.remove_prefix(2);
      continue;
    }
    if (at < text.size() && text[at] == ';') ++at;
    out += value < 0x80 ? static_cast<char>(value) : '?';
    text.remove_prefix(at);
  }
  return out;
}

}  // namespace

std::optional<Encoding> prescan(std::string_view bytes, std::size_t limit) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("<\0?\0x\0"sv)) return kUtf16Le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return kUtf16Be;

  // In the body `at` moves to where the next '<' may be, or to kNone when the bytes ran out.
  for (std::size_t at = bytes.find('<'); at < limit; at = bytes.find('<', at)) {
    const std::string_view rest = bytes.substr(at);
    const bool meta = starts_with_meta(rest);
    if (rest.starts_with("<!--")) {
      at = bytes.find("-->", at + 2);  // <!--> is a whole comment
    } else if (meta || starts_with_tag(rest)) {
      // In other tags than <meta> a '/' does not end the name.
      const std::size_t name_end =
          meta ? at + 5 : find_where(bytes, at, [](char c) { return is_space(c) || c == '>'; });
      AttributeReader reader(bytes, name_end);
      MetaAttributes attributes;
      while (const auto attribute = reader.next()) {
        if (meta) attributes.add(*attribute);
      }
      if (reader.ran_out()) break;
      if (const auto encoding = prescanned(attributes)) return encoding;
      at = reader.position();
    } else if (rest.starts_with("<!") || rest.starts_with("</") || rest.starts_with("<?")) {
      at = bytes.find('>', at);
    } else {
      ++at;
    }
  }
  return encoding_of_xml_declaration(bytes.substr(0, limit));
}

std::optional<Encoding> charset_of_meta(std::string_view tag) {
  if (!starts_with_meta(tag)) return std::nullopt;
  AttributeReader reader(tag, 5);
  MetaAttributes attributes;
  while (const auto attribute = reader.next()) attributes.add(*attribute);
  if (reader.ran_out()) return std::nullopt;

  // Unlike in the prescan, the content attribute counts if the charset is unknown.
  std::optional<Encoding> encoding;
  if (attributes.charset) encoding = encoding_for_label(without_references(*attributes.charset));
  if (!encoding && attributes.content && attributes.http_equiv &&
      is_word(without_references(*attributes.http_equiv), "content-type")) {
    encoding = encoding_of_content(without_references(*attributes.content));
  }
  if (encoding) encoding = as_declared_in_ascii(*encoding);
  return encoding;
}

}  // namespace pagekin::html
