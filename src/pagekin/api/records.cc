#include "pagekin/records.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/pipeline/clean_pages.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/extract_records.h"
#include "pagekin/pipeline/grouped_pages.h"
#include "pagekin/skeleton/schema.h"

namespace pagekin {
namespace {

struct Stages {
  Progress reading;
  Progress comparing;
  Progress learning;
  Progress using_them;
};

pipeline::GroupedPages group(const input::Source& source, const TemplateSource& templates,
                             const Run& run, Stages& stages) {
  pipeline::check_readable_twice(source.inputs, "inputs");
  return pipeline::group_pages({.source = source,
                                .method = templates.method,
                                .measure = templates.measure,
                                .clusters = templates.clusters,
                                .model = templates.model},
                               run.incident, &stages.reading, &stages.comparing);
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

RecordTable table_of(const skeleton::TemplateSchema& schema) {
  RecordTable table{
      .template_id = schema.id, .name = schema.name, .pages = schema.pages, .columns = {}};
  for (const skeleton::Column& column : schema.columns) {
    const skeleton::Slot& slot = schema.model.slots[column.slot];
    table.columns.push_back(
        {.name = column.name,
         .type = std::string(to_text(slot.type)),
         .source = std::string(to_text(slot.source)),
         .place = slot.place,
         .label = slot.label,
         .group =
             slot.rule.group == skeleton::kNone ? "" : schema.model.groups[slot.rule.group].name,
         .is_list = slot.rule.is_list,
         .fill = static_cast<double>(slot.pages) / static_cast<double>(schema.model.pages),
         .examples = slot.examples});
  }
  return table;
}

}  // namespace

RecordResult extract_records(const Source& source, const RecordOptions& options,
                             const std::function<void(const PageRecord&)>& row, const Run& run) {
  if (!options.schema.empty() && !options.save_schema.empty()) {
    throw OptionError(option_named("save_schema") + " writes what was learned; with " +
                          option_named("schema") + " nothing is learned",
                      "save_schema");
  }
  return api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning},
                                             {"extracting", &stages.using_them}});
    const pipeline::ExtractOptions extract{
        .source = api::input_source(source, run),
        .learn = {.least_fill = options.min_fill, .most_columns = options.max_columns},
        .templates = options.only_templates,
        .columns = options.only_columns};
    skeleton::Schema given;
    if (!options.schema.empty()) given = read_schema(options.schema);
    const pipeline::GroupedPages pages = group(extract.source, options.templates, run, stages);
    pipeline::MatchedSchema made;
    if (!options.schema.empty()) {
      made = pipeline::match_schema(extract, pages, std::move(given), &stages.learning);
    } else {
      made.schema =
          pipeline::index_schema(extract, pages, options.templates.model, &stages.learning);
      made.tables = pipeline::tables_of(made.schema, pages);
      if (!options.save_schema.empty()) {
        pipeline::keep_known_pages(extract, pages, made.tables, made.schema);
      }
    }
    RecordResult result;
    for (const skeleton::TemplateSchema& one : made.schema.templates) {
      result.tables.push_back(table_of(one));
    }
    PageRecord told;
    const pipeline::ExtractRun done = pipeline::extract_records(
        extract, pages, made.schema, made.tables,
        [&](const pipeline::Record& record) {
          told = {.page = record.page,
                  .table = record.table,
                  .confidence = record.confidence,
                  .fields = {}};
          told.fields.reserve(record.values.size());
          for (const pipeline::RecordValue& value : record.values) {
            told.fields.push_back(
                {.column = value.column, .record = value.record, .text = value.text});
          }
          ++result.pages;
          row(told);
        },
        nullptr, &stages.using_them);
    result.left_out = done.left_out;
    result.counts = api::page_counts(done.counts);
    if (!options.save_schema.empty()) {
      AtomicFile file(options.save_schema);
      file.write(skeleton::to_json(made.schema));
      file.commit();
    }
    return result;
  });
}

PageCounts clean_pages(const Source& source, const CleanOptions& options,
                       const std::function<void(const CleanText&)>& take, const Run& run) {
  return api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning},
                                             {"cleaning", &stages.using_them}});
    const input::Source input = api::input_source(source, run);
    const pipeline::GroupedPages pages = group(input, options.templates, run, stages);
    const std::vector<skeleton::TemplateModel> models =
        pipeline::models_of({.source = input}, pages, options.templates.model, &stages.learning);
    const pipeline::CleanRun done = pipeline::clean_pages(
        {.source = input,
         .format = options.markdown ? skeleton::TextFormat::kMarkdown : skeleton::TextFormat::kText,
         .keep_optional = options.keep_optional,
         .keep_labels = options.keep_labels},
        pages, models,
        [&](const pipeline::CleanPage& page) {
          take({.page = page.page,
                .template_id = pages.all[page.group].id,
                .title = page.title,
                .text = page.text,
                .kept = page.kept});
        },
        nullptr, &stages.using_them);
    return api::page_counts(done.counts);
  });
}

std::vector<TemplateSkeleton> learn_skeletons(const Source& source, const TemplateSource& templates,
                                              const Run& run) {
  return api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning}});
    const input::Source input = api::input_source(source, run);
    const pipeline::GroupedPages pages = group(input, templates, run, stages);
    const std::vector<skeleton::TemplateModel> models =
        pipeline::models_of({.source = input}, pages, templates.model, &stages.learning);
    std::vector<TemplateSkeleton> skeletons;
    for (std::size_t group = 0; group < models.size(); ++group) {
      const skeleton::TemplateModel& model = models[group];
      if (model.empty()) continue;
      TemplateSkeleton& one = skeletons.emplace_back();
      one.template_id = pages.all[group].id;
      one.name = pages.all[group].name;
      one.pages = pages.all[group].pages;
      one.learned_from = model.pages;
      one.parts.reserve(model.parts.size());
      for (const skeleton::Part& part : model.parts) {
        const bool is_column = part.slot != skeleton::kNone &&
                               model.slots[part.slot].dropped == skeleton::Dropped::kNo;
        one.parts.push_back({.parent = part.parent,
                             .kind = std::string(to_text(part.kind)),
                             .is_text = part.is_text,
                             .tag = part.tag,
                             .names = part.names,
                             .label = part.label,
                             .text = part.text,
                             .column = is_column ? model.slots[part.slot].name : "",
                             .pages = part.pages,
                             .instances = part.instances});
      }
    }
    return skeletons;
  });
}

}  // namespace pagekin
