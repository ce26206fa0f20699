#include "pagekin/rows/find_records.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "pagekin/core/page_count.h"
#include "pagekin/core/stop.h"
#include "pagekin/rows/name_cell.h"

namespace pagekin::rows {
namespace {

constexpr double kUsual = 0.8;   // share of rows that have a usual value
constexpr double kOfRows = 0.3;  // share of rows that have a good column
constexpr double kMenu = 0.5;    // mean share of pages that have the text of a row
constexpr std::size_t kLongText = 80;

bool is_whole(Part part) {
  return part == Part::kText || part == Part::kBody || part == Part::kOwn;
}

// Which columns of a region a reader would name.
class Proposal {
 public:
  Proposal(const LaidPages& pages, const Region& region, const RegionTable& table)
      : places_(pages.tree().places), region_(region), table_(table) {}

  std::vector<const RegionColumn*> run() {
    const auto rows = static_cast<double>(table_.rows);
    const double need = std::min(0.1 * rows, std::max(2.0, 0.03 * rows));
    for (const RegionColumn& column : table_.columns) {
      const Place& place = places_[column.source.place];
      const bool is_cell = place.tag == html::kTagTd || place.tag == html::kTagDd;
      const bool varies = column.distinct > 1 || (is_cell && column.source.part == Part::kText);
      if (static_cast<double>(column.values.size()) < need || !varies) continue;
      used_.push_back(&column);
      if (!is_whole(column.source.part)) continue;
      std::size_t& fill = fills_[column.source.place];
      fill = std::max(fill, column.values.size());
      if (column.source.part == Part::kText) {
        sizes_[column.source.place] =
            static_cast<double>(column.bytes) / static_cast<double>(column.values.size());
      }
    }
    for (const auto& [place, fill] : fills_) {
      for (const std::uint32_t up : above(place)) below_[up].push_back(place);
    }
    find_bodies();
    std::vector<const RegionColumn*> chosen;
    for (const RegionColumn* column : used_) {
      if (is_wanted(*column)) chosen.push_back(column);
    }
    return chosen;
  }

 private:
  bool is_row(std::uint32_t place) const {
    return std::ranges::binary_search(region_.places, place);
  }
  // The places above one, up to the row.
  std::vector<std::uint32_t> above(std::uint32_t place) const {
    std::vector<std::uint32_t> all;
    while (!is_row(place) && places_[place].parent != kNone) {
      place = places_[place].parent;
      all.push_back(place);
    }
    return all;
  }
  bool is_named(std::uint32_t number) const {
    const Place& place = places_[number];
    if (place.called != Called::kNothing) return true;
    if (place.tag == html::kTagA) return !is_flow(places_[place.parent].tag);
    return is_thing(place.tag);
  }
  bool has_fill(std::uint32_t place) const { return fills_.contains(place); }

  // Running text: a place with paragraphs and without named parts.
  void find_bodies() {
    std::vector<std::vector<std::uint32_t>> children(places_.size());
    for (std::uint32_t p = 1; p < places_.size(); ++p) children[places_[p].parent].push_back(p);
    for (const auto& entry : fills_) {
      const std::uint32_t place = entry.first;
      const std::size_t fill = entry.second;
      if (is_row(place)) continue;
      const bool flows = std::ranges::any_of(children[place], [&](std::uint32_t child) {
        const Place& one = places_[child];
        if (one.called != Called::kNothing) return false;
        return (is_paragraph(one.tag) && one.is_repeated) ||
               (one.tag == html::kTagBr && sizes_[place] > kLongText);
      });
      const bool has_parts = std::ranges::any_of(below_[place], [&](std::uint32_t part) {
        return is_named(part) && 2 * fills_[part] >= fill;
      });
      if (flows && !has_parts) bodies_.insert(place);
    }
  }

