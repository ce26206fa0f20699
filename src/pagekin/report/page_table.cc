#include "pagekin/report/page_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "pagekin/clustering/representatives.h"
#include "pagekin/describe/listed_marks.h"
#include "pagekin/report/table_columns.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::report {
namespace {

using clustering::ClusterRun;

// In the order of PageColumn.
constexpr std::array kPageColumns = {
    ColumnInfo{"page", ColumnType::kText},
    ColumnInfo{"template", ColumnType::kInteger},
    ColumnInfo{"variant", ColumnType::kInteger},
    ColumnInfo{"confidence", ColumnType::kNumber},
    ColumnInfo{"representative", ColumnType::kBoolean},
    ColumnInfo{"name", ColumnType::kText},
    ColumnInfo{"cluster", ColumnType::kInteger},
    ColumnInfo{"host", ColumnType::kText},
    ColumnInfo{"url_shape", ColumnType::kText},
    ColumnInfo{"input", ColumnType::kText},
    ColumnInfo{"offset", ColumnType::kInteger},
};

// A confidence as the description has it, in whole thousandths; not known: no value.
Cell confidence_cell(double confidence) { return confidence < 0 ? Cell() : Cell(confidence); }

// The method's own confidence, or else that of the description.
std::span<const Certainty> certainty_of(const ClusterRun& run,
                                        const describe::Description* description) {
  if (!run.certainty.empty() || description == nullptr) return run.certainty;
  return description->certainty;
}

class PageRows {
 public:
  PageRows(const ClusterRun& run, const describe::Description* description,
           std::span<const PageColumn> columns)
      : run_(&run), certainty_(certainty_of(run, description)), columns_(columns) {
    if (std::ranges::find(columns, PageColumn::kRepresentative) == columns.end()) return;
    is_representative_.resize(run.ids.size());
    for (const std::vector<PageId>& pages : clustering::choose_representatives(run)) {
      for (const PageId page : pages) is_representative_[page] = true;
    }
  }

  // Valid until the next call.
  std::span<const Cell> cells(PageId page) {
    cells_.clear();
    for (const PageColumn column : columns_) cells_.push_back(cell(page, column));
    return cells_;
  }

 private:
  Cell cell(PageId page, PageColumn column) {
    const bool is_left_out = run_->template_of(page) == 0;
    switch (column) {
      case PageColumn::kPage:
        return run_->ids[page];
      case PageColumn::kTemplate:
        return run_->template_of(page);
      case PageColumn::kVariant:
        return run_->variant_of(page);
      case PageColumn::kConfidence:
        if (certainty_.empty() || is_left_out || certainty_[page].confidence < 0) return {};
        return shown_confidence(certainty_[page].confidence);
      case PageColumn::kRepresentative:
        return static_cast<bool>(is_representative_[page]);
      case PageColumn::kName:
        return run_->name_of(page);
      case PageColumn::kCluster:
        return run_->number_of(page);
      case PageColumn::kHost:
        host_ = url::page_host(run_->ids[page]);
        return host_;
      case PageColumn::kUrlShape:
        shape_ = url::page_shape(run_->ids[page]);
        return shape_;
      case PageColumn::kInput:
        if (!run_->origins.has(page)) return {};
        return run_->origins.input(page);
      case PageColumn::kOffset:
        if (!run_->origins.has(page)) return {};
        return run_->origins.offset(page);
    }
    return {};
  }

  const ClusterRun* run_;
  std::span<const Certainty> certainty_;
  std::span<const PageColumn> columns_;
  std::vector<bool> is_representative_;
  std::vector<Cell> cells_;
  std::string host_;
  std::string shape_;
};

// What a template has besides its name, counted over all pages.
struct Counts {
  std::size_t pages = 0;
  std::set<std::uint32_t> variants;
  std::map<std::string, std::size_t> hosts;
  double confidence = 0;  // the sum over the pages that have one
  std::size_t confident = 0;
};

std::vector<Counts> count(const ClusterRun& run, const describe::Description* description) {
  std::vector<Counts> counts(run.numbers.size());  // by cluster
  const auto certainty = certainty_of(run, description);
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const int label = run.clustering.labels[page];
    if (label == kLeftOut) continue;
    Counts& counted = counts[static_cast<std::size_t>(label)];
    ++counted.pages;
    counted.variants.insert(run.variant_of(page));
    if (std::string host = url::page_host(run.ids[page]); !host.empty()) ++counted.hosts[host];
    if (certainty.empty() || certainty[page].confidence < 0) continue;
    counted.confidence += static_cast<double>(certainty[page].confidence);
    ++counted.confident;
  }
  return counts;
}

