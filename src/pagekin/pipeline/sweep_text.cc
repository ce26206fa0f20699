// A sweep as tables for people and programs.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"
#include "pagekin/pipeline/sweep.h"

namespace pagekin::pipeline {
namespace {

// 6 decimals, and never "-0.000000".
std::string decimal(double value) {
  return fmt::format("{:.6f}", std::abs(value) < 0.5e-6 ? 0.0 : value);
}

std::size_t score_number(std::string_view name) {
  const auto all = eval::scores();
  const auto found = std::ranges::find(all, name, &eval::ScoreInfo::name);
  if (found == all.end()) throw Error(fmt::format("there is no score '{}'", name));
  return static_cast<std::size_t>(found - all.begin());
}

// Highest value of a score; none when no setting was done.
std::optional<double> best_of(const Sweep& sweep, std::size_t score) {
  std::optional<double> best;
  for (const SweepRow& row : sweep.rows) {
    if (row.is_done) best = std::max(best.value_or(row.scores[score]), row.scores[score]);
  }
  return best;
}

// Cells in columns that line up; a cell after the last column may be of any length.
class Columns {
 public:
  void add(std::string heading, bool is_number) {
    widths_.push_back(heading.size());
    is_number_.push_back(is_number);
    headings_.push_back(std::move(heading));
  }
  void row(std::vector<std::string> cells) {
    for (std::size_t i = 0; i < std::min(cells.size(), widths_.size()); ++i) {
      widths_[i] = std::max(widths_[i], cells[i].size());
    }
    rows_.push_back(std::move(cells));
  }
  std::string text() const {
    std::string text = line(headings_);
    for (const auto& cells : rows_) text += line(cells);
    return text;
  }

