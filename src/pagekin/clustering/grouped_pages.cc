#include "pagekin/clustering/grouped_pages.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "pagekin/clustering/classify_pages.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/open_classifier.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/method/method.h"
#include "pagekin/model/classifier.h"
#include "pagekin/table/page_table.h"

namespace pagekin::clustering {
namespace {

// Orders the groups by falling number of pages.
void order_by_size(GroupedPages& pages) {
  std::vector<std::uint32_t> order(pages.all.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::uint32_t group) { return pages.all[group].pages; });
  std::vector<std::uint32_t> places(order.size());
  std::vector<GroupedPages::Group> sorted;
  sorted.reserve(order.size());
  for (const std::uint32_t group : order) {
    places[group] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(std::move(pages.all[group]));
  }
  pages.all = std::move(sorted);
  for (std::uint32_t& group : pages.groups) {
    if (group != kUngrouped) group = places[group];
  }
}

GroupedPages from_table(const table::PageTable& table) {
  GroupedPages pages;
  pages.has_all_pages = false;
  for (const table::PageGroup& group : table.groups) {
    pages.all.push_back(
        {.id = group.id, .name = group.name, .pages = group.pages, .given_name = group.given_name});
  }
  for (const table::PageRow& row : table.rows) {
    if (pages.ids.find(row.page)) continue;
    pages.ids.add(row.page);
    pages.groups.push_back(row.group == table::kNoGroup ? kUngrouped : row.group);
    pages.confidence.push_back(row.confidence);
  }
  order_by_size(pages);
  return pages;
}

GroupedPages from_model(const GroupOptions& options,
                        const std::function<void(const Incident&)>& on_incident,
                        Progress* progress) {
  const std::unique_ptr<model::PageClassifier> classifier =
      open_classifier(options.model, options.source.reading.threads);
  GroupedPages pages;
  for (const model::Class& page_class : classifier->classes()) {
    pages.all.push_back({.id = page_class.name, .name = page_class.title});
  }
  const ClassifyRun run = classify_pages(
      {.source = options.source}, *classifier,
      [&](std::string_view id, const model::Decision& decision) {
        pages.ids.add(id);
        const bool is_none = decision.best == model::kNone;
        pages.groups.push_back(is_none ? kUngrouped : static_cast<std::uint32_t>(decision.best));
        pages.confidence.push_back(static_cast<float>(decision.score));
        if (!is_none) ++pages.all[static_cast<std::size_t>(decision.best)].pages;
      },
      on_incident, progress);
  pages.counts = run.counts;
  order_by_size(pages);
  return pages;
}

}  // namespace

GroupedPages::Found GroupedPages::find(std::string_view id) const {
  const std::optional<PageId> page = ids.find(id);
  return page ? find(*page) : Found();
}

reading::PagesBefore GroupedPages::pages_before() const {
  using Kind = reading::PagesBefore::Kind;
  const Kind of_inputs = is_of_store ? Kind::kListed : Kind::kAll;
  return {.ids = &ids,
          .kind = has_all_pages ? of_inputs : Kind::kSome,
          .earlier = earlier,
          .seen_before = seen_before};
}

GroupedPages grouped(const ClusterRun& run) {
  GroupedPages pages;
  pages.counts = run.counts;
  pages.is_of_store = run.is_of_store;
  pages.earlier = run.earlier;
  pages.seen_before = run.seen_before;
  pages.caution = run.caution;
  for (const std::size_t label : run.labels_by_number()) {
    pages.all.push_back(
        {.id = std::to_string(run.template_ids[label]), .name = run.names[label].text});
  }
  pages.groups.reserve(run.ids.size());
  pages.confidence.reserve(run.ids.size());
  pages.variants.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    pages.ids.add(run.ids[page]);
    const int number = run.number_of(page);
    pages.groups.push_back(number == 0 ? kUngrouped : static_cast<std::uint32_t>(number - 1));
    pages.confidence.push_back(run.certainty.empty() ? -1.0F : run.certainty[page].confidence);
    pages.variants.push_back(run.variant_of(page));
    if (number > 0) ++pages.all[static_cast<std::size_t>(number - 1)].pages;
  }
  return pages;
}

GroupedPages group_pages(const GroupOptions& options,
                         const std::function<void(const Incident&)>& on_incident,
                         Progress* progress, Progress* compare_progress) {
  if (!options.clusters.empty() && !options.model.empty()) {
    throw OptionError(option_named("clusters") + " and " + option_named("model") +
                          " both say what the templates are; give one of them",
                      "clusters");
  }
  if (options.table != nullptr) return from_table(*options.table);
  if (!options.clusters.empty()) return from_table(read_named_table(options.clusters));
  if (!options.model.empty()) return from_model(options, on_incident, progress);
  const std::unique_ptr<method::Method> method = method::make(options.method, options.measure);
  const ClusterRun run = cluster_pages({.source = options.source, .method = options.method},
                                       *method, on_incident, progress, compare_progress);
  return grouped(run);
}

bool is_unique(const GroupedPages& pages, std::string_view id) {
  return !pages.ids.find(std::string(id) + "#2");
}

void throw_no_template(const GroupedPages& pages, std::uint64_t read, std::string_view first) {
  if (pages.has_all_pages) {
    throw InputError(
        with_commas(read) + " pages were read, but none is like a template of the model", "model");
  }
  const std::string begins = pages.ids.size() == 0 ? "" : printable(pages.ids[0]);
  throw InputError("none of the " + with_commas(read) +
                       " pages read is in the table of clusters; the first is '" +
                       printable(first) + "', the table begins with '" + begins + "'",
                   "clusters");
}

}  // namespace pagekin::clustering
