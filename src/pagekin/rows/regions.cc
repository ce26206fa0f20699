#include "pagekin/rows/regions.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/page_count.h"
#include "pagekin/core/sorted.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::rows {
namespace {

constexpr double kHeaderShare = 0.5;     // of the pages that have a header row
constexpr std::size_t kFewestPages = 4;  // that show what a header row is
constexpr double kEquallyOften = 0.8;    // share of parents with equal numbers of two places
constexpr std::uint8_t kMostNumbered = 4;
constexpr std::size_t kMostSiblings = 40;  // kinds of repeated children that are compared

bool may_be_row(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagBr,   html::kTagHr,     html::kTagOption,
                              html::kTagCol,  html::kTagLink,   html::kTagMeta,
                              html::kTagPath, html::kTagSource, html::kTagInput};
  return !tags.has(tag);
}

class RegionFinder {
 public:
  explicit RegionFinder(const LaidPages& pages) : pages_(pages) {}

  std::vector<Region> run() {
    const std::vector<Place>& places = pages_.tree().places;
    std::vector<std::vector<std::uint32_t>> repeated(places.size());  // children, by place
    for (std::uint32_t p = 1; p < places.size(); ++p) {
      if (places[p].is_repeated && may_be_row(places[p].tag)) {
        repeated[places[p].parent].push_back(p);
      }
    }
    for (const std::vector<std::uint32_t>& siblings : repeated) {
      for (const std::uint32_t place : siblings) add_single(place);
      if (siblings.size() > 1 && siblings.size() <= kMostSiblings) add_runs(siblings);
    }
    return std::move(regions_);
  }

 private:
  RegionRow row_of(std::uint32_t page, Row elements) const {
    RegionRow row{.page = page, .elements = std::move(elements)};
    const std::string text = row_text(pages_.page(page), row.elements);
    row.text = hash_bytes(text);
    row.size = static_cast<std::uint32_t>(text.size());
    return row;
  }

  void add_single(std::uint32_t place) {
    Region region{.places = {place}, .rows = {}, .headers = {}, .constant_rows = {}};
    for (const Occurrence& at : pages_.merged().occurrences[place]) {
      region.rows.push_back(row_of(at.page, {at.element}));
    }
    finish(std::move(region));
  }

  // Neighbours with equal counts.
  void add_runs(const std::vector<std::uint32_t>& siblings) {
    using Counts = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;
    std::vector<Counts> counts;
    for (const std::uint32_t place : siblings) {
      Counts& own = counts.emplace_back();
      for (const Occurrence& at : pages_.merged().occurrences[place]) {
        ++own[{at.page, pages_.page(at.page).elements[at.element].parent}];
      }
    }
    std::vector<bool> is_done(siblings.size());
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      if (is_done[i]) continue;
      std::vector<std::uint32_t> together{siblings[i]};
      for (std::size_t j = i + 1; j < siblings.size(); ++j) {
        if (is_done[j]) continue;
        std::size_t equal = 0;
        for (const auto& [parent, count] : counts[i]) {
          const auto other = counts[j].find(parent);
          equal += other != counts[j].end() && other->second == count ? 1 : 0;
        }
        std::size_t all = counts[i].size();
        for (const auto& [parent, count] : counts[j]) all += counts[i].contains(parent) ? 0 : 1;
        if (static_cast<double>(equal) < kEquallyOften * static_cast<double>(all)) continue;
        together.push_back(siblings[j]);
        is_done[j] = true;
      }
      if (together.size() < 2) continue;
      add_run(together);
    }
  }

  void add_run(const std::vector<std::uint32_t>& together) {
    // The place that is first in most parents begins a row.
    std::map<std::uint32_t, std::size_t> first;
    std::unordered_set<std::uint64_t> seen;
    std::vector<Occurrence> all;
    std::vector<std::uint32_t> page_numbers;
    for (const std::uint32_t place : together) {
      for (const Occurrence& at : pages_.merged().occurrences[place]) {
        all.push_back(at);
        page_numbers.push_back(at.page);
      }
    }
    std::ranges::sort(all, [&](const Occurrence& a, const Occurrence& b) {
      return std::pair(a.page, pages_.page(a.page).elements[a.element].order) <
             std::pair(b.page, pages_.page(b.page).elements[b.element].order);
    });
    for (const Occurrence& at : all) {
      const std::uint64_t parent =
          (std::uint64_t{at.page} << 32) | pages_.page(at.page).elements[at.element].parent;
      if (seen.insert(parent).second) ++first[pages_.merged().places[at.page][at.element]];
    }
    Region region{.places = together, .rows = {}, .headers = {}, .constant_rows = {}};
    region.start =
        std::ranges::max_element(first, {}, [](const auto& one) { return one.second; })->first;
    sort_unique(page_numbers);
    for (const std::uint32_t page : page_numbers) {
      for (Row& row : rows_of(pages_.placed(page), region.places, region.start)) {
        region.rows.push_back(row_of(page, std::move(row)));
      }
    }
    finish(std::move(region));
  }

  void finish(Region region) {
    std::ranges::stable_sort(region.rows, [&](const RegionRow& a, const RegionRow& b) {
      return std::pair(a.page, pages_.page(a.page).elements[a.elements.front()].order) <
             std::pair(b.page, pages_.page(b.page).elements[b.elements.front()].order);
    });
    std::unordered_map<std::uint64_t, PageCount> seen;
    PageCount all;
    for (const RegionRow& row : region.rows) {
      all.add(row.page);
      seen[row.text].add(row.page);
    }
    if (all.pages() >= kFewestPages) {
      for (const auto& [text, count] : seen) {
        if (count.pages() > kHeaderShare * all.pages()) region.constant_rows.push_back(text);
      }
      std::ranges::sort(region.constant_rows);
      std::vector<RegionRow> rows;
      for (RegionRow& row : region.rows) {
        const bool is_header = std::ranges::binary_search(region.constant_rows, row.text);
        (is_header ? region.headers : rows).push_back(std::move(row));
      }
      region.rows = std::move(rows);
    }
    PageCount left;
    for (const RegionRow& row : region.rows) left.add(row.page);
    region.pages = left.pages();
    if (!region.rows.empty()) regions_.push_back(std::move(region));
  }

  const LaidPages& pages_;
  std::vector<Region> regions_;
};

}  // namespace

