#include "pagekin/rows/read_rows.h"

#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/rows/row_sections.h"

namespace pagekin::rows {
namespace {

// Visits the elements that have the place, in document order.
template <class Visit>
void each_at(const PlacedPage& page, std::span<const std::uint32_t> places, const Visit& visit) {
  for (std::uint32_t i = 0; i < page.page->elements.size(); ++i) {
    if (std::ranges::binary_search(places, page.place_of(i))) visit(i);
  }
}

void append_joined(std::string_view text, std::string& out) {
  if (text.empty()) return;
  if (!out.empty()) out += ' ';
  out += text;
}

std::string joined_lines(std::string_view text) {
  std::string out(text);
  join_lines(out);
  return out;
}

// The text of an element without its constant children.
std::string body_of(const PlacedPage& page, std::uint32_t element) {
  const RowElement& own = page.page->elements[element];
  std::string out;
  std::uint32_t at = own.text.begin;
  const auto add = [&](std::uint32_t end) {
    if (end > at) out += page.page->text.substr(at, end - at);
  };
  for (std::uint32_t c = own.first_child; c != kNone; c = page.page->elements[c].next) {
    const std::uint32_t place = page.place_of(c);
    if (place == kNone || !page.tree->places[place].is_constant) continue;
    const Range text = page.page->elements[c].text;
    add(text.begin);
    at = std::max(at, text.end);
  }
  add(own.text.end);
  // What is left may have two separators in a row.
  std::string clean;
  for (const char c : out) {
    const char plain = c == '\n' ? ' ' : c;
    if (plain == ' ' && (clean.empty() || clean.back() == ' ')) continue;
    clean += plain;
  }
  while (!clean.empty() && clean.back() == ' ') clean.pop_back();
  return clean;
}

// The texts of an element that are not in its children.
template <class Visit>
void each_own_text(const RowPage& page, std::uint32_t element, const Visit& visit) {
  for (const RowText& text : page.texts_in(element)) {
    if (text.parent == element) visit(page.lines(text.range));
  }
}

// Compares cells with the texts around them.
void look_around(const PlacedPage& page, const RowElements& elements, const RecordRule& rule,
                 FoundRow& row) {
  for (std::size_t c = 0; c < rule.cells.size(); ++c) {
    const std::uint32_t around = rule.cells[c].around;
    if (around == kNone) continue;
    std::string all = value_at(page, elements, {around, Part::kText, 0});
    if (all == row.cells[c]) continue;
    row.is_doubtful = true;
    if (row.cells[c].empty()) row.cells[c] = std::move(all);
  }
}

// Drops rows of other sections, and puts those of doubtful ones in doubt.
void tell_sections(const PlacedPage& page, const RecordRule& rule, std::vector<FoundRow>& rows) {
  if (rule.other_sections.empty() && rule.doubtful_sections.empty()) return;
  std::vector<std::uint32_t> elements;
  for (const FoundRow& row : rows) elements.push_back(row.element);
  const std::vector<std::uint64_t> sections = sections_of(page, elements, rule.places);
  std::size_t kept = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (std::ranges::binary_search(rule.other_sections, sections[r])) continue;
    rows[r].is_doubtful |= std::ranges::binary_search(rule.doubtful_sections, sections[r]);
    if (kept != r) rows[kept] = std::move(rows[r]);
    ++kept;
  }
  rows.resize(kept);
}

}  // namespace

std::vector<Row> rows_of(const PlacedPage& page, std::span<const std::uint32_t> places,
                         std::uint32_t start) {
  std::vector<Row> rows;
  if (places.size() == 1) {
    each_at(page, places, [&](std::uint32_t element) { rows.push_back({element}); });
  } else {
    std::vector<std::uint32_t> parents;
    each_at(page, places,
            [&](std::uint32_t element) { parents.push_back(page.page->elements[element].parent); });
    sort_unique(parents);
    for (const std::uint32_t parent : parents) {
      bool is_open = false;
      for (std::uint32_t c = page.page->elements[parent].first_child; c != kNone;
           c = page.page->elements[c].next) {
        const std::uint32_t place = page.place_of(c);
        if (place == start) {
          rows.push_back({c});
          is_open = true;
        } else if (is_open && std::ranges::binary_search(places, place)) {
          rows.back().push_back(c);
        }
      }
    }
  }
  std::ranges::stable_sort(rows, {},
                           [&](const Row& row) { return page.page->elements[row.front()].order; });
  return rows;
}

std::string row_text(const RowPage& page, const Row& row) {
  std::string text;
  for (const std::uint32_t element : row) append_joined(page.lines_of(element), text);
  join_lines(text);
  return text;
}

void collect(const PlacedPage& page, const Row& row, RowElements& elements) {
  elements.clear();
  const auto visit = [&](const auto& self, std::uint32_t element, int level) -> void {
    const std::uint32_t place = page.place_of(element);
    if (place == kNone) return;
    elements.emplace_back(place, element);
    if (level == kMostLevels) return;
    for (std::uint32_t c = page.page->elements[element].first_child; c != kNone;
         c = page.page->elements[c].next) {
      self(self, c, level + 1);
    }
  };
  for (const std::uint32_t element : row) visit(visit, element, 0);
  std::ranges::stable_sort(elements, {}, [](const auto& one) { return one.first; });
}

