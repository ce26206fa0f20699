#include "pagekin/report/sweep.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/template_match.h"
#include "pagekin/report/text_table.h"

namespace pagekin::report {
namespace {

using laboratory::Sweep;
using laboratory::SweepRow;
using laboratory::SweepSetting;
using laboratory::Varied;

// The highest value of a score; none if no setting was done.
std::optional<double> best_of(const Sweep& sweep, std::size_t score) {
  std::optional<double> best;
  for (const SweepRow& row : sweep.rows) {
    if (row.is_done) best = std::max(best.value_or(row.scores[score]), row.scores[score]);
  }
  return best;
}

struct TimeColumn {
  std::string_view name;
  double SweepRow::*seconds;
};

constexpr std::array kTimeColumns = {
    TimeColumn{"seconds", &SweepRow::seconds},
    TimeColumn{"cluster_seconds", &SweepRow::cluster_seconds},
    TimeColumn{"processor_seconds", &SweepRow::processor_seconds},
};

std::string heading_line(const Sweep& sweep) {
  const SweepSetting& first = sweep.plan.settings.front();
  std::string text = fmt::format("{} pages of {} templates", with_commas(sweep.pages),
                                 with_commas(sweep.templates));
  if (!sweep.plan.has_methods) text += "; method " + printable(first.method);
  if (!sweep.plan.has_measures && !first.measure.empty()) {
    text += "; measure " + printable(first.measure);
  }
  return text + "\n";
}

std::string best_line(const Sweep& sweep, std::string_view score) {
  const std::size_t number = score_number(score);
  const std::optional<double> best = best_of(sweep, number);
  if (!best) return {};
  std::string text;
  std::size_t others = 0;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    if (!sweep.rows[i].is_done || sweep.rows[i].scores[number] != *best) continue;
    if (!text.empty()) {
      ++others;
      continue;
    }
    text = fmt::format("best {} {}", score, decimal(*best));
    const std::string where = printable(sweep.plan.describe(sweep.plan.settings[i]));
    if (!where.empty()) text += " at " + where;
  }
  if (others > 0) text += fmt::format(" and {} more", with_commas(others));
  return text + "\n";
}

// A number as JSON writes it: options take some forms that JSON does not.
void write_option(JsonWriter& json, const Varied& varied, const std::string& value) {
  if (varied.is_numeric) {
    double number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    json.shortest(number);
  } else if (value == "true" || value == "false") {
    json.value(value == "true");
  } else {
    json.value(value);
  }
}

// The option `clusters` must not be confused with the resulting number of clusters.
std::string column_of(const Varied& varied) {
  return varied.name == "clusters" ? "method.clusters" : varied.name;
}

std::string_view error_of(const SweepRow& row) {
  return row.is_done || !row.error.empty() ? std::string_view(row.error) : "interrupted";
}

void write_setting(JsonWriter& json, const Sweep& sweep, std::size_t number) {
  const SweepSetting& setting = sweep.plan.settings[number];
  const SweepRow& row = sweep.rows[number];
  json.on_line(4).begin_object().member("method", setting.method);
  if (!setting.measure.empty()) json.member("measure", setting.measure);
  json.key("options").begin_object();
  for (std::size_t i = 0; i < setting.values.size(); ++i) {
    if (setting.values[i].empty()) continue;
    const Varied& varied = sweep.plan.varied[i];
    write_option(json.key(varied.name), varied, setting.values[i]);
  }
  json.end_object();
  if (!row.is_done) {
    json.member("error", error_of(row)).end_object();
    return;
  }
  json.on_line(5).member("clusters", row.clusters);
  for (std::size_t i = 0; i < row.scores.size(); ++i) {
    json.member_decimal(eval::scores()[i].name, row.scores[i]);
  }
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) {
      json.member_decimal(column.name, row.*column.seconds);
    }
  }
  json.on_line(5).key("per_template").begin_array();
  for (const eval::TemplateMatch& match : row.per_template) write_match(json.on_line(7), match);
  json.end_array().end_object();
}

}  // namespace

std::size_t score_number(std::string_view name) {
  const auto all = eval::scores();
  const auto score = std::ranges::find(all, name, &eval::ScoreInfo::name);
  if (score == all.end()) throw Error(fmt::format("there is no score '{}'", name));
  return static_cast<std::size_t>(score - all.begin());
}

std::vector<std::string_view> table_scores() {
  return {"precision", "recall", "f1", "adjusted_rand_index", "purity", "nmi"};
}