std::vector<Region> find_regions(const LaidPages& pages) { return RegionFinder(pages).run(); }

bool is_flow(html::TagId tag) {
  constexpr html::TagSet tags{
      html::kTagP,    html::kTagUl,  html::kTagOl,     html::kTagLi,  html::kTagB,
      html::kTagI,    html::kTagEm,  html::kTagStrong, html::kTagBr,  html::kTagBlockquote,
      html::kTagPre,  html::kTagU,   html::kTagSmall,  html::kTagSup, html::kTagSub,
      html::kTagCode, html::kTagFont};
  return tags.has(tag);
}

bool is_paragraph(html::TagId tag) {
  return tag == html::kTagP || tag == html::kTagUl || tag == html::kTagOl ||
         tag == html::kTagBlockquote || tag == html::kTagPre;
}

bool is_thing(html::TagId tag) {
  constexpr html::TagSet tags =
      html::kHeadings | html::TagSet{html::kTagA,  html::kTagTime,    html::kTagTd, html::kTagTh,
                                     html::kTagDd, html::kTagAddress, html::kTagImg};
  return tags.has(tag);
}

std::uint64_t preference(const PlaceTree& tree, const CellSource& source) {
  const Place& place = tree.places[source.place];
  const bool has_name = place.called != Called::kNothing;
  const bool flows = is_flow(place.tag) && !has_name;
  std::uint64_t plain = 1;
  switch (source.part) {
    case Part::kText:
    case Part::kBody:
      plain = flows ? 4 : 5;
      break;
    case Part::kLine:
      plain = 3;
      break;
    case Part::kAttribute:
      break;
    default:
      plain = 2;
      break;
  }
  const std::uint64_t depth = flows ? 1000 - std::min(place.depth, 1000U) : place.depth;
  const std::uint64_t is_named = has_name || is_thing(place.tag) ? 1 : 0;
  return (((plain * 2 + is_named) * 1024 + depth) * 2) + (source.part == Part::kBody ? 1 : 0);
}

void each_feature(const PlacedPage& page, const RowElements& elements,
                  const std::function<void(const CellSource&, std::string&&)>& visit) {
  using Element = RowElements::value_type;
  for_each_run(std::span(elements), &Element::first, [&](std::span<const Element> own) {
    const std::uint32_t number = own.front().first;
    const Place& place = page.tree->places[number];
    const auto give = [&](Part part, std::uint8_t n = 0) {
      std::string value = value_of(page, own, part, n);
      if (value.empty()) return false;
      visit({number, part, n}, std::move(value));
      return true;
    };
    if (give(Part::kText)) {
      if (place.is_repeated) {
        for (std::uint8_t n = 0; n < std::min<std::size_t>(own.size(), kMostNumbered + 1); ++n) {
          give(Part::kNth, n);
        }
      }
      if (!place.rules.empty()) {
        bool has_constant = false;
        bool has_break = false;
        for (const ChildRule& rule : place.rules) {
          has_break |= rule.tag == html::kTagBr;
          for (const auto& group : rule.groups) {
            for (const std::uint32_t child : group) {
              has_constant |= child != kNone && page.tree->places[child].is_constant;
            }
          }
        }
        if (has_constant) give(Part::kBody);
        if (give(Part::kOwn)) {
          for (std::uint8_t n = 0; n < kMostNumbered; ++n) {
            if (!give(Part::kOwnNth, n)) break;
          }
        }
        if (has_break) {
          for (std::uint8_t n = 0; n < kMostNumbered; ++n) {
            if (!give(Part::kLine, n)) break;
          }
        }
      }
    }
    const RowElement& first = page.page->elements[own.front().second];
    for (std::uint32_t a = 0; a < first.attribute_count; ++a) {
      const Source source = page.page->attributes[first.first_attribute + a].source;
      give(Part::kAttribute, content::cell_number(source));
    }
  });
}

}  // namespace pagekin::rows
