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

#include "pagekin/core/text.h"
#include "pagekin/method/method.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/extract_records.h"
#include "pagekin/pipeline/grouped_pages.h"
#include "pagekin/report/records.h"
#include "pagekin/skeleton/schema.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

constexpr std::size_t kShownTemplates = 3;  // told in full without -v

struct Options {
  InputOptions input;
  std::string method{method::kDefaultMethod};
  std::string measure;
  std::string clusters;
  std::string model;
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

int run_extract(const Options& options) {
  const table::FileFormat format = options.output.empty() || options.output == "-"
                                       ? table::FileFormat(table::TableFormat::kJsonl)
                                       : table_format_of(options.output);
  if (!options.schema.empty() && !options.save_schema.empty()) {
    throw UsageError("--save-schema writes what was learned; with --schema nothing is learned");
  }
  as_usage([&] { pipeline::check_readable_twice(options.input.inputs, "output"); });
  as_usage([&] { method::make(options.method, options.measure); });
  skeleton::Schema given;
  if (!options.schema.empty()) given = read_schema(options.schema);

  const pipeline::ExtractOptions extract{
      .source = options.input.source(),
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
    const pipeline::GroupedPages pages =
        pipeline::group_pages({.source = options.input.source(),
                               .method = options.method,
                               .measure = options.measure,
                               .clusters = options.clusters,
                               .model = options.model},
                              std::ref(errors), &reading, &comparing);
    pipeline::MatchedSchema made;
    if (!options.schema.empty()) {
      made = pipeline::match_schema(extract, pages, std::move(given), &learning);
    } else {
      made.schema = options.model.empty()
                        ? pipeline::learn_schema(extract, pages, &learning)
                        : pipeline::index_schema(extract, pages, options.model, &learning);
      made.tables = pipeline::tables_of(made.schema, pages);
    }
    Outputs outputs;
    report::RecordWriter writer(options.output.empty() ? "-" : options.output, format, made.schema,
                                [&](const std::string& path) { return outputs.open(path); });
    std::unique_ptr<Output> schema_file;
    if (!options.save_schema.empty()) schema_file = std::make_unique<Output>(options.save_schema);
    const pipeline::ExtractRun run = pipeline::extract_records(
        extract, pages, made.schema, made.tables,
        [&](const pipeline::Record& record) { writer.write(record); }, nullptr, &extracting);
    writer.finish();
    outputs.finish();
    if (schema_file) {
      schema_file->write(skeleton::to_json(made.schema));
      schema_file->finish();
    }
    bar.stop();
    if (!options.input.quiet) {
      const std::size_t shown =
          options.input.verbose ? made.schema.templates.size() : kShownTemplates;
      fmt::print(stderr, "{}", report::summarise(run, made.schema, shown, terminal_width()));
    }
    return 0;
  });
}

std::function<int()> declare(OptionTable& table) {
  const auto options = std::make_shared<Options>();
  add_input_options(table, options->input);
  table.group("Templates");
  table
      .add("--clusters", options->clusters,
           "a table of 'pagekin cluster -o' that tells the template of each page; without it and "
           "--model the inputs are clustered first")
      .value("FILE");
  table
      .add("--model", options->model,
           "an index or model that tells the template of each page; an index that has skeletons "
           "('cluster --skeletons') also tells the columns")
      .value("FILE")
      .excludes("--clusters");
  table.add("--method", options->method, "how the inputs are clustered, see 'pagekin list'")
      .show_default();
  table.add("--measure", options->measure, "for methods that compare pages");
  table
      .add("--template", options->templates,
           "only this template, by id or name; may be given several times")
      .value("ID")
      .repeated();
  table.group("Columns");
  table.add("--columns", options->columns, "only these columns, in this order: NAME,NAME...")
      .value("NAMES");
  table
      .add("--schema", options->schema,
           "the columns of an earlier run, as --save-schema wrote them and you edited them: names, "
           "order, which ones")
      .value("FILE");
  table
      .add("--save-schema", options->save_schema,
           "write the columns and all that is known of them to FILE.json")
      .value("FILE");
  table.add("--min-fill", options->min_fill, "share of pages that must have a value of a column")
      .value("SHARE")
      .range(0.0, 1.0)
      .show_default();
  table.add("--max-columns", options->max_columns, "of a template; those that tell most stay")
      .range(1, 10'000)
      .show_default();
  table.group("");
  table.add("-o,--output", options->output,
            "write tables to " + file_endings() +
                "; JSON lines have all templates in one file, other formats have one file a "
                "template; {template} in the name stands for its id; JSON lines on standard output "
                "otherwise");
  return [options] { return run_extract(*options); };
}

}  // namespace

Command extract() {
  return {
      .name = "extract",
      .summary = "turn pages into tables: one a template, one column for each place that varies",
      .examples =
          "  pagekin extract shop.warc.gz -o records.jsonl\n"
          "  pagekin extract shop.warc.gz --template 1 -o products.csv\n"
          "  pagekin extract shop/ -o 'tables/{template}.parquet' --save-schema shop.json\n"
          "  pagekin extract tuesday.warc.gz --schema shop.json -o tuesday.jsonl\n"
          "\n"
          "No labels are needed. A column is a place of the template at which pages differ; its\n"
          "name is the label before it, an itemprop, a class name or an id. Lists of equal parts\n"
          "are lists of records in JSON lines, and a table of their own otherwise.",
      .declare = declare};
}

}  // namespace pagekin::cli
