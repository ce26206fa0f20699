#include "pagekin/pipeline/page_templates.h"

#include "pagekin/method/method.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/table/page_table.h"

namespace pagekin::pipeline {
namespace {

PageTemplates read_templates(const std::string& path) {
  const table::PageTable table = table::read_page_table(path);
  PageTemplates found;
  for (const table::PageGroup& group : table.groups) {
    found.templates.push_back({group.id, group.name, static_cast<std::uint32_t>(group.pages)});
  }
  for (const table::PageRow& row : table.rows) {
    found.order.push_back(row.page);
    if (row.group == table::kNoGroup) continue;
    found.pages[row.page] = {row.group, 0, row.confidence < 0 ? 1 : row.confidence};
  }
  return found;
}

}  // namespace

PageTemplates find_page_templates(const input::Source& source, const std::string& clusters,
                                  const std::string& method,
                                  const std::function<void(const Incident&)>& on_incident,
                                  Progress* reading, Progress* comparing) {
  if (!clusters.empty()) return read_templates(clusters);
  ClusterOptions options;
  options.source = source;
  options.method = method;
  const auto made = method::make(method);
  const ClusterRun run = cluster_pages(options, *made, on_incident, reading, comparing);
  PageTemplates found;
  found.counts = run.counts;
  std::vector<std::uint32_t> number_of(run.numbers.size());
  for (const std::size_t label : run.labels_by_number()) {
    number_of[label] = static_cast<std::uint32_t>(found.templates.size());
    found.templates.push_back({std::to_string(run.template_ids[label]), run.names[label].text, 0});
  }
  for (PageId page = 0; page < run.ids.size(); ++page) {
    found.order.emplace_back(run.ids[page]);
    const int label = run.clustering.labels[page];
    if (label == kLeftOut) continue;
    const std::uint32_t number = number_of[static_cast<std::size_t>(label)];
    ++found.templates[number].pages;
    const double confidence =
        run.certainty.empty() ? 1 : static_cast<double>(run.certainty[page].confidence);
    found.pages[found.order.back()] = {number, run.variant_of(page), confidence};
  }
  return found;
}

}  // namespace pagekin::pipeline
