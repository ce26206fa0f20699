#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/eval/evaluation.h"

namespace pagekin::eval {
namespace {

// 6 decimals, and never "-0.000000".
std::string decimal(double value) {
  return fmt::format("{:.6f}", std::abs(value) < 0.5e-6 ? 0.0 : value);
}

// Columns line up for most scripts when characters, not bytes, are counted.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string to_json(const Evaluation& evaluation) {
  std::string out = "{\n";
  const auto line = [&](std::string_view key, std::string_view value) {
    out += fmt::format("  \"{}\": {},\n", key, value);
  };
  line("pages", std::to_string(evaluation.pages));
  line("unlabelled", std::to_string(evaluation.unlabelled));
  line("clusters", std::to_string(evaluation.clusters));
  line("templates", std::to_string(evaluation.templates));
  for (const auto& score : evaluation.scores) line(score.name, decimal(score.value));
  out += "  \"per_template\": [";
  std::string_view separator = "\n";
  for (const TemplateMatch& match : evaluation.per_template) {
    out += fmt::format(
        R"({}    {{"template": {}, "pages": {}, "cluster": {}, "precision": {}, "recall": {}}})",
        separator, quote_json(match.name), match.pages, match.cluster, decimal(match.precision),
        decimal(match.recall));
    separator = ",\n";
  }
  out += "\n  ]\n}\n";
  return out;
}

std::string to_table(const Evaluation& evaluation) {
  std::string out;
  const auto line = [&](std::string_view name, std::string_view value) {
    out += fmt::format("{:<20}{:>12}\n", name, value);
  };
  line("pages", std::to_string(evaluation.pages));
  line("left out", std::to_string(evaluation.left_out));
  line("unlabelled", std::to_string(evaluation.unlabelled));
  line("unassigned", std::to_string(evaluation.unassigned));
  line("clusters", std::to_string(evaluation.clusters));
  line("templates", std::to_string(evaluation.templates));
  out += '\n';
  for (const auto& score : evaluation.scores) line(score.name, decimal(score.value));

  const std::string_view heading = "template";
  std::size_t widest = heading.size();
  for (const TemplateMatch& match : evaluation.per_template) {
    widest = std::max(widest, width_of(printable(match.name)));
  }
  const auto padding = [&](std::string_view name) {
    return std::string(widest - width_of(name), ' ');
  };
  out += fmt::format("\n{}{}{:>12}{:>10}{:>11}{:>10}\n", heading, padding(heading), "pages",
                     "cluster", "precision", "recall");
  for (const TemplateMatch& match : evaluation.per_template) {
    const std::string name = printable(match.name);
    out += fmt::format("{}{}{:>12}{:>10}{:>11}{:>10}\n", name, padding(name), match.pages,
                       match.cluster, decimal(match.precision), decimal(match.recall));
  }
  return out;
}

}  // namespace pagekin::eval
