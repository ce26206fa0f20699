#include "pagekin/extraction/learn_records.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "pagekin/features/readable_text.h"
#include "pagekin/rows/fit_record.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/wrapper/record_health.h"

namespace pagekin::extraction {
namespace {

using wrapper::GivenLabel;

constexpr double kSureAgreement = 0.95;  // share of labels below which another page is asked for
constexpr std::size_t kShownExamples = 3;
constexpr std::size_t kMostLabels = 300;  // of a cell on a page

// The labels of one record.
struct RecordLabels {
  std::vector<std::string> cells;  // names without that of the record
  std::vector<rows::LabelledRows> pages;
  std::vector<std::size_t> labels;  // their numbers
  bool is_usable = true;

  std::size_t cell(std::string_view name) {
    const auto at = std::ranges::find(cells, name);
    if (at != cells.end()) return static_cast<std::size_t>(at - cells.begin());
    cells.emplace_back(name);
    return cells.size() - 1;
  }
  rows::LabelledRows& page(std::uint32_t number) {
    const auto at = std::ranges::find(pages, number, &rows::LabelledRows::page);
    return at != pages.end() ? *at : pages.emplace_back(rows::LabelledRows{number, {}});
  }
};

// What is found on the pages as extraction finds it, without the tree that was laid over them.
std::vector<wrapper::RecordProfile> profiles_of(const rows::RecordModel& model,
                                                std::span<const rows::RowPage* const> pages) {
  std::vector<wrapper::RecordHealth> seen(model.records.size());
  std::vector<std::uint32_t> places;
  for (const rows::RowPage* page : pages) {
    rows::place_page(model.tree, *page, places);
    for (std::size_t r = 0; r < seen.size(); ++r) {
      const rows::RecordRule& rule = model.records[r];
      seen[r].add(rule, rows::read_rows({&model.tree, page, &places}, rule));
    }
  }
  std::vector<wrapper::RecordProfile> profiles;
  for (const wrapper::RecordHealth& one : seen) profiles.push_back(wrapper::profile_of(one));
  return profiles;
}

}  // namespace

std::string_view record_of(std::string_view field) {
  const std::size_t dot = field.find('.');
  const bool has_both = dot != std::string_view::npos && dot > 0 && dot + 1 < field.size();
  return has_both ? field.substr(0, dot) : std::string_view();
}

LearnedRecords learn_records(std::span<const rows::RowPage* const> pages,
                             std::span<const std::string_view> ids,
                             std::span<const wrapper::GivenLabel> labels) {
  LearnedRecords learned;
  learned.is_taken.resize(labels.size());
  std::map<std::string_view, std::uint32_t> page_of;
  for (std::uint32_t i = 0; i < ids.size(); ++i) page_of.emplace(ids[i], i);
  std::map<std::string, RecordLabels, std::less<>> records;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const GivenLabel& label = labels[i];
    const std::string_view name = record_of(label.field);
    if (name.empty()) continue;
    RecordLabels& record = records[std::string(name)];
    const std::size_t cell = record.cell(std::string_view(label.field).substr(name.size() + 1));
    record.labels.push_back(i);
    const auto page = page_of.find(label.page);
    if (page == page_of.end() ||
        (label.kind != GivenLabel::Kind::kValue && label.kind != GivenLabel::Kind::kAbsent)) {
      record.is_usable = false;
      continue;
    }
    std::vector<std::vector<std::string>>& values = record.page(page->second).values;
    if (values.size() <= cell) values.resize(cell + 1);
    if (label.kind == GivenLabel::Kind::kValue && values[cell].size() < kMostLabels) {
      values[cell].push_back(features::readable_text(label.text));
    }
  }
  const bool has_any =
      std::ranges::any_of(records, [](const auto& one) { return one.second.is_usable; });
  if (!has_any || pages.size() < 2) return learned;
  const rows::LaidPages laid(pages);
  const std::vector<rows::Region> regions = rows::find_regions(laid);
  for (auto& [name, record] : records) {
    if (!record.is_usable) continue;
    for (rows::LabelledRows& page : record.pages) page.values.resize(record.cells.size());
    std::optional<rows::RecordRule> rule =
        rows::fit_record(laid, regions, name, record.cells, record.pages);
    if (!rule) continue;
    for (const std::size_t label : record.labels) learned.is_taken[label] = true;
    std::vector<FieldSummary> cells(rule->cells.size());
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      const std::vector<rows::FoundRow> all = rows::read_rows(laid.placed(page), *rule);
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto is_filled = [&](const rows::FoundRow& row) { return !row.cells[c].empty(); };
        const auto first = std::ranges::find_if(all, is_filled);
        cells[c].filled += first == all.end() ? 0 : 1;
        if (first != all.end() && cells[c].examples.size() < kShownExamples) {
          cells[c].examples.push_back(first->cells[c]);
        }
      }
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
      cells[c].field = name + "." + rule->cells[c].name;
      cells[c].labels = static_cast<std::uint32_t>(record.pages.size());
      cells[c].pages = static_cast<std::uint32_t>(pages.size());
      cells[c].agreement = rule->agreement;
      cells[c].doubt = 1 - rule->agreement;
      cells[c].place = "a cell of " + name;
      cells[c].is_list = true;
      if (rule->agreement < kSureAgreement) {
        for (std::uint32_t page = 0; page < pages.size() && cells[c].ask.empty(); ++page) {
          const bool is_labelled =
              std::ranges::find(record.pages, page, &rows::LabelledRows::page) !=
              record.pages.end();
          if (!is_labelled) cells[c].ask = ids[page];
        }
      }
      learned.fields.push_back(std::move(cells[c]));
    }
    learned.model.records.push_back(std::move(*rule));
  }
  if (!learned.model.records.empty()) {
    learned.model.tree = laid.tree();
    rows::prune(learned.model);
    learned.profiles = profiles_of(learned.model, pages);
  }
  return learned;
}

}  // namespace pagekin::extraction
