// Names, labels and the choice of an encoding.
//
// Source: Encoding standard (whatwg.org), 4.2 "Names and labels" and 6.1 "Legacy
// hooks for standards" (BOM sniff); HTML standard, 13.2.3.2 "Determining the
// character encoding".
// Cost: a binary search among 228 labels; a prescan of 1024 bytes.
// Limits: no guessing from the text, no inheritance from an embedding page.
#include "pagekin/html/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "pagekin/core/text.h"
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
  return {prescan(bytes).value_or(kWindows1252), false};
}

bool scans_in_place(Encoding encoding) {
  return encoding != kUtf16Be && encoding != kUtf16Le && encoding != kIso2022Jp &&
         encoding != kReplacement;
}

}  // namespace pagekin::html