  bool is_wanted(const RegionColumn& column) {
    const CellSource& source = column.source;
    const std::uint32_t place = source.place;
    for (const std::uint32_t up : above(place)) {
      if (bodies_.contains(up)) return false;
    }
    if (source.part == Part::kAttribute) {
      switch (source.attribute()) {
        case Source::kTitle:
        case Source::kAlt:
        case Source::kValue:
        case Source::kContent:
          return !has_fill(place) && 2 * column.values.size() >= table_.rows;
        default:
          return true;
      }
    }
    if (bodies_.contains(place)) {
      const Part wanted = is_used({place, Part::kBody, 0}) ? Part::kBody : Part::kText;
      return source.part == wanted;
    }
    if (column.cut.kind == Cut::Kind::kNot && table_.find(source, true) != nullptr) return false;
    if (source.part == Part::kNth || source.part == Part::kOwnNth) return false;
    // What is constant in a cell ("Reply", "Permalink") is not its value.
    if (source.part == Part::kText && is_used({place, Part::kBody, 0})) return false;
    std::size_t parts = 0;
    for (const std::uint32_t part : below_[place]) {
      parts += static_cast<double>(fills_[part]) >= 0.03 * static_cast<double>(table_.rows) ? 1 : 0;
    }
    if (source.part == Part::kText || source.part == Part::kBody) {
      const bool is_container = parts >= 2 || (parts > 0 && is_mixed(place));
      const html::TagId tag = places_[place].tag;
      const bool is_unit = tag == html::kTagTd || tag == html::kTagTh || tag == html::kTagDd ||
                           (tag >= html::kTagH1 && tag <= html::kTagH4);
      if (is_container && !is_unit) return false;
    }
    return source.part != Part::kOwn || (parts > 0 && is_mixed(place));
  }

  // Whether the place has texts of its own besides those of its children in the same rows. A name
  // that is a link in some rows is not mixed: its rows have the one or the other.
  bool is_mixed(std::uint32_t place) const {
    const RegionColumn* own = table_.find({place, Part::kOwn, 0});
    const RegionColumn* all = table_.find({place, Part::kText, 0});
    if (own == nullptr || all == nullptr) return own != nullptr;
    std::size_t mixed = 0;
    auto whole = all->values.begin();
    for (const auto& [row, text] : own->values) {
      while (whole != all->values.end() && whole->first < row) ++whole;
      mixed += whole != all->values.end() && whole->first == row && whole->second != text ? 1 : 0;
    }
    return static_cast<double>(mixed) >= 0.03 * static_cast<double>(table_.rows);
  }

  bool is_used(const CellSource& source) const {
    return std::ranges::any_of(
        used_, [&](const RegionColumn* column) { return column->source == source; });
  }

