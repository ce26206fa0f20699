// Names, labels and the choice of an encoding.
//
// Source: Encoding standard (whatwg.org), 4.2 "Names and labels" and 6.1 "Legacy
// hooks for standards" (BOM sniff); HTML standard, 13.2.3.2 "Determining the
// character encoding".
// Cost: a binary search among 228 labels; a prescan of 1024 bytes; all bytes of a page that
// declares nothing there. Limits: no guessing from the text but of UTF-8 (decision 31), no
// inheritance from an embedding page.
#include "pagekin/html/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "pagekin/core/text.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/prescan.h"

namespace pagekin::html {
namespace {

using enum Encoding;

constexpr std::string_view kNames[] = {
#define ENCODING(constant, name, table) name,
#include "pagekin/html/encodings.inc"
#undef ENCODING
};

struct Label {
  std::string_view text;
  Encoding encoding;
};

constexpr Label kLabels[] = {
#define LABEL(text, encoding) {text, encoding},
#include "pagekin/html/encoding_labels.inc"
#undef LABEL
};
static_assert(std::ranges::is_sorted(kLabels, {}, &Label::text));

constexpr std::size_t kLongestLabel = std::ranges::max_element(kLabels, {}, [](const Label& label) {
                                        return label.text.size();
                                      })->text.size();

std::optional<Encoding> encoding_of_bom(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return kUtf8;
  if (bytes.starts_with("\xFE\xFF")) return kUtf16Be;
  if (bytes.starts_with("\xFF\xFE")) return kUtf16Le;
  return std::nullopt;
}

// Whether all bytes are UTF-8, and some are not ASCII. A page that was cut may end inside a
// character.
bool is_utf8_beyond_ascii(std::string_view bytes) {
  if (decodes_to_itself(bytes, kWindows1252)) return false;
  constexpr std::size_t longest_rest = 3;
  for (std::size_t cut = 0; cut <= std::min(longest_rest, bytes.size()); ++cut) {
    if (cut != 0 && static_cast<unsigned char>(bytes[bytes.size() - cut]) < 0x80) return false;
    const std::string_view text = bytes.substr(0, bytes.size() - cut);
    if (!decodes_to_itself(text, kUtf8)) continue;
    return !decodes_to_itself(text, kWindows1252);
  }
  return false;
}

bool is_ascii_text(std::string_view bytes) {
  return decodes_to_itself(bytes, kWindows1252) && bytes.find('\x1b') == std::string_view::npos;
}

}  // namespace

std::string_view name(Encoding encoding) { return kNames[static_cast<std::size_t>(encoding)]; }

std::optional<Encoding> encoding_for_label(std::string_view label) {
  constexpr std::string_view white_space = "\t\n\f\r ";
  const std::size_t begin = label.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return std::nullopt;
  label = label.substr(begin, label.find_last_not_of(white_space) + 1 - begin);
  if (label.size() > kLongestLabel) return std::nullopt;

  std::array<char, kLongestLabel> buffer;
  std::ranges::transform(label, buffer.begin(), to_lower);
  const std::string_view lower(buffer.data(), label.size());
  const Label* found = std::ranges::lower_bound(kLabels, lower, {}, &Label::text);
  if (found == std::end(kLabels) || found->text != lower) return std::nullopt;
  return found->encoding;
}

EncodingChoice choose_encoding(std::string_view bytes, std::string_view declared_label) {
  if (const auto bom = encoding_of_bom(bytes)) return {*bom, true};
  if (const auto declared = encoding_for_label(declared_label)) return {*declared, true};
  if (const auto early = prescan(bytes)) return {*early, false};
  if (is_utf8_beyond_ascii(bytes)) return {kUtf8, false};
  // Bytes of ASCII are the same in any encoding of a <meta>, but for the escapes of ISO-2022-JP.
  if (is_ascii_text(bytes)) return {kWindows1252, false};
  return {prescan(bytes, bytes.size()).value_or(kWindows1252), false};
}

bool scans_in_place(Encoding encoding) {
  return encoding != kUtf16Be && encoding != kUtf16Le && encoding != kIso2022Jp &&
         encoding != kReplacement;
}

}  // namespace pagekin::html
