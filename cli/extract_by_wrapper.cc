#include "cli/extract_by_wrapper.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/extract_fields.h"
#include "pagekin/report/field_records.h"
#include "pagekin/report/records.h"
#include "pagekin/version.h"
#include "pagekin/wrapper/wrapper_file.h"

#include "cli/command.h"
#include "cli/inner_source.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
bool fails_on_broken(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word != "broken") throw UsageError("--fail-on takes broken; got '" + printable(word) + "'");
  }
  return !words.empty();
}

int broken_status(std::uint64_t broken, std::string_view what) {
  if (broken == 0) return 0;
  const std::string text =
      fmt::format("{} broken {}{}", with_commas(broken), what, broken == 1 ? "" : "s");
  fmt::print(stderr, "pagekin: --fail-on: {}\n", text);
  run_summary().condition(text);
  return kConditionMet;
}

void add_wrapper_options(OptionTable& table, WrapperExtraction& options) {
  table.group("Fields");
  table
      .add("--wrapper", options.wrapper,
           "extract the fields of this wrapper, made by 'pagekin learn'")
      .value("FILE");
  table.add("--all-pages", options.all_pages, "also a record for pages without fields");
  table
      .add("--addresses", options.addresses,
           "fields that are href or src: full addresses, or kept as the page has them")
      .one_of({"full", "kept"})
      .show_default();
  table
      .add(
          "--types", options.types,
          "columns whose texts are numbers, money, dates or yes and no: values of these types, the "
          "texts of the page, or both, the texts in NAME_text; auto: values in Parquet, texts in "
          "other formats")
      .one_of({"auto", "values", "texts", "both"})
      .show_default();
  table
      .add(
          "--fail-on", options.fail_on,
          "broken: end with status 3 if a field, or a column of --schema or an index, is no longer "
          "found as it was when it was learned")
      .repeated();
  table
      .add("--repair", options.repair,
           "write a wrapper in which broken fields have the new places that were found for them")
      .value("FILE");
  table
      .add("--health", options.health,
           "write how each field, or column of --schema or an index, is found now and before, as "
           "JSON")
      .value("FILE")
      .writes(Writes::kFileOrStandardOutput);
}

int extract_by_wrapper(const InputOptions& input, const WrapperExtraction& options,
                       const TemplateOptions* from, const std::vector<std::string>& templates,
                       const std::vector<std::string>& columns, const std::string& path) {
  const bool fails = fails_on_broken(options.fail_on);
  report::FieldRecordWriter::Options records{
      .format = path.empty() || path == "-" ? table::FileFormat(table::TableFormat::kJsonl)
                                            : table_format_of(path),
      .all = options.all_pages,
      .forms = report::value_forms(options.types)};
  if (path.find("{template}") != path.npos) {
    throw UsageError(
        "with --wrapper all templates go to one file, so '{template}' cannot stand in -o");
  }
  Output output(path);  // before the work: a bad path should not cost a run
  std::optional<Output> health;
  if (!options.health.empty()) health.emplace(options.health);
  if (!options.repair.empty()) const AtomicFile probe(options.repair);  // it must be writable
  wrapper::Wrapper wrapper = wrapper::read_wrapper(options.wrapper);
  as_usage([&] { extraction::choose_fields(templates, columns, wrapper); });
  report::FieldRecordWriter writer(records, wrapper,
                                   [&](std::string_view bytes) { output.write(bytes); });
  ErrorLog errors(input);
  Progress grouping;
  Progress progress;
  ProgressBar bar({&grouping, &progress}, input.quiet);
  extraction::ExtractFieldsOptions extract{
      .source = inner_source(input), .apply = {}, .relocate = true};
  extract.apply.full_addresses = options.addresses == "full";
  const extraction::ExtractFieldsRun run = errors.during([&] {
    std::optional<clustering::GroupedPages> pages;
    if (from != nullptr) {
      pages = clustering::group_pages(inner_groups(*from, input), nullptr, &grouping);
      extract.templates = &*pages;
    }
    return extraction::extract_fields(
        extract, wrapper, [&](const extraction::FieldRecord& record) { writer.write(record); },
        std::ref(errors), &progress);
  });
  bar.stop();
  writer.finish();
  output.finish();
  if (health) {
    health->write(report::to_json(run, wrapper));
    health->finish();
  }
  if (!options.repair.empty()) {
    wrapper::write_wrapper(options.repair, extraction::repaired(wrapper, run), kVersion);
  }
  run_summary().pages(run.counts);
  run_summary().result("rows", run.records);
  run_summary().result("without_template", run.unknown);
  run_summary().result("without_fields", run.other);
  run_summary().result("broken", run.broken());
  run_summary().seconds("extracting", run.seconds);
  if (!input.quiet) {
    fmt::print(stderr, "{}{}", report::summarise(run, wrapper),
               report::describe_misfits(writer.misfits()));
    if (!path.empty() && path != "-") {
      fmt::print(stderr, "\n{}", report::describe_files({{path, writer.rows()}}));
    }
  }
  return fails ? broken_status(run.broken(), "field") : 0;
}

}  // namespace pagekin::cli
