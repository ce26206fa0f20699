#include "pagekin/rows/merge_pages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/stop.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::rows {
namespace {

constexpr std::uint32_t kDeepest = 60;
constexpr double kHeaderPages = 0.2;     // share of pages that have a header of cells
constexpr double kSoloParents = 0.4;     // share of parents that have a set of names once
constexpr double kHeadingParents = 0.1;  // share of parents that have a heading
constexpr double kLabelParents = 0.05;   // share of parents that have a label
constexpr double kCoverage = 0.7;        // share of children that have a heading or label
constexpr double kAlike = 0.7;           // overlap of the shapes of one kind
constexpr double kConstant = 0.9;        // share of equal texts of a constant place
constexpr std::size_t kShapeSample = 60;
constexpr std::size_t kCommonBeginning = 4;  // bytes of names of one cell in two states
constexpr std::size_t kMostTurns = 8;
constexpr std::size_t kMostPlaces = 60'000;
constexpr std::size_t kMostLooks = 20'000'000;  // at children, while names are chosen
constexpr std::size_t kFewestNames = 8;         // that are chosen at most
constexpr std::size_t kMostNames = 200;

struct Child {
  std::uint32_t parent = 0;  // number of the occurrence
  Occurrence at;
  ChildContext context;
};

struct Kind {
  Called called = Called::kNothing;
  std::string name;
  std::vector<std::uint32_t> members;  // numbers of children, ascending
};

using Shape = std::vector<std::uint64_t>;  // ascending

double overlap(const Shape& a, const Shape& b) {
  const std::size_t both = count_common(a, b);
  const std::size_t all = a.size() + b.size() - both;
  return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

class Merge {
 public:
  explicit Merge(std::span<const RowPage* const> pages) : pages_(pages) {}

  MergedPages run() {
    merged_.places.resize(pages_.size());
    merged_.tree.places.push_back({.tag = html::kTagHtml, .name = {}, .title = {}, .rules = {}});
    merged_.occurrences.emplace_back();
    in_row_.push_back(false);
    for (std::uint32_t i = 0; i < pages_.size(); ++i) {
      merged_.places[i].assign(pages_[i]->elements.size(), kNone);
      if (pages_[i]->elements.empty() || !pages_[i]->elements[0].is_shown) continue;
      merged_.places[i][0] = 0;
      merged_.occurrences[0].push_back({i, 0});
    }
    for (std::uint32_t place = 0; place < merged_.tree.places.size(); ++place) {
      if (place % 256 == 0) check_stop();
      if (merged_.tree.places[place].depth < kDeepest) split(place);
    }
    return std::move(merged_);
  }

 private:
  const RowElement& element(const Occurrence& at) const {
    return pages_[at.page]->elements[at.element];
  }

  void split(std::uint32_t place) {
    std::vector<html::TagId> tags;
    std::unordered_map<html::TagId, std::vector<Child>> by_tag;
    const std::vector<Occurrence>& own = merged_.occurrences[place];
    for (std::uint32_t i = 0; i < own.size(); ++i) {
      const std::uint32_t page = own[i].page;
      each_child(*pages_[page], own[i].element,
                 [&](std::uint32_t child, const ChildContext& context) {
                   const html::TagId tag = pages_[page]->elements[child].tag;
                   std::vector<Child>& list = by_tag[tag];
                   if (list.empty()) tags.push_back(tag);
                   list.push_back({i, {page, child}, context});
                 });
    }
    parents_ = own.size();
    for (const html::TagId tag : tags) {
      if (merged_.tree.places.size() > kMostPlaces) return;
      children_ = std::move(by_tag[tag]);
      split_tag(place, tag);
    }
  }

  void split_tag(std::uint32_t place, html::TagId tag) {
    kinds_.clear();
    rule_ = {.tag = tag, .keys = {}, .names = {}, .groups = {}};
    tell_apart(tag, in_row_[place]);
    for (Kind& kind : kinds_) add_group(place, tag, kind);
    std::ranges::sort(rule_.keys, {}, &ChildKey::hash);
    merged_.tree.places[place].rules.push_back(std::move(rule_));
  }

  // ---- groups ----------------------------------------------------------------------------------

  void add_group(std::uint32_t place, html::TagId tag, Kind& kind) {
    std::vector<std::uint32_t>& group = rule_.groups.emplace_back();
    const std::size_t turns = in_row_[place] ? fixed_number(tag, kind) : 1;
    std::vector<std::vector<Occurrence>> parts(turns);
    std::vector<bool> is_repeated(turns);
    std::uint32_t parent = kNone;
    std::size_t turn = 0;
    for (const std::uint32_t member : kind.members) {
      const Child& child = children_[member];
      turn = child.parent == parent ? turn + 1 : 0;
      parent = child.parent;
      const std::size_t part = std::min(turn, turns - 1);
      if (turn > part) is_repeated[part] = true;
      parts[part].push_back(child.at);
    }
    for (std::size_t part = 0; part < turns; ++part) {
      const auto number = static_cast<std::uint32_t>(merged_.tree.places.size());
      group.push_back(number);
      Place made{.tag = tag,
                 .parent = place,
                 .depth = merged_.tree.places[place].depth + 1,
                 .called = kind.called,
                 .name = kind.name,
                 .title = title_of(parts[part]),
                 .is_repeated = is_repeated[part],
                 .is_constant = is_constant(tag, parts[part]),
                 .rules = {}};
      for (const Occurrence& at : parts[part]) merged_.places[at.page][at.element] = number;
      in_row_.push_back(in_row_[place] || made.is_repeated);
      merged_.tree.places.push_back(std::move(made));
      merged_.occurrences.push_back(std::move(parts[part]));
    }
  }

  // How many equal children of a row are places of their own; 1: they are one.
  std::size_t fixed_number(html::TagId tag, const Kind& kind) const {
    constexpr html::TagSet lists{html::kTagTr, html::kTagTd,     html::kTagTh, html::kTagLi,
                                 html::kTagP,  html::kTagOption, html::kTagA,  html::kTagBr};
    if (lists.has(tag)) return 1;
    const std::map<std::uint32_t, std::size_t> counts = per_parent(kind.members);
    std::map<std::size_t, std::size_t> parents;
    for (const auto& [parent, count] : counts) ++parents[count];
    const auto usual =
        std::ranges::max_element(parents, {}, [](const auto& one) { return one.second; });
    const bool is_fixed =
        usual->first >= 2 && usual->first <= kMostTurns && counts.size() >= 3 &&
        static_cast<double>(usual->second) >= 0.9 * static_cast<double>(counts.size());
    return is_fixed ? usual->first : 1;
  }

  std::map<std::uint32_t, std::size_t> per_parent(const std::vector<std::uint32_t>& members) const {
    std::map<std::uint32_t, std::size_t> counts;
    for (const std::uint32_t member : members) ++counts[children_[member].parent];
    return counts;
  }

  bool occurs_twice(const std::vector<std::uint32_t>& members) const {
    for (std::size_t i = 1; i < members.size(); ++i) {
      if (children_[members[i]].parent == children_[members[i - 1]].parent) return true;
    }
    return false;
  }

  std::string title_of(const std::vector<Occurrence>& all) const {
    const Occurrence& first = all.front();
    const std::uint32_t title = element(first).title;
    return title == kNone ? std::string() : pages_[first.page]->names[title];
  }

  bool is_constant(html::TagId tag, const std::vector<Occurrence>& all) const {
    constexpr std::size_t fewest = 5;
    if (all.size() < fewest || tag == html::kTagBr) return false;
    // Boyer and Moore's majority vote, then a count.
    std::string_view candidate;
    std::size_t votes = 0;
    const auto text = [&](const Occurrence& at) { return pages_[at.page]->lines_of(at.element); };
    for (const Occurrence& at : all) {
      if (votes == 0) candidate = text(at);
      votes += text(at) == candidate ? 1 : static_cast<std::size_t>(-1);
    }
    if (candidate.empty()) return false;
    const auto equal =
        std::ranges::count_if(all, [&](const Occurrence& at) { return text(at) == candidate; });
    return static_cast<double>(equal) >= kConstant * static_cast<double>(all.size());
  }

  // ---- distinguishing -------------------------------------------------------------------------

  void tell_apart(html::TagId tag, bool in_row) {
    if (tag == html::kTagTd || tag == html::kTagTh) {
      tell_cells_apart();
      return;
    }
    std::vector<std::uint32_t> all(children_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    const std::uint64_t first = class_key(children_.front());
    const bool are_equal =
        std::ranges::all_of(children_, [&](const Child& one) { return class_key(one) == first; });
    if (!occurs_twice(all) && are_equal) {
      take_as_one(std::move(all));
      return;
    }
    if (!in_row && may_be_headed(tag) && occurs_twice(all)) {
      if (tell_by_text(Apart::kHeading) || tell_by_text(Apart::kTable)) return;
    }
    if (may_have_label(tag) && tell_by_text(Apart::kLabel)) return;
    tell_by_class(in_row);
  }

  void take_as_one(std::vector<std::uint32_t> all) {
    const Child& first = children_[all.front()];
    Kind& kind = kinds_.emplace_back();
    kind.name = class_name(first);
    kind.called = kind.name.empty() ? Called::kNothing : Called::kClass;
    kind.members = std::move(all);
    rule_.apart = Apart::kNot;
    rule_.rest = 0;
  }

  std::string class_name(const Child& child) const {
    const RowPage& page = *pages_[child.at.page];
    const auto classes = page.classes_of(child.at.element);
    return classes.empty() ? std::string() : page.names[classes.front()];
  }
  std::uint64_t class_key(const Child& child) const {
    return child_key(*pages_[child.at.page], child.at.element, child.context, Apart::kClass);
  }

  void tell_cells_apart() {
    rule_.apart = Apart::kCell;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> pages_with;  // a header
    std::vector<std::uint32_t> with_cells;
    const auto add_page = [](std::vector<std::uint32_t>& list, std::uint32_t page) {
      if (list.empty() || list.back() != page) list.push_back(page);
    };
    std::vector<std::uint64_t> keys;
    std::vector<std::string> names(children_.size());
    for (std::size_t i = 0; i < children_.size(); ++i) {
      const Child& child = children_[i];
      keys.push_back(child_key(*pages_[child.at.page], child.at.element, child.context,
                               Apart::kCell, &names[i]));
      add_page(with_cells, child.at.page);
      if (keys.back() != 0) add_page(pages_with[keys.back()], child.at.page);
    }
    const double need = kHeaderPages * static_cast<double>(with_cells.size());
    std::unordered_map<std::uint64_t, std::uint32_t> groups;
    bool has_headers = false;
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      const bool by_header =
          keys[i] != 0 && static_cast<double>(pages_with[keys[i]].size()) >= need;
      const std::uint32_t column = element(children_[i].at).column;
      const std::uint64_t key = by_header ? keys[i] : column_key(column);
      const auto [at, is_new] = groups.emplace(key, static_cast<std::uint32_t>(kinds_.size()));
      if (is_new) {
        kinds_.push_back({by_header ? Called::kHeader : Called::kColumn,
                          by_header ? names[i] : std::to_string(column),
                          {}});
        rule_.keys.push_back({key, at->second});
      }
      has_headers |= by_header;
      kinds_[at->second].members.push_back(i);
    }
    if (!has_headers) join_cards();
  }

  // Cells that all have the shape of the first hold a card each.
  void join_cards() {
    constexpr std::size_t smallest_card = 3;
    if (kinds_.size() < 2) return;
    const Shape first = shape_of(kinds_.front().members);
    if (first.size() < smallest_card) return;
    for (std::size_t i = 1; i < kinds_.size(); ++i) {
      if (overlap(first, shape_of(kinds_[i].members)) < kAlike) return;
    }
    kinds_.clear();
    rule_.keys.clear();
    std::vector<std::uint32_t> all(children_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    take_as_one(std::move(all));
  }

  static bool may_be_headed(html::TagId tag) {
    return tag == html::kTagTable || tag == html::kTagUl || tag == html::kTagOl ||
           tag == html::kTagDl || tag == html::kTagDiv || tag == html::kTagSection;
  }
  static bool may_have_label(html::TagId tag) {
    return tag == html::kTagTr || tag == html::kTagLi || tag == html::kTagDiv ||
           tag == html::kTagP || tag == html::kTagDd || tag == html::kTagDt;
  }

  // By texts of a small vocabulary that hardly occur twice in a parent.
  bool tell_by_text(Apart apart) {
    struct Seen {
      std::size_t parents = 0;
      std::uint32_t last = kNone;
      std::uint32_t last_repeat = kNone;  // the last parent that has it twice
      bool is_good = false;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    std::vector<std::uint64_t> keys;
    keys.reserve(children_.size());
    std::size_t pairs = 0;    // of text and parent
    std::size_t repeats = 0;  // pairs of which the parent has the text twice or more
    for (const Child& child : children_) {
      const std::uint64_t key =
          child_key(*pages_[child.at.page], child.at.element, child.context, apart);
      keys.push_back(key);
      if (key == 0) continue;
      Seen& one = seen[key];
      if (one.last == child.parent) {
        repeats += one.last_repeat == child.parent ? 0 : 1;
        one.last_repeat = child.parent;
        continue;
      }
      one.last = child.parent;
      ++one.parents;
      ++pairs;
    }
    if (pairs == 0) return false;
    const bool is_label = apart == Apart::kLabel;
    const auto count = static_cast<double>(children_.size());
    const double need =
        std::max(3.0, (is_label ? kLabelParents : kHeadingParents) * static_cast<double>(parents_));
    std::size_t good = 0;
    for (auto& [key, one] : seen) {
      one.is_good = static_cast<double>(one.parents) >= need;
      good += one.is_good ? 1 : 0;
    }
    const auto covered = static_cast<double>(std::ranges::count_if(
        keys, [&](std::uint64_t key) { return key != 0 && seen[key].is_good; }));
    if (covered < kCoverage * count) return false;
    if (apart != Apart::kTable &&
        static_cast<double>(pairs - repeats) < 0.9 * static_cast<double>(pairs)) {
      return false;
    }
    if (is_label ? good == 0 || good > 60 || 2 * good > children_.size() : good < 2 || good > 20) {
      return false;
    }
    rule_.apart = apart;
    std::unordered_map<std::uint64_t, std::uint32_t> groups;
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      const bool is_good = keys[i] != 0 && seen[keys[i]].is_good;
      const std::uint64_t key = is_good ? keys[i] : 0;
      const auto [at, is_new] = groups.emplace(key, static_cast<std::uint32_t>(kinds_.size()));
      if (is_new) {
        Kind& kind = kinds_.emplace_back();
        if (is_good) {
          kind.called = Called::kLabel;
          child_key(*pages_[children_[i].at.page], children_[i].at.element, children_[i].context,
                    apart, &kind.name);
          rule_.keys.push_back({key, at->second});
        } else {
          rule_.rest = at->second;
        }
      }
      kinds_[at->second].members.push_back(i);
    }
    return true;
  }

  // ---- class names -----------------------------------------------------------------------------

  void tell_by_class(bool in_row) {
    rule_.apart = Apart::kClass;
    std::vector<bool> is_taken(children_.size());
    parents_with_tag_ = 0;
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      parents_with_tag_ += i == 0 || children_[i].parent != children_[i - 1].parent ? 1 : 0;
    }
    take_ids(is_taken);
    take_solos(is_taken);
    take_names(is_taken);
    Kind rest;
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      if (!is_taken[i]) rest.members.push_back(i);
    }
    if (!rest.members.empty()) {
      rule_.rest = static_cast<std::uint32_t>(kinds_.size());
      kinds_.push_back(std::move(rest));
    }
    join_alike();
    if (in_row) join_states();
    // A kind that no page of the sample had is most likely one more variant of the only kind.
    if (rule_.rest == kNone && kinds_.size() == 1) rule_.rest = 0;
  }

  // Ids that no parent has twice and 40 % of the parents have: the class names beside them may say
  // a state ("in", "is-open").
  void take_ids(std::vector<bool>& is_taken) {
    struct Seen {
      std::vector<std::uint32_t> members;
      bool is_solo = true;
    };
    std::map<std::uint32_t, Seen> first_of;  // by the first child that has it
    std::unordered_map<std::uint64_t, std::uint32_t> first;
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      const std::uint64_t key = id_key(*pages_[children_[i].at.page], children_[i].at.element);
      if (key == 0 || has_digits(children_[i])) continue;
      Seen& one = first_of[first.emplace(key, i).first->second];
      one.is_solo &=
          one.members.empty() || children_[one.members.back()].parent != children_[i].parent;
      one.members.push_back(i);
    }
    const double need = std::max(2.0, kSoloParents * static_cast<double>(parents_with_tag_));
    for (auto& [child, one] : first_of) {
      if (!one.is_solo || static_cast<double>(one.members.size()) < need) continue;
      for (const std::uint32_t member : one.members) is_taken[member] = true;
      const std::string name = class_name(children_[child]);
      rule_.names.push_back({id_key(*pages_[children_[child].at.page], children_[child].at.element),
                             static_cast<std::uint32_t>(kinds_.size())});
      kinds_.push_back(
          {name.empty() ? Called::kNothing : Called::kClass, name, std::move(one.members)});
    }
  }

