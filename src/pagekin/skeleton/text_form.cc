#include "pagekin/skeleton/text_form.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/value_type.h"

namespace pagekin::skeleton {
namespace {

constexpr double kFormShare = 0.9;        // of the texts that have the form
constexpr double kWholeShare = 0.5;       // of texts that are one value, such as a date
constexpr std::size_t kFewestTexts = 5;   // that show a form
constexpr std::size_t kMostTexts = 400;   // that are compared
constexpr std::size_t kMostBytes = 300;   // of a text
constexpr std::size_t kMostDividers = 8;  // words and marks
constexpr std::size_t kMostOften = 4;     // a divider in a text
constexpr std::size_t kUnitBytes = 4;     // of a word behind a number that is its unit

struct FormToken {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool may_divide = false;
  std::string word;  // in lower case, in the singular; of a mark itself
};

bool is_blank_at(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == ' ' || text[at] == '\t' || text[at] == '\n' ||
         text[at] == '\r' || text.substr(at).starts_with("\xc2\xa0");
}
bool is_blank_before(std::string_view text, std::size_t at) {
  return at == 0 || is_blank_at(text, at - 1) || (at >= 2 && text.substr(at - 2, 2) == "\xc2\xa0");
}

bool is_word_byte(char c) {
  return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// "voices" and "voice", "Properties" and "Property" are one.
std::string in_singular(std::string_view word) {
  std::string made = lower_case(word);
  if (made.size() > 4 && made.ends_with("ies")) {
    made.replace(made.size() - 3, 3, "y");
  } else if (made.size() > 3 && made.ends_with('s') && !made.ends_with("ss")) {
    made.pop_back();
  }
  return made;
}

bool mark_divides(std::string_view text, const FormToken& token) {
  const std::string_view mark = text.substr(token.begin, token.end - token.begin);
  const bool is_free_before = is_blank_before(text, token.begin);
  const bool is_free_after = is_blank_at(text, token.end);
  if (mark == "(" || mark == "[") return is_free_before;
  if (mark == ")" || mark == "]") return is_free_after;
  if (mark == ":") return is_free_after;
  if (mark == "." || mark == "," || mark == "'" || mark == "\"") return false;
  return is_free_before && is_free_after;
}

std::vector<FormToken> form_tokens(std::string_view text) {
  std::vector<FormToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank_at(text, at)) {
      at += static_cast<unsigned char>(text[at]) == 0xc2 ? 2 : 1;
      continue;
    }
    FormToken token{.begin = at, .end = at, .word = {}};
    const auto is_word_at = [&](std::size_t i) {
      return i < text.size() && is_word_byte(text[i]) && mark_bytes(text.substr(i)) == 0 &&
             !is_blank_at(text, i);
    };
    while (is_word_at(token.end) || (token.end > at && is_word_at(token.end + 1) &&
                                     (text[token.end] == '\'' || text[token.end] == '_'))) {
      ++token.end;
      // Bytes inside a character are not marks.
      while (token.end < text.size() && is_inside_character(text[token.end])) ++token.end;
    }
    if (token.end > at) {
      const std::string_view word = text.substr(at, token.end - at);
      token.may_divide = std::ranges::none_of(word, is_digit);
      if (token.may_divide) token.word = in_singular(word);
    } else {
      token.end = at + std::max<std::size_t>(1, mark_bytes(text.substr(at)));
      token.may_divide = mark_divides(text, token);
      if (token.may_divide) token.word = text.substr(at, token.end - at);
    }
    at = token.end;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

// The words of the dividers, and where each ends.
struct DividerWords {
  std::vector<std::string_view> words;
  std::vector<std::size_t> divider_of;
};

DividerWords divider_words(const TextForm& form) {
  DividerWords all;
  for (std::size_t i = 0; i < form.dividers.size(); ++i) {
    std::string_view left = form.dividers[i];
    while (!left.empty()) {
      const std::size_t end = std::min(left.find(' '), left.size());
      all.words.push_back(left.substr(0, end));
      all.divider_of.push_back(i);
      left.remove_prefix(std::min(end + 1, left.size()));
    }
  }
  return all;
}

// Stretches of text between the words of the dividers, one before each and one after the last; none
// if the text has not just these words in this order.
std::optional<std::vector<std::string_view>> stretches_of(std::span<const std::string_view> words,
                                                          std::string_view text) {
  std::vector<std::string_view> stretches;
  std::size_t next = 0;
  std::size_t begin = 0;
  for (const FormToken& token : form_tokens(text)) {
    if (!token.may_divide || std::ranges::find(words, token.word) == words.end()) continue;
    if (next == words.size() || token.word != words[next]) return {};
    stretches.push_back(trim(text.substr(begin, token.begin - begin), " \t\r\n"));
    begin = token.end;
    ++next;
  }
  if (next != words.size()) return {};
  stretches.push_back(trim(text.substr(begin), " \t\r\n"));
  return stretches;
}

bool is_one_value(std::string_view text) {
  switch (type_of(text)) {
    case ValueType::kDate:
    case ValueType::kMoney:
    case ValueType::kPhone:
    case ValueType::kEmail:
    case ValueType::kUrl:
    case ValueType::kImage:
      return true;
    default:
      return false;
  }
}

bool makes_a_date(std::string_view word) {
  return type_of(std::string(word) + " 1, 2000") == ValueType::kDate;
}

bool is_word(std::string_view divider) {
  return !divider.empty() && is_word_byte(divider.front()) && mark_bytes(divider) == 0;
}

class FormFinder {
 public:
  explicit FormFinder(std::span<const std::string_view> texts)
      : texts_(texts.subspan(0, std::min(texts.size(), kMostTexts))) {}

  std::optional<TextForm> run() {
    if (texts_.size() < kFewestTexts) return {};
    const auto is_long = [](std::string_view text) { return text.size() > kMostBytes; };
    if (10 * static_cast<std::size_t>(std::ranges::count_if(texts_, is_long)) > texts_.size()) {
      return {};
    }
    const auto whole = static_cast<double>(std::ranges::count_if(texts_, is_one_value));
    if (whole >= kWholeShare * static_cast<double>(texts_.size())) return {};
    collect();
    while (!words_.empty() && !agree()) words_.erase(words_.begin() + worst());
    keep_values_whole();
    if (words_.empty()) return {};
    return form();
  }

 private:
  double least() const { return kFormShare * static_cast<double>(texts_.size()); }

  // Words and marks that nearly all texts have equally often, in the order of their mean place.
  void collect() {
    struct Seen {
      std::map<std::size_t, std::size_t> texts;  // by how often they have it
      std::map<std::size_t, double> places;      // by number: the sum of its places
    };
    std::map<std::string, Seen, std::less<>> seen;
    for (const std::string_view text : texts_) {
      if (text.size() > kMostBytes) continue;
      std::map<std::string, std::vector<double>> here;
      const std::vector<FormToken> tokens = form_tokens(text);
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].may_divide) continue;
        here[tokens[i].word].push_back((static_cast<double>(i) + 0.5) /
                                       static_cast<double>(tokens.size()));
      }
      for (const auto& [word, places] : here) {
        if (places.size() > kMostOften) continue;
        Seen& one = seen[word];
        ++one.texts[places.size()];
        for (std::size_t k = 0; k < places.size(); ++k) {
          one.places[places.size() * kMostOften + k] += places[k];
        }
      }
    }
    std::vector<std::pair<double, std::string>> found;
    for (const auto& [word, one] : seen) {
      for (const auto& [often, count] : one.texts) {
        if (static_cast<double>(count) < least()) continue;
        for (std::size_t k = 0; k < often; ++k) {
          found.emplace_back(one.places.at(often * kMostOften + k) / static_cast<double>(count),
                             word);
        }
      }
    }
    if (found.size() > kMostDividers) return;
    std::ranges::stable_sort(found);
    for (auto& [place, word] : found) words_.push_back(std::move(word));
  }

