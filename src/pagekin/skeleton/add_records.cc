#include "pagekin/skeleton/add_records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/rows/find_records.h"
#include "pagekin/rows/find_texts.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/value_type.h"

namespace pagekin::skeleton {
namespace {

constexpr double kTypedShare = 0.8;   // of values of one type
constexpr double kCopiedShare = 0.9;  // of pages on which a list has the values of a cell
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
      examples.emplace_back(clipped(value, kLongestExample));
    }
  }
};

ValueType usual_type(const SeenCell& cell, const rows::CellSource& source) {
  if (source.part == rows::Part::kAttribute) {
    switch (source.attribute()) {
      case Source::kHref:
        return ValueType::kUrl;
      case Source::kSrc:
      case Source::kDataSrc:
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

// The slot of a whole text.
void add_text(std::uint32_t record, const rows::RecordRule& rule, SeenCell&& seen,
              std::uint32_t pages, TemplateModel& model) {
  Slot& slot = model.slots.emplace_back();
  slot.name = rule.name;
  slot.rule.key = hash_bytes("text " + slot.name);
  slot.source = Source::kCell;
  slot.cell = 0;
  slot.record = record;
  slot.type = usual_type(seen, rule.cells.front().source);
  slot.pages = pages;
  slot.values = seen.values;
  slot.distinct = static_cast<std::uint32_t>(seen.distinct.size());
  slot.examples = std::move(seen.examples);
  slot.hint = rule.cells.front().name;
  if (slot.pages == 0) slot.dropped = Dropped::kRare;
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
  first_text_ = static_cast<std::uint32_t>(records_.records.size());
  for (rows::RecordRule& text : rows::find_texts(*laid_, records_.records)) {
    records_.records.push_back(std::move(text));
  }
  for (std::uint32_t r = 0; r < records_.records.size(); ++r) {
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      rows_.push_back({r, page, rows::read_rows(laid_->placed(page), records_.records[r])});
    }
  }
}

// A text of which a slot has the value on nearly all pages is no column of its own, and the lists
// of its sentences and paragraphs are none beside it.
void FoundRecords::drop_pieces(const LearnedPages& pages, std::vector<FoundSlot>& found) {
  std::vector<std::uint32_t> page_of(pages_.size(), kNone);  // learned page
  for (std::uint32_t page = 0; page < numbers_.size(); ++page) {
    if (numbers_[page] != kNone) page_of[numbers_[page]] = page;
  }
  std::vector<bool> is_dropped(records_.records.size());
  for (std::uint32_t r = first_text_; r < records_.records.size(); ++r) {
    std::vector<std::uint32_t> element_of(pages.size(), kNone);  // by learned page
    std::vector<std::uint64_t> value_on(pages.size(), 0);
    std::size_t filled = 0;
    for (const PageRows& one : rows_) {
      if (one.record != r || one.rows.empty()) continue;
      ++filled;
      element_of[page_of[one.page]] = one.rows.front().element;
      value_on[page_of[one.page]] = hash_bytes(one.rows.front().cells.front());
    }
    is_dropped[r] = std::ranges::any_of(found, [&](const FoundSlot& slot) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i < slot.instances.size() && !slot.rule.is_list; ++i) {
        const Instance& one = slot.instances[i];
        equal += element_of[one.page] != kNone &&
                         hash_bytes(text_of(pages, slot, one)) == value_on[one.page]
                     ? 1
                     : 0;
      }
      return filled > 0 && static_cast<double>(equal) >= kCopiedShare * static_cast<double>(filled);
    });
    if (is_dropped[r]) continue;
    std::erase_if(found, [&](const FoundSlot& slot) {
      if (!slot.rule.is_list || slot.source != Source::kText) return false;
      std::size_t inside = 0;
      for (const Instance& one : slot.instances) {
        const std::vector<Node>& nodes = pages.pages()[one.page].nodes.nodes;
        std::uint32_t element = value_of(pages, slot, one).element;
        while (element > element_of[one.page] && element != 0) element = nodes[element].parent;
        inside += element == element_of[one.page] ? 1 : 0;
      }
      return static_cast<double>(inside) >=
             kCopiedShare * static_cast<double>(slot.instances.size());
    });
  }
  std::vector<std::uint32_t> numbers(records_.records.size(), kNone);
  std::vector<rows::RecordRule> kept;
  for (std::uint32_t r = 0; r < numbers.size(); ++r) {
    if (is_dropped[r]) continue;
    numbers[r] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(records_.records[r]));
  }
  records_.records = std::move(kept);
  std::erase_if(rows_, [&](const PageRows& one) { return numbers[one.record] == kNone; });
  for (PageRows& one : rows_) one.record = numbers[one.record];
}