  // Sets of class names, or ids, that occur once in a parent and in 40 % of the parents.
  void take_solos(std::vector<bool>& is_taken) {
    struct Seen {
      std::size_t parents = 0;
      std::uint32_t last = kNone;
      std::uint32_t kind = kNone;
      bool is_solo = true;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    std::vector<std::uint64_t> keys;
    keys.reserve(children_.size());
    for (const Child& child : children_) {
      keys.push_back(class_key(child));
      Seen& one = seen[keys.back()];
      if (one.last == child.parent) one.is_solo = false;
      if (one.parents == 0 && has_digits(child)) one.is_solo = false;
      one.last = child.parent;
      ++one.parents;
    }
    const double need = std::max(2.0, kSoloParents * static_cast<double>(parents_with_tag_));
    for (std::uint32_t i = 0; i < children_.size(); ++i) {
      if (keys[i] == 0 || is_taken[i]) continue;
      Seen& one = seen[keys[i]];
      if (!one.is_solo || static_cast<double>(one.parents) < need) continue;
      if (one.kind == kNone) {
        one.kind = static_cast<std::uint32_t>(kinds_.size());
        const std::string name = class_name(children_[i]);
        kinds_.push_back({name.empty() ? Called::kNothing : Called::kClass, name, {}});
        rule_.keys.push_back({keys[i], one.kind});
      }
      kinds_[one.kind].members.push_back(i);
      is_taken[i] = true;
    }
  }

  bool has_digits(const Child& child) const {
    const RowPage& page = *pages_[child.at.page];
    const auto folds = [&](std::uint32_t name) {
      return page.names[name].find('#') != std::string::npos;
    };
    const std::uint32_t id = element(child.at).id;
    return std::ranges::any_of(page.classes_of(child.at.element), folds) ||
           (id != kNone && folds(id));
  }

  // The name that most parents have, then that of most of the rest, and so on.
  void take_names(std::vector<bool>& is_taken) {
    struct Support {
      std::size_t parents = 0;
      std::size_t total = 0;
      std::size_t first = kNone;  // its least place in the attribute
      std::size_t order = 0;      // of names
      std::uint32_t last = kNone;
      std::string name;
    };
    const std::size_t need = std::max<std::size_t>(1, parents_with_tag_ / 100);
    // Each round looks at all children; what is left after the last one is one kind.
    const std::size_t most_names =
        std::clamp<std::size_t>(kMostLooks / children_.size(), kFewestNames, kMostNames);
    for (std::size_t round = 0; round < most_names; ++round) {
      std::unordered_map<std::uint64_t, Support> support;
      for (std::uint32_t i = 0; i < children_.size(); ++i) {
        if (is_taken[i]) continue;
        const RowPage& page = *pages_[children_[i].at.page];
        const auto classes = page.classes_of(children_[i].at.element);
        for (std::size_t c = 0; c < classes.size(); ++c) {
          Support& one = support[page.hash_of(classes[c])];
          if (one.total++ == 0) {
            one.order = support.size();
            one.name = page.names[classes[c]];
          }
          one.first = std::min(one.first, c);
          if (one.last != children_[i].parent) ++one.parents;
          one.last = children_[i].parent;
        }
      }
      const auto best = std::ranges::max_element(support, [](const auto& a, const auto& b) {
        const Support& x = a.second;
        const Support& y = b.second;
        return std::tuple(x.parents, x.total, y.first, y.order) <
               std::tuple(y.parents, y.total, x.first, x.order);
      });
      if (best == support.end() || best->second.parents < need) return;
      const auto number = static_cast<std::uint32_t>(kinds_.size());
      rule_.names.push_back({best->first, number});
      Kind& kind = kinds_.emplace_back(Kind{Called::kClass, best->second.name, {}});
      for (std::uint32_t i = 0; i < children_.size(); ++i) {
        if (is_taken[i]) continue;
        const RowPage& page = *pages_[children_[i].at.page];
        const auto classes = page.classes_of(children_[i].at.element);
        const bool has_name = std::ranges::any_of(
            classes, [&](std::uint32_t own) { return page.hash_of(own) == best->first; });
        if (!has_name) continue;
        kind.members.push_back(i);
        is_taken[i] = true;
      }
    }
  }

  // What at least half of some elements have two levels deep: tags and first class names.
  Shape shape_of(const std::vector<std::uint32_t>& members) const {
    std::unordered_map<std::uint64_t, std::size_t> counts;
    const std::size_t sample = std::min(members.size(), kShapeSample);
    for (std::size_t m = 0; m < sample; ++m) {
      const Occurrence& at = children_[members[m]].at;
      const RowPage& page = *pages_[at.page];
      Shape own;
      const auto kind = [&](std::uint32_t e) {
        const auto classes = page.classes_of(e);
        return mix(page.elements[e].tag) ^ (classes.empty() ? 0 : page.hash_of(classes.front()));
      };
      for (std::uint32_t c = page.elements[at.element].first_child; c != kNone;
           c = page.elements[c].next) {
        own.push_back(kind(c));
        for (std::uint32_t d = page.elements[c].first_child; d != kNone;
             d = page.elements[d].next) {
          own.push_back(mix(page.elements[c].tag + 1) + kind(d));
        }
      }
      sort_unique(own);
      for (const std::uint64_t one : own) ++counts[one];
    }
    Shape shape;
    for (const auto& [kind, count] : counts) {
      if (2 * count >= sample) shape.push_back(kind);
    }
    std::ranges::sort(shape);
    return shape;
  }

  // Replaces kinds by joined ones: by kind the new number.
  void renumber(const std::vector<std::uint32_t>& new_numbers, std::size_t count) {
    std::vector<Kind> joined(count);
    std::vector<bool> is_named(count);
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      Kind& into = joined[new_numbers[k]];
      if (!is_named[new_numbers[k]]) {
        into.called = kinds_[k].called;
        into.name = kinds_[k].name;
        is_named[new_numbers[k]] = true;
      }
      into.members.insert(into.members.end(), kinds_[k].members.begin(), kinds_[k].members.end());
    }
    for (Kind& kind : joined) std::ranges::sort(kind.members);
    kinds_ = std::move(joined);
    for (ChildKey& key : rule_.keys) key.group = new_numbers[key.group];
    for (ChildKey& key : rule_.names) key.group = new_numbers[key.group];
    if (rule_.rest != kNone) rule_.rest = new_numbers[rule_.rest];
  }

