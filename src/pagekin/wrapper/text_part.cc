#include "pagekin/wrapper/text_part.h"

#include <algorithm>
#include <array>
#include <vector>

#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::array<std::string_view, 11> kDelimiters = {
    " | ", " - ", " \xE2\x80\x93 ", " / ", "; ", ", ", ": ", " (", ")", "/", " "};
constexpr std::size_t kMaxContext = 40;  // bytes of text around a value that a part may hold
constexpr std::size_t kMaxOthers = 400;  // texts on which a part is checked

// Texts that may stand right before a value: all, from the last word on, its last characters.
std::vector<std::string> contexts_before(std::string_view text) {
  std::vector<std::string> found;
  if (text.empty()) return {""};
  if (text.size() <= kMaxContext) found.emplace_back(text);
  std::size_t at = text.size();
  while (at > 0 && !is_word_byte(text[at - 1])) --at;
  const std::size_t marks = at;
  while (at > 0 && is_word_byte(text[at - 1])) --at;
  if (text.size() - at <= kMaxContext) found.emplace_back(text.substr(at));
  if (marks < text.size() && text.size() - marks <= kMaxContext) {
    found.emplace_back(text.substr(marks));
  }
  return found;
}

std::vector<std::string> contexts_after(std::string_view text) {
  std::vector<std::string> found;
  if (text.empty()) return {""};
  if (text.size() <= kMaxContext) found.emplace_back(text);
  std::size_t at = 0;
  while (at < text.size() && !is_word_byte(text[at])) ++at;
  const std::size_t marks = at;
  while (at < text.size() && is_word_byte(text[at])) ++at;
  if (at <= kMaxContext) found.emplace_back(text.substr(0, at));
  if (marks > 0 && marks <= kMaxContext) found.emplace_back(text.substr(0, marks));
  return found;
}

void add_fields(const KnownPart& known, std::vector<TextPart>& parts) {
  for (const std::string_view delimiter : kDelimiters) {
    if (known.text.find(delimiter) == std::string_view::npos) continue;
    std::uint32_t number = 0;
    std::uint32_t found = UINT32_MAX;
    for (std::size_t begin = 0; begin <= known.text.size(); ++number) {
      const std::size_t end = std::min(known.text.find(delimiter, begin), known.text.size());
      if (trim(known.text.substr(begin, end - begin), " ") == known.value) {
        found = std::min(found, number);
      }
      begin = end + delimiter.size();
    }
    if (found == UINT32_MAX) continue;
    parts.push_back({TextPart::Kind::kField, std::string(delimiter), "", found});
    parts.push_back({TextPart::Kind::kFieldLast, std::string(delimiter), "", number - 1 - found});
  }
}

std::vector<TextPart> parts_of(const KnownPart& known) {
  std::vector<TextPart> parts;
  if (known.text == known.value) parts.push_back({});
  const std::size_t at = known.text.find(known.value);
  if (at == std::string_view::npos) return parts;
  for (const std::string& before : contexts_before(known.text.substr(0, at))) {
    for (const std::string& after : contexts_after(known.text.substr(at + known.value.size()))) {
      if (before.empty() && after.empty()) continue;
      parts.push_back({TextPart::Kind::kBetween, before, after, 0});
    }
  }
  add_fields(known, parts);
  return parts;
}

}  // namespace

std::optional<std::string_view> part_of(const TextPart& part, std::string_view text) {
  std::string_view found = text;
  if (part.kind == TextPart::Kind::kWhole) return text;
  if (part.kind == TextPart::Kind::kBetween) {
    if (!part.before.empty()) {
      const std::size_t at = text.find(part.before);
      if (at == std::string_view::npos) return std::nullopt;
      found.remove_prefix(at + part.before.size());
    }
    if (!part.after.empty()) {
      const std::size_t at = found.find(part.after);
      if (at == std::string_view::npos) return std::nullopt;
      found = found.substr(0, at);
    }
  } else {
    if (part.before.empty()) return std::nullopt;
    const bool from_end = part.kind == TextPart::Kind::kFieldLast;
    for (std::uint32_t i = 0; i < part.field; ++i) {
      const std::size_t at = from_end ? found.rfind(part.before) : found.find(part.before);
      if (at == std::string_view::npos) return std::nullopt;
      found = from_end ? found.substr(0, at) : found.substr(at + part.before.size());
    }
    const std::size_t at = from_end ? found.rfind(part.before) : found.find(part.before);
    if (at != std::string_view::npos) {
      found = from_end ? found.substr(at + part.before.size()) : found.substr(0, at);
    }
  }
  found = trim(found, " ");
  if (found.empty()) return std::nullopt;
  return found;
}

std::string to_text(const TextPart& part) {
  const auto quoted = [](const std::string& text) { return "'" + printable(text) + "'"; };
  switch (part.kind) {
    case TextPart::Kind::kWhole:
      return "the whole text";
    case TextPart::Kind::kBetween:
      if (part.before.empty()) return "up to " + quoted(part.after);
      if (part.after.empty()) return "after " + quoted(part.before);
      return "between " + quoted(part.before) + " and " + quoted(part.after);
    case TextPart::Kind::kField:
      return "part " + std::to_string(part.field + 1) + " between " + quoted(part.before);
    case TextPart::Kind::kFieldLast:
      return "part " + std::to_string(part.field + 1) + " from the end between " +
             quoted(part.before);
  }
  return {};
}

namespace {

// Whether the part has letters and digits only as the known value has them.
bool is_like(std::string_view part, std::string_view known) {
  return (has_letters(known) || !has_letters(part)) && (!has_digits(known) || has_digits(part));
}

}  // namespace

std::optional<TextPart> learn_part(std::span<const KnownPart> known,
                                   std::span<const std::string_view> others) {
  if (known.empty()) return std::nullopt;
  std::optional<TextPart> best;
  std::size_t best_fits = 0;
  for (const TextPart& part : parts_of(known.front())) {
    const bool is_right = std::ranges::all_of(
        known, [&](const KnownPart& one) { return part_of(part, one.text) == one.value; });
    if (!is_right) continue;
    std::size_t fits = 0;
    for (const std::string_view text : others.first(std::min(others.size(), kMaxOthers))) {
      const std::optional<std::string_view> other = part_of(part, text);
      fits += other && is_like(*other, known.front().value) ? 1 : 0;
    }
    // Parts come the most specific first.
    if (!best || fits > best_fits) {
      best = part;
      best_fits = fits;
    }
  }
  return best;
}

}  // namespace pagekin::wrapper
