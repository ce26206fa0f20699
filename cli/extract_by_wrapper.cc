#include "cli/extract_by_wrapper.h"

#include <cstdio>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/output_file.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
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
  add_library_options(table, options.records);
  add_library_option<TableOutput>(table, option_text<TableOutput>("values"), options.types);
  table.group("Fields");
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

TableOutput record_output(const std::string& path, ValueForms values) {
  const bool is_file = !path.empty() && path != "-";
  return {.path = is_file ? path : "",
          .format = is_file ? table_format_of(path) : TableFormat::kJsonl,
          .values = values};
}

int extract_by_wrapper(const InputOptions& input, const WrapperExtraction& options,
                       FieldRecordOptions records, const std::string& path) {
  const bool fails = fails_on_broken(options.fail_on);
  TableOutput table = record_output(path, options.types);
  if (path.find("{template}") != path.npos) {
    throw UsageError(
        "with --wrapper all templates go to one file, so '{template}' cannot stand in -o");
  }
  Output output(path);  // before the work: a bad path should not cost a run
  table.path.clear();
  table.lines = output.sink();
  std::optional<Output> health;
  if (!options.health.empty()) health.emplace(options.health);
  if (!options.repair.empty()) const OutputFile probe(options.repair);  // it must be writable
  const FieldWrapper wrapper = FieldWrapper::load(options.wrapper);
  as_usage([&] { wrapper.check(records); });
  const ExtractResult result = run_on_inputs(
      input, [&](const Run& run) { return wrapper.write(input.source(), table, records, run); });
  output.finish();
  if (health) {
    health->write(result.health);
    health->finish();
  }
  if (!options.repair.empty()) (result.repaired ? *result.repaired : wrapper).save(options.repair);
  run_summary().pages(result.counts);
  run_summary().result("rows", result.records);
  run_summary().result("without_template", result.no_template);
  run_summary().result("without_fields", result.without_fields);
  run_summary().result("broken", result.broken());
  run_summary().seconds("extracting", result.seconds);
  if (!input.quiet) {
    fmt::print(stderr, "{}{}", result.summary, result.misfits);
    if (!path.empty() && path != "-") {
      fmt::print(stderr, "\n{}", describe_files({{path, result.rows}}));
    }
  }
  return fails ? broken_status(result.broken(), "field") : 0;
}

}  // namespace pagekin::cli
