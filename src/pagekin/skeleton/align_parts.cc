// Top-down alignment: what is aligned with each other at one level has its children aligned at the
// next. Children of all instances of a part are sorted into groups by tag and stable names; texts
// by the element before them. In a group,
//
//   one child in nearly all instances       is one part
//   children with labels of their own       are one part a label; the rest is one repeated part
//   equally many children in all instances  are one part a position
//   any other number of children            is one repeated part
//
// A label is that of the first text of a child or, if that is none, of the children before it, as
// in a list of terms and definitions. Children that few instances have, and inline elements between
// varying words, are reported as one varying part.
//
// Source: the idea of a page template as a tree with optional and repeated parts is that of
// Crescenzi, Mecca, Merialdo: RoadRunner, 2001, and of Arasu, Garcia-Molina: EXALG, 2003. Cost: O(n
// log n) for n elements and texts of all pages. Limits: 5,000 parts, 100 levels.
#include "pagekin/skeleton/align_parts.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/page_count.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/features/text_tags.h"
#include "pagekin/skeleton/page_children.h"

namespace pagekin::skeleton {
namespace {

constexpr std::size_t kMostParts = 5000;
constexpr std::uint32_t kMostLevels = 100;
constexpr double kAlways = 0.95;       // of the instances of a part, for fixed children
constexpr double kSingle = 0.95;       // of instances with one child, for a part of its own
constexpr double kLabelled = 0.6;      // of children that a label distinguishes
constexpr double kEqualCounts = 0.95;  // of instances with equally many children
constexpr double kRare = 0.05;         // of instances: fewer make no part
constexpr double kRepeats = 0.05;      // of instances with more than one child
constexpr std::uint32_t kMostPositions = 40;
constexpr std::size_t kProseBytes = 30;  // of a text, on average

// An element of a page that is aligned with others.
struct Aligned {
  std::uint32_t page = 0;
  std::uint32_t element = 0;
};

// A child of such an element.
struct Child {
  std::uint64_t key = 0;
  std::uint32_t instance = 0;  // of the parent
  std::uint32_t node = 0;      // element or text
  std::uint32_t order = 0;     // among all children of its parent
  std::uint32_t label = kNone;
  bool is_text = false;
};

// With the first text below each element, and the slots of texts.
struct AlignedPage : PageChildren {
  std::vector<std::uint32_t> first_text;  // by element, or kNone
  std::vector<std::uint32_t> slots;       // by text, or kNone

  explicit AlignedPage(const PageNodes& page) : PageChildren(page) {
    first_text.assign(page.nodes.size(), kNone);
    for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
      std::uint32_t element = page.texts[t].element;
      while (first_text[element] == kNone) {
        first_text[element] = t;
        element = page.nodes[element].parent;
      }
    }
    slots.assign(page.texts.size(), kNone);
  }
};

class Alignment {
 public:
  Alignment(const LearnedPages& pages, std::span<const FoundSlot> found, TemplateModel& model,
            PartsOfPages* places)
      : all_(pages), model_(model), places_(places) {
    if (places != nullptr) {
      places->clear();
      for (const LearnedPage& page : pages.pages()) {
        places->emplace_back(page.nodes.nodes.size(), kNone);
      }
    }
    children_.reserve(pages.size());
    for (const LearnedPage& page : pages.pages()) children_.emplace_back(page.nodes);
    for (std::uint32_t s = 0; s < found.size(); ++s) {
      if (found[s].source != Source::kText) continue;
      for (const Instance& one : found[s].instances) {
        children_[one.page].slots[one.value] = s;
      }
    }
  }

  void run() {
    Pending root{.part = {.kind = PartKind::kFixed, .tag = "html"}, .order = 0};
    for (std::uint32_t p = 0; p < all_.size(); ++p) {
      if (!all_.pages()[p].nodes.nodes.empty()) root.elements.push_back({p, 0});
    }
    if (root.elements.empty()) return;
    root.part.tag = tag_name(all_.pages()[root.elements.front().page].nodes, 0);
    root.part.pages = root.part.instances = static_cast<std::uint32_t>(root.elements.size());
    put(std::move(root), 0, 0);
  }

 private:
  // A part whose children are not yet aligned.
  struct Pending {
    Part part;
    double order = 0;  // mean among the children of its parent
    std::vector<Aligned> elements;
  };