  std::vector<std::string_view> views() const { return {words_.begin(), words_.end()}; }

  bool agree() {
    const std::vector<std::string_view> words = views();
    stretches_.clear();
    for (const std::string_view text : texts_) {
      if (text.size() > kMostBytes) continue;
      if (auto found = stretches_of(words, text)) stretches_.push_back(std::move(*found));
    }
    return static_cast<double>(stretches_.size()) >= least();
  }

  // The word without which most texts have the form; of equal ones marks before words.
  std::ptrdiff_t worst() const {
    std::size_t most = 0;
    std::ptrdiff_t worst = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      std::vector<std::string_view> rest;
      for (const std::string& word : words_) {
        if (word != words_[i]) rest.push_back(word);
      }
      std::size_t count = 0;
      for (const std::string_view text : texts_) {
        count += text.size() <= kMostBytes && stretches_of(rest, text).has_value() ? 1 : 0;
      }
      if (count > most || (count == most && !is_word(words_[i]))) {
        most = count;
        worst = static_cast<std::ptrdiff_t>(i);
      }
    }
    return worst;
  }

  std::size_t count_if(std::size_t i, bool (*holds)(std::string_view)) const {
    std::size_t count = 0;
    for (const auto& stretches : stretches_) count += holds(stretches[i]) ? 1 : 0;
    return count;
  }
  bool is_usual(std::size_t count) const {
    return static_cast<double>(count) >= kWholeShare * static_cast<double>(stretches_.size());
  }

  // Takes back words inside a date or the like, and units.
  void keep_values_whole() {
    for (std::size_t i = 0; i < words_.size();) {
      if (!belongs_to_value(i)) {
        ++i;
        continue;
      }
      const std::string word = words_[i];
      std::erase(words_, word);
      if (!agree()) {  // cannot be: fewer words are easier to have
        words_.clear();
        return;
      }
      i = 0;
    }
  }

  // Whether the stretches around a word are one value with it.
  bool belongs_to_value(std::size_t i) const {
    if (!is_word(words_[i]) && i + 1 < words_.size() && words_[i] == words_[i + 1]) return false;
    const bool names_month = makes_a_date(words_[i]);
    std::size_t joined = 0;
    std::size_t measures = 0;
    for (const auto& stretches : stretches_) {
      const std::string_view before = stretches[i];
      const std::string_view after = stretches[i + 1];
      // "March" of "by Ann, 3 March 2026", if all pages are of one month.
      if (names_month && ((!before.empty() && is_digit(before.back())) ||
                          (!after.empty() && is_digit(after.front())))) {
        ++joined;
        continue;
      }
      if (before.empty()) continue;
      const char* end = after.empty() ? before.data() + before.size() : after.data() + after.size();
      const auto size = static_cast<std::size_t>(end - before.data());
      std::string_view whole(before.data(), size);
      if (!after.empty() && is_one_value(whole)) ++joined;
      if (!after.empty()) continue;
      const ValueType type = type_of(before);
      const bool is_zone = type == ValueType::kDate && words_[i].size() <= kUnitBytes;
      const bool is_bare =
          std::ranges::none_of(before, [](char c) { return is_word_byte(c) && !is_digit(c); });
      const bool is_unit = type == ValueType::kNumber && is_bare && words_[i].size() <= kUnitBytes;
      if (is_word(words_[i]) && (is_zone || is_unit)) ++measures;
    }
    return is_usual(joined) || is_usual(measures);
  }

  // Words with nothing between them are one divider.
  std::optional<TextForm> form() const {
    TextForm form;
    const auto is_empty = [](std::string_view text) { return text.empty(); };
    const auto has_none = [&](std::size_t i) {
      return static_cast<double>(count_if(i, is_empty)) >= least();
    };
    form.begins_with_divider = has_none(0);
    form.ends_with_divider = has_none(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i > 0 && has_none(i)) {
        form.dividers.back() += " " + words_[i];
      } else {
        form.dividers.push_back(words_[i]);
      }
    }
    return form.pieces() == 0 ? std::optional<TextForm>() : form;
  }

  std::span<const std::string_view> texts_;
  std::vector<std::string> words_;                        // that divide, in order
  std::vector<std::vector<std::string_view>> stretches_;  // of texts that have the form
};

}  // namespace

std::optional<TextForm> find_text_form(std::span<const std::string_view> texts) {
  return FormFinder(texts).run();
}

std::optional<std::vector<std::string_view>> pieces_of(const TextForm& form,
                                                       std::string_view text) {
  if (text.size() > kMostBytes) return {};
  const DividerWords all = divider_words(form);
  std::optional<std::vector<std::string_view>> stretches = stretches_of(all.words, text);
  if (!stretches) return {};
  std::vector<std::string_view> pieces;
  for (std::size_t i = 0; i < stretches->size(); ++i) {
    const bool is_inside =
        i > 0 && i < all.words.size() && all.divider_of[i] == all.divider_of[i - 1];
    const bool is_left_out = is_inside || (i == 0 && form.begins_with_divider) ||
                             (i == all.words.size() && form.ends_with_divider);
    if (!is_left_out) {
      pieces.push_back((*stretches)[i]);
    } else if (!(*stretches)[i].empty()) {
      return {};
    }
  }
  return pieces;
}

}  // namespace pagekin::skeleton
