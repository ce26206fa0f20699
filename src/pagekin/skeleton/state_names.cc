#include "pagekin/skeleton/state_names.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "pagekin/core/sorted.h"

namespace pagekin::skeleton {
namespace {

constexpr std::size_t kMostKinds = 40;           // of one place
constexpr std::uint32_t kMostLookedInto = 100;   // elements of a kind
constexpr std::uint32_t kMostAlikeChildren = 4;  // children of one kind that are distinguished
constexpr double kUsual = 0.3;                   // of the elements of a kind, that hold something
constexpr double kAlike = 0.6;                   // of what one of two kinds holds, that both hold
constexpr std::size_t kLeastAlike = 2;
constexpr double kExclusive = 0.05;  // of pages or parents that may have both
constexpr double kSeveral = 2;
constexpr double kStateShare = 0.5;  // of the elements with a name

// What elements of a kind hold.
struct Content {
  std::uint32_t holders = 0;
  bool is_named = false;  // it has a class name or id
};

// Elements at one place with one tag and the same stable names.
struct Kind {
  std::vector<std::uint64_t> names;    // ascending
  std::vector<std::uint64_t> pages;    // ascending
  std::vector<std::uint64_t> parents;  // page and element; ascending when all pages are read
  std::uint32_t elements = 0;
  std::uint32_t looked_into = 0;
  std::map<std::uint64_t, Content> contents;
};

class StateFinder {
 public:
  StateFinder(std::span<const LearnedPage> pages,
              const std::function<bool(std::uint64_t)>& is_stable)
      : pages_(pages), is_stable_(is_stable) {}

  std::vector<std::uint64_t> run() {
    for (std::uint32_t page = 0; page < pages_.size(); ++page) read(page);
    for (Kind& kind : kinds_) {
      sort_unique(kind.parents);
    }
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> votes;  // for, all
    for (auto& [place, kinds] : by_place_) vote(kinds, votes);
    std::vector<std::uint64_t> states;
    for (const auto& [name, counts] : votes) {
      if (static_cast<double>(counts.first) >= kStateShare * static_cast<double>(counts.second)) {
        states.push_back(name);
      }
    }
    return states;
  }

 private:
  void read(std::uint32_t number) {
    const PageNodes& page = pages_[number].nodes;
    const Places& places = pages_[number].places;
    kind_of_.assign(page.nodes.size(), kNone);
    twins_.clear();
    for (std::uint32_t i = 1; i < page.nodes.size(); ++i) {
      const std::uint32_t parent = page.nodes[i].parent;
      const std::uint64_t place = combine(places.places[parent], page.nodes[i].tag);
      const std::uint64_t key = combine(place, places.steps[i]);
      const auto [known, is_new] =
          kind_numbers_.emplace(key, static_cast<std::uint32_t>(kinds_.size()));
      if (is_new) {
        add_kind(page, i);
        by_place_[place].push_back(known->second);
      }
      Kind& kind = kinds_[known->second];
      ++kind.elements;
      if (kind.pages.empty() || kind.pages.back() != number) kind.pages.push_back(number);
      const std::uint64_t under = std::uint64_t{number} << 32 | parent;
      if (kind.parents.empty() || kind.parents.back() != under) kind.parents.push_back(under);
      if (kind.looked_into < kMostLookedInto) {
        ++kind.looked_into;
        kind_of_[i] = known->second;
      }
      hold(page, places, i, !kind.names.empty());
    }
    for (const Value& text : page.texts) {
      if (text.element == 0 || kind_of_[text.element] == kNone) continue;
      constexpr std::uint64_t a_text = 1;
      if (twins_[combine(text.element, a_text)]++ == 0) {
        ++contents_of(text.element)[a_text].holders;
      }
    }
  }

  void add_kind(const PageNodes& page, std::uint32_t element) {
    Kind& kind = kinds_.emplace_back();
    for (const Name& name : page.names_of(element)) {
      if (name.is_class_or_id() && is_stable_(name.hash)) kind.names.push_back(name.hash);
    }
    std::ranges::sort(kind.names);
  }

  std::map<std::uint64_t, Content>& contents_of(std::uint32_t element) {
    return kinds_[kind_of_[element]].contents;
  }