  // Adds a part and all below it, in document order. Levels are limited, so the recursion is.
  void put(Pending&& pending, std::uint32_t parent, std::uint32_t level) {
    const auto number = static_cast<std::uint32_t>(model_.parts.size());
    pending.part.parent = parent;
    model_.parts.push_back(std::move(pending.part));
    if (places_ != nullptr) {
      for (const Aligned& one : pending.elements) (*places_)[one.page][one.element] = number;
    }
    const std::uint32_t slot = model_.parts.back().slot;
    if (slot != kNone && model_.slots[slot].part == kNone) model_.slots[slot].part = number;
    if (pending.elements.empty() || level == kMostLevels) return;
    std::vector<Pending> below = align_children(pending.elements);
    std::ranges::stable_sort(below, {}, &Pending::order);
    for (Pending& child : below) {
      if (model_.parts.size() == kMostParts) return;
      put(std::move(child), number, level + 1);
    }
  }

  std::vector<Child> children_of(std::span<const Aligned> elements) const {
    std::vector<Child> found;
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      const LearnedPage& page = all_.pages()[elements[i].page];
      const AlignedPage& children = children_[elements[i].page];
      std::uint32_t order = 0;
      std::uint32_t last_label = kNone;
      std::uint64_t step_before = 0;
      const auto add = [&](std::uint64_t key, std::uint32_t node, std::uint32_t text,
                           bool is_text) {
        const std::uint32_t label = text == kNone ? kNone : own_label(page, text);
        if (label != kNone) last_label = label;
        found.push_back({.key = key,
                         .instance = i,
                         .node = node,
                         .order = order++,
                         .label = last_label,
                         .is_text = is_text});
      };
      children.for_each(
          page.nodes, elements[i].element,
          [&](std::uint32_t text) { add(combine(step_before, text_key), text, text, true); },
          [&](std::uint32_t child) {
            step_before = page.places.steps[child];
            add(step_before, child, children.first_text[child], false);
          });
    }
    return found;
  }

  std::uint32_t own_label(const LearnedPage& page, std::uint32_t text) const {
    const std::uint32_t number = page.text_numbers[text];
    return all_.is_label(number) ? all_.placed(number).label : kNone;
  }

  // How often instances have children of a group.
  struct Counts {
    std::uint32_t instances = 0;  // with at least one
    std::uint32_t single = 0;     // with exactly one
    std::uint32_t least = 0;      // the smallest number, and the largest
    std::uint32_t most = 0;
    std::uint32_t usual = 0;       // the commonest number
    std::uint32_t with_usual = 0;  // instances that have it
  };

  // `group` is sorted by instance.
  static Counts count(std::span<const Child> group) {
    Counts counts;
    std::vector<std::uint32_t> by_number;
    for_each_run(group, &Child::instance, [&](std::span<const Child> some) {
      const auto size = static_cast<std::uint32_t>(some.size());
      ++counts.instances;
      if (size == 1) ++counts.single;
      counts.least = counts.instances == 1 ? size : std::min(counts.least, size);
      counts.most = std::max(counts.most, size);
      if (by_number.size() <= size) by_number.resize(some.size() + 1, 0);
      ++by_number[size];
    });
    const auto most = std::ranges::max_element(by_number);
    counts.usual = static_cast<std::uint32_t>(most - by_number.begin());
    counts.with_usual = *most;
    return counts;
  }

  std::vector<Pending> align_children(std::span<const Aligned> elements) {
    std::vector<Child> children = children_of(elements);
    std::vector<Pending> parts;
    // Children stay in the order of instances inside a group.
    std::ranges::stable_sort(children, {}, &Child::key);
    Level level{.elements = elements, .parts = &parts};
    look_at_words(level, children);
    for_each_run(std::span(children), &Child::key,
                 [&](std::span<const Child> group) { add_group(level, group); });
    if (!level.rest.empty()) add_rest(level);
    return parts;
  }

  struct Level {
    std::span<const Aligned> elements;  // instances of the parent
    std::vector<Pending>* parts;
    bool has_words = false;   // whether varying texts stand right in the parent
    bool has_prose = false;   // whether these are long
    std::vector<Child> rest;  // children that make no part of their own
  };

  void look_at_words(Level& level, std::span<const Child> children) const {
    std::size_t varying = 0;
    std::size_t bytes = 0;
    for (const Child& child : children) {
      if (!child.is_text) continue;
      const LearnedPage& page = all_.pages()[level.elements[child.instance].page];
      if (all_.kind_of(page, child.node) != TextKind::kVarying) continue;
      ++varying;
      bytes += page.nodes.texts[child.node].size;
    }
    level.has_words = 4 * varying >= level.elements.size() && varying > 0;
    level.has_prose = level.has_words && bytes >= kProseBytes * varying;
  }