// By falling number of pages, then by name.
std::vector<std::string_view> sorted_hosts(const std::map<std::string, std::size_t>& hosts) {
  std::vector<std::pair<std::size_t, std::string_view>> order;
  order.reserve(hosts.size());
  for (const auto& [host, pages] : hosts) order.emplace_back(pages, host);
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& host) { return host.first; });
  std::vector<std::string_view> names;
  names.reserve(order.size());
  for (const auto& [pages, host] : order) names.push_back(host);
  return names;
}

}  // namespace

double shown_confidence(float confidence) {
  return static_cast<double>(std::lround(confidence * 1000)) / 1000;
}

std::vector<Column> page_columns(std::span<const PageColumn> columns) {
  std::vector<Column> header;
  for (const PageColumn column : columns) {
    const ColumnInfo& info = kPageColumns[static_cast<std::size_t>(column)];
    header.emplace_back(std::string(info.name), info.type);
  }
  return header;
}

void write_pages(const ClusterRun& run, const describe::Description* description,
                 std::span<const PageColumn> columns, const FileFormat& format,
                 const TableWriter::Sink& sink) {
  write_pages(run, description, columns,
              [&](std::span<const Column> header) { return TableWriter(format, header, sink); });
}

void write_pages(const ClusterRun& run, const describe::Description* description,
                 std::span<const PageColumn> columns, const MakeWriter& make) {
  TableWriter table = make(page_columns(columns));
  PageRows rows(run, description, columns);
  for (PageId page = 0; page < run.ids.size(); ++page) table.row(rows.cells(page));
  table.finish();
}

void write_templates(const ClusterRun& run, const describe::Description* description,
                     const FileFormat& format, const TableWriter::Sink& sink) {
  write_templates(run, description, [&](std::span<const Column> header) {
    return TableWriter(format, header, sink);
  });
}

void write_templates(const ClusterRun& run, const describe::Description* description,
                     const MakeWriter& make) {
  const std::array header = {Column{"template", ColumnType::kInteger},
                             Column{"name"},
                             Column{"pages", ColumnType::kInteger},
                             Column{"share", ColumnType::kNumber},
                             Column{"variants", ColumnType::kInteger},
                             Column{"hosts", ColumnType::kTexts},
                             Column{"url_shape"},
                             Column{"exemplar"},
                             Column{"representatives", ColumnType::kTexts},
                             Column{"marks", ColumnType::kTexts},
                             Column{"confidence", ColumnType::kNumber}};
  TableWriter table = make(header);
  const std::vector<Counts> counts = count(run, description);
  const std::vector<std::vector<PageId>> chosen = clustering::choose_representatives(run);
  for (const std::size_t label : run.labels_by_number()) {
    const Counts& counted = counts[label];
    std::vector<std::string_view> representatives;
    for (const PageId page : chosen[label]) representatives.push_back(run.ids[page]);
    std::string_view exemplar = representatives.front();
    std::vector<std::string> marks;
    if (description != nullptr) {
      const auto& described =
          description->clusters[static_cast<std::size_t>(run.numbers[label] - 1)];
      exemplar = run.ids[described.exemplar];
      marks = describe::listed_marks(described);
    }
    const std::vector<std::string_view> hosts = sorted_hosts(counted.hosts);
    const std::vector<std::string_view> mark_views(marks.begin(), marks.end());
    const double mean =
        counted.confident == 0 ? -1 : counted.confidence / static_cast<double>(counted.confident);
    table.row({run.template_ids[label], run.names[label].text, counted.pages,
               static_cast<double>(counted.pages) / static_cast<double>(run.ids.size()),
               counted.variants.size(), Cell(hosts), run.names[label].shape, exemplar,
               Cell(representatives), Cell(mark_views), confidence_cell(mean)});
  }
  table.finish();
}

}  // namespace pagekin::report

namespace pagekin {

bool needs_origins(std::span<const PageColumn> columns) {
  return std::ranges::any_of(columns, [](PageColumn column) {
    return column == PageColumn::kInput || column == PageColumn::kOffset;
  });
}

std::vector<PageColumn> parse_page_columns(std::string_view names) {
  return report::parse_columns<PageColumn>(report::kPageColumns, names);
}

}  // namespace pagekin
