// pagekin extract: the data of pages as tables, one a template.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/records.h"
#include "pagekin/report/records.h"
#include "pagekin/skeleton/schema.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/extract_by_wrapper.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"
#include "cli/template_options.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

constexpr std::size_t kShownTemplates = 3;  // shown in full without -v

struct ExtractFlags {
  InputOptions input;
  TemplateOptions from;
  WrapperExtraction fields;
  std::vector<std::string> templates;
  std::string columns;
  std::string schema;
  std::string save_schema;
  double min_fill = skeleton::LearnOptions().least_fill;
  int max_columns = static_cast<int>(skeleton::LearnOptions().most_columns);
  std::string output;
};

std::vector<std::string> split_names(const std::string& names) {
  std::vector<std::string> all;
  std::string_view rest = names;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = trim(rest.substr(0, comma), " ");
    if (!name.empty()) all.emplace_back(name);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return all;
}

skeleton::Schema read_schema(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot open " + path, "schema", path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    return skeleton::from_json(text);
  } catch (const Error& error) {
    throw InputError(path + ": " + error.what(), "schema", path);
  }
}

// All files appear together at the end, or none of them.
class Outputs {
 public:
  table::Sink open(const std::string& path) {
    Output& output = files_.emplace_back(path);
    return [&output](std::string_view bytes) { output.write(bytes); };
  }
  void finish() {
    for (Output& output : files_) output.finish();
  }

 private:
  std::list<Output> files_;  // their addresses stay
};

