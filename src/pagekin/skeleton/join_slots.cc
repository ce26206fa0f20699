#include "pagekin/skeleton/join_slots.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

#include "pagekin/skeleton/near_label.h"
#include "pagekin/skeleton/value_type.h"

namespace pagekin::skeleton {
namespace {

constexpr double kSlotLabelShare = 0.6;  // of values with the same label, for a label of a slot
constexpr double kOverlap = 0.05;        // of the pages of the smaller slot that may have both
constexpr double kChance = 0.01;         // of slots to have no common page, at most
constexpr std::size_t kMostAlike = 64;   // slots of a label, place or name

// Pages as bits.
class PageSet {
 public:
  explicit PageSet(std::size_t pages) : words_((pages + 63) / 64) {}
  void add(std::uint32_t page) { words_[page / 64] |= std::uint64_t{1} << (page % 64); }
  void add(const PageSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  std::size_t size() const { return common(*this); }
  std::size_t common(const PageSet& other) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      count += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
    }
    return count;
  }

 private:
  std::vector<std::uint64_t> words_;
};

class Joiner {
 public:
  Joiner(const LearnedPages& pages, std::vector<FoundSlot>& found) : all_(pages), found_(found) {
    log_factorials_.resize(2 * pages.size() + 1);
    for (std::size_t i = 1; i < log_factorials_.size(); ++i) {
      log_factorials_[i] = log_factorials_[i - 1] + std::log(static_cast<double>(i));
    }
  }

  void run() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t s = 0; s < found_.size(); ++s) {
      facts_.push_back(facts_of(found_[s]));
      if (facts_[s].may_join) order.push_back(s);
    }
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::uint32_t s) { return found_[s].pages; });
    // Alike slots in the order of their pages. A slot may be in several lists.
    std::map<std::tuple<int, std::uint64_t, std::uint64_t>, std::vector<std::uint32_t>> alike;
    const auto put = [&](int kind, std::uint64_t key, std::uint64_t more, std::uint32_t slot) {
      std::vector<std::uint32_t>& slots = alike[{kind, key, more}];
      if (slots.size() < kMostAlike) slots.push_back(slot);
    };
    for (const std::uint32_t s : order) {
      const Facts& facts = facts_[s];
      if (facts.label != kNone) {
        put(0, facts.label, found_[s].rule.ordinal, s);
        continue;
      }
      const std::uint64_t type =
          combine(static_cast<std::uint64_t>(facts.type), found_[s].rule.ordinal);
      put(1, found_[s].rule.key, type, s);
      for (const std::uint64_t name : facts.names) put(2, combine(name, facts.tag), type, s);
    }
    for (const auto& [key, slots] : alike) join_all(slots);
    for (FoundSlot& slot : found_) {
      if (slot.joined_to != kNone) slot.joined_to = last_of(slot.joined_to);
    }
  }

 private:
  struct Facts {
    bool may_join = false;
    std::uint32_t label = kNone;  // that belongs to its values
    ValueType type = ValueType::kText;
    std::uint64_t tag = 0;
    std::vector<std::uint64_t> names;  // stable ones of its first element
    PageSet pages{0};
  };

  Facts facts_of(const FoundSlot& slot) const {
    Facts facts;
    facts.may_join = slot.source == Source::kText && !slot.rule.is_list;
    if (!facts.may_join) return facts;
    facts.pages = PageSet(all_.size());
    std::map<std::uint32_t, std::size_t> near;  // values by the label that belongs to them
    std::array<std::size_t, kValueTypeCount> types{};
    for (const Instance& one : slot.instances) {
      const LearnedPage& page = all_.pages()[one.page];
      facts.pages.add(one.page);
      ++types[static_cast<std::size_t>(type_of(page.nodes.text(page.nodes.texts[one.value])))];
      if (page.labels[one.value] != kNone && has_near_label(page, one.value)) {
        ++near[page.labels[one.value]];
      }
    }
    facts.type = static_cast<ValueType>(std::ranges::max_element(types) - types.begin());
    const auto all = static_cast<double>(slot.instances.size());
    for (const auto& [label, count] : near) {
      if (static_cast<double>(count) >= kSlotLabelShare * all) facts.label = label;
    }
    const Instance& first = slot.instances.front();
    const PageNodes& page = all_.pages()[first.page].nodes;
    const std::uint32_t element = page.texts[first.value].element;
    facts.tag = page.nodes[element].tag;
    for (const Name& name : page.names_of(element)) {
      if (name.is_class_or_id() && all_.is_stable(name.hash)) facts.names.push_back(name.hash);
    }
    return facts;
  }

  std::uint32_t last_of(std::uint32_t slot) const {
    while (found_[slot].joined_to != kNone) slot = found_[slot].joined_to;
    return slot;
  }

  void join_all(std::span<const std::uint32_t> slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      for (std::size_t j = i + 1; j < slots.size(); ++j) {
        const std::uint32_t first = last_of(slots[i]);
        const std::uint32_t second = last_of(slots[j]);
        if (first == second) continue;
        const bool is_larger = found_[first].pages >= found_[second].pages;
        join(is_larger ? first : second, is_larger ? second : first);
      }
    }
  }

  // The probability that of `n` pages `a` and `b` random ones have none in common.
  double chance_of_no_overlap(std::size_t n, std::size_t a, std::size_t b) const {
    if (a + b > n) return 0;
    return std::exp(log_factorials_[n - a] + log_factorials_[n - b] - log_factorials_[n - a - b] -
                    log_factorials_[n]);
  }

  void join(std::uint32_t larger, std::uint32_t smaller) {
    Facts& to = facts_[larger];
    const Facts& from = facts_[smaller];
    const std::size_t pages = to.pages.size();
    const std::size_t fewer = from.pages.size();
    const std::size_t common = to.pages.common(from.pages);
    if (static_cast<double>(common) > kOverlap * static_cast<double>(fewer) ||
        chance_of_no_overlap(all_.size() + common, pages, fewer) > kChance) {
      return;
    }
    to.pages.add(from.pages);
    FoundSlot& kept = found_[larger];
    FoundSlot& joined = found_[smaller];
    std::vector<Instance> both;
    both.reserve(kept.instances.size() + joined.instances.size());
    std::ranges::merge(
        kept.instances, joined.instances, std::back_inserter(both), {},
        [](const Instance& one) { return std::pair(one.page, one.value); },
        [](const Instance& one) { return std::pair(one.page, one.value); });
    kept.instances = std::move(both);
    kept.pages = static_cast<std::uint32_t>(to.pages.size());
    joined.instances.clear();
    joined.pages = 0;
    joined.joined_to = larger;
  }

  const LearnedPages& all_;
  std::vector<FoundSlot>& found_;
  std::vector<Facts> facts_;
  std::vector<double> log_factorials_;
};

}  // namespace

void join_slots(const LearnedPages& pages, std::vector<FoundSlot>& found) {
  Joiner(pages, found).run();
}

}  // namespace pagekin::skeleton
