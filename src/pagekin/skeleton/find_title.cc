#include "pagekin/skeleton/find_title.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/skeleton/describe_slot.h"

namespace pagekin::skeleton {
namespace {

constexpr double kInTitleShare = 0.6;   // of the words of a title that the title element has
constexpr double kTitleFill = 0.7;      // of pages that have a title
constexpr double kTitleDistinct = 0.5;  // different titles, as a share of pages

using Words = std::vector<std::uint64_t>;  // hashes, ascending

Words hashed_words(std::string_view text) {
  Words words;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    const bool is_letter = (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (c >= '0' && c <= '9') ||
                           static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) {
      word += to_lower(c);
    } else if (!word.empty()) {
      words.push_back(hash_bytes(word));
      word.clear();
    }
  }
  sort_unique(words);
  return words;
}

// The mean of the product of the shares that common words have of the value and of the title. 0
// unless most words of values are in titles.
double likeness_to_titles(const LearnedPages& pages, const FoundSlot& found,
                          std::span<const Words> titles) {
  double sum = 0;
  double precision = 0;
  PageCount seen;
  for (const Instance& one : found.instances) {
    if (!seen.add(one.page)) continue;
    const Words& title = titles[one.page];
    const Words words = hashed_words(text_of(pages, found, one));
    if (title.empty() || words.empty()) continue;
    const auto common = static_cast<double>(std::ranges::count_if(
        words, [&](std::uint64_t word) { return std::ranges::binary_search(title, word); }));
    const double of_value = common / static_cast<double>(words.size());
    precision += of_value;
    sum += of_value * common / static_cast<double>(title.size());
  }
  return precision < kInTitleShare * found.pages ? 0 : sum / found.pages;
}

// The words of the title element of each page.
std::vector<Words> hashed_titles(const LearnedPages& pages) {
  std::vector<Words> titles(pages.size());
  for (std::size_t p = 0; p < pages.size(); ++p) {
    const PageNodes& page = pages.pages()[p].nodes;
    const auto title = std::ranges::find_if(page.texts, [&](const Value& text) {
      return page.nodes[text.element].tag == html::kTagTitle;
    });
    if (title != page.texts.end()) titles[p] = hashed_words(page.text(*title));
  }
  return titles;
}

}  // namespace

std::optional<std::size_t> find_title(const LearnedPages& pages, std::span<const FoundSlot> found,
                                      std::span<const Slot> slots) {
  const std::vector<Words> titles = hashed_titles(pages);
  std::optional<std::size_t> best;
  double best_likeness = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[i];
    if (slot.joined_to != kNone) continue;
    const html::TagId tag = element_of(pages, found[i]).tag;
    if (slot.source != Source::kText || slot.rule.is_list || tag == html::kTagTitle ||
        slot.pages < kTitleFill * static_cast<double>(pages.size()) ||
        slot.distinct < kTitleDistinct * slot.pages) {
      continue;
    }
    const double weight = tag == html::kTagH1 ? 2.0 : tag == html::kTagH2 ? 1.3 : 1.0;
    const double likeness = likeness_to_titles(pages, found[i], titles) * weight;
    if (likeness > best_likeness) {
      best = i;
      best_likeness = likeness;
    }
  }
  return best;
}

}  // namespace pagekin::skeleton