// A wrapper has templates and fields. Its templates have the ids of the run that learned it, which
// a table or an index may give to pages.
int run_by_wrapper(const ExtractFlags& options) {
  const std::pair<const char*, const std::string*> others[] = {
      {"--measure", &options.from.measure},
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
  const std::vector<std::string> columns = split_names(options.columns);
  if (!options.fields.repair.empty() && !(columns.empty() && options.templates.empty())) {
    throw UsageError(
        "--repair writes all fields of the wrapper; --columns and --template choose some");
  }
  const bool has_templates = !options.from.clusters.empty() || !options.from.model.empty();
  InputOptions input = options.input;
  if (has_templates) input.read_twice();
  return extract_by_wrapper(input, options.fields, has_templates ? &options.from : nullptr,
                            options.templates, columns, options.output);
}

int run_extract(const ExtractFlags& options) {
  if (!options.fields.wrapper.empty()) return run_by_wrapper(options);
  if (options.fields.all_pages) throw UsageError("--all-pages is for --wrapper");
  if (!options.fields.repair.empty()) throw UsageError("--repair is for --wrapper");
  const table::FileFormat format = options.output.empty() || options.output == "-"
                                       ? table::FileFormat(table::TableFormat::kJsonl)
                                       : table_format_of(options.output);
  if (!options.schema.empty() && !options.save_schema.empty()) {
    throw UsageError("--save-schema writes what was learned; with --schema nothing is learned");
  }
  const bool fails = fails_on_broken(options.fields.fail_on);
  const bool is_compared = !options.schema.empty() || !options.from.model.empty();
  if ((fails || !options.fields.health.empty()) && !is_compared) {
    throw UsageError(fmt::format(
        "{} compares with an earlier run: give --wrapper, --schema, or an index as --model",
        fails ? "--fail-on" : "--health"));
  }
  const clustering::GroupOptions groups = inner_groups(options.from, options.input);
  skeleton::Schema given;
  if (!options.schema.empty()) given = read_schema(options.schema);

  const extraction::ExtractOptions extract{
      .source = inner_source(options.input),
      .learn = {.least_fill = options.min_fill,
                .most_columns = static_cast<std::size_t>(options.max_columns)},
      .templates = options.templates,
      .columns = split_names(options.columns)};
  ErrorLog errors(options.input);
  Progress reading;
  Progress comparing;
  Progress learning;
  Progress extracting;
  ProgressBar bar({&reading, &comparing, &learning, &extracting}, options.input.quiet);
  return errors.during([&] {
    const clustering::GroupedPages pages =
        clustering::group_pages(groups, std::ref(errors), &reading, &comparing);
    extraction::MatchedSchema made;
    if (!options.schema.empty()) {
      made = extraction::match_schema(extract, pages, std::move(given), &learning);
    } else {
      std::vector<bool> is_left;
      skeleton::Schema schema =
          extraction::index_schema(extract, pages, groups.model, &learning, &is_left);
      made = extraction::own_schema(extract, pages, std::move(schema), is_left);
      if (!options.save_schema.empty()) {
        extraction::keep_known_pages(extract, pages, made.tables, made.schema);
      }
    }
    Outputs outputs;
    report::RecordWriter writer(
        options.output.empty() ? "-" : options.output, format, made.schema,
        [&](const std::string& path) { return outputs.open(path); },
        report::value_forms(options.fields.types));
    std::unique_ptr<Output> schema_file;
    std::unique_ptr<Output> health_file;
    if (!options.fields.health.empty()) {
      health_file = std::make_unique<Output>(options.fields.health);
    }
    if (!options.save_schema.empty()) schema_file = std::make_unique<Output>(options.save_schema);
    const extraction::ExtractRun run = extraction::extract_records(
        extract, pages, made, [&](const extraction::Record& record) { writer.write(record); },
        nullptr, &extracting);
    writer.finish();
    outputs.finish();
    if (schema_file) {
      schema_file->write(skeleton::to_json(made.schema));
      schema_file->finish();
    }
    if (health_file) {
      health_file->write(report::health_json(run, made.schema));
      health_file->finish();
    }
    bar.stop();
    std::uint64_t rows = 0;
    for (const std::uint64_t of_table : run.rows) rows += of_table;
    run_summary().pages(run.counts);
    run_summary().result("rows", rows);
    run_summary().result("tables", made.schema.templates.size());
    run_summary().result("templates", pages.all.size());
    run_summary().result("left_out", run.left_out);
    for (std::size_t reason = 0; reason < run.left_out_by.size(); ++reason) {
      if (run.left_out_by[reason] == 0) continue;
      run_summary().result("left_out_" + std::string(extraction::kNoTableWords[reason]),
                           run.left_out_by[reason]);
    }
    run_summary().result("without_template", run.no_template);
    run_summary().result("broken", run.broken());
    run_summary().caution(pages.caution);
    run_summary().seconds("extracting", run.seconds);
    if (!options.input.quiet) {
      const std::size_t shown =
          options.input.verbose ? made.schema.templates.size() : kShownTemplates;
      fmt::print(stderr, "{}{}", report::summarise(run, made.schema, shown, terminal_width()),
                 report::describe_misfits(writer.misfits()));
      if (!pages.caution.empty()) fmt::print(stderr, "\n{}", describe_caution(pages.caution));
      if (!options.output.empty() && options.output != "-") {
        fmt::print(stderr, "\n{}", report::describe_files(writer.files()));
      }
    }
    return fails ? broken_status(run.broken(), "column") : 0;
  });
}

std::function<int()> declare_extract(OptionTable& table) {
  const auto options = std::make_shared<ExtractFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  add_template_options(table, options->from, "the columns");
  table
      .add("--template", options->templates,
           "only this template, by id or name; may be given several times")
      .value("ID")
      .repeated();
  table.group("Columns");
  table
      .add("--columns", options->columns,
           "only these columns or fields, in this order: NAME,NAME...")
      .value("NAMES");
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
  add_library_option<RecordOptions>(table, option_text<RecordOptions>("min_fill"),
                                    options->min_fill);
  add_library_option<RecordOptions>(table, option_text<RecordOptions>("max_columns"),
                                    options->max_columns);
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
          "at which its pages differ. Its name is the label before it, an itemprop, a class name "
          "or\n"
          "an id. Lists of equal parts are lists of records in JSON lines, and a table of their "
          "own\n"
          "otherwise. With --wrapper, the fields that 'pagekin learn' learned from labelled "
          "pages,\n"
          "each with a confidence; a field in doubt has no value and is named in needs_review.",
      .declare = declare_extract};
}

}  // namespace pagekin::cli
