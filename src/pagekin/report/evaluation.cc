#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"
#include "pagekin/evaluate.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/template_match.h"

namespace pagekin {
namespace {

using report::ColumnType;
using report::decimal_or;
using report::JsonWriter;
using report::TableWriter;

using eval::TemplateMatch;

// Columns line up for most scripts when characters are counted instead of bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string named_value(std::string_view name, std::string_view value) {
  return fmt::format("{:<20}{:>12}\n", name, value);
}

void write_value(JsonWriter& json, std::string_view name, std::optional<double> value) {
  json.key(name);
  if (value) {
    json.decimal(*value);
  } else {
    json.null();
  }
}

// In the order in which scores are listed.
std::vector<std::pair<std::string_view, double>> scores_in_order(const Evaluation& evaluation) {
  std::vector<std::pair<std::string_view, double>> values;
  for (const eval::ScoreInfo& info : eval::scores()) {
    const auto value = evaluation.scores.find(std::string(info.name));
    if (value != evaluation.scores.end()) values.emplace_back(info.name, value->second);
  }
  return values;
}

void write_members(JsonWriter& json, const Evaluation& evaluation) {
  json.on_line(2).member("pages", evaluation.pages);
  json.on_line(2).member("unlabelled", evaluation.unlabelled);
  json.on_line(2).member("unassigned", evaluation.unassigned);
  json.on_line(2).member("assigned", evaluation.assigned);
  json.on_line(2).key("labelled");
  evaluation.labelled ? json.value(*evaluation.labelled) : json.null();
  json.on_line(2).member("clusters", evaluation.clusters);
  json.on_line(2).member("templates", evaluation.templates);
  for (const auto& [name, value] : scores_in_order(evaluation)) {
    json.on_line(2).member_decimal(name, value);
  }
  json.on_line(2).key("per_template").begin_array();
  for (const TemplateMatch& match : evaluation.per_template) {
    json.on_line(4);
    write_match(json, match);
  }
  json.on_line(2).end_array();
  json.on_line(2).key("label_by_cluster").begin_array();
  for (const LabelInCluster& cell : evaluation.label_by_cluster) {
    json.on_line(4).begin_object().member("label", cell.name).member("cluster", cell.cluster);
    json.member("pages", cell.pages).end_object();
  }
  json.on_line(2).end_array();
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{} of {} ({} %)", part, whole, percent(part, whole));
}

// The clusters of each label, as many as fit into a line of a terminal.
std::string clusters_of_labels(const Evaluation& evaluation, std::size_t widest) {
  constexpr std::size_t line_width = 80;
  constexpr std::size_t rest_width = 14;  // for "; 1,000 more"
  std::string out =
      fmt::format("\n{:<{}}{:>12}  pages in each cluster\n", "label", widest, "pages");
  for (auto cell = evaluation.label_by_cluster.begin();
       cell != evaluation.label_by_cluster.end();) {
    const auto end = std::find_if(cell, evaluation.label_by_cluster.end(),
                                  [&](const auto& other) { return other.name != cell->name; });
    std::uint64_t pages = 0;
    for (auto at = cell; at != end; ++at) pages += at->pages;
    const std::string name = printable(cell->name);
    const std::string padding(widest - std::min(widest, width_of(name)), ' ');
    std::string line = fmt::format("{}{}{:>12} ", name, padding, pages);
    std::size_t width = widest + 13;
    for (bool is_first = true; cell != end; ++cell, is_first = false) {
      const std::string text =
          fmt::format("{} {}: {}", is_first ? "" : ",",
                      cell->cluster == 0 ? "left out" : std::to_string(cell->cluster), cell->pages);
      width += text.size();
      if (!is_first && width + rest_width > line_width && cell + 1 != end) break;
      line += text;
    }
    if (cell != end) line += fmt::format("; {} more", end - cell);
    out += line + "\n";
    cell = end;
  }
  return out;
}

void write_members(JsonWriter& json, const InternalEvaluation& evaluation) {
  const InternalQuality& quality = evaluation.quality;
  json.on_line(2).member("measure", evaluation.measure);
  json.on_line(2).member("compared", quality.pages);
  json.on_line(2).member("left_out", quality.left_out);
  json.on_line(2).member("without_assignment", evaluation.unassigned);
  json.on_line(2).member("not_in_input", evaluation.missing);
  write_value(json.on_line(2), "silhouette", quality.silhouette);
  write_value(json.on_line(2), "cohesion", quality.cohesion);
  write_value(json.on_line(2), "separation", quality.separation);
  json.on_line(2).key("per_cluster").begin_array();
  for (const ClusterQuality& cluster : quality.clusters) {
    json.on_line(4)
        .begin_object()
        .member("cluster", cluster.cluster)
        .member("pages", cluster.pages);
    write_value(json, "silhouette", cluster.silhouette);
    write_value(json, "cohesion", cluster.cohesion);
    write_value(json, "separation", cluster.separation);
    json.end_object();
  }
  json.on_line(2).end_array();
}

}  // namespace

