#include "pagekin/extraction/learn_records.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "pagekin/extraction/rate_rows.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/rows/fit_record.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/wrapper/record_health.h"

namespace pagekin::extraction {
namespace {

using wrapper::GivenLabel;

constexpr double kSureAgreement = 0.95;  // share of labels below which another page is asked for
constexpr double kFewDoubtful = 0.05;    // share of pages for which no label is asked for
constexpr std::size_t kShownExamples = 3;
constexpr std::size_t kFormExamples = 8;  // labelled values that a rule keeps
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

// Cells whose labelled values, and at least half of the others, have a form in common keep some of
// them.
void keep_examples(const RecordLabels& labels, const std::vector<std::vector<rows::FoundRow>>& all,
                   rows::RecordRule& rule) {
  for (std::size_t c = 0; c < rule.cells.size(); ++c) {
    const auto name = std::ranges::find(labels.cells, rule.cells[c].name);
    const auto number = static_cast<std::size_t>(name - labels.cells.begin());
    std::vector<std::string> given;
    for (const rows::LabelledRows& page : labels.pages) {
      for (const std::string& value : page.values[number]) {
        if (std::ranges::find(given, value) == given.end()) given.push_back(value);
      }
    }
    const CellForm form(given);
    if (!form.has_form()) continue;
    std::size_t values = 0;
    std::size_t fit = 0;
    for (const std::vector<rows::FoundRow>& page : all) {
      for (const rows::FoundRow& row : page) {
        if (row.cells[c].empty()) continue;
        ++values;
        fit += form.fits(row.cells[c]) ? 1 : 0;
      }
    }
    if (2 * fit < values) continue;
    if (given.size() > kFormExamples) given.resize(kFormExamples);
    rule.cells[c].examples = std::move(given);
  }
}

// One summary a cell.
void summarise(const std::string& name, const RecordLabels& record,
               const std::vector<std::vector<rows::FoundRow>>& all,
               std::span<const std::string_view> ids, const rows::RecordRule& rule,
               std::vector<FieldSummary>& summaries) {
  // Pages with rows that extraction puts in doubt: another label may settle it.
  std::size_t filled = 0;
  std::size_t doubtful = 0;
  std::string_view ask;
  std::string_view next;  // if the labels themselves are not given
  for (std::uint32_t page = 0; page < all.size(); ++page) {
    const bool is_labelled =
        std::ranges::find(record.pages, page, &rows::LabelledRows::page) != record.pages.end();
    if (!is_labelled && next.empty()) next = ids[page];
    if (all[page].empty()) continue;
    ++filled;
    if (confidence_of(rule, all[page]) >= kSureRows) continue;
    ++doubtful;
    if (!is_labelled && ask.empty()) ask = ids[page];
  }
  const double in_doubt =
      filled == 0 ? 1 : static_cast<double>(doubtful) / static_cast<double>(filled);
  if (in_doubt < kFewDoubtful) ask = {};
  if (rule.agreement < kSureAgreement && ask.empty()) ask = next;
  for (std::size_t c = 0; c < rule.cells.size(); ++c) {
    FieldSummary& cell = summaries.emplace_back();
    const auto is_filled = [&](const rows::FoundRow& row) { return !row.cells[c].empty(); };
    for (const std::vector<rows::FoundRow>& rows : all) {
      const auto first = std::ranges::find_if(rows, is_filled);
      cell.filled += first == rows.end() ? 0 : 1;
      if (first != rows.end() && cell.examples.size() < kShownExamples) {
        cell.examples.push_back(first->cells[c]);
      }
    }
    cell.field = name + "." + rule.cells[c].name;
    cell.labels = static_cast<std::uint32_t>(record.pages.size());
    cell.pages = static_cast<std::uint32_t>(all.size());
    cell.agreement = rule.agreement;
    cell.doubt = std::max(1 - rule.agreement, in_doubt);
    cell.place = "a cell of " + name;
    cell.is_list = true;
    cell.ask = ask;
  }
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
    for (const std::size_t label : record.labels) {
      const std::string_view cell = std::string_view(labels[label].field).substr(name.size() + 1);
      const bool is_known =
          std::ranges::find(rule->cells, cell, &rows::Cell::name) != rule->cells.end();
      if (!is_known) learned.unused.push_back(label);
    }
    std::vector<std::vector<rows::FoundRow>> all;  // by page
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      all.push_back(rows::read_rows(laid.placed(page), *rule));
    }
    keep_examples(record, all, *rule);
    summarise(name, record, all, ids, *rule, learned.fields);
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
