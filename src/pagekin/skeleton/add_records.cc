#include "pagekin/skeleton/add_records.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/rows/find_records.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/value_type.h"

namespace pagekin::skeleton {
namespace {

constexpr double kTypedShare = 0.8;    // of values of one type
constexpr double kCoveredShare = 0.8;  // of values of a slot that stand in rows
constexpr std::size_t kExamplesOfCell = 3;
constexpr std::size_t kLongestExample = 160;
constexpr std::size_t kFewestCells = 2;  // of a record; one of less is a list

// What is seen of a cell on the pages.
struct SeenCell {
  std::array<std::uint32_t, kValueTypeCount> types{};
  std::set<std::uint64_t> distinct;
  std::uint32_t pages = 0;
  std::uint32_t values = 0;
  std::vector<std::string> examples;

  void add(const std::string& value) {
    ++values;
    ++types[static_cast<std::size_t>(type_of(value))];
    if (distinct.insert(hash_bytes(value)).second && examples.size() < kExamplesOfCell) {
      examples.push_back(value.substr(0, kLongestExample));
    }
  }
};

ValueType usual_type(const SeenCell& cell, const rows::CellSource& source) {
  if (source.part == rows::Part::kAttribute) {
    switch (static_cast<rows::Attribute>(source.number)) {
      case rows::Attribute::kHref:
        return ValueType::kUrl;
      case rows::Attribute::kSrc:
      case rows::Attribute::kDataSrc:
        return ValueType::kImage;
      default:
        break;
    }
  }
  const auto most = std::ranges::max_element(cell.types);
  return static_cast<double>(*most) >= kTypedShare * cell.values
             ? static_cast<ValueType>(most - cell.types.begin())
             : ValueType::kText;
}

}  // namespace

FoundRecords::FoundRecords(std::span<const std::unique_ptr<rows::RowPage>> pages) {
  for (const std::unique_ptr<rows::RowPage>& page : pages) {
    numbers_.push_back(page ? static_cast<std::uint32_t>(pages_.size()) : kNone);
    if (page) pages_.push_back(page.get());
  }
  if (pages_.size() < 2) return;
  laid_ = std::make_unique<rows::LaidPages>(pages_);
  records_.records = rows::find_records(*laid_, rows::find_regions(*laid_));
  std::erase_if(records_.records,
                [](const rows::RecordRule& rule) { return rule.cells.size() < kFewestCells; });
}

void FoundRecords::drop_covered(const LearnedPages& pages, FoundSlots& found) const {
  if (records_.empty()) return;
  const auto in_row = [&](std::uint32_t page, std::uint32_t element) {
    if (element >= laid_->page(page).elements.size()) return false;
    std::uint32_t place = laid_->placed(page).place_of(element);
    for (; place != kNone; place = laid_->tree().places[place].parent) {
      for (const rows::RecordRule& rule : records_.records) {
        if (std::ranges::binary_search(rule.places, place)) return true;
      }
    }
    return false;
  };
  std::erase_if(found.slots, [&](const FoundSlot& slot) {
    if (slot.rule.group == kNone) return false;
    std::size_t covered = 0;
    std::size_t all = 0;
    for (const Instance& one : slot.instances) {
      if (numbers_[one.page] == kNone) continue;
      ++all;
      covered += in_row(numbers_[one.page], value_of(pages, slot, one).element) ? 1 : 0;
    }
    return all > 0 && static_cast<double>(covered) >= kCoveredShare * static_cast<double>(all);
  });
}

void FoundRecords::add_to(TemplateModel& model) {
  if (records_.empty()) return;
  std::vector<std::vector<SeenCell>> seen;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts(records_.records.size());
  for (std::size_t r = 0; r < records_.records.size(); ++r) {
    seen.emplace_back(records_.records[r].cells.size());
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      const std::vector<rows::FoundRow> all =
          rows::read_rows(laid_->placed(page), records_.records[r]);
      counts[r].first += all.empty() ? 0 : 1;
      counts[r].second += static_cast<std::uint32_t>(all.size());
      for (std::size_t c = 0; c < seen[r].size(); ++c) {
        bool has_value = false;
        for (const rows::FoundRow& row : all) {
          if (row.cells[c].empty()) continue;
          seen[r][c].add(row.cells[c]);
          has_value = true;
        }
        seen[r][c].pages += has_value ? 1 : 0;
      }
    }
  }
  UniqueColumnNames names;
  for (const std::string_view reserved : {"page", "template", "confidence"}) {
    names.add(std::string(reserved));
  }
  for (const Slot& slot : model.slots) {
    if (slot.dropped == Dropped::kNo) names.add(slot.name);
  }
  for (const Group& group : model.groups) names.add(group.name);
  const double scale = static_cast<double>(model.pages) / static_cast<double>(pages_.size());
  const auto scaled = [&](std::uint32_t count) {
    return std::min(model.pages, static_cast<std::uint32_t>(scale * count + 0.5));
  };
  for (std::uint32_t r = 0; r < records_.records.size(); ++r) {
    rows::RecordRule& rule = records_.records[r];
    rule.name = names.add(rule.name);
    const auto group = static_cast<std::uint32_t>(model.groups.size());
    model.groups.push_back({.key = hash_bytes("record " + rule.name),
                            .name = rule.name,
                            .pages = scaled(counts[r].first),
                            .records = counts[r].second,
                            .record = r});
    for (std::uint32_t c = 0; c < rule.cells.size(); ++c) {
      const rows::Cell& cell = rule.cells[c];
      Slot& slot = model.slots.emplace_back();
      slot.name = rule.name + "." + cell.name;
      slot.rule = {.key = hash_bytes("cell " + slot.name), .is_list = true, .group = group};
      slot.source = Source::kCell;
      slot.cell = c;
      slot.type = usual_type(seen[r][c], cell.source);
      slot.pages = scaled(seen[r][c].pages);
      slot.values = seen[r][c].values;
      slot.distinct = static_cast<std::uint32_t>(seen[r][c].distinct.size());
      slot.examples = std::move(seen[r][c].examples);
      const rows::Place& place = laid_->tree().places[cell.source.place];
      slot.hint = place.name;
      if (slot.pages == 0) slot.dropped = Dropped::kRare;
    }
  }
  records_.tree = laid_->tree();
  rows::prune(records_);
  model.records = std::move(records_);
}

}  // namespace pagekin::skeleton