 private:
  std::string line(const std::vector<std::string>& cells) const {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text += "  ";
      const std::size_t width = i < widths_.size() ? widths_[i] : 0;
      text += i < widths_.size() && is_number_[i] ? fmt::format("{:>{}}", cells[i], width)
                                                  : fmt::format("{:<{}}", cells[i], width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }

  std::vector<std::string> headings_;
  std::vector<bool> is_number_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

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

// A value of an option as JSON has it, whose numbers are not written in all the ways of ours.
std::string json_value(const Varied& varied, const std::string& value) {
  if (varied.is_numeric) {
    double number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return fmt::format("{}", number);
  }
  return value == "true" || value == "false" ? value : quote_json(value);
}

// An option must not be taken for what came of it.
std::string column_of(const Varied& varied) {
  return varied.name == "clusters" ? "method.clusters" : varied.name;
}

std::string_view error_of(const SweepRow& row) {
  return row.is_done || !row.error.empty() ? std::string_view(row.error) : "interrupted";
}

std::string templates_json(const SweepRow& row) {
  std::string text;
  std::string_view separator = "\n";
  for (const eval::TemplateMatch& match : row.per_template) {
    text += fmt::format(
        R"({}       {{"template": {}, "pages": {}, "cluster": {}, "precision": {}, "recall": {}}})",
        separator, quote_json(match.name), match.pages, match.cluster, decimal(match.precision),
        decimal(match.recall));
    separator = ",\n";
  }
  return text;
}

std::string row_json(const Sweep& sweep, std::size_t number) {
  const SweepSetting& setting = sweep.plan.settings[number];
  const SweepRow& row = sweep.rows[number];
  std::string text = fmt::format("    {{\"method\": {}", quote_json(setting.method));
  if (!setting.measure.empty()) text += ", \"measure\": " + quote_json(setting.measure);
  text += ", \"options\": {";
  std::string_view separator;
  for (std::size_t i = 0; i < setting.values.size(); ++i) {
    if (setting.values[i].empty()) continue;
    const Varied& varied = sweep.plan.varied[i];
    text += fmt::format("{}{}: {}", separator, quote_json(varied.name),
                        json_value(varied, setting.values[i]));
    separator = ", ";
  }
  text += "}";
  if (!row.is_done) return text + fmt::format(", \"error\": {}}}", quote_json(error_of(row)));
  text += fmt::format(",\n     \"clusters\": {}", row.clusters);
  for (std::size_t i = 0; i < row.scores.size(); ++i) {
    text += fmt::format(", \"{}\": {}", eval::scores()[i].name, decimal(row.scores[i]));
  }
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) {
      text += fmt::format(", \"{}\": {}", column.name, decimal(row.*column.seconds));
    }
  }
  return text + ",\n     \"per_template\": [" + templates_json(row) + "]}";
}

}  // namespace

std::vector<std::string_view> table_scores() {
  return {"precision", "recall", "f1", "adjusted_rand_index", "purity", "nmi"};
}

std::vector<std::string_view> plot_scores() { return {"f1", "adjusted_rand_index", "purity"}; }

std::string to_table(const Sweep& sweep, std::span<const std::string_view> scores,
                     std::span<const std::string_view> best) {
  const bool many_methods = sweep.plan.has_methods;
  const bool many_measures = sweep.plan.has_measures;
  Columns columns;
  if (many_methods) columns.add("method", false);
  if (many_measures) columns.add("measure", false);
  for (const Varied& varied : sweep.plan.varied) {
    columns.add(printable(column_of(varied)), varied.is_numeric);
  }
  columns.add("clusters", true);
  std::vector<std::size_t> numbers;
  std::vector<std::optional<double>> marked;  // by score: the value that gets a star
  for (const std::string_view score : scores) {
    columns.add(std::string(score) + " ", true);
    numbers.push_back(score_number(score));
    const bool is_wanted = std::ranges::find(best, score) != best.end();
    marked.push_back(is_wanted ? best_of(sweep, numbers.back()) : std::nullopt);
  }
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) columns.add(std::string(column.name), true);
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
        cells.push_back(row.is_done ? fmt::format("{:.3f}", row.*column.seconds) : "-");
      }
    }
    if (!row.error.empty()) cells.push_back("failed: " + printable(row.error));
    columns.row(std::move(cells));
  }
  std::string text = heading_line(sweep) + columns.text();
  for (const std::string_view score : best) text += best_line(sweep, score);
  return text;
}

std::string to_csv(const Sweep& sweep) {
  std::string text = "method,measure";
  for (const Varied& varied : sweep.plan.varied) text += "," + quote_csv(column_of(varied));
  text += ",clusters";
  for (const eval::ScoreInfo& info : eval::scores()) text += fmt::format(",{}", info.name);
  if (sweep.is_timed) {
    for (const TimeColumn& column : kTimeColumns) text += fmt::format(",{}", column.name);
  }
  text += ",error\n";
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepSetting& setting = sweep.plan.settings[i];
    const SweepRow& row = sweep.rows[i];
    text += quote_csv(setting.method) + "," + quote_csv(setting.measure);
    for (const std::string& value : setting.values) text += "," + quote_csv(value);
    text += "," + (row.is_done ? std::to_string(row.clusters) : "");
    for (std::size_t s = 0; s < eval::scores().size(); ++s) {
      text += "," + (row.is_done ? decimal(row.scores[s]) : "");
    }
    if (sweep.is_timed) {
      for (const TimeColumn& column : kTimeColumns) {
        text += "," + (row.is_done ? decimal(row.*column.seconds) : "");
      }
    }
    text += fmt::format(",{}\n", quote_csv(error_of(row)));
  }
  return text;
}

std::string to_json(const Sweep& sweep) {
  std::string text = fmt::format(
      "{{\n  \"pages\": {},\n  \"unlabelled\": {},\n  \"templates\": {},\n  \"settings\": [",
      sweep.pages, sweep.unlabelled, sweep.templates);
  std::string_view separator = "\n";
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    text += separator;
    text += row_json(sweep, i);
    separator = ",\n";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace pagekin::pipeline
