#include "pagekin/records.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pagekin/api/convert.h"
#include "pagekin/api/output_files.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/cluster.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/clean_pages.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/report/clean_table.h"
#include "pagekin/report/record_summary.h"
#include "pagekin/report/records.h"
#include "pagekin/skeleton/schema.h"
#include "pagekin/text.h"

namespace pagekin {
namespace {

struct Stages {
  Progress reading;
  Progress comparing;
  Progress learning;
  Progress applying;
};

clustering::GroupedPages group(const input::Source& source, const TemplateSource& templates,
                               const Run& run, Stages& stages) {
  clustering::check_readable_twice(source, "inputs");
  return clustering::group_pages(api::group_options(source, templates), run.incident,
                                 &stages.reading, &stages.comparing);
}

RecordTable table_of(const skeleton::TemplateSchema& schema) {
  RecordTable table{.template_id = TemplateId::from_text(schema.id),
                    .name = schema.name,
                    .pages = schema.pages,
                    .columns = {}};
  for (const skeleton::Column& column : schema.columns) {
    const skeleton::Slot& slot = schema.model.slots[column.slot];
    const rows::RecordRule* record = schema.model.record_of(slot);
    table.columns.push_back(
        {.name = column.name,
         .type = api::with_word_of<ValueType>(slot.type),
         .source = api::with_word_of<ValueSource>(slot.source),
         .place = slot.place,
         .label = slot.label,
         .group = record == nullptr ? "" : record->name,
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
  return api::parse_file(path, "schema", [](const std::string& text) {
    return RecordSchema(std::make_shared<const State>(State{skeleton::from_json(text)}));
  });
}

void RecordSchema::write(const std::string& path) const {
  if (is_empty()) throw OptionError("there is no schema to write", "schema");
  AtomicFile file(path);
  file.write(skeleton::to_json(state_->schema));
  file.commit();
}

RecordSchema RecordSchema::parse(std::string_view json) {
  try {
    return RecordSchema(std::make_shared<const State>(State{skeleton::from_json(json)}));
  } catch (const Error& error) {
    throw InputError(error.what(), "schema");
  }
}

std::string RecordSchema::text() const {
  return is_empty() ? std::string() : skeleton::to_json(state_->schema);
}

struct RecordDetails {
  extraction::ExtractRun run;
};

void check_options(const TemplateSource& templates) {
  check_method(templates.method, templates.measure);
}

std::string describe_files(const std::vector<WrittenFile>& files) {
  std::string text;
  for (const WrittenFile& file : files) {
    text +=
        fmt::format("file      {}  {}\n", printable(file.path), plural(file.rows, "row", "rows"));
  }
  return text;
}

std::string summarise(const RecordResult& result, std::size_t most, std::size_t width) {
  if (!result.details) throw OptionError("this is not the result of an extraction", "result");
  return report::summarise(result.details->run, result.schema.state().schema, most, width);
}

struct RecordExtraction::State {
  extraction::ExtractOptions options;  // its source is that of each reading
  clustering::GroupedPages pages;
  extraction::MatchedSchema made;
  std::vector<RecordTable> tables;
  RecordSchema schema;
  std::shared_ptr<input::SpooledInputs> spool;  // standard input, to be read again

  // Calls `use` for each record, and makes the result.
  template <class Use>
  RecordResult read(const Source& source, const Run& run, const Use& use) const {
    Progress extracting;
    const api::ProgressWatcher watcher(run, {{"extracting", &extracting}});
    extraction::ExtractOptions now = options;
    now.source = api::input_source(source, run);
    now.source.reading.spool = spool;
    RecordResult result{.tables = tables,
                        .schema = schema,
                        .left_out_by = {},
                        .templates = pages.all.size(),
                        .counts = {},
                        .health = {},
                        .caution = pages.caution,
                        .files = {},
                        .misfits = {},
                        .details = nullptr};
    extraction::ExtractRun done = extraction::extract_records(
        now, pages, made,
        [&](const extraction::Record& record) {
          ++result.pages;
          use(record);
        },
        nullptr, &extracting);
    result.left_out = done.left_out;
    for (std::size_t reason = 0; reason < done.left_out_by.size(); ++reason) {
      if (done.left_out_by[reason] == 0) continue;
      result.left_out_by.push_back({.reason = std::string(extraction::kNoTableWords[reason]),
                                    .pages = done.left_out_by[reason]});
    }
    result.without_template = done.no_template;
    result.counts = done.counts;
    result.is_compared = std::ranges::any_of(
        made.schema.templates,
        [](const skeleton::TemplateSchema& learned) { return learned.pages_before != 0; });
    for (std::size_t t = 0; t < result.tables.size(); ++t) {
      for (std::size_t c = 0; c < result.tables[t].columns.size(); ++c) {
        result.tables[t].columns[c].crowded = done.crowded[t][c];
      }
    }
    result.broken = done.broken();
    result.health = report::health_json(done, made.schema);
    result.seconds = done.seconds;
    result.details = std::make_shared<const RecordDetails>(RecordDetails{std::move(done)});
    return result;
  }
};

RecordExtraction::RecordExtraction(const Source& source, const RecordOptions& options,
                                   const Run& run)
    : state_(std::make_unique<State>()) {
  check_options(options);
  api::on_own_thread(run, [&] {
    Stages stages;
    const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                             {"comparing", &stages.comparing},
                                             {"learning", &stages.learning}});
    State& state = *state_;
    state.options = {.source = api::reread_source(source, run),
                     .learn = {.least_fill = options.min_fill, .most_columns = options.max_columns},
                     .templates = options.only_templates,
                     .columns = options.columns};
    state.pages = group(state.options.source, options.templates, run, stages);
    if (!options.schema.is_empty()) {
      state.made = extraction::match_schema(state.options, state.pages,
                                            options.schema.state().schema, &stages.learning);
    } else {
      std::vector<bool> is_left;
      skeleton::Schema schema = extraction::index_schema(
          state.options, state.pages, options.templates.model, &stages.learning, &is_left);
      state.made = extraction::own_schema(state.options, state.pages, std::move(schema), is_left);
      if (options.keep_pages) {
        extraction::keep_known_pages(state.options, state.pages, state.made.tables,
                                     state.made.schema);
      }
    }
    state.spool = state.options.source.reading.spool;
    state.options.source = {};
    for (const skeleton::TemplateSchema& learned : state.made.schema.templates) {
      state.tables.push_back(table_of(learned));
    }
    state.schema = RecordSchema(
        std::make_shared<const RecordSchema::State>(RecordSchema::State{state.made.schema}));
    return true;
  });
}
RecordExtraction::~RecordExtraction() = default;
RecordExtraction::RecordExtraction(RecordExtraction&&) noexcept = default;
RecordExtraction& RecordExtraction::operator=(RecordExtraction&&) noexcept = default;

const std::vector<RecordTable>& RecordExtraction::tables() const { return state_->tables; }
RecordSchema RecordExtraction::schema() const { return state_->schema; }

RecordResult RecordExtraction::read(const Source& source,
                                    const std::function<void(const PageRecord&)>& use,
                                    const Run& run) const {
  return api::on_own_thread(run, [&] {
    PageRecord shown;
    return state_->read(source, run, [&](const extraction::Record& record) {
      shown = {.page = record.page,
               .table = record.table,
               .confidence = record.confidence,
               .fields = {}};
      shown.fields.reserve(record.values.size());
      for (const extraction::RecordValue& value : record.values) {
        shown.fields.push_back(
            {.column = value.column, .record = value.record, .text = value.text});
      }
      use(shown);
    });
  });
}

RecordResult RecordExtraction::write(const Source& source, const TableOutput& output,
                                     const Run& run) const {
  return api::on_own_thread(run, [&] {
    api::OutputFiles files(output);
    report::RecordWriter writer(
        output.path.empty() ? "-" : output.path, files.format(), state_->made.schema,
        [&](const std::string& path) { return files.open(path); }, output.values);
    RecordResult result =
        state_->read(source, run, [&](const extraction::Record& record) { writer.write(record); });
    writer.finish();
    files.commit();
    result.files = writer.files();
    result.misfits = report::describe_misfits(writer.misfits());
    return result;
  });
}

RecordResult extract_records(const Source& source, const RecordOptions& options,
                             const std::function<void(const PageRecord&)>& use, const Run& run) {
  return RecordExtraction(source, options, run).read(source, use, run);
}

namespace {

// Calls use(page, pages) for each page; `begin` before the first of them.
template <class Begin, class Use>
CleanResult clean_each(const Source& source, const CleanOptions& options, const Run& run,
                       const TableOutput& given_fixed, const Begin& begin, const Use& use) {
  check_options(options);
  Stages stages;
  const api::ProgressWatcher watcher(run, {{"reading", &stages.reading},
                                           {"comparing", &stages.comparing},
                                           {"learning", &stages.learning},
                                           {"cleaning", &stages.applying}});
  const input::Source input = api::reread_source(source, run);
  if (!options.fixed.empty()) api::format_of_file(options.fixed, "fixed");
  const TableOutput fixed_output =
      options.fixed.empty() ? given_fixed : TableOutput{.path = options.fixed};
  std::optional<api::OutputFiles> fixed_file;
  table::Sink fixed_sink;
  if (!fixed_output.path.empty() || fixed_output.lines) {
    fixed_file.emplace(fixed_output);
    fixed_sink = fixed_file->open(fixed_output.path);  // before the work
  }
  const clustering::GroupedPages pages = group(input, options.templates, run, stages);
  const extraction::CleanModels learned =
      extraction::learn_clean_models(input, pages, options.templates.model, &stages.learning);
  begin(pages);
  std::optional<report::FixedTableWriter> fixed;
  if (fixed_file) fixed.emplace(fixed_file->format(), pages, fixed_sink);
  CleanResult result = extraction::clean_pages(
      {.source = input,
       .format = options.format,
       .links = options.links,
       .keep_optional = options.keep_optional,
       .keep_labels = options.keep_labels,
       .comments = options.comments,
       .shows_fixed = fixed.has_value()},
      pages, learned,
      [&](const extraction::CleanPage& page) {
        use(page, pages);
        if (fixed) fixed->write(page);
      },
      nullptr, &stages.applying);
  result.caution = pages.caution;
  if (fixed) {
    fixed->finish();
    fixed_file->commit();
  }
  return result;
}

}  // namespace

CleanResult clean_pages(const Source& source, const CleanOptions& options,
                        const std::function<void(const CleanText&)>& use, const Run& run) {
  return api::on_own_thread(run, [&] {
    return clean_each(
        source, options, run, {}, [](const clustering::GroupedPages&) {},
        [&](const extraction::CleanPage& page, const clustering::GroupedPages& pages) {
          use({.page = page.page,
               .template_id = page.group == clustering::kUngrouped
                                  ? TemplateId()
                                  : TemplateId::from_text(pages.all[page.group].id),
               .title = page.metadata.title,
               .text = page.text,
               .kept = page.kept,
               .author = page.metadata.author,
               .date = page.metadata.date,
               .language = page.metadata.language,
               .address = page.metadata.address,
               .kind = std::string(maintext::to_text(page.kind))});
        });
  });
}

CleanResult write_clean_pages(const Source& source, const CleanOptions& options,
                              const TableOutput& output, const Run& run, const TableOutput& fixed) {
  return api::on_own_thread(run, [&] {
    api::OutputFiles files(output);
    std::optional<report::CleanTableWriter> writer;
    CleanResult result = clean_each(
        source, options, run, fixed,
        [&](const clustering::GroupedPages& pages) {
          writer.emplace(files.format(), pages, files.open(output.path));
        },
        [&](const extraction::CleanPage& page, const clustering::GroupedPages&) {
          writer->write(page);
        });
    writer->finish();
    files.commit();
    return result;
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
    const clustering::GroupedPages pages = group(input, templates, run, stages);
    const std::vector<skeleton::TemplateModel> models =
        extraction::models_of({.source = input}, pages, templates.model, &stages.learning);
    std::vector<TemplateSkeleton> skeletons;
    for (std::size_t group = 0; group < models.size(); ++group) {
      const skeleton::TemplateModel& model = models[group];
      if (model.empty()) continue;
      TemplateSkeleton& shown = skeletons.emplace_back();
      shown.template_id = TemplateId::from_text(pages.all[group].id);
      shown.name = pages.all[group].name;
      shown.pages = pages.all[group].pages;
      shown.learned_from = model.pages;
      shown.parts.reserve(model.parts.size());
      for (const skeleton::Part& part : model.parts) {
        const bool is_column = part.slot != skeleton::kNone &&
                               model.slots[part.slot].dropped == skeleton::Dropped::kNo;
        shown.parts.push_back({.parent = part.parent,
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
