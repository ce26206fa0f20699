#include "pagekin/describe/template_name.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include "pagekin/describe/address_words.h"

namespace pagekin::describe {
namespace {

constexpr std::size_t kMostSampledTemplates = 1000;
constexpr std::size_t kMostPagesSampled = 32;
constexpr double kMostPages = 0.6;    // of a template, which must have a word
constexpr double kDistinctive = 0.8;  // of the pages with a word, which must be of the template
constexpr double kShareSteps = 10;    // smaller differences of shares say nothing

// The length of the escape that a shape begins with, such as "%0F" of "%3F" and "%0" of "%26"; 0 if
// it begins with none. In shapes a 0 stands for any number, so nobody can say what the escape was.
std::size_t length_of_escape(std::string_view shape) {
  const auto is_letter_at = [&](std::size_t at) {
    return at < shape.size() && shape[at] >= 'A' && shape[at] <= 'F';
  };
  if (shape.starts_with("%0")) return is_letter_at(2) ? 3 : 2;
  if (!shape.starts_with('%') || !is_letter_at(1)) return 0;
  return is_letter_at(2) || (shape.size() > 2 && shape[2] == '0') ? 3 : 0;
}

// Pages that have a word at a place, and those that have it anywhere (at kAnywhere).
using WordCounts = std::map<AddressWord, double>;
constexpr std::size_t kAnywhere = SIZE_MAX;

// What share of the pages has which words. `pages`: hashes and ids.
template <class Pages>
WordCounts word_shares(const Pages& pages) {
  WordCounts shares;
  for (const auto& [hash, id] : pages) {
    std::vector<AddressWord> words = address_words(id);
    const std::size_t count = words.size();
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back({words[i].word, kAnywhere, words[i].is_whole});
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (AddressWord& word : words) {
      shares[std::move(word)] += 1 / static_cast<double>(pages.size());
    }
  }
  return shares;
}

// The best word for a template. `shares`: of its pages that have a word; `pages`: how many it has;
// `all`: how many pages of all templates have it. Empty if none will do.
std::string best_word(const WordCounts& shares, double pages, const WordCounts& all) {
  std::string best;
  std::tuple<int, bool, double, std::size_t> best_rank;
  std::size_t last_place = 0;  // of a word; its entry with kAnywhere comes after all others
  for (const auto& [word, share] : shares) {
    const bool is_anywhere = word.place == kAnywhere;
    if (!is_anywhere) last_place = word.place;
    if (share < kMostPages) continue;
    const bool is_distinctive = share * pages >= kDistinctive * all.at(word);
    const int level = !is_distinctive ? 0 : is_anywhere ? 2 : 1;
    // The later a word stands in an address, the narrower it is.
    const std::tuple rank{level, word.is_whole, std::round(share * kShareSteps), last_place};
    if (!best.empty() && rank <= best_rank) continue;
    best = word.word;
    best_rank = rank;
  }
  return best;
}

// "page" of "page (2)".
std::string without_its_number(const std::string& name) {
  const std::size_t begin = name.rfind(" (");
  if (begin == std::string::npos || begin == 0 || !name.ends_with(')')) return name;
  const std::string_view digits = std::string_view(name).substr(begin + 2, name.size() - begin - 3);
  const bool is_number =
      !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? name.substr(0, begin) : name;
}

// Makes names unique by a number at their end.
class NumberedNames {
 public:
  // Whether nothing had the name.
  bool add(const std::string& name) { return names_.insert(name).second; }

  std::string unique(const std::string& name) { return add(name) ? name : numbered(name); }

  // The name with the first number that nothing has.
  std::string numbered(const std::string& name) {
    // A crawl of many hosts may have a million templates with the same name.
    std::size_t& next = next_number_.try_emplace(name, 2).first->second;
    while (true) {
      std::string numbered = name + " (" + std::to_string(next++) + ")";
      if (names_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> names_;
  std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> next_number_;  // by name
};

}  // namespace

std::string readable_shape(std::string_view shape) {
  std::string text;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t escape = length_of_escape(shape.substr(i));
    const char shown = shape[i] == '0' || escape > 0 ? '*' : shape[i];
    if (shown != '*' || !text.ends_with('*')) text += shown;
    if (escape > 0) i += escape - 1;
  }
  return text;
}

TemplateNamer::TemplateNamer(std::size_t count) : samples_(count), pages_(count), names_(count) {}

void TemplateNamer::add(std::size_t of, std::string_view id) {
  ++pages_[of];
  std::vector<Drawn>& heap = samples_[of];
  if (of >= kMostSampledTemplates) {
    if (heap.empty()) heap.emplace_back(0, id);
    return;
  }
  const std::uint64_t hash = hash_bytes(id);
  const bool is_full = heap.size() == kMostPagesSampled;
  if (is_full && Drawn{hash, id} >= heap.front()) return;
  if (is_full) {
    std::ranges::pop_heap(heap);
    heap.pop_back();
  }
  heap.emplace_back(hash, id);
  std::ranges::push_heap(heap);
}

std::vector<std::string> TemplateNamer::names() {
  std::vector<WordCounts> shares(std::min(samples_.size(), kMostSampledTemplates));
  WordCounts all;
  for (std::size_t of = 0; of < shares.size(); ++of) {
    shares[of] = word_shares(samples_[of]);
    for (const auto& [word, share] : shares[of]) {
      all[word] += share * static_cast<double>(pages_[of]);
    }
  }
  NumberedNames numbered;
  std::vector<std::size_t> again;  // templates whose given name another one has
  for (std::size_t of = 0; of < names_.size(); ++of) {
    if (!names_[of].empty() && !numbered.add(names_[of])) again.push_back(of);
  }
  for (const std::size_t of : again) names_[of] = numbered.numbered(without_its_number(names_[of]));
  for (std::size_t of = 0; of < names_.size(); ++of) {
    if (!names_[of].empty()) continue;
    std::string word;
    if (of < shares.size()) {
      word = best_word(shares[of], static_cast<double>(pages_[of]), all);
    } else if (!samples_[of].empty()) {
      const std::vector<AddressWord> words = address_words(samples_[of].front().second);
      if (!words.empty()) word = words.back().word;
    }
    names_[of] = numbered.unique(word.empty() ? "page" : word);
  }
  return std::move(names_);
}

}  // namespace pagekin::describe