  const std::vector<Place>& places_;
  const Region& region_;
  const RegionTable& table_;
  std::vector<const RegionColumn*> used_;
  std::map<std::uint32_t, std::size_t> fills_;  // by place with texts
  std::unordered_map<std::uint32_t, double> sizes_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> below_;
  std::set<std::uint32_t> bodies_;
};

// Paragraphs and other running text are rows only if nearly all have two parts at least.
bool is_running_text(const LaidPages& pages, const Region& region, const RegionTable& table) {
  for (const std::uint32_t number : region.places) {
    const Place& place = pages.tree().places[number];
    if (!is_flow(place.tag) || place.tag == html::kTagLi || place.called != Called::kNothing) {
      return false;
    }
  }
  std::set<std::uint32_t> parts;
  for (const RegionColumn& column : table.columns) {
    const std::uint32_t place = column.source.place;
    const bool is_usual =
        static_cast<double>(column.values.size()) >= kUsual * static_cast<double>(table.rows);
    if (is_usual && !std::ranges::binary_search(region.places, place)) parts.insert(place);
  }
  return parts.size() < 2;
}

// Whether the rows differ from page to page.
bool rows_vary(const Region& region) {
  if (region.rows.size() < 3 ||
      10 * region.rows.size() < 3 * (region.rows.size() + region.headers.size())) {
    return false;
  }
  std::size_t most = 0;
  std::size_t now = 0;
  PageCount all;
  std::unordered_map<std::uint64_t, PageCount> seen;
  std::size_t bytes = 0;
  for (const RegionRow& row : region.rows) {
    now = all.add(row.page) ? 1 : now + 1;
    most = std::max(most, now);
    bytes += row.size;
    seen[row.text].add(row.page);
  }
  if (most < 2 || bytes == 0) return false;
  if (region.pages < 3) return true;
  double sum = 0;
  double squares = 0;
  for (const auto& [text, count] : seen) {
    const double pages = count.pages();
    sum += pages;
    squares += pages * pages;
  }
  return squares / sum <= kMenu * region.pages;
}

// Columns in the order in which their places stand in the rows.
void sort_by_position(const LaidPages& pages, const Region& region,
                      std::vector<const RegionColumn*>& columns) {
  constexpr std::size_t sample = 200;  // rows
  struct Mean {
    double sum = 0;
    double count = 0;
  };
  std::unordered_map<std::uint32_t, Mean> positions;  // by place
  RowElements elements;
  for (std::size_t r = 0; r < std::min(sample, region.rows.size()); ++r) {
    const RegionRow& row = region.rows[r];
    const std::vector<RowElement>& all = pages.page(row.page).elements;
    collect(pages.placed(row.page), row.elements, elements);
    for (const auto& [place, element] : elements) {
      Mean& mean = positions[place];
      mean.sum += all[element].order - all[row.elements.front()].order;
      mean.count += 1;
    }
  }
  const auto position = [&](const RegionColumn* column) {
    const auto at = positions.find(column->source.place);
    return at == positions.end() ? 1e9 : at->second.sum / at->second.count;
  };
  std::ranges::stable_sort(columns, {}, position);
}

bool has_columns(const RegionTable& table) {
  std::set<std::uint32_t> places;
  std::size_t good = 0;
  for (const RegionColumn& column : table.columns) {
    if (static_cast<double>(column.values.size()) < kOfRows * static_cast<double>(table.rows) ||
        column.distinct < 2) {
      continue;
    }
    ++good;
    if (column.source.part != Part::kAttribute) places.insert(column.source.place);
  }
  return places.size() >= 2 || good >= 3;
}

}  // namespace

std::vector<RecordRule> best_rules(std::vector<std::pair<double, RecordRule>> all,
                                   std::size_t most) {
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
  if (all.size() > most) all.resize(most);
  std::vector<RecordRule> best;
  for (auto& [score, rule] : all) best.push_back(std::move(rule));
  return best;
}

void set_usual(const LaidPages& pages, const Region& region, const RegionTable& table,
               RecordRule& rule) {
  rule.usual.clear();
  for (const RegionColumn& column : table.columns) {
    const bool is_usual =
        static_cast<double>(column.values.size()) >= kUsual * static_cast<double>(table.rows);
    if (is_usual && column.cut.kind == Cut::Kind::kNot) rule.usual.push_back(column.source);
  }
  std::map<std::vector<std::uint32_t>, std::size_t> shapes;
  for (const RegionRow& row : region.rows) ++shapes[shape_of(pages.placed(row.page), row.elements)];
  rule.shapes = {
      std::ranges::max_element(shapes, {}, [](const auto& one) { return one.second; })->first};
}

std::vector<RecordRule> find_records(const LaidPages& pages, const std::vector<Region>& regions) {
  std::vector<std::pair<double, RecordRule>> all;
  for (const Region& region : regions) {
    check_stop();
    if (!rows_vary(region)) continue;
    const RegionTable table = table_of(pages, region);
    if (!has_columns(table) || is_running_text(pages, region, table)) continue;
    RecordRule rule;
    rule.places = region.places;
    rule.start = region.start;
    rule.constant_rows = region.constant_rows;
    rule.name = name_of_record(pages, region);
    rule.pages = region.pages;
    rule.rows = static_cast<std::uint32_t>(region.rows.size());
    set_usual(pages, region, table, rule);
    const auto headers = header_row(pages, region);
    std::set<std::string> names;
    std::vector<const RegionColumn*> chosen = Proposal(pages, region, table).run();
    if (chosen.size() > kMostCells) {
      std::ranges::stable_sort(chosen, [](const RegionColumn* a, const RegionColumn* b) {
        return a->values.size() > b->values.size();
      });
      chosen.resize(kMostCells);
      std::ranges::sort(chosen, {}, [](const RegionColumn* one) { return one->source; });
    }
    sort_by_position(pages, region, chosen);
    for (const RegionColumn* column : chosen) {
      const std::string base = name_of_cell(pages, region, headers, column->source);
      std::string name = base;
      for (int n = 2; !names.insert(name).second; ++n) name = base + "_" + std::to_string(n);
      rule.cells.push_back({.name = std::move(name), .source = column->source, .cut = column->cut});
    }
    if (rule.cells.empty()) continue;
    double bytes = 0;
    for (const RegionRow& row : region.rows) bytes += row.size;
    const double share = 2.0 * region.pages / static_cast<double>(pages.size());
    all.emplace_back(bytes * std::min(1.0, share), std::move(rule));
  }
  return best_rules(std::move(all), kMostRecords);
}

}  // namespace pagekin::rows
