#include "pagekin/report/sweep_corpora.h"

#include <optional>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/sweep.h"
#include "pagekin/report/text_table.h"

namespace pagekin::report {
namespace {

using laboratory::CorpusSweep;
using laboratory::Sweep;

std::string signed_decimal(double value) { return fmt::format("{:+.3f}", value); }

std::string interval_text(const eval::MeanInterval& interval) {
  return signed_decimal(interval.low) + " to " + signed_decimal(interval.high);
}

// The differences to the best setting by a score; empty if no setting was done on all corpora.
std::string differences_table(std::span<const CorpusSweep> corpora, const Sweep& means,
                              std::string_view score, std::size_t width) {
  using enum TextTable::Align;
  const std::size_t number = score_number(score);
  const std::optional<std::size_t> best = laboratory::best_setting(means, number);
  if (!best) return {};
  const auto differences = laboratory::paired_differences(corpora, number, *best);
  const auto worst = laboratory::worst_corpora(corpora, number);
  TextTable table;
  table.add("setting", kLeft);
  table.add("mean", kRight);
  table.add("worst corpus", kLeft, 1);
  table.add("difference", kRight);
  table.add("95 %", kLeft);
  for (std::size_t i = 0; i < means.rows.size(); ++i) {
    if (!differences[i] || !worst[i]) continue;
    const std::string name = means.plan.describe(means.plan.settings[i]);
    const CorpusSweep& lowest = corpora[*worst[i]];
    table.row({name.empty() ? means.plan.settings[i].method : printable(name),
               decimal(means.rows[i].scores[number], 3),
               fmt::format("{} {}", decimal(lowest.sweep.rows[i].scores[number], 3),
                           printable(lowest.name)),
               i == *best ? "the best" : signed_decimal(differences[i]->mean),
               i == *best ? "" : interval_text(*differences[i])});
  }
  return fmt::format("\n{} on {} corpora; differences corpus by corpus:\n{}", score, corpora.size(),
                     table.text(width));
}

// Puts a cell before each line of CSV.
void append_lines(std::string_view csv, std::string_view cell, bool has_heading,
                  std::string& text) {
  bool is_heading = true;
  while (!csv.empty()) {
    // No cell of a sweep has a line break.
    const std::size_t end = csv.find('\n');
    const std::string_view line = csv.substr(0, end);
    csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
    if (!is_heading || has_heading) {
      text += is_heading ? std::string_view("corpus") : cell;
      text += ',';
      text += line;
      text += '\n';
    }
    is_heading = false;
  }
}

// A cell of CSV, quoted.
std::string csv_quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : printable(name)) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string to_table(std::span<const CorpusSweep> corpora, const Sweep& means,
                     std::span<const std::string_view> scores,
                     std::span<const std::string_view> best, std::size_t width) {
  std::string text =
      fmt::format("means over {} corpora; ", corpora.size()) + to_table(means, scores, best, width);
  if (!best.empty()) text += differences_table(corpora, means, best.back(), width);
  return text;
}

std::string to_csv(std::span<const CorpusSweep> corpora, const Sweep& means) {
  std::string text;
  bool has_heading = true;
  for (const CorpusSweep& corpus : corpora) {
    append_lines(to_csv(corpus.sweep), csv_quoted(corpus.name), has_heading, text);
    has_heading = false;
  }
  append_lines(to_csv(means), "mean", has_heading, text);
  return text;
}

std::string to_json(std::span<const CorpusSweep> corpora, const Sweep& means, std::string_view by) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).key("corpora").begin_array();
  for (const CorpusSweep& corpus : corpora) {
    json.on_line(4).begin_object().member("corpus", corpus.name);
    write_sweep(json, corpus.sweep);
    json.end_object();
  }
  json.on_line(2).end_array();
  json.on_line(2).key("means").begin_object();
  write_sweep(json, means);
  json.end_object();
  const std::size_t number = score_number(by);
  if (const std::optional<std::size_t> best = laboratory::best_setting(means, number)) {
    json.on_line(2).key("differences").begin_object().member("score", by);
    json.member("best", static_cast<std::uint64_t>(*best)).key("settings").begin_array();
    for (const auto& difference : laboratory::paired_differences(corpora, number, *best)) {
      json.on_line(4).begin_object();
      if (difference) {
        json.member_decimal("mean", difference->mean);
        json.member_decimal("low", difference->low).member_decimal("high", difference->high);
      }
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.on_line(0).end_object();
  return json.finish();
}

}  // namespace pagekin::report
