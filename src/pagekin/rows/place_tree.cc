#include "pagekin/rows/place_tree.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::rows {
namespace {

constexpr std::size_t kLongestHeading = 60;
constexpr std::size_t kLongestLabel = 40;

// The heading with which an element begins: its first child, or the first child of that.
std::uint32_t first_heading(const RowPage& page, std::uint32_t element) {
  for (int level = 0; level < 3; ++level) {
    element = page.elements[element].first_child;
    if (element == kNone) return kNone;
    if (html::kHeadings.has(page.elements[element].tag)) return element;
  }
  return kNone;
}

std::string folded(std::string_view text, std::size_t most) {
  std::string out;
  for (const char c : text.substr(0, most)) {
    if (!is_digit(c)) {
      out += c == '\n' ? ' ' : c;
    } else if (out.empty() || out.back() != '#') {
      out += '#';
    }
  }
  return out;
}

bool may_be_label(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagTh, html::kTagTd,    html::kTagDt, html::kTagStrong,
                              html::kTagB,  html::kTagLabel, html::kTagEm, html::kTagSpan,
                              html::kTagH4, html::kTagH5,    html::kTagH6, html::kTagDiv};
  return tags.has(tag);
}

bool is_strong_label(html::TagId tag) {
  return tag == html::kTagStrong || tag == html::kTagB || tag == html::kTagLabel ||
         tag == html::kTagDt || tag == html::kTagEm || tag == html::kTagTh;
}

// The label with which a row of a label and its value begins; empty: it is not such a row.
std::string_view label_in(const RowPage& page, std::uint32_t child, const ChildContext& context) {
  const html::TagId tag = page.elements[child].tag;
  std::string_view label;
  if (tag == html::kTagDd) {
    if (context.term == kNone) return {};
    label = page.lines_of(context.term);
  } else if (tag == html::kTagDt) {
    label = page.lines_of(child);
  } else {
    const std::uint32_t first = page.elements[child].first_child;
    if (first == kNone || !may_be_label(page.elements[first].tag)) return {};
    const std::string_view all = page.lines_of(child);
    label = page.lines_of(first);
    if (label.size() >= all.size() || !all.starts_with(label)) return {};
    if (tag == html::kTagTr) {
      const std::uint32_t second = page.elements[first].next;
      if (second == kNone || page.elements[second].next != kNone) return {};
    } else if (!label.ends_with(':') && !is_strong_label(page.elements[first].tag)) {
      return {};
    }
  }
  return label.size() <= kLongestLabel ? label : std::string_view();
}

std::uint32_t find_key(const std::vector<ChildKey>& keys, std::uint64_t hash) {
  const auto at = std::ranges::lower_bound(keys, hash, {}, &ChildKey::hash);
  return at != keys.end() && at->hash == hash ? at->group : kNone;
}

}  // namespace

std::uint64_t id_key(const RowPage& page, std::uint32_t element) {
  const std::uint32_t id = page.elements[element].id;
  return id == kNone ? 0 : mix(page.hash_of(id) ^ 0x6964);
}

std::uint64_t column_key(std::uint32_t column) { return mix(0x636f6c00ULL + column) | 1; }

std::uint64_t child_key(const RowPage& page, std::uint32_t child, const ChildContext& context,
                        Apart apart, std::string* name) {
  const RowElement& element = page.elements[child];
  const auto named = [&](std::string text) -> std::uint64_t {
    if (text.empty()) return 0;
    const std::uint64_t hash = hash_bytes(text) | 1;
    if (name != nullptr) *name = std::move(text);
    return hash;
  };
  switch (apart) {
    case Apart::kNot:
      return 0;
    case Apart::kCell:
      return element.header == kNone ? 0 : named(page.names[element.header]);
    case Apart::kHeading: {
      const std::uint32_t inside = first_heading(page, child);
      const std::uint32_t heading = inside != kNone ? inside : context.heading;
      return heading == kNone ? 0 : named(folded(page.lines_of(heading), kLongestHeading));
    }
    case Apart::kTable:
      return element.header == kNone || element.tag != html::kTagTable
                 ? 0
                 : named(folded(page.names[element.header], page.names[element.header].size()));
    case Apart::kLabel: {
      std::string label(label_in(page, child, context));
      join_lines(label);
      return named(std::move(label));
    }
    case Apart::kClass: {
      std::uint64_t sum = 0;  // of the set, in any order
      for (const std::uint32_t own : page.classes_of(child)) sum += mix(page.hash_of(own));
      sum += id_key(page, child);
      return sum == 0 ? 0 : sum | 1;
    }
  }
  return 0;
}

std::uint32_t group_of(const ChildRule& rule, const RowPage& page, std::uint32_t child,
                       const ChildContext& context) {
  if (rule.apart == Apart::kNot) return rule.rest;
  std::uint32_t group = kNone;
  if (const std::uint64_t key = child_key(page, child, context, rule.apart); key != 0) {
    group = find_key(rule.keys, key);
  }
  if (group == kNone && rule.apart == Apart::kCell) {
    group = find_key(rule.keys, column_key(page.elements[child].column));
  }
  if (group == kNone && rule.apart == Apart::kClass) {
    const auto classes = page.classes_of(child);
    const std::uint64_t id = id_key(page, child);
    for (const ChildKey& one : rule.names) {
      const bool has_name = one.hash == id || std::ranges::any_of(classes, [&](std::uint32_t own) {
                              return page.hash_of(own) == one.hash;
                            });
      if (has_name) return one.group;
    }
  }
  return group == kNone ? rule.rest : group;
}

void place_page(const PlaceTree& tree, const RowPage& page, std::vector<std::uint32_t>& places) {
  places.assign(page.elements.size(), kNone);
  if (page.elements.empty() || tree.places.empty() || !page.elements[0].is_shown) return;
  std::vector<std::uint32_t> open{0};
  places[0] = 0;
  std::vector<std::vector<std::uint32_t>> counts;
  while (!open.empty()) {
    const std::uint32_t element = open.back();
    open.pop_back();
    const Place& place = tree.places[places[element]];
    if (place.rules.empty()) continue;
    counts.assign(place.rules.size(), {});
    each_child(page, element, [&](std::uint32_t child, const ChildContext& context) {
      for (std::size_t r = 0; r < place.rules.size(); ++r) {
        const ChildRule& rule = place.rules[r];
        if (rule.tag != page.elements[child].tag) continue;
        const std::uint32_t group = group_of(rule, page, child, context);
        if (group == kNone) return;
        const std::vector<std::uint32_t>& of_group = rule.groups[group];
        std::size_t at = 0;
        if (of_group.size() > 1) {
          counts[r].resize(rule.groups.size());
          at = std::min<std::size_t>(counts[r][group]++, of_group.size() - 1);
        }
        if (of_group.empty() || of_group[at] == kNone) return;
        places[child] = of_group[at];
        open.push_back(child);
        return;
      }
    });
  }
}

}  // namespace pagekin::rows