  void add_group(Level& level, std::span<const Child> group) {
    const Counts counts = count(group);
    const double parents = static_cast<double>(level.elements.size());
    if (counts.instances < kRare * parents || is_inline(level, group, counts)) {
      level.rest.insert(level.rest.end(), group.begin(), group.end());
      return;
    }
    if (counts.single >= kSingle * counts.instances) {
      add_part(level, group, false);
      return;
    }
    if (add_labelled(level, group)) return;
    if (counts.with_usual >= kEqualCounts * counts.instances && counts.usual <= kMostPositions &&
        counts.instances > 1) {
      for (std::uint32_t position = 0; position < counts.usual; ++position) {
        add_part(level, at_position(group, position, counts.usual), false);
      }
      return;
    }
    add_part(level, group, true);
  }

  // Inline markup between varying words: an element without stable names that not all have, or that
  // prose has in any number.
  bool is_inline(const Level& level, std::span<const Child> group, const Counts& counts) const {
    const Child& first = group.front();
    const auto parents = static_cast<double>(level.elements.size());
    const bool is_rare = level.has_words && counts.instances < 0.5 * parents;
    const bool is_usual = counts.single >= kAlways * parents;
    if (!is_rare && (!level.has_prose || is_usual)) return false;
    if (first.is_text) return is_rare;
    const LearnedPage& page = all_.pages()[level.elements[first.instance].page];
    if (!features::is_text_tag(page.nodes.nodes[first.node].tag)) return false;
    return std::ranges::none_of(page.nodes.names_of(first.node), [&](const Name& name) {
      return name.is_class_or_id() && all_.is_stable(name.hash);
    });
  }

