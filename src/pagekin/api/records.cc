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
  pipeline::check_readable_twice(source, "inputs");
  return pipeline::group_pages({.source = source,
                                .method = templates.method,
                                .measure = templates.measure,
                                .clusters = templates.clusters,
                                .model = templates.model},
                               run.incident, &stages.reading, &stages.comparing);
}

RecordTable table_of(const skeleton::TemplateSchema& schema) {
  RecordTable table{.template_id = TemplateId::from_text(schema.id),
                    .name = schema.name,
                    .pages = schema.pages,
                    .columns = {}};
  for (const skeleton::Column& column : schema.columns) {
    const skeleton::Slot& slot = schema.model.slots[column.slot];
    table.columns.push_back(
        {.name = column.name,
         .type = api::with_word_of<ValueType>(slot.type),
         .source = api::with_word_of<ValueSource>(slot.source),
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

struct RecordSchema::State {
  skeleton::Schema schema;
};

RecordSchema RecordSchema::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot open " + path, "schema", path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    return RecordSchema(std::make_shared<const State>(State{skeleton::from_json(text)}));
  } catch (const Error& error) {
    throw InputError(path + ": " + error.what(), "schema", path);
  }
}

void RecordSchema::write(const std::string& path) const {
  if (is_empty()) throw OptionError("there is no schema to write", "schema");
  AtomicFile file(path);
  file.write(skeleton::to_json(state_->schema));
  file.commit();
}

RecordResult extract_records(const Source& source, const RecordOptions& options,
                             const std::function<void(const PageRecord&)>& use, const Run& run) {
  return api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning},
                                             {"extracting", &stages.using_them}});
    const pipeline::ExtractOptions extract{
        .source = api::reread_source(source, run),
        .learn = {.least_fill = options.min_fill, .most_columns = options.max_columns},
        .templates = options.only_templates,
        .columns = options.only_columns};
    const pipeline::GroupedPages pages = group(extract.source, options.templates, run, stages);
    pipeline::MatchedSchema made;
    if (!options.schema.is_empty()) {
      made =
          pipeline::match_schema(extract, pages, options.schema.state().schema, &stages.learning);
    } else {
      made.schema =
          pipeline::index_schema(extract, pages, options.templates.model, &stages.learning);
      made.tables = pipeline::tables_of(made.schema, pages);
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
          use(told);
        },
        nullptr, &stages.using_them);
    result.left_out = done.left_out;
    result.counts = api::page_counts(done.counts);
    result.schema = RecordSchema(
        std::make_shared<const RecordSchema::State>(RecordSchema::State{std::move(made.schema)}));
    return result;
  });
}

PageCounts clean_pages(const Source& source, const CleanOptions& options,
                       const std::function<void(const CleanText&)>& use, const Run& run) {
  return api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning},
                                             {"cleaning", &stages.using_them}});
    const input::Source input = api::reread_source(source, run);
    const pipeline::GroupedPages pages = group(input, options.templates, run, stages);
    const pipeline::CleanModels learned =
        pipeline::learn_clean_models(input, pages, options.templates.model, &stages.learning);
    const pipeline::CleanRun done = pipeline::clean_pages(
        {.source = input,
         .format =
             options.markdown ? pipeline::CleanFormat::kMarkdown : pipeline::CleanFormat::kText,
         .links = pipeline::CleanLinks::kKept,
         .keep_optional = options.keep_optional,
         .keep_labels = options.keep_labels},
        pages, learned,
        [&](const pipeline::CleanPage& page) {
          use({.page = page.page,
               .template_id = TemplateId::from_text(pages.all[page.group].id),
               .title = page.metadata.title,
               .text = page.text,
               .kept = page.kept,
               .author = page.metadata.author,
               .date = page.metadata.date,
               .language = page.metadata.language,
               .address = page.metadata.address,
               .kind = std::string(maintext::to_text(page.kind))});
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
    const input::Source input = api::reread_source(source, run);
    const pipeline::GroupedPages pages = group(input, templates, run, stages);
    const std::vector<skeleton::TemplateModel> models =
        pipeline::models_of({.source = input}, pages, templates.model, &stages.learning);
    std::vector<TemplateSkeleton> skeletons;
    for (std::size_t group = 0; group < models.size(); ++group) {
      const skeleton::TemplateModel& model = models[group];
      if (model.empty()) continue;
      TemplateSkeleton& one = skeletons.emplace_back();
      one.template_id = TemplateId::from_text(pages.all[group].id);
      one.name = pages.all[group].name;
      one.pages = pages.all[group].pages;
      one.learned_from = model.pages;
      one.parts.reserve(model.parts.size());
      for (const skeleton::Part& part : model.parts) {
        const bool is_column = part.slot != skeleton::kNone &&
                               model.slots[part.slot].dropped == skeleton::Dropped::kNo;
        one.parts.push_back({.parent = part.parent,
                             .kind = api::with_word_of<PartKind>(part.kind),
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
