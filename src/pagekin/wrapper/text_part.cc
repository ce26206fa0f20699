#include "pagekin/wrapper/text_part.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "pagekin/core/text.h"
#include "pagekin/rows/record_model.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::array<std::string_view, 11> kDelimiters = {
    " | ", " - ", " \xE2\x80\x93 ", " / ", "; ", ", ", ": ", " (", ")", "/", " "};
constexpr std::string_view kColon = ": ";
constexpr std::size_t kMaxContext = 40;  // bytes of text around a value that a part may hold
constexpr std::size_t kMaxOthers = 400;  // texts on which a part is checked
constexpr double kFairShare = 0.2;       // of these with the same word before the part

constexpr std::size_t kNowhere = std::string_view::npos;

// Where the text goes on behind the first `before`, which is no end of a word: "in " is not in
// "Stdin std".
std::size_t behind_of(std::string_view before, std::string_view text) {
  std::size_t at = text.find(before);
  while (at != kNowhere && at > 0 && !before.empty() && is_word_byte(before.front()) &&
         is_word_byte(text[at - 1])) {
    at = text.find(before, at + 1);
  }
  return at == kNowhere ? kNowhere : at + before.size();
}

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

// A number with its groups and decimals, or a word: its end; `begin` if neither begins there.
std::size_t end_of_token(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  if (end < text.size() && is_digit(text[end])) {
    while (end < text.size() &&
           (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') &&
                                    end + 1 < text.size() && is_digit(text[end + 1])))) {
      ++end;
    }
    return end;
  }
  while (end < text.size() && is_word_byte(text[end]) && !is_digit(text[end])) ++end;
  return end;
}

// The beginning of the text that has the pattern; empty: it has not, or goes on within a word.
std::string_view with_pattern(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  for (const char wanted : pattern) {
    if (at >= text.size()) return {};
    const std::size_t end = end_of_token(text, at);
    const bool is_number = is_digit(text[at]);
    if (wanted == '9' || wanted == 'a') {
      if (end == at || is_number != (wanted == '9')) return {};
      at = end;
    } else if (text[at++] != wanted) {
      return {};
    }
  }
  const bool goes_on =
      at < text.size() && at > 0 && is_word_byte(text[at]) && is_word_byte(text[at - 1]);
  return goes_on ? std::string_view() : text.substr(0, at);
}

// Dates and numbers look alike wherever they stand; names have any number of words.
void add_patterns(const KnownPart& known, std::string_view before, std::vector<TextPart>& parts) {
  constexpr std::size_t longest = 20;
  if (!has_digits(known.value)) return;
  std::string pattern = pattern_of(known.value);
  if (pattern.size() > longest) return;
  for (std::string& context : contexts_before(before)) {
    parts.push_back({TextPart::Kind::kPattern, std::move(context), pattern, 0});
  }
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
  add_patterns(known, known.text.substr(0, at), parts);
  add_fields(known, parts);
  return parts;
}

}  // namespace

std::string pattern_of(std::string_view value) {
  std::string pattern;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = end_of_token(value, at);
    if (end == at) {
      pattern += value[at++];
    } else {
      pattern += is_digit(value[at]) ? '9' : 'a';
      at = end;
    }
  }
  return pattern;
}

std::optional<std::string_view> part_of(const TextPart& part, std::string_view text) {
  std::string_view found = text;
  if (part.kind == TextPart::Kind::kWhole) return text;
  if (part.kind == TextPart::Kind::kPattern) {
    const std::size_t begin = behind_of(part.before, text);
    if (begin == kNowhere) return std::nullopt;
    found = with_pattern(trim(text.substr(begin), " "), part.after);
  } else if (part.kind == TextPart::Kind::kBetween) {
    const std::size_t begin = behind_of(part.before, text);
    if (begin == kNowhere) return std::nullopt;
    const auto between = rows::text_between("", part.after, text.substr(begin));
    if (!between) return std::nullopt;
    found = *between;
  } else {
    if (part.before.empty()) return std::nullopt;
    // A text without a label is not what stands behind or before one.
    if (part.before == kColon && text.find(kColon) == std::string_view::npos) return std::nullopt;
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
  const bool is_counted =
      part.kind == TextPart::Kind::kField || part.kind == TextPart::Kind::kFieldLast;
  if (found.empty() || (is_counted && std::ranges::none_of(found, is_word_byte))) {
    return std::nullopt;
  }
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
    case TextPart::Kind::kPattern:
      return "like " + quoted(part.after) +
             (part.before.empty() ? " at the start" : " after " + quoted(part.before));
    case TextPart::Kind::kField:
      return "part " + std::to_string(part.field + 1) + " between " + quoted(part.before);
    case TextPart::Kind::kFieldLast:
      return "part " + std::to_string(part.field + 1) + " from the end between " +
             quoted(part.before);
  }
  return {};
}

