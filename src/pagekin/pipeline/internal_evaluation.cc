#include "pagekin/pipeline/internal_evaluation.h"

#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin::pipeline {
namespace {

// 6 decimals, and never "-0.000000".
std::string decimal(std::optional<double> value, std::string_view none) {
  if (!value) return std::string(none);
  return fmt::format("{:.6f}", std::abs(*value) < 0.5e-6 ? 0.0 : *value);
}

}  // namespace

InternalEvaluation evaluate_by_measure(const PageSetOptions& options, const std::string& measure,
                                       std::span<const eval::Assignment> assignments,
                                       const std::function<void(const Incident&)>& on_incident,
                                       Progress* reading, Progress* comparing) {
  const auto compare = measure::make_symmetric(measure);
  PageSet set = read_page_set(options, compare->needs(), on_incident, reading);
  fit(*compare, set.features);

  std::unordered_map<std::string_view, int, KeyedHash, std::equal_to<>> cluster_of;
  for (const eval::Assignment& row : assignments) cluster_of.emplace(row.page, row.cluster);
  InternalEvaluation evaluation{.measure = measure, .counts = set.counts};
  std::vector<int> clusters;  // of pages that have an assignment
  std::vector<PageId> pages;  // these
  for (PageId page = 0; page < set.ids.size(); ++page) {
    const auto found = cluster_of.find(set.ids[page]);
    if (found == cluster_of.end()) {
      ++evaluation.unassigned;
      continue;
    }
    pages.push_back(page);
    clusters.push_back(found->second > 0 ? found->second : kLeftOut);
  }
  evaluation.missing = cluster_of.size() - pages.size();
  evaluation.quality = eval::internal_quality(
      clusters,
      [&](std::size_t a, std::size_t b) {
        return compare->similarity(set.features[pages[a]], set.features[pages[b]]);
      },
      options.read.threads, comparing);
  if (evaluation.quality.pages == 0) {
    throw Error(fmt::format(
        "none of the {} pages read is in a cluster; the first is {}, the assignments begin with {}",
        with_commas(set.ids.size()), printable(set.ids[0]),
        assignments.empty() ? "nothing" : printable(assignments.front().page)));
  }
  return evaluation;
}

std::string to_table(const InternalEvaluation& evaluation) {
  const eval::InternalQuality& quality = evaluation.quality;
  std::string out;
  const auto line = [&](std::string_view name, std::string_view value) {
    out += fmt::format("{:<20}{:>12}\n", name, value);
  };
  line("measure", printable(evaluation.measure));
  line("pages compared", std::to_string(quality.pages));
  line("left out", std::to_string(quality.left_out));
  line("without assignment", std::to_string(evaluation.unassigned));
  line("not in the input", std::to_string(evaluation.missing));
  line("clusters", std::to_string(quality.clusters.size()));
  out += '\n';
  line("silhouette", decimal(quality.silhouette, "-"));
  line("cohesion", decimal(quality.cohesion, "-"));
  line("separation", decimal(quality.separation, "-"));

  out += fmt::format("\n{:<8}{:>12}{:>12}{:>12}{:>12}\n", "cluster", "pages", "silhouette",
                     "cohesion", "separation");
  std::size_t single = 0;
  for (const eval::ClusterQuality& one : quality.clusters) {
    if (one.pages == 1) {
      ++single;
      continue;
    }
    out += fmt::format("{:<8}{:>12}{:>12}{:>12}{:>12}\n", one.cluster, one.pages,
                       decimal(one.silhouette, "-"), decimal(one.cohesion, "-"),
                       decimal(one.separation, "-"));
  }
  if (single > 0) out += fmt::format("and clusters of one page: {}\n", single);
  return out;
}

std::string to_json(const InternalEvaluation& evaluation, std::string labelled) {
  const eval::InternalQuality& quality = evaluation.quality;
  std::string out = std::move(labelled);
  const std::size_t end = out.rfind('}');
  if (end == std::string::npos) {
    out = "{\n";
  } else {
    out.erase(out.find_last_not_of('\n', end - 1) + 1);
    out += ",\n";
  }
  out += fmt::format(
      "  \"measure\": {},\n  \"compared\": {},\n  \"left_out\": {},\n  \"without_assignment\": "
      "{},\n  "
      "\"not_in_input\": {},\n  \"silhouette\": {},\n  \"cohesion\": {},\n  \"separation\": {},\n  "
      "\"per_cluster\": [",
      quote_json(evaluation.measure), quality.pages, quality.left_out, evaluation.unassigned,
      evaluation.missing, decimal(quality.silhouette, "null"), decimal(quality.cohesion, "null"),
      decimal(quality.separation, "null"));
  std::string_view separator = "\n";
  for (const eval::ClusterQuality& one : quality.clusters) {
    out += fmt::format(
        R"({}    {{"cluster": {}, "pages": {}, "silhouette": {}, "cohesion": {}, "separation": {}}})",
        separator, one.cluster, one.pages, decimal(one.silhouette, "null"),
        decimal(one.cohesion, "null"), decimal(one.separation, "null"));
    separator = ",\n";
  }
  return out + "\n  ]\n}\n";
}

}  // namespace pagekin::pipeline
