#include "pagekin/clustering/table_run.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "pagekin/clustering/name_templates.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::clustering {
namespace {

std::optional<std::uint32_t> number_in(const std::string& text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc{} || at != end || number == 0) return std::nullopt;
  return number;
}

}  // namespace

TableRun run_of_table(const table::PageTable& table, const input::Source& source,
                      const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  std::unordered_map<std::string_view, const table::PageRow*, KeyedHash> row_of;
  row_of.reserve(table.rows.size());
  for (const table::PageRow& row : table.rows) row_of.emplace(row.page, &row);

  const Stopwatch reading;
  TableRun result;
  ClusterRun& run = result.run;
  std::vector<int> groups;  // by page: of the table
  std::vector<float> confidence;
  struct Origin {
    std::string input;
    std::uint64_t offset = 0;
  };
  run.counts = reading::read_each<Origin>(
      {.source = source, .progress = progress, .incident = on_incident}, run.ids,
      [](const Page& page, reading::ExtractionNotes&) {
        return Origin{std::string(page.input), page.offset};
      },
      [&](std::string_view id, Origin&& origin) {
        run.origins.add(origin.input, origin.offset);
        const auto found = row_of.find(to_valid_utf8(id));
        const bool is_known = found != row_of.end();
        result.not_in_table += is_known ? 0 : 1;
        const bool has_group = is_known && found->second->group != table::kNoGroup;
        groups.push_back(has_group ? static_cast<int>(found->second->group) : kLeftOut);
        confidence.push_back(is_known ? found->second->confidence : -1);
      });
  reading::require_pages(run.counts);
  const std::uint64_t known = run.ids.size() - result.not_in_table;
  result.not_in_inputs = table.rows.size() > known ? table.rows.size() - known : 0;
  if (known == 0) {
    throw InputError("no page of the inputs is in " + printable(table.file) +
                     "; the inputs begin with '" + printable(run.ids[0]) + "', the table with '" +
                     (table.rows.empty() ? "" : printable(table.rows.front().page)) +
                     "'; name the inputs of the run that made the table");
  }
  run.clustering = canonical(groups);
  if (run.clustering.cluster_count == 0) {
    throw InputError(printable(table.file) + ": no page of the inputs has a template there");
  }
  run.numbers = numbers_by_size(run.clustering);
  const auto count = static_cast<std::size_t>(run.clustering.cluster_count);
  result.labels.resize(count);
  std::vector<std::string> names(count);
  for (PageId page = 0; page < groups.size(); ++page) {
    if (groups[page] == kLeftOut) continue;
    const auto cluster = static_cast<std::size_t>(run.clustering.labels[page]);
    const table::PageGroup& group = table.groups[static_cast<std::size_t>(groups[page])];
    result.labels[cluster] = group.id;
    names[cluster] = group.name;
  }
  std::set<std::uint32_t> ids;
  for (const std::string& label : result.labels) {
    const std::optional<std::uint32_t> number = number_in(label);
    if (!number || !ids.insert(*number).second) break;
    run.template_ids.push_back(*number);
  }
  if (run.template_ids.size() < count) {
    run.template_ids.assign(run.numbers.begin(), run.numbers.end());
  }
  const bool has_confidence =
      std::ranges::any_of(confidence, [](float value) { return value >= 0; });
  if (has_confidence) {
    run.certainty.resize(run.ids.size());
    for (PageId page = 0; page < run.ids.size(); ++page) {
      run.certainty[page].confidence = confidence[page];
    }
  }
  run.hinted_names = std::move(names);
  name_templates(run, {});
  run.read_seconds = reading.seconds();
  return result;
}

}  // namespace pagekin::clustering
