#include "pagekin/report/classification.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/recognise/recogniser.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/table_columns.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::report {
namespace {

constexpr std::size_t kTemplatesShown = 10;

constexpr std::array kClassColumns = {
    ColumnInfo{"page", ColumnType::kText},      ColumnInfo{"template", ColumnType::kText},
    ColumnInfo{"score", ColumnType::kNumber},   ColumnInfo{"confidence", ColumnType::kNumber},
    ColumnInfo{"name", ColumnType::kText},      ColumnInfo{"host", ColumnType::kText},
    ColumnInfo{"url_shape", ColumnType::kText}, ColumnInfo{"input", ColumnType::kText},
    ColumnInfo{"offset", ColumnType::kInteger},
};

}  // namespace

bool needs_origins(std::span<const ClassColumn> columns) {
  return std::ranges::any_of(columns, [](ClassColumn column) {
    return column == ClassColumn::kInput || column == ClassColumn::kOffset;
  });
}

ClassificationWriter::ClassificationWriter(Options options, const model::PageClassifier& classifier,
                                           TableWriter::Sink sink)
    : options_(std::move(options)),
      classifier_(&classifier),
      table_(options_.format, header(), std::move(sink)) {}

bool ClassificationWriter::has_lists() const {
  const TableFormat table = options_.format.table;
  return options_.decide == model::Decide::kAll &&
         (table == TableFormat::kJsonl || table == TableFormat::kParquet);
}

std::vector<Column> ClassificationWriter::header() const {
  std::vector<Column> columns;
  for (const ClassColumn column : options_.columns) {
    const ColumnInfo& info = kClassColumns[static_cast<std::size_t>(column)];
    columns.emplace_back(std::string(info.name), info.type);
    if (column != ClassColumn::kTemplate) continue;
    if (has_lists()) {
      columns.back() = {"templates", ColumnType::kTexts};
    } else if (options_.has_ids && options_.decide == model::Decide::kBest) {
      columns.back().type = ColumnType::kInteger;
    }
  }
  return columns;
}

std::string_view ClassificationWriter::name_of(int class_number) const {
  if (class_number == model::kNone) return model::kNoTemplate;
  return classifier_->classes()[static_cast<std::size_t>(class_number)].name;
}

Cell ClassificationWriter::template_cell(const model::Decision& decision) {
  if (options_.decide == model::Decide::kAll) {
    names_.clear();
    for (const int number : decision.all) names_.push_back(name_of(number));
    return Cell(names_, model::kNoTemplate);
  }
  const TableFormat table = options_.format.table;
  const bool is_text = table == TableFormat::kTsv || table == TableFormat::kCsv;
  const std::string_view name = name_of(decision.best);
  if (!options_.has_ids || is_text) return name;
  std::int64_t id = 0;
  const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), id);
  return status == std::errc() ? Cell(id) : Cell();
}

Cell ClassificationWriter::cell(std::string_view page, const model::Decision& decision,
                                ClassColumn column) {
  switch (column) {
    case ClassColumn::kPage:
      return page;
    case ClassColumn::kTemplate:
      return template_cell(decision);
    case ClassColumn::kScore:
      return decision.score;
    case ClassColumn::kConfidence:
      return decision.best == model::kNone ? Cell() : Cell(decision.score);
    case ClassColumn::kName: {
      if (decision.best == model::kNone) return {};
      const model::Class& page_class =
          classifier_->classes()[static_cast<std::size_t>(decision.best)];
      return page_class.title.empty() ? page_class.name : page_class.title;
    }
    case ClassColumn::kHost:
      host_ = url::page_host(page);
      return host_;
    case ClassColumn::kUrlShape:
      shape_ = url::page_shape(page);
      return shape_;
    case ClassColumn::kInput:
      return input_;
    case ClassColumn::kOffset:
      return offset_;
  }
  return {};
}

void ClassificationWriter::set_origin(std::string_view input, std::uint64_t offset) {
  input_ = input;
  offset_ = offset;
}

void ClassificationWriter::write(std::string_view page, const model::Decision& decision) {
  cells_.clear();
  for (const ClassColumn column : options_.columns) {
    cells_.push_back(cell(page, decision, column));
  }
  table_.row(cells_);
}

namespace {

constexpr double kShownDrift = 0.01;

constexpr std::size_t kCausesShown = 3;

// "footer: new link; body class page-v2; and 4 more"
std::string drift_causes_text(const std::vector<std::string>& causes) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kCausesShown, causes.size()); ++i) {
    text += (i == 0 ? "" : "; ") + printable(causes[i]);
  }
  if (causes.size() > kCausesShown) {
    text += fmt::format("; and {} more", causes.size() - kCausesShown);
  }
  return text;
}

// How far templates have moved, the farthest first.
std::string drift_lines(const std::vector<TemplateDrift>& drifts) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kTemplatesShown, drifts.size()); ++i) {
    const TemplateDrift& drift = drifts[i];
    text += fmt::format("{}template {} moved by {:.2f}{}{}{}\n",
                        i == 0 ? "drift     " : "          ", printable(drift.template_id.text()),
                        drift.drift, drift.is_redesign ? " (redesigned)" : "",
                        drift.causes.empty() ? "" : ": ", drift_causes_text(drift.causes));
  }
  return text;
}

}  // namespace

std::vector<TemplateDrift> template_drifts(const clustering::ClassifyRun& run,
                                           const model::PageClassifier& classifier) {
  std::vector<TemplateDrift> drifts;
  for (const auto& [number, drift] : run.drifts) {
    if (drift.drift < kShownDrift) continue;
    const model::Class& moved = classifier.classes()[static_cast<std::size_t>(number)];
    drifts.push_back({.template_id = TemplateId::from_text(moved.name),
                      .title = moved.title,
                      .pages = drift.pages,
                      .at_addresses = drift.at_home,
                      .drift = drift.drift,
                      .is_redesign = drift.drift >= recognise::kRedesigned,
                      .causes = drift.causes});
  }
  std::ranges::stable_sort(drifts, std::greater<>(), &TemplateDrift::drift);
  return drifts;
}

std::string summarise(const clustering::ClassifyRun& run, const model::PageClassifier& classifier) {
  const std::vector<model::Class>& classes = classifier.classes();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (run.by_class[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return run.by_class[i]; });

  std::string text = "pages     " + pagekin::describe_counts(run.counts, "classified") + "\n";
  text += fmt::format("model     {} templates, {}\n", with_commas(classes.size()),
                      printable(classifier.basis()));
  text += fmt::format("result    {} of a template, {} none; {} templates found{}\n",
                      with_commas(run.counts.clustered - run.none), with_commas(run.none),
                      with_commas(order.size()),
                      order.empty()                    ? ""
                      : order.size() > kTemplatesShown ? ", the ten most frequent:"
                                                       : ":");
  for (std::size_t i = 0; i < std::min(kTemplatesShown, order.size()); ++i) {
    const model::Class& page_class = classes[order[i]];
    text += fmt::format("  {:>9}  {}{}{}\n", with_commas(run.by_class[order[i]]),
                        printable(page_class.name), page_class.title.empty() ? "" : "  ",
                        printable(page_class.title));
  }
  text += drift_lines(template_drifts(run, classifier));
  return text + fmt::format("time      {:.2f} s; {} pages/s\n", run.seconds,
                            per_second(run.counts.read(), run.seconds));
}

}  // namespace pagekin::report

namespace pagekin {

std::vector<ClassColumn> parse_class_columns(std::string_view names) {
  return report::parse_columns<ClassColumn>(report::kClassColumns, names);
}

}  // namespace pagekin