void FoundRecords::drop_copies(const LearnedPages& pages, std::vector<FoundSlot>& found) {
  if (records_.empty()) return;
  drop_pieces(pages, found);
  std::set<std::uint64_t> copied;  // by page and values
  for (const PageRows& one : rows_) {
    if (is_text(one.record)) continue;
    for (std::size_t c = 0; c < records_.records[one.record].cells.size(); ++c) {
      std::uint64_t values = one.page;
      for (const rows::FoundRow& row : one.rows) {
        if (!row.cells[c].empty()) values = mix(values) ^ hash_bytes(row.cells[c]);
      }
      copied.insert(values);
    }
  }
  std::erase_if(found, [&](const FoundSlot& slot) {
    if (!slot.rule.is_list) return false;
    std::size_t equal = 0;
    std::size_t all = 0;
    for (std::size_t i = 0; i < slot.instances.size();) {
      const std::uint32_t page = slot.instances[i].page;
      std::uint64_t values = numbers_[page];
      for (; i < slot.instances.size() && slot.instances[i].page == page; ++i) {
        values = mix(values) ^ value_of(pages, slot, slot.instances[i]).hash;
      }
      if (numbers_[page] == kNone) continue;
      ++all;
      equal += copied.contains(values) ? 1 : 0;
    }
    return all > 0 && static_cast<double>(equal) >= kCopiedShare * static_cast<double>(all);
  });
}

void FoundRecords::add_to(TemplateModel& model) {
  if (records_.empty()) return;
  std::vector<std::vector<SeenCell>> seen;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts(records_.records.size());
  for (const rows::RecordRule& rule : records_.records) seen.emplace_back(rule.cells.size());
  for (const PageRows& one : rows_) {
    counts[one.record].first += one.rows.empty() ? 0 : 1;
    counts[one.record].second += static_cast<std::uint32_t>(one.rows.size());
    for (std::size_t c = 0; c < seen[one.record].size(); ++c) {
      SeenCell& cell = seen[one.record][c];
      const std::uint32_t before = cell.values;
      for (const rows::FoundRow& row : one.rows) {
        if (!row.cells[c].empty()) cell.add(row.cells[c]);
      }
      cell.pages += cell.values > before ? 1 : 0;
    }
  }
  UniqueColumnNames names;
  for (const std::string_view reserved : {"page", "template", "confidence"}) {
    names.add(std::string(reserved));
  }
  for (const Slot& slot : model.slots) {
    if (slot.dropped == Dropped::kNo) names.add(slot.name);
  }
  const double scale = static_cast<double>(model.pages) / static_cast<double>(pages_.size());
  const auto scaled = [&](std::uint32_t count) {
    return std::min(model.pages, static_cast<std::uint32_t>(std::lround(scale * count)));
  };
  for (std::uint32_t r = 0; r < records_.records.size(); ++r) {
    rows::RecordRule& rule = records_.records[r];
    rule.name = names.add(rule.name);
    rule.pages = scaled(counts[r].first);
    rule.rows = counts[r].second;
    if (is_text(r)) {
      add_text(r, rule, std::move(seen[r].front()), scaled(seen[r].front().pages), model);
      continue;
    }
    for (std::uint32_t c = 0; c < rule.cells.size(); ++c) {
      const rows::Cell& cell = rule.cells[c];
      Slot& slot = model.slots.emplace_back();
      slot.name = rule.name + "." + cell.name;
      slot.rule = {.key = hash_bytes("cell " + slot.name), .is_list = true};
      slot.source = Source::kCell;
      slot.cell = c;
      slot.record = r;
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