namespace {

// Whether a word or a label stands right before the part, and not another part: "Paris, ".
bool has_word_before(const TextPart& part) {
  if (part.kind != TextPart::Kind::kBetween && part.kind != TextPart::Kind::kPattern) return false;
  const std::string_view before = trim(part.before, " ");
  return has_letters(before) && (before.back() == ':' || is_word_byte(before.back()));
}

// Whether the part is a word of the text by its number, whatever stands before it.
bool is_blind(const TextPart& part) {
  return part.kind != TextPart::Kind::kWhole && trim(part.before, " ").empty();
}

// Whether nothing but blanks bounds the part.
bool is_by_words(const TextPart& part) {
  return is_blind(part) && part.kind != TextPart::Kind::kPattern && trim(part.after, " ").empty();
}

// Whether the part has letters and digits only as the known value has them.
bool is_like(std::string_view part, std::string_view known) {
  return (has_letters(known) || !has_letters(part)) && (!has_digits(known) || has_digits(part));
}

struct RightPart {
  TextPart part;
  std::size_t fits = 0;  // texts of which it gives a value like the known one
};

// Parts of known texts, and the texts of their place.
class PartChooser {
 public:
  PartChooser(std::span<const KnownPart> known, std::span<const std::string_view> others)
      : known_(known), others_(others.first(std::min(others.size(), kMaxOthers))) {
    for (TextPart& part : parts_of(known.front())) {
      const bool is_right = std::ranges::all_of(
          known, [&](const KnownPart& one) { return part_of(part, one.text) == one.value; });
      if (is_right) right_.push_back({.part = std::move(part), .fits = 0});
    }
    for (RightPart& one : right_) {
      one.fits =
          static_cast<std::size_t>(std::ranges::count_if(others_, [&](std::string_view text) {
            const std::optional<std::string_view> other = part_of(one.part, text);
            return other && is_like(*other, value());
          }));
    }
    const auto is_firm = [&](const RightPart& one) { return !has_words_of_one_text(one.part); };
    if (std::ranges::any_of(right_, is_firm)) std::erase_if(right_, std::not_fn(is_firm));
  }

  std::optional<LearnedPart> choose() const {
    if (right_.empty()) return std::nullopt;
    const RightPart* best = &most_fitting([](const RightPart&) { return true; });
    if (is_by_words(best->part)) {
      const auto is_bounded = [&](const RightPart& one) {
        return !is_by_words(one.part) && is_on_half(one.fits) && contradicts(one.part, best->part);
      };
      if (std::ranges::any_of(right_, is_bounded)) best = &most_fitting(is_bounded);
    }
    return LearnedPart{.part = best->part, .rivals = rivals_of(*best)};
  }

 private:
  std::string_view value() const { return known_.front().value; }

  bool is_on_half(std::size_t count) const { return 2 * count >= others_.size(); }

  // Parts come the most specific first.
  template <class Wanted>
  const RightPart& most_fitting(const Wanted& is_wanted) const {
    const RightPart* best = nullptr;
    for (const RightPart& one : right_) {
      if (is_wanted(one) && (best == nullptr || one.fits > best->fits)) best = &one;
    }
    return *best;
  }

  // Whether words before or behind the value stand in one text only, though there are others. If
  // there are none, numbers are not taken for words that other texts may have.
  bool has_words_of_one_text(const TextPart& part) const {
    const std::string_view first = known_.front().text;
    bool is_alone = true;
    const auto recurs = [&](std::string_view context) {
      bool is_elsewhere = false;
      const auto look = [&](std::string_view text) {
        if (text == first) return;
        is_alone = false;
        is_elsewhere = is_elsewhere || text.find(context) != std::string_view::npos;
      };
      for (const KnownPart& one : known_) look(one.text);
      for (const std::string_view text : others_) look(text);
      return is_elsewhere || (is_alone && !has_digits(context));
    };
    const auto is_once = [&](std::string_view context) {
      return std::ranges::any_of(context, is_word_byte) && !recurs(context);
    };
    const bool has_after = part.kind == TextPart::Kind::kBetween;
    return is_once(part.before) || (has_after && is_once(part.after));
  }

