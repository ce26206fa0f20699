#include "pagekin/extraction/record_selectors.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace pagekin::extraction {
namespace {

using wrapper::NodePlace;
using wrapper::NodeQuery;
using wrapper::QueriedTree;
using wrapper::SuggestedSelector;

constexpr std::size_t kSeedRows = 3;

std::string_view attribute_of(const rows::CellSource& source) {
  if (source.part != rows::Part::kAttribute) return {};
  return content::to_text(source.attribute());
}

// The element of the row that has the value of the cell; rows::kNone: none.
std::uint32_t element_of(const rows::RowElements& elements, const rows::CellSource& source) {
  const auto own = rows::elements_at(elements, source.place);
  const std::size_t n = source.part == rows::Part::kNth ? source.number : 0;
  return n < own.size() ? own[n].second : rows::kNone;
}

// What a selector of the cell gives for a row: its part, addresses in full.
std::string value_below(const QueriedTree& tree, const rows::RowPage& page, std::uint32_t row,
                        const rows::Cell& cell, const NodeQuery& query) {
  const std::optional<NodePlace> place = tree.first_below(row, query);
  if (!place) return {};
  const bool is_attribute = cell.source.part == rows::Part::kAttribute;
  const std::string text =
      is_attribute ? page.attribute(place->element, cell.source.attribute()) : tree.value(*place);
  return std::string(rows::apply_cut(cell.cut, text));
}

// The best selector of each cell, after they were ranked; null: none.
std::vector<const NodeQuery*> best_of_cells(const RecordSelectors& record) {
  std::vector<const NodeQuery*> best;
  for (const CellSelectors& cell : record.cells) {
    const bool has_any = !cell.selectors.empty() && cell.selectors.front().hits > 0;
    best.push_back(has_any ? &cell.selectors.front().query : nullptr);
  }
  return best;
}

}  // namespace

std::size_t PageRows::filled() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [](const auto& found) { return !found.empty(); }));
}

void read_page_rows(const wrapper::TemplateRules& rules, const dom::Tree& tree,
                    std::string_view address, PageRows& rows) {
  rows.all.clear();
  if (rules.records.empty()) return;
  rows::read_row_page(tree, address, rows.page);
  rows::place_page(rules.records.tree, rows.page, rows.places);
  for (const rows::RecordRule& rule : rules.records.records) {
    rows.all.push_back(rows::read_rows({&rules.records.tree, &rows.page, &rows.places}, rule));
  }
}

std::vector<RecordSelectors> record_selectors_of(const wrapper::TemplateRules& rules) {
  std::vector<RecordSelectors> records;
  for (const rows::RecordRule& rule : rules.records.records) {
    RecordSelectors& record = records.emplace_back();
    record.record = rule.name;
    record.has_one_element = rule.places.size() == 1;
    for (const rows::Cell& cell : rule.cells) {
      record.cells.push_back({.cell = cell.name, .cut = cell.cut, .selectors = {}});
    }
  }
  return records;
}

void suggest_record_selectors(const wrapper::TemplateRules& rules, const QueriedTree& tree,
                              const PageRows& rows,
                              const std::function<bool(std::string_view)>& is_stable,
                              std::vector<RecordSelectors>& records) {
  const rows::PlacedPage placed{&rules.records.tree, &rows.page, &rows.places};
  rows::RowElements elements;
  for (std::size_t r = 0; r < records.size(); ++r) {
    if (!records[r].has_one_element) continue;
    const rows::RecordRule& rule = rules.records.records[r];
    std::vector<std::size_t> used(rule.cells.size(), 0);
    for (std::size_t i = 0; i < rows.all[r].size(); ++i) {
      const rows::FoundRow& row = rows.all[r][i];
      if (i < kSeedRows) {
        for (SuggestedSelector& one : suggest_row_selectors(tree, row.element, is_stable)) {
          records[r].selectors.push_back(std::move(one));
        }
      }
      rows::collect(placed, {row.element}, elements);
      for (std::size_t c = 0; c < rule.cells.size(); ++c) {
        if (row.cells[c].empty() || used[c] == kSeedRows) continue;
        const std::uint32_t element = element_of(elements, rule.cells[c].source);
        if (element == rows::kNone) continue;
        ++used[c];
        for (SuggestedSelector& one : suggest_cell_selectors(
                 tree, row.element, element, attribute_of(rule.cells[c].source), is_stable)) {
          records[r].cells[c].selectors.push_back(std::move(one));
        }
      }
    }
  }
}

