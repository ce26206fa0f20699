// pagekin extract: the data of pages as tables, one a template.

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "pagekin/records.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/extract_by_wrapper.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

constexpr std::size_t kShownTemplates = 3;  // shown in full without -v

struct ExtractFlags {
  InputOptions input;
  WrapperExtraction fields;
  RecordOptions records;
  std::string schema;
  std::string save_schema;
  std::string output;
};

// A wrapper has templates and fields. Its templates have the ids of the run that learned it, which
// a table or an index may give to pages.
int run_by_wrapper(const ExtractFlags& options) {
  const std::pair<const char*, const std::string*> others[] = {
      {"--measure", &options.records.templates.measure},
      {"--schema", &options.schema},
      {"--save-schema", &options.save_schema}};
  for (const auto& [name, value] : others) {
    if (!value->empty()) {
      throw UsageError(
          fmt::format("{} is for columns without labels; --wrapper has its own "
                      "templates and fields",
                      name));
    }
  }
  FieldRecordOptions records = options.fields.records;
  records.columns = options.records.columns;
  records.templates = options.records.only_templates;
  if (!options.fields.repair.empty() && !(records.columns.empty() && records.templates.empty())) {
    throw UsageError(
        "--repair writes all fields of the wrapper; --columns and --template choose some");
  }
  InputOptions input = options.input;
  const TemplateSource& from = options.records.templates;
  if (!from.clusters.empty() || !from.model.empty()) {
    input.read_twice();
    as_usage([&] { check_options(from); });
    records.clusters = from.clusters;
    records.model = from.model;
  }
  return extract_by_wrapper(input, options.fields, records, options.output);
}

int run_extract(const ExtractFlags& options) {
  if (!options.fields.wrapper.empty()) return run_by_wrapper(options);
  if (options.fields.records.all_pages) throw UsageError("--all-pages is for --wrapper");
  if (!options.fields.repair.empty()) throw UsageError("--repair is for --wrapper");
  Output standard_output("");
  TableOutput tables = record_output(options.output, options.fields.types);
  tables.lines = standard_output.sink();
  if (!options.schema.empty() && !options.save_schema.empty()) {
    throw UsageError("--save-schema writes what was learned; with --schema nothing is learned");
  }
  const bool fails = fails_on_broken(options.fields.fail_on);
  const bool is_compared = !options.schema.empty() || !options.records.templates.model.empty();
  if ((fails || !options.fields.health.empty()) && !is_compared) {
    throw UsageError(fmt::format(
        "{} compares with an earlier run: give --wrapper, --schema, or an index as --model",
        fails ? "--fail-on" : "--health"));
  }
  RecordOptions records = options.records;
  as_usage([&] { check_options(records.templates); });
  const Source source = options.input.source();
  if (!options.schema.empty()) records.schema = RecordSchema::read(options.schema);
  records.keep_pages = !options.save_schema.empty();
  const RecordResult result = run_on_inputs(options.input, [&](const Run& run) {
    const RecordExtraction extraction(source, records, run);
    std::optional<Output> schema_file;
    std::optional<Output> health_file;
    if (!options.fields.health.empty()) health_file.emplace(options.fields.health);
    if (!options.save_schema.empty()) schema_file.emplace(options.save_schema);
    RecordResult written = extraction.write(source, tables, run);
    standard_output.finish();
    if (schema_file) {
      schema_file->write(written.schema.text());
      schema_file->finish();
    }
    if (health_file) {
      health_file->write(written.health);
      health_file->finish();
    }
    return written;
  });
  run_summary().pages(result.counts);
  run_summary().result("rows", result.pages);
  run_summary().result("tables", result.tables.size());
  for (const RecordTable& table : result.tables) {
    run_summary().found({table.template_id, table.name, table.pages});
  }
  run_summary().result("templates", result.templates);
  run_summary().result("left_out", result.left_out);
  for (const LeftOutPages& left_out : result.left_out_by) {
    run_summary().result("left_out_" + left_out.reason, left_out.pages);
  }
  run_summary().result("without_template", result.without_template);
  run_summary().result("broken", result.broken);
  run_summary().caution(result.caution);
  run_summary().seconds("extracting", result.seconds);
  if (!options.input.quiet) {
    const std::size_t shown = options.input.verbose ? result.tables.size() : kShownTemplates;
    fmt::print(stderr, "{}{}", summarise(result, shown, terminal_width()), result.misfits);
    if (!result.caution.empty()) fmt::print(stderr, "\n{}", describe_caution(result.caution));
    if (!tables.path.empty()) fmt::print(stderr, "\n{}", describe_files(result.files));
  }
  return fails ? broken_status(result.broken, "column") : 0;
}

std::function<int()> declare_extract(OptionTable& table) {
  const auto options = std::make_shared<ExtractFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  add_library_options(table, options->records.templates);
  add_library_options(table, options->records, {"min_fill", "max_columns"});
  table.group("Columns");
  table
      .add("--schema", options->schema,
           "the columns of an earlier run, as --save-schema wrote them and you edited them: names, "
           "order, which ones")
      .value("FILE");
  table
      .add("--save-schema", options->save_schema,
           "write the columns and all that is known of them to FILE.json")
      .value("FILE")
      .writes(Writes::kFileOrStandardOutput);
  add_library_options(table, options->records, {"only_templates", "columns"});
  add_wrapper_options(table, options->fields);
  table.group("");
  table.add("-o,--output", options->output,
            "write tables to " + file_endings() +
                "; JSON lines and fields have all templates in one file, columns in other formats "
                "have one file a template; {template} in the name stands for its id; JSON lines on "
                "standard output otherwise");
  return [options] { return run_extract(*options); };
}

}  // namespace

Command extract() {
  return {
      .name = "extract",
      .summary = "turn pages into tables: a column for each place that varies, or learned fields",
      .examples =
          "  pagekin extract shop.warc.gz -o records.jsonl\n"
          "  pagekin extract shop.warc.gz --template 1 -o products.csv\n"
          "  pagekin extract shop/ -o 'tables/{template}.parquet' --save-schema shop.json\n"
          "  pagekin extract tuesday.warc.gz --schema shop.json -o tuesday.jsonl\n"
          "  pagekin extract tuesday.warc.gz --wrapper shop.wrapper -o tuesday.csv --fail-on "
          "broken\n"
          "\n"
          "Without --wrapper no labels are needed: one table a template, one column for each "
          "place\n"
          "at which its pages differ. A column is named after the label before it, an itemprop, a "
          "class name\n"
          "or an id. Lists of equal parts are lists of records in JSON lines, and a table of their "
          "own\n"
          "otherwise. With --wrapper, the fields that 'pagekin learn' learned from labelled "
          "pages,\n"
          "each with a confidence; a field in doubt has no value and is named in needs_review.",
      .declare = declare_extract};
}

}  // namespace pagekin::cli
