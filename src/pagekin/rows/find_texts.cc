#include "pagekin/rows/find_texts.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/page_count.h"
#include "pagekin/core/stop.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/rows/find_records.h"
#include "pagekin/rows/layout_names.h"
#include "pagekin/rows/name_cell.h"

namespace pagekin::rows {
namespace {

constexpr double kOneAPage = 0.95;       // of pages with the place that have it once
constexpr double kFlowing = 0.3;         // of pages on which several texts stand in it
constexpr double kTemplateText = 0.3;    // of all pages that have a text at one place
constexpr double kWithTemplate = 0.1;    // of pages that may have such a text in it
constexpr double kWithPart = 0.5;        // of pages that have a named part
constexpr double kCommonestText = 0.95;  // of pages that may have one text
constexpr std::size_t kFewestTextPages = 3;
constexpr double kFilledPages = 0.1;  // of all pages

bool may_hold_text(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagHtml,   html::kTagBody,   html::kTagUl,    html::kTagOl,
                              html::kTagDl,     html::kTagTable,  html::kTagTbody, html::kTagThead,
                              html::kTagTr,     html::kTagSelect, html::kTagNav,   html::kTagA,
                              html::kTagButton, html::kTagForm};
  return !tags.has(tag);
}

class TextFinder {
 public:
  TextFinder(const LaidPages& pages, const std::vector<RecordRule>& records)
      : pages_(pages), places_(pages.tree().places) {
    count_texts();
    reject_containers(records);
  }

  std::vector<RecordRule> run() {
    std::vector<std::pair<double, RecordRule>> all;
    std::vector<bool> is_inside(places_.size());
    for (std::uint32_t p = 1; p < places_.size(); ++p) {
      is_inside[p] = is_inside[places_[p].parent];
      if (is_inside[p] || is_rejected_[p] || !may_hold_text(places_[p].tag)) continue;
      check_stop();
      std::size_t bytes = 0;
      const Part part = has_constant_child_.contains(p) ? Part::kBody : Part::kText;
      if (!is_text(p, part, bytes)) continue;
      is_inside[p] = true;
      RecordRule rule;
      rule.name = name_of(p);
      rule.places = {p};
      rule.cells.push_back({.name = rule.name, .source = {p, part, 0}, .cut = {}});
      rule.pages = rule.rows = static_cast<std::uint32_t>(occurrences(p).size());
      all.emplace_back(static_cast<double>(bytes), std::move(rule));
    }
    return best_rules(std::move(all), kMostTexts);
  }

 private:
  const std::vector<Occurrence>& occurrences(std::uint32_t place) const {
    return pages_.merged().occurrences[place];
  }

  static std::uint64_t key_of_text(const PlacedPage& page, const RowText& text) {
    const std::uint32_t place = page.place_of(text.parent);
    return hash_bytes(page.page->lines(text.range)) + 0x9e3779b97f4a7c15 * (place + 1);
  }

  // Texts that many pages have at one place.
  void count_texts() {
    std::unordered_map<std::uint64_t, PageCount> seen;
    for (std::uint32_t number = 0; number < pages_.size(); ++number) {
      const PlacedPage page = pages_.placed(number);
      for (const RowText& text : page.page->texts) seen[key_of_text(page, text)].add(number);
    }
    const double least = std::max(3.0, kTemplateText * static_cast<double>(pages_.size()));
    for (const auto& [key, count] : seen) {
      if (count.pages() >= least) template_texts_.insert(key);
    }
  }

  // Marks the places that hold rows or named parts.
  void reject_containers(const std::vector<RecordRule>& records) {
    is_rejected_.assign(places_.size(), false);
    for (const RecordRule& rule : records) {
      for (std::uint32_t p = rule.places.front(); p != kNone; p = places_[p].parent) {
        is_rejected_[p] = true;
      }
    }
    for (std::uint32_t p = 1; p < places_.size(); ++p) {
      const Place& place = places_[p];
      if (place.is_constant) {
        has_constant_child_.insert(place.parent);
        continue;
      }
      const bool has_name = place.called != Called::kNothing && !is_paragraph(place.tag);
      const bool is_part = (has_name && !is_flow(place.tag)) || place.tag == html::kTagH1;
      if (!is_part) continue;
      const auto own = static_cast<double>(pages_with(p));
      for (std::uint32_t up = place.parent; up != kNone; up = places_[up].parent) {
        if (own >= kWithPart * static_cast<double>(occurrences(up).size())) is_rejected_[up] = true;
      }
    }
  }