void check_cell_selectors(const wrapper::TemplateRules& rules, const QueriedTree& tree,
                          const PageRows& rows, std::vector<RecordSelectors>& records) {
  for (std::size_t r = 0; r < records.size(); ++r) {
    RecordSelectors& record = records[r];
    ++record.pages;
    record.filled += rows.all[r].empty() ? 0 : 1;
    record.rows += static_cast<std::uint32_t>(rows.all[r].size());
    for (const rows::FoundRow& row : rows.all[r]) {
      for (std::size_t c = 0; c < record.cells.size(); ++c) {
        CellSelectors& cell = record.cells[c];
        cell.filled += row.cells[c].empty() ? 0 : 1;
        for (SuggestedSelector& one : cell.selectors) {
          const std::string value = value_below(tree, rows.page, row.element,
                                                rules.records.records[r].cells[c], one.query);
          if (row.cells[c].empty()) {
            one.extra += value.empty() ? 0 : 1;
          } else {
            ++(wrapper::is_same_text(value, row.cells[c]) ? one.hits : one.misses);
          }
          one.several += tree.is_css_alike(row.element, one.query) ? 0 : 1;
        }
      }
    }
  }
}

void check_row_selectors(const wrapper::TemplateRules& rules, const QueriedTree& tree,
                         const PageRows& rows, std::vector<RecordSelectors>& records) {
  for (std::size_t r = 0; r < records.size(); ++r) {
    RecordSelectors& record = records[r];
    const std::vector<const NodeQuery*> best = best_of_cells(record);
    const std::vector<rows::Cell>& cells = rules.records.records[r].cells;
    std::unordered_map<std::uint32_t, bool> known;  // by element
    const auto has_value = [&](std::uint32_t element) {
      const auto [at, is_new] = known.try_emplace(element, false);
      for (std::size_t c = 0; is_new && !at->second && c < cells.size(); ++c) {
        at->second = best[c] != nullptr &&
                     !value_below(tree, rows.page, element, cells[c], *best[c]).empty();
      }
      return at->second;
    };
    std::vector<std::uint32_t> wanted;
    for (const rows::FoundRow& row : rows.all[r]) {
      if (has_value(row.element)) wanted.push_back(row.element);
    }
    std::ranges::sort(wanted);  // nested rows may be in another order
    for (SuggestedSelector& one : record.selectors) {
      std::vector<std::uint32_t> found;
      bool has_other = false;
      for (const NodePlace& place : tree.find(one.query)) {
        const bool is_row = has_value(place.element);
        has_other |= !is_row;
        if (is_row) found.push_back(place.element);
      }
      one.several += has_other ? 1 : 0;
      if (wanted.empty()) {
        one.extra += found.empty() ? 0 : 1;
      } else {
        ++(found == wanted ? one.hits : one.misses);
      }
    }
  }
}

void add_row_counts(const std::vector<RecordSelectors>& page,
                    std::vector<RecordSelectors>& records) {
  for (std::size_t r = 0; r < records.size(); ++r) {
    wrapper::add_counts(page[r].selectors, records[r].selectors);
  }
}

void add_cell_counts(const std::vector<RecordSelectors>& page,
                     std::vector<RecordSelectors>& records) {
  for (std::size_t r = 0; r < records.size(); ++r) {
    records[r].pages += page[r].pages;
    records[r].filled += page[r].filled;
    records[r].rows += page[r].rows;
    for (std::size_t c = 0; c < records[r].cells.size(); ++c) {
      records[r].cells[c].filled += page[r].cells[c].filled;
      wrapper::add_counts(page[r].cells[c].selectors, records[r].cells[c].selectors);
    }
  }
}

void add_candidates(std::vector<RecordSelectors> page, std::vector<RecordSelectors>& records) {
  for (std::size_t r = 0; r < records.size(); ++r) {
    wrapper::add_candidates(std::move(page[r].selectors), records[r].selectors);
    for (std::size_t c = 0; c < records[r].cells.size(); ++c) {
      wrapper::add_candidates(std::move(page[r].cells[c].selectors), records[r].cells[c].selectors);
    }
  }
}

}  // namespace pagekin::extraction