  // The child at this position of each instance; the last position takes those that follow.
  static std::vector<Child> at_position(std::span<const Child> group, std::uint32_t position,
                                        std::uint32_t positions) {
    std::vector<Child> some;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      at = i > 0 && group[i].instance == group[i - 1].instance ? at + 1 : 0;
      if (std::min(at, positions - 1) == position) some.push_back(group[i]);
    }
    return some;
  }

  bool add_labelled(Level& level, std::span<const Child> group) {
    std::vector<Child> by_label(group.begin(), group.end());
    std::ranges::stable_sort(by_label, {}, &Child::label);
    const double least = std::max(2.0, kRare * static_cast<double>(level.elements.size()));
    std::vector<std::span<const Child>> labelled;
    std::vector<Child> rest;
    std::size_t covered = 0;
    for_each_run(std::span(by_label), &Child::label, [&](std::span<const Child> some) {
      const Counts counts = count(some);
      if (some.front().label != kNone && counts.instances >= least &&
          counts.single >= kSingle * counts.instances) {
        labelled.push_back(some);
        covered += some.size();
      } else {
        rest.insert(rest.end(), some.begin(), some.end());
      }
    });
    if (labelled.empty() ||
        static_cast<double>(covered) < kLabelled * static_cast<double>(group.size())) {
      return false;
    }
    for (const std::span<const Child> some : labelled) add_part(level, some, false, true);
    if (rest.empty()) return true;
    std::ranges::stable_sort(rest, [](const Child& a, const Child& b) {
      return std::pair(a.instance, a.order) < std::pair(b.instance, b.order);
    });
    const Counts counts = count(rest);
    if (counts.instances < least) {
      level.rest.insert(level.rest.end(), rest.begin(), rest.end());
    } else {
      add_part(level, rest, counts.single < kSingle * counts.instances);
    }
    return true;
  }

  // Where the children of a part stand, on how many pages.
  static void count_instances(const Level& level, std::span<const Child> group, Pending& pending) {
    PageCount pages;
    double orders = 0;
    for (const Child& child : group) {
      pages.add(level.elements[child.instance].page);
      orders += child.order;
    }
    pending.part.pages = pages.pages();
    pending.part.instances = static_cast<std::uint32_t>(group.size());
    pending.order = orders / static_cast<double>(group.size());
  }

  void add_part(Level& level, std::span<const Child> group, bool may_repeat,
                bool is_labelled = false) {
    if (group.empty()) return;
    Pending pending;
    Part& part = pending.part;
    const Counts counts = count(group);
    part.is_text = group.front().is_text;
    count_instances(level, group, pending);
    const bool is_always = counts.instances >= kAlways * static_cast<double>(level.elements.size());
    part.kind = is_always ? PartKind::kFixed : PartKind::kOptional;
    if (may_repeat && counts.instances - counts.single >= kRepeats * counts.instances) {
      part.kind = PartKind::kRepeated;
      part.least = counts.instances < level.elements.size() ? 0 : counts.least;
      part.most = counts.most;
    }
    if (part.is_text) {
      describe_text(level, group, part);
    } else {
      describe_element(level, group, part);
      pending.elements.reserve(group.size());
      for (const Child& child : group) {
        pending.elements.push_back({level.elements[child.instance].page, child.node});
      }
    }
    if (is_labelled && !part.is_text) {
      const Child& first = group.front();
      const AlignedPage& children = children_[level.elements[first.instance].page];
      const PageNodes& page = all_.pages()[level.elements[first.instance].page].nodes;
      if (const std::uint32_t text = children.first_text[first.node]; text != kNone) {
        part.label = shortened_text(page.text(page.texts[text]));
      }
    }
    level.parts->push_back(std::move(pending));
  }

  void describe_element(const Level& level, std::span<const Child> group, Part& part) const {
    const Child& first = group.front();
    const PageNodes& page = all_.pages()[level.elements[first.instance].page].nodes;
    part.tag = tag_name(page, first.node);
    for (const Name& name : page.names_of(first.node)) {
      if (!name.is_class_or_id() || !all_.is_stable(name.hash)) continue;
      part.names += (name.kind == Name::Kind::kId ? "#" : ".") + std::string(page.text(name));
    }
  }

  // What the text says, whether it varies, and the slot of most of its values.
  void describe_text(const Level& level, std::span<const Child> group, Part& part) const {
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint32_t> slots;
    hashes.reserve(group.size());
    for (const Child& child : group) {
      const std::uint32_t p = level.elements[child.instance].page;
      hashes.push_back(all_.pages()[p].nodes.texts[child.node].hash);
      if (children_[p].slots[child.node] != kNone) slots.push_back(children_[p].slots[child.node]);
    }
    const auto [said, times] = most_common(hashes);
    if (static_cast<double>(times) < kAlways * static_cast<double>(group.size()) ||
        group.size() == 1) {
      part.kind = PartKind::kVarying;
    }
    for (const Child& child : group) {
      const PageNodes& page = all_.pages()[level.elements[child.instance].page].nodes;
      if (page.texts[child.node].hash != said) continue;
      part.text = shortened_text(page.text(page.texts[child.node]));
      break;
    }
    if (part.kind != PartKind::kVarying || slots.empty()) return;
    const auto [slot, values] = most_common(slots);
    if (2 * values < group.size()) return;
    part.slot = slot;
  }

  template <class Key>
  static std::pair<Key, std::size_t> most_common(std::vector<Key>& keys) {
    std::ranges::sort(keys);
    std::pair<Key, std::size_t> best{keys.front(), 0};
    for_each_run(std::span(keys), std::identity(), [&](std::span<const Key> same) {
      if (same.size() > best.second) best = {same.front(), same.size()};
    });
    return best;
  }

  // What is left is one varying part.
  void add_rest(Level& level) {
    std::ranges::stable_sort(level.rest, [](const Child& a, const Child& b) {
      return std::pair(a.instance, a.order) < std::pair(b.instance, b.order);
    });
    Pending pending{.part = {.kind = PartKind::kVarying}};
    count_instances(level, level.rest, pending);
    const Child& first = level.rest.front();
    const PageNodes& page = all_.pages()[level.elements[first.instance].page].nodes;
    pending.part.is_text = first.is_text;
    if (first.is_text) {
      pending.part.text = shortened_text(page.text(page.texts[first.node]));
    } else {
      pending.part.tag = "*";
    }
    level.parts->push_back(std::move(pending));
  }

  static constexpr std::uint64_t text_key = 0x7465'7874;

  const LearnedPages& all_;
  TemplateModel& model_;
  PartsOfPages* places_;
  std::vector<AlignedPage> children_;
};

}  // namespace

std::string shortened_text(std::string_view text) {
  constexpr std::size_t most_bytes = 80;
  return shortened(text, most_bytes);
}

std::string_view to_text(PartKind kind) {
  switch (kind) {
    case PartKind::kFixed:
      return "fixed";
    case PartKind::kOptional:
      return "optional";
    case PartKind::kRepeated:
      return "repeated";
    case PartKind::kVarying:
      return "varying";
  }
  return "";
}

void align_parts(const LearnedPages& pages, std::span<const FoundSlot> found, TemplateModel& model,
                 PartsOfPages* places) {
  Alignment(pages, found, model, places).run();
}

}  // namespace pagekin::skeleton