std::vector<std::uint32_t> shape_of(const PlacedPage& page, const Row& row) {
  std::vector<std::uint32_t> shape;
  for (const std::uint32_t element : row) {
    for (std::uint32_t c = page.page->elements[element].first_child; c != kNone;
         c = page.page->elements[c].next) {
      if (page.place_of(c) != kNone) shape.push_back(page.place_of(c));
      for (std::uint32_t d = page.page->elements[c].first_child; d != kNone;
           d = page.page->elements[d].next) {
        if (page.place_of(d) != kNone) shape.push_back(page.place_of(d));
      }
    }
  }
  sort_unique(shape);
  return shape;
}

bool is_alike(const std::vector<std::uint32_t>& shape,
              const std::vector<std::vector<std::uint32_t>>& shapes, double least) {
  return std::ranges::any_of(shapes, [&](const std::vector<std::uint32_t>& other) {
    const std::size_t both = count_common(shape, other);
    const std::size_t all = shape.size() + other.size() - both;
    return static_cast<double>(both) >= least * static_cast<double>(all);
  });
}

std::string value_of(const PlacedPage& page,
                     std::span<const std::pair<std::uint32_t, std::uint32_t>> elements, Part part,
                     std::uint8_t number) {
  if (elements.empty()) return {};
  const std::uint32_t first = elements.front().second;
  switch (part) {
    case Part::kText: {
      std::string text;
      for (const auto& [place, element] : elements) {
        append_joined(page.page->lines_of(element), text);
      }
      join_lines(text);
      return text;
    }
    case Part::kNth:
      return number < elements.size() ? page.page->text_of(elements[number].second) : std::string();
    case Part::kBody:
      return body_of(page, first);
    case Part::kOwn: {
      std::string text;
      each_own_text(*page.page, first, [&](std::string_view own) { append_joined(own, text); });
      join_lines(text);
      return text;
    }
    case Part::kOwnNth: {
      std::string text;
      std::size_t at = 0;
      each_own_text(*page.page, first, [&](std::string_view own) {
        if (at++ == number) text = own;
      });
      join_lines(text);
      return text;
    }
    case Part::kLine: {
      std::string_view rest = page.page->lines_of(first);
      for (std::size_t line = 0; line < number && !rest.empty(); ++line) {
        const std::size_t end = rest.find('\n');
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      }
      return joined_lines(trim(rest.substr(0, rest.find('\n')), " "));
    }
    case Part::kAttribute:
      return page.page->attribute(first, content::kCellAttributes[number]);
  }
  return {};
}

std::span<const RowElements::value_type> elements_at(const RowElements& elements,
                                                     std::uint32_t place) {
  constexpr auto place_of = &RowElements::value_type::first;
  const auto begin = std::ranges::lower_bound(elements, place, {}, place_of);
  return {begin, std::ranges::upper_bound(begin, elements.end(), place, {}, place_of)};
}

std::string value_at(const PlacedPage& page, const RowElements& elements,
                     const CellSource& source) {
  return value_of(page, elements_at(elements, source.place), source.part, source.number);
}

std::vector<FoundRow> read_rows(const PlacedPage& page, const RecordRule& rule) {
  std::vector<FoundRow> found;
  RowElements elements;
  const bool has_known = !rule.constant_rows.empty() || !rule.shared_rows.empty();
  for (const Row& row : rows_of(page, rule.places, rule.start)) {
    const std::uint64_t text = has_known ? hash_bytes(row_text(*page.page, row)) : 0;
    if (std::ranges::binary_search(rule.constant_rows, text)) continue;
    collect(page, row, elements);
    FoundRow made{.element = row.front(), .cells = {}};
    made.is_doubtful = std::ranges::binary_search(rule.shared_rows, text);
    bool is_row = false;
    bool lacks_required = false;
    for (const Cell& cell : rule.cells) {
      const std::string value = value_at(page, elements, cell.source);
      made.cells.emplace_back(apply_cut(cell.cut, value));
      is_row |= !made.cells.back().empty();
      lacks_required |= cell.is_required && made.cells.back().empty();
    }
    if (!is_row || lacks_required) continue;
    std::size_t usual = 0;
    for (const CellSource& source : rule.usual) {
      usual += value_at(page, elements, source).empty() ? 0 : 1;
    }
    const auto looks_alike = [&] {
      return is_alike(shape_of(page, row), rule.shapes, rule.least_alike);
    };
    if (made.is_doubtful ? usual < rule.usual.size() || !looks_alike()
                         : 2 * usual < rule.usual.size() && !looks_alike()) {
      continue;
    }
    look_around(page, elements, rule, made);
    found.push_back(std::move(made));
  }
  tell_sections(page, rule, found);
  return found;
}

}  // namespace pagekin::rows