  std::size_t pages_with(std::uint32_t place) const {
    PageCount count;
    for (const Occurrence& one : occurrences(place)) count.add(one.page);
    return count.pages();
  }

  // Whether several texts stand in an element.
  static bool flows(const RowPage& page, std::uint32_t element) {
    std::size_t paragraphs = 0;
    std::size_t inlines = 0;
    for (std::uint32_t c = page.elements[element].first_child; c != kNone;
         c = page.elements[c].next) {
      const RowElement& child = page.elements[c];
      if (page.lines_of(c).empty()) continue;
      paragraphs += is_paragraph(child.tag) ? 1 : 0;
      inlines += is_flow(child.tag) || child.tag == html::kTagA ? 1 : 0;
    }
    if (paragraphs >= 2) return true;
    const auto own = std::ranges::count(page.texts_in(element), element, &RowText::parent);
    return own >= 2 || (own == 1 && inlines >= 1);
  }

  // Whether a text of the template stands in an element, other than in its constant children.
  bool has_template_text(const PlacedPage& page, std::uint32_t element, Part part) const {
    return std::ranges::any_of(page.page->texts_in(element), [&](const RowText& text) {
      if (!template_texts_.contains(key_of_text(page, text))) return false;
      std::uint32_t below = text.parent;
      while (below != element && page.page->elements[below].parent != element) {
        below = page.page->elements[below].parent;
        if (below == kNone) return false;  // it was moved out of the element
      }
      const std::uint32_t place = page.place_of(below);
      return part != Part::kBody || below == element || place == kNone ||
             !places_[place].is_constant;
    });
  }

  bool is_text(std::uint32_t place, Part part, std::size_t& bytes) const {
    const std::vector<Occurrence>& all = occurrences(place);
    const auto count = static_cast<double>(all.size());
    const double least = std::max(static_cast<double>(kFewestTextPages),
                                  kFilledPages * static_cast<double>(pages_.size()));
    if (count < least || static_cast<double>(pages_with(place)) < kOneAPage * count) return false;
    std::size_t flowing = 0;
    std::size_t with_template = 0;
    for (const Occurrence& one : all) {
      flowing += flows(pages_.page(one.page), one.element) ? 1 : 0;
    }
    if (static_cast<double>(flowing) < std::max(2.0, kFlowing * count)) return false;
    for (const Occurrence& one : all) {
      with_template += has_template_text(pages_.placed(one.page), one.element, part) ? 1 : 0;
    }
    if (static_cast<double>(with_template) > kWithTemplate * count) return false;
    std::unordered_map<std::uint64_t, std::size_t> texts;
    std::size_t filled = 0;
    for (const Occurrence& one : all) {
      const std::string_view text = pages_.page(one.page).lines_of(one.element);
      if (text.empty()) continue;
      ++filled;
      bytes += text.size();
      ++texts[hash_bytes(text)];
    }
    std::size_t most = 0;
    for (const auto& [text, times] : texts) most = std::max(most, times);
    return static_cast<double>(filled) >= least &&
           static_cast<double>(most) <= kCommonestText * static_cast<double>(filled);
  }

  std::string name_of(std::uint32_t place) const {
    constexpr int levels = 3;
    for (int level = 0; level < levels && place != kNone; ++level, place = places_[place].parent) {
      const Place& one = places_[place];
      std::string name = name_of_text(one.title);
      const bool may_name = one.called == Called::kLabel || one.called == Called::kHeader ||
                            (one.called == Called::kClass && !is_layout_name(one.name));
      if (name.empty() && may_name) name = name_of_text(one.name);
      if (!name.empty() && (name.front() < '0' || name.front() > '9')) return name;
    }
    return "text";
  }

  const LaidPages& pages_;
  const std::vector<Place>& places_;
  std::unordered_set<std::uint64_t> template_texts_;  // by place and text
  std::unordered_set<std::uint32_t> has_constant_child_;
  std::vector<bool> is_rejected_;
};

}  // namespace

std::vector<RecordRule> find_texts(const LaidPages& pages, const std::vector<RecordRule>& records) {
  return TextFinder(pages, records).run();
}

}  // namespace pagekin::rows