std::string to_json(const Evaluation* by_labels, const InternalEvaluation* by_measure) {
  JsonWriter json;
  json.begin_object();
  if (by_labels != nullptr) write_members(json, *by_labels);
  if (by_measure != nullptr) write_members(json, *by_measure);
  json.on_line(0).end_object();
  return json.finish();
}

std::string to_table(const Evaluation& evaluation) {
  std::string out;
  out += named_value("pages", std::to_string(evaluation.pages));
  out += named_value("of those clustered", share(evaluation.pages, evaluation.assigned));
  if (evaluation.labelled) {
    out += named_value("of those labelled", share(evaluation.pages, *evaluation.labelled));
  }
  out += named_value("left out", std::to_string(evaluation.left_out));
  out += named_value("unlabelled", std::to_string(evaluation.unlabelled));
  out += named_value("unassigned", std::to_string(evaluation.unassigned));
  out += named_value("clusters", std::to_string(evaluation.clusters));
  out += named_value("templates", std::to_string(evaluation.templates));
  out += '\n';
  for (const auto& [name, value] : scores_in_order(evaluation)) {
    out += named_value(name, decimal(value));
  }

  const std::string_view heading = "template";
  std::size_t widest = heading.size();
  for (const TemplateMatch& match : evaluation.per_template) {
    widest = std::max(widest, width_of(printable(match.name)));
  }
  const auto padding = [&](std::string_view name) {
    return std::string(widest - width_of(name), ' ');
  };
  out += clusters_of_labels(evaluation, widest);
  out += fmt::format("\n{}{}{:>12}{:>10}{:>11}{:>10}\n", heading, padding(heading), "pages",
                     "cluster", "precision", "recall");
  for (const TemplateMatch& match : evaluation.per_template) {
    const std::string name = printable(match.name);
    out += fmt::format("{}{}{:>12}{:>10}{:>11}{:>10}\n", name, padding(name), match.pages,
                       match.cluster, decimal(match.precision), decimal(match.recall));
  }
  return out;
}

void write_labels_by_cluster(const Evaluation& evaluation, FileFormat format,
                             const TextSink& sink) {
  TableWriter table(
      format, {"label", {"cluster", ColumnType::kInteger}, {"pages", ColumnType::kInteger}}, sink);
  for (const LabelInCluster& cell : evaluation.label_by_cluster) {
    table.row({cell.name, cell.cluster, cell.pages});
  }
  table.finish();
}

std::string to_table(const InternalEvaluation& evaluation) {
  const InternalQuality& quality = evaluation.quality;
  std::string out;
  out += named_value("measure", printable(evaluation.measure));
  out += named_value("pages compared", std::to_string(quality.pages));
  out += named_value("left out", std::to_string(quality.left_out));
  out += named_value("without assignment", std::to_string(evaluation.unassigned));
  out += named_value("not in the input", std::to_string(evaluation.missing));
  out += named_value("clusters", std::to_string(quality.clusters.size()));
  out += '\n';
  out += named_value("silhouette", decimal_or(quality.silhouette, "-"));
  out += named_value("cohesion", decimal_or(quality.cohesion, "-"));
  out += named_value("separation", decimal_or(quality.separation, "-"));

  out += fmt::format("\n{:<8}{:>12}{:>12}{:>12}{:>12}\n", "cluster", "pages", "silhouette",
                     "cohesion", "separation");
  std::size_t single = 0;
  for (const ClusterQuality& cluster : quality.clusters) {
    if (cluster.pages == 1) {
      ++single;
      continue;
    }
    out += fmt::format("{:<8}{:>12}{:>12}{:>12}{:>12}\n", cluster.cluster, cluster.pages,
                       decimal_or(cluster.silhouette, "-"), decimal_or(cluster.cohesion, "-"),
                       decimal_or(cluster.separation, "-"));
  }
  if (single > 0) out += fmt::format("and clusters of one page: {}\n", single);
  return out;
}

}  // namespace pagekin