  // Notes for the two elements above an element that they hold it.
  void hold(const PageNodes& page, const Places& places, std::uint32_t element, bool is_named) {
    const std::uint32_t parent = page.nodes[element].parent;
    const std::uint32_t above = page.nodes[parent].parent;
    const auto note_for = [&](std::uint32_t holder, std::uint64_t what) {
      if (holder == 0 || kind_of_[holder] == kNone) return;
      const std::uint32_t before = twins_[combine(holder, what)]++;
      if (before >= kMostAlikeChildren) return;
      Content& content = contents_of(holder)[combine(what, before)];
      ++content.holders;
      content.is_named = is_named;
    };
    note_for(parent, places.steps[element]);
    if (parent != 0) note_for(above, combine(places.steps[element], places.steps[parent]));
  }

  struct Likeness {
    bool is_alike = false;
    bool has_named = false;  // both hold something with a name
  };
  static Likeness likeness_of(const Kind& a, const Kind& b) {
    std::size_t common = 0;
    std::size_t all = 0;
    Likeness likeness;
    const auto is_usual = [](const Kind& kind, const Content& content) {
      return content.holders >= kUsual * kind.looked_into;
    };
    for (const auto& [what, content] : a.contents) {
      if (!is_usual(a, content)) continue;
      ++all;
      const auto other = b.contents.find(what);
      if (other == b.contents.end() || !is_usual(b, other->second)) continue;
      ++common;
      likeness.has_named |= content.is_named;
    }
    for (const auto& [what, content] : b.contents) all += is_usual(b, content) ? 1 : 0;
    all -= common;
    likeness.is_alike =
        common >= kLeastAlike && static_cast<double>(common) >= kAlike * static_cast<double>(all);
    return likeness;
  }

  // Whether hardly any of the fewer is among the others.
  static bool are_exclusive(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    if (a.size() > b.size()) std::swap(a, b);
    std::size_t both = 0;
    for (const std::uint64_t one : a) both += std::ranges::binary_search(b, one) ? 1 : 0;
    return static_cast<double>(both) <= kExclusive * static_cast<double>(a.size());
  }

  static bool are_states(const Kind& a, const Kind& b) {
    if (a.names == b.names) return false;
    const Likeness likeness = likeness_of(a, b);
    if (!likeness.is_alike) return false;
    const auto is_several = [](const Kind& kind, const std::vector<std::uint64_t>& in) {
      return kind.elements >= kSeveral * static_cast<double>(in.size());
    };
    const bool is_several_a = is_several(a, a.parents);
    const bool is_several_b = is_several(b, b.parents);
    const bool shares_name = std::ranges::any_of(
        a.names, [&](std::uint64_t name) { return std::ranges::binary_search(b.names, name); });
    if (!shares_name && !likeness.has_named && !(is_several_a && is_several_b)) return false;
    if (are_exclusive(a.pages, b.pages)) return true;
    return (is_several(a, a.pages) || is_several(b, b.pages)) &&
           (is_several_a || is_several_b || are_exclusive(a.parents, b.parents));
  }

  // Counts the elements with a name, and those of them that differ in it from alike ones.
  void vote(std::vector<std::uint32_t>& numbers,
            std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>& votes) {
    std::ranges::stable_sort(numbers, std::greater<>(),
                             [&](std::uint32_t kind) { return kinds_[kind].elements; });
    for (const std::uint32_t number : numbers) {
      for (const std::uint64_t name : kinds_[number].names) {
        votes[name].second += kinds_[number].elements;
      }
    }
    if (numbers.size() > kMostKinds) numbers.resize(kMostKinds);
    for (const std::uint32_t number : numbers) {
      Kind& kind = kinds_[number];
      std::vector<std::uint64_t> states;
      for (const std::uint32_t other : numbers) {
        if (other == number || kind.names.empty() || !are_states(kind, kinds_[other])) continue;
        std::ranges::set_difference(kind.names, kinds_[other].names, std::back_inserter(states));
      }
      sort_unique(states);
      for (const std::uint64_t name : states) votes[name].first += kind.elements;
    }
  }

  std::span<const LearnedPage> pages_;
  const std::function<bool(std::uint64_t)>& is_stable_;
  std::vector<Kind> kinds_;
  std::unordered_map<std::uint64_t, std::uint32_t> kind_numbers_;
  std::map<std::uint64_t, std::vector<std::uint32_t>> by_place_;
  // Of the page that is read.
  std::vector<std::uint32_t> kind_of_;  // by element; kNone: it is not looked into
  std::unordered_map<std::uint64_t, std::uint32_t> twins_;  // by holder and what it holds
};

}  // namespace

std::vector<std::uint64_t> find_state_names(std::span<const LearnedPage> pages,
                                            const std::function<bool(std::uint64_t)>& is_stable) {
  return StateFinder(pages, is_stable).run();
}

}  // namespace pagekin::skeleton