  // Kinds of the shape of a repeated one are one with it.
  void join_alike() {
    const std::size_t count = kinds_.size();
    if (count < 2) return;
    std::vector<bool> is_repeated;
    std::vector<Shape> shapes;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < count; ++k) {
      is_repeated.push_back(occurs_twice(kinds_[k].members));
      shapes.push_back(shape_of(kinds_[k].members));
      order.push_back(k);
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      if (is_repeated[a] != is_repeated[b]) return static_cast<bool>(is_repeated[a]);
      return kinds_[a].members.size() > kinds_[b].members.size();
    });
    std::vector<std::uint32_t> new_numbers(count, kNone);
    std::vector<std::size_t> heads;
    for (const std::size_t k : order) {
      for (std::uint32_t h = 0; h < heads.size() && new_numbers[k] == kNone; ++h) {
        const Shape& head = shapes[heads[h]];
        const bool is_rich = std::max(head.size(), shapes[k].size()) >= 2;
        if (is_repeated[heads[h]] && is_rich && overlap(head, shapes[k]) >= kAlike) {
          new_numbers[k] = h;
        }
      }
      if (new_numbers[k] != kNone) continue;
      new_numbers[k] = static_cast<std::uint32_t>(heads.size());
      heads.push_back(k);
    }
    if (heads.size() == count) return;
    // The name of a joined kind is that of its head.
    std::vector<Kind> named = kinds_;
    const std::vector<std::size_t> kept = heads;
    renumber(new_numbers, heads.size());
    for (std::size_t h = 0; h < kept.size(); ++h) {
      kinds_[h].called = named[kept[h]].called;
      kinds_[h].name = named[kept[h]].name;
    }
  }

  // Kinds of a row that never occur together and whose names begin alike: one cell in two states.
  void join_states() {
    const std::size_t count = kinds_.size();
    if (count < 2) return;
    struct Joined {
      std::string name;
      std::vector<std::uint32_t> parents;  // ascending
      bool is_single = false;
    };
    std::vector<Joined> all;
    std::vector<std::uint32_t> new_numbers;
    for (const Kind& kind : kinds_) {
      std::vector<std::uint32_t> parents;
      for (const std::uint32_t member : kind.members) parents.push_back(children_[member].parent);
      const bool is_single = !occurs_twice(kind.members);
      std::uint32_t into = kNone;
      for (std::uint32_t j = 0; j < all.size() && into == kNone && is_single; ++j) {
        if (!all[j].is_single || !begin_alike(kind.name, all[j].name)) continue;
        if (count_common(parents, all[j].parents) == 0) into = j;
      }
      if (into == kNone) {
        into = static_cast<std::uint32_t>(all.size());
        all.push_back({kind.name, std::move(parents), is_single});
      } else {
        std::vector<std::uint32_t> either;
        std::ranges::set_union(parents, all[into].parents, std::back_inserter(either));
        all[into].parents = std::move(either);
      }
      new_numbers.push_back(into);
    }
    if (all.size() < count) renumber(new_numbers, all.size());
  }

  static bool begin_alike(std::string_view a, std::string_view b) {
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    return same >= kCommonBeginning;
  }

  std::span<const RowPage* const> pages_;
  MergedPages merged_;
  std::vector<bool> in_row_;  // by place
  // Of the place that is split.
  std::size_t parents_ = 0;
  std::size_t parents_with_tag_ = 0;
  std::vector<Child> children_;  // of one tag
  std::vector<Kind> kinds_;
  ChildRule rule_;
};

}  // namespace

MergedPages merge_pages(std::span<const RowPage* const> pages) { return Merge(pages).run(); }

}  // namespace pagekin::rows