  bool contradicts(const TextPart& one, const TextPart& other) const {
    return std::ranges::any_of(others_, [&](std::string_view text) {
      const std::optional<std::string_view> a = part_of(one, text);
      const std::optional<std::string_view> b = part_of(other, text);
      return a && b && *a != *b && is_like(*a, value());
    });
  }

  // Whether all that stands around the value stands around half of the texts.
  bool is_all_but_constant(const TextPart& part) const {
    const std::size_t size = part.before.size() + value().size() + part.after.size();
    if (part.kind != TextPart::Kind::kBetween || size != known_.front().text.size()) return false;
    return is_on_half(
        static_cast<std::size_t>(std::ranges::count_if(others_, [&](std::string_view text) {
          return text.starts_with(part.before) && text.ends_with(part.after);
        })));
  }

  std::vector<TextPart> rivals_of(const RightPart& best) const {
    std::vector<TextPart> rivals;
    const bool counts_words = is_by_words(best.part);
    const bool is_certain = is_all_but_constant(best.part);
    const double least = std::max(2.0, kFairShare * static_cast<double>(others_.size()));
    for (const RightPart& one : right_) {
      if (one.part == best.part || rivals.size() == kMaxRivalParts) continue;
      const bool is_named = is_blind(best.part) && has_word_before(one.part) &&
                            static_cast<double>(one.fits) >= least;
      const bool is_weaker = (is_by_words(one.part) && !counts_words) ||
                             (is_certain && one.part.kind == TextPart::Kind::kPattern);
      if (is_weaker || (2 * one.fits < best.fits && !is_named)) continue;
      // Texts with more words may come later.
      const bool is_known = std::ranges::any_of(
          others_, [&](std::string_view text) { return disputes(one.part, best.part, text); });
      if (is_known || (counts_words && is_by_words(one.part))) rivals.push_back(one.part);
    }
    if (counts_words) {
      // A word behind all those that labelled texts have: nobody knows what it belongs to.
      std::ptrdiff_t blanks = 0;
      for (const KnownPart& one : known_)
        blanks = std::max(blanks, std::ranges::count(one.text, ' '));
      if (rivals.size() == kMaxRivalParts) rivals.pop_back();
      rivals.push_back({TextPart::Kind::kField, " ", "", static_cast<std::uint32_t>(blanks) + 1});
    }
    return rivals;
  }

  std::span<const KnownPart> known_;
  std::span<const std::string_view> others_;
  std::vector<RightPart> right_;
};

}  // namespace

bool has_empty_part(const TextPart& part, std::string_view text) {
  if (std::ranges::none_of(text, is_word_byte)) return true;
  if (part.kind != TextPart::Kind::kBetween) return false;
  const std::string_view before = trim(part.before, " ");
  const std::string_view after = trim(part.after, " ");
  const std::size_t begin = behind_of(before, text);
  if (begin == kNowhere) return false;
  const std::string_view rest = trim(text.substr(begin), " ");
  return after.empty() ? rest.empty() : rest.starts_with(after);
}

bool disputes(const TextPart& rival, const TextPart& part, std::string_view text) {
  const std::optional<std::string_view> own = part_of(part, text);
  const std::optional<std::string_view> other = part_of(rival, text);
  if (!own) return false;
  if (other) return *own != *other && is_like(*other, *own);
  // That a text has too few words before the part, other rivals say.
  if (rival.kind == TextPart::Kind::kField) return false;
  return rival.kind != TextPart::Kind::kPattern || behind_of(rival.before, text) == kNowhere;
}

std::optional<LearnedPart> learn_part(std::span<const KnownPart> known,
                                      std::span<const std::string_view> others) {
  if (known.empty()) return std::nullopt;
  return PartChooser(known, others).choose();
}

}  // namespace pagekin::wrapper