std::vector<std::string_view> plot_scores() { return {"f1", "adjusted_rand_index", "purity"}; }

std::string to_table(const Sweep& sweep, std::span<const std::string_view> scores,
                     std::span<const std::string_view> best, std::size_t width) {
  using enum TextTable::Align;
  const bool many_methods = sweep.plan.has_methods;
  const bool many_measures = sweep.plan.has_measures;
  TextTable columns;
  if (many_methods) columns.add("method", kLeft);
  if (many_measures) columns.add("measure", kLeft);
  for (const Varied& varied : sweep.plan.varied) {
    columns.add(printable(column_of(varied)), varied.is_numeric ? kRight : kLeft);
  }
  columns.add("clusters", kRight);
  std::vector<std::size_t> numbers;
  std::vector<std::optional<double>> marked;  // by score: the value that gets a star
  for (const std::string_view score : scores) {
    const bool is_wanted = std::ranges::find(best, score) != best.end();
    columns.add(std::string(score) + " ", kRight, is_wanted ? 0 : 1);
    numbers.push_back(score_number(score));
    marked.push_back(is_wanted ? best_of(sweep, numbers.back()) : std::nullopt);
  }
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) columns.add(std::string(column.name), kRight, 2);
  }

  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepSetting& setting = sweep.plan.settings[i];
    const SweepRow& row = sweep.rows[i];
    if (!row.is_done && row.error.empty()) continue;
    std::vector<std::string> cells;
    if (many_methods) cells.push_back(printable(setting.method));
    if (many_measures) cells.push_back(setting.measure.empty() ? "-" : printable(setting.measure));
    for (const std::string& value : setting.values) {
      cells.push_back(value.empty() ? "-" : printable(value));
    }
    cells.push_back(row.is_done ? with_commas(row.clusters) : "-");
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      if (!row.is_done) {
        cells.emplace_back("- ");
        continue;
      }
      const double value = row.scores[numbers[s]];
      cells.push_back(decimal(value) + (marked[s] == value ? "*" : " "));
    }
    if (sweep.is_timed) {
      for (const TimeColumn& column : kTimeColumns) {
        cells.push_back(row.is_done ? decimal(row.*column.seconds, 3) : "-");
      }
    }
    if (!row.error.empty()) cells.push_back("failed: " + printable(row.error));
    columns.row(std::move(cells));
  }
  std::string text = heading_line(sweep) + columns.text(width);
  for (const std::string_view score : best) text += best_line(sweep, score);
  return text;
}

std::string to_csv(const Sweep& sweep) {
  std::vector<Column> columns = {"method", "measure"};
  for (const Varied& varied : sweep.plan.varied) columns.emplace_back(column_of(varied));
  columns.emplace_back("clusters");
  for (const eval::ScoreInfo& info : eval::scores()) columns.emplace_back(std::string(info.name));
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) columns.emplace_back(std::string(column.name));
  }
  columns.emplace_back("error");
  std::string text;
  TableWriter table(TableFormat::kCsv, columns, [&](std::string_view bytes) { text += bytes; });
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepSetting& setting = sweep.plan.settings[i];
    const SweepRow& row = sweep.rows[i];
    std::vector<Cell> cells = {setting.method, setting.measure};
    cells.insert(cells.end(), setting.values.begin(), setting.values.end());
    cells.push_back(row.is_done ? Cell(row.clusters) : Cell());
    for (std::size_t s = 0; s < eval::scores().size(); ++s) {
      cells.push_back(row.is_done ? Cell(row.scores[s]) : Cell());
    }
    if (sweep.is_timed) {
      for (const TimeColumn& column : kTimeColumns) {
        cells.push_back(row.is_done ? Cell(row.*column.seconds) : Cell());
      }
    }
    cells.emplace_back(error_of(row));
    table.row(cells);
  }
  table.finish();
  return text;
}

std::string to_json(const Sweep& sweep) {
  JsonWriter json;
  json.begin_object();
  write_sweep(json, sweep);
  json.on_line(0).end_object();
  return json.finish();
}

void write_sweep(JsonWriter& json, const Sweep& sweep) {
  json.on_line(2).member("pages", sweep.pages);
  json.on_line(2).member("unlabelled", sweep.unlabelled);
  json.on_line(2).member("templates", sweep.templates);
  json.on_line(2).key("settings").begin_array();
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) write_setting(json, sweep, i);
  json.on_line(2).end_array();
}

}  // namespace pagekin::report
