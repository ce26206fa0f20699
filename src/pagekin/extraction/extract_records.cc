#include "pagekin/extraction/extract_records.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "pagekin/clustering/template_models.h"
#include "pagekin/content/full_address.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/coverage.h"
#include "pagekin/features/features.h"
#include "pagekin/method/index_file.h"
#include "pagekin/reading/wanted.h"
#include "pagekin/recognise/known_pages.h"
#include "pagekin/recognise/recogniser.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/url/url.h"

namespace pagekin::extraction {
namespace {

using content::in_full;

constexpr std::size_t kMatchedPages = 10;  // of a group, to find its template in a schema
constexpr double kLeastFit = 0.5;
constexpr std::size_t kKnownPages = 16;  // of a template, that a schema keeps

// Leaves the wanted columns of all templates, in the order in which they were asked for.
void choose_columns(const ExtractOptions& options, skeleton::Schema& schema) {
  if (options.columns.empty()) return;
  std::vector<std::string_view> known;
  for (const skeleton::TemplateSchema& one : schema.templates) {
    for (const skeleton::Column& column : one.columns) known.push_back(column.name);
  }
  reading::check_columns(options.columns, known);
  for (skeleton::TemplateSchema& one : schema.templates) {
    one.columns = reading::in_wanted_order(std::move(one.columns), options.columns);
  }
  std::erase_if(schema.templates,
                [](const skeleton::TemplateSchema& one) { return one.columns.empty(); });
}

skeleton::Schema make_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                             std::vector<skeleton::TemplateModel>&& models,
                             const std::vector<std::uint64_t>& pages_before = {}) {
  skeleton::Schema schema;
  for (std::size_t group = 0; group < models.size(); ++group) {
    if (models[group].empty()) continue;
    skeleton::TemplateSchema& one = schema.templates.emplace_back();
    one.id = pages.all[group].id;
    one.name = pages.all[group].name;
    one.pages = pages.all[group].pages;
    if (!pages_before.empty()) one.pages_before = pages_before[group];
    one.columns = skeleton::columns_of(models[group]);
    one.model = std::move(models[group]);
  }
  choose_columns(options, schema);
  return schema;
}

std::vector<bool> wanted_groups(const ExtractOptions& options,
                                const clustering::GroupedPages& pages) {
  std::vector<reading::TemplateLabel> labels;
  labels.reserve(pages.all.size());
  for (const clustering::GroupedPages::Group& group : pages.all)
    labels.push_back({group.id, group.name, group.given_name});
  reading::check_templates(options.templates, labels);
  std::vector<bool> wanted;
  wanted.reserve(pages.all.size());
  for (const reading::TemplateLabel& label : labels) {
    wanted.push_back(reading::is_wanted(options.templates, label));
  }
  return wanted;
}

// What is taken from a page on any thread.
struct Taken {
  std::unique_ptr<skeleton::PageNodes> nodes;  // of a page whose group is known only later
  std::unique_ptr<rows::RowPage> rows;         // of such a page
  std::optional<url::Url> base;                // that addresses are resolved with
  std::vector<RecordValue> values;
  std::vector<std::uint32_t> crowded;  // columns, see ExtractRun
  double fit = 0;
};

// How much of what a page of the template usually has a page has: slots, each weighed by the share
// of pages that have it. Pages of other templates of a site may have the same menus.
double filled_part(const skeleton::TemplateModel& model, const skeleton::Applied& applied) {
  double usual = 0;
  for (const skeleton::Slot& slot : model.slots) {
    if (slot.source != skeleton::Source::kCell && slot.whole == skeleton::kNone) {
      usual += slot.pages;
    }
  }
  double found = 0;
  std::uint32_t before = skeleton::kNone;
  for (const skeleton::SlotValue& value : applied.values) {
    const bool is_piece = model.slots[value.slot].whole != skeleton::kNone;
    if (value.slot != before && !is_piece) found += model.slots[value.slot].pages;
    before = value.slot;
  }
  return usual == 0 ? 1 : std::min(1.0, found / usual);
}

class Extractor {
 public:
  explicit Extractor(const skeleton::Schema& schema) : schema_(schema) {
    appliers_.reserve(schema.templates.size());
    columns_.reserve(schema.templates.size());
    for (const skeleton::TemplateSchema& one : schema.templates) {
      appliers_.emplace_back(one.model);
      limits_.push_back(appliers_.back().limits());
      std::vector<std::uint32_t> columns(one.model.slots.size(), skeleton::kNone);
      std::vector<std::vector<std::uint32_t>> cells;
      for (const rows::RecordRule& rule : one.model.records.records) {
        cells.emplace_back(rule.cells.size(), skeleton::kNone);
      }
      for (std::uint32_t c = 0; c < one.columns.size(); ++c) {
        columns[one.columns[c].slot] = c;
        const skeleton::Slot& slot = one.model.slots[one.columns[c].slot];
        if (slot.cell != skeleton::kNone) cells[slot.record][slot.cell] = c;
      }
      columns_.push_back(std::move(columns));
      cells_.push_back(std::move(cells));
    }
  }

  const skeleton::ReadLimits& limits(std::uint32_t table) const { return limits_[table]; }
  bool has_records(std::uint32_t table) const {
    return !schema_.templates[table].model.records.empty();
  }

  skeleton::ValueType type_of(std::uint32_t table, std::uint32_t column) const {
    const skeleton::TemplateSchema& one = schema_.templates[table];
    return one.model.slots[one.columns[column].slot].type;
  }

  // `rows` may be null if the template has no records.
  void apply(const skeleton::PageNodes& nodes, const rows::RowPage* rows, std::uint32_t table,
             Taken& taken) const {
    thread_local skeleton::Applier::Workspace workspace;
    thread_local skeleton::Applied applied;
    appliers_[table].apply(nodes, workspace, applied);
    taken.fit = applied.fit;
    const skeleton::TemplateModel& model = schema_.templates[table].model;
    for (const skeleton::SlotValue& value : applied.values) {
      const std::uint32_t column = columns_[table][value.slot];
      if (column == skeleton::kNone) continue;
      const skeleton::Source source = model.slots[value.slot].source;
      taken.values.push_back(
          {.column = column,
           .text = in_full(skeleton::text_of(nodes, source, value), source, taken.base)});
    }
    for (const std::uint32_t slot : applied.crowded) {
      const std::uint32_t column = columns_[table][slot];
      if (column != skeleton::kNone) taken.crowded.push_back(column);
    }
    if (rows != nullptr && has_records(table)) read_records(*rows, table, taken);
    std::ranges::stable_sort(taken.values, {}, &RecordValue::column);
  }

 private:
  bool is_whole_text(std::uint32_t table, std::uint32_t column) const {
    const skeleton::TemplateSchema& one = schema_.templates[table];
    return column != skeleton::kNone && !one.model.slots[one.columns[column].slot].rule.is_list;
  }

  void read_records(const rows::RowPage& page, std::uint32_t table, Taken& taken) const {
    const rows::RecordModel& model = schema_.templates[table].model.records;
    thread_local std::vector<std::uint32_t> places;
    rows::place_page(model.tree, page, places);
    for (std::size_t r = 0; r < model.records.size(); ++r) {
      const std::vector<std::uint32_t>& columns = cells_[table][r];
      const bool is_wanted = std::ranges::any_of(
          columns, [](std::uint32_t column) { return column != skeleton::kNone; });
      if (!is_wanted) continue;
      std::uint32_t number = 0;
      for (rows::FoundRow& row : rows::read_rows({&model.tree, &page, &places}, model.records[r])) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
          if (columns[c] == skeleton::kNone || row.cells[c].empty()) continue;
          taken.values.push_back(
              {.column = columns[c], .record = number, .text = std::move(row.cells[c])});
        }
        ++number;
        if (is_whole_text(table, columns.front())) break;
      }
    }
  }

  const skeleton::Schema& schema_;
  std::vector<skeleton::Applier> appliers_;
  std::vector<skeleton::ReadLimits> limits_;
  std::vector<std::vector<std::uint32_t>> columns_;             // by template and slot
  std::vector<std::vector<std::vector<std::uint32_t>>> cells_;  // by template, record and cell
};

// Reads at most `most` pages of each group: what extract(page, notes) returns goes to take(group,
// extracted).
template <class Extracted, class Extract, class Take>
void read_sample(const ExtractOptions& options, const clustering::GroupedPages& pages,
                 std::size_t most, Progress* progress, const Extract& extract, const Take& take) {
  reading::ReadEachOptions order{.source = options.source, .progress = progress};
  order.source.strict = false;  // what cannot be read was reported before
  const std::vector<bool> is_sampled = clustering::sampled_pages(pages, most);
  using Sampled = std::optional<Extracted>;
  clustering::read_grouped<Sampled>(
      order, pages, "schema",
      [&](const Page& page, const clustering::GroupedPages::Found*,
          reading::ExtractionNotes& notes) -> Sampled {
        const std::optional<PageId> known = pages.ids.find(to_valid_utf8(page.id));
        if (!known || !is_sampled[*known]) return {};
        return extract(page, notes);
      },
      [&](std::string_view, const clustering::GroupedPages::Found& found, Sampled&& page) {
        if (page && found.group != clustering::kUngrouped) take(found.group, *std::move(page));
      });
}

recognise::MarkedPage marked_page(const Page& page, reading::ExtractionNotes& notes) {
  features::Features read = features::extract(page, {.marks = true, .url_shape = true});
  notes = reading::notes_of(read);
  return {.marks = recognise::placeless_marks(read.marks), .address = std::move(read.url_marks)};
}

// The template of the schema that most of a group's sampled pages are of.
struct RecognisedGroup {
  std::string id;           // empty: none
  bool is_unclear = false;  // some pages are of templates of the schema, but not most of one
};

// The groups are templates already, so that the sampled pages speak for all.
std::vector<RecognisedGroup> recognised_groups(const ExtractOptions& options,
                                               const clustering::GroupedPages& pages,
                                               const skeleton::Schema& schema, Progress* progress) {
  std::vector<recognise::MarkedPage> known;
  std::vector<std::uint32_t> template_of;
  for (std::uint32_t i = 0; i < schema.templates.size(); ++i) {
    for (recognise::MarkedPage& page :
         recognise::pages_from_bytes(schema.templates[i].known_pages)) {
      known.push_back(std::move(page));
      template_of.push_back(i);
    }
  }
  const recognise::Recogniser recogniser(known, template_of, schema.templates.size());
  std::vector<recognise::MarkedPage> batch;
  std::vector<std::uint32_t> group_of;
  read_sample<recognise::MarkedPage>(options, pages, kMatchedPages, progress, marked_page,
                                     [&](std::uint32_t group, recognise::MarkedPage&& page) {
                                       batch.push_back(std::move(page));
                                       group_of.push_back(group);
                                     });
  const std::vector<recognise::Recognised> recognised =
      recogniser.recognise(batch, options.source.reading.threads);
  std::vector<std::map<std::uint32_t, std::size_t>> votes(pages.all.size());
  std::vector<std::size_t> sampled(pages.all.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    ++sampled[group_of[i]];
    if (recognised[i].is_accepted) ++votes[group_of[i]][recognised[i].nearest];
  }
  std::vector<RecognisedGroup> groups(pages.all.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const auto& [number, count] : votes[group]) {
      if (2 * count > sampled[group]) groups[group].id = schema.templates[number].id;
    }
    groups[group].is_unclear = groups[group].id.empty() && !votes[group].empty();
  }
  return groups;
}

std::uint64_t left_out_by(const ExtractRun& run, NoTable reason) {
  return run.left_out_by[static_cast<std::size_t>(reason)];
}

// Compares templates of an earlier run with what they were then. `typed`: by template and column,
// pages whose first value has the type of the column.
void diagnose(const skeleton::Schema& schema, const std::vector<std::vector<std::uint64_t>>& typed,
              ExtractRun& run) {
  // Pages of templates that are known, but have no table, are not successors of others.
  skeleton::Spread spread{.unknown = run.no_template + left_out_by(run, NoTable::kNotInSchema) +
                                     left_out_by(run, NoTable::kUnclear),
                          .all = run.no_template + run.left_out};
  for (std::size_t t = 0; t < schema.templates.size(); ++t) {
    spread.all_learned += schema.templates[t].pages_before;
    spread.all += run.rows[t];
  }
  if (spread.all_learned == 0) return;
  spread.crawl = spread.all_learned;
  run.health.resize(schema.templates.size());
  for (std::size_t t = 0; t < schema.templates.size(); ++t) {
    const skeleton::TemplateSchema& one = schema.templates[t];
    if (one.pages_before == 0) continue;
    spread.learned = one.pages_before;
    spread.pages = run.rows[t];
    const bool is_gone = skeleton::is_gone(spread);
    const bool has_collapsed = !is_gone && skeleton::has_collapsed(spread);
    for (std::size_t c = 0; c < one.columns.size(); ++c) {
      const skeleton::ColumnHealth now{.fill = {.pages = run.rows[t], .filled = run.filled[t][c]},
                                       .typed = typed[t][c]};
      skeleton::Diagnosis found =
          is_gone ? skeleton::gone(run.rows[t])
                  : skeleton::diagnose(one.model, one.model.slots[one.columns[c].slot], now);
      if (has_collapsed && found.state != skeleton::HealthState::kBroken) {
        found = skeleton::collapsed(spread);
      }
      run.health[t].push_back(std::move(found));
    }
  }
}

}  // namespace

std::uint64_t ExtractRun::broken() const {
  std::uint64_t count = 0;
  for (const std::vector<skeleton::Diagnosis>& columns : health) {
    count += static_cast<std::uint64_t>(
        std::ranges::count(columns, skeleton::HealthState::kBroken, &skeleton::Diagnosis::state));
  }
  return count;
}

skeleton::Schema learn_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                              Progress* progress) {
  return make_schema(options, pages,
                     clustering::learn_models({.source = options.source,
                                               .learn = options.learn,
                                               .wanted = wanted_groups(options, pages),
                                               .records = true},
                                              pages, progress));
}

std::vector<skeleton::TemplateModel> models_of(const ExtractOptions& options,
                                               const clustering::GroupedPages& pages,
                                               const std::string& index, Progress* progress,
                                               std::vector<std::uint64_t>* pages_before,
                                               std::vector<bool>* is_left) {
  std::vector<bool> wanted = wanted_groups(options, pages);
  if (pages_before != nullptr) pages_before->assign(pages.all.size(), 0);
  std::map<std::string, std::string> kept;
  std::map<std::string, std::uint64_t> sizes;  // pages, by the id of the template
  if (!index.empty() && is_index_file(index)) {
    const method::IndexFile file(index, method::IndexFile::Access::kRead);
    for (const method::IndexedModel& one : file.models()) {
      kept.emplace(std::to_string(one.template_id), one.bytes);
    }
    for (const auto& [id, size] : file.template_sizes()) sizes[std::to_string(id)] = size;
  }
  std::vector<skeleton::TemplateModel> models(pages.all.size());
  std::vector<bool> missing = wanted;
  for (std::size_t group = 0; group < models.size(); ++group) {
    const auto found = kept.find(pages.all[group].id);
    if (!wanted[group] || found == kept.end()) continue;
    try {
      models[group] = skeleton::from_bytes(found->second);
    } catch (const Error& error) {
      throw InputError("index " + index + " cannot be used: " + error.what(), {}, index);
    }
    missing[group] = false;
    if (pages_before != nullptr) {
      // A model may be of a sample.
      (*pages_before)[group] =
          std::max<std::uint64_t>(models[group].pages, sizes[pages.all[group].id]);
    }
  }
  if (std::ranges::find(missing, true) != missing.end()) {
    std::vector<skeleton::TemplateModel> learned =
        clustering::learn_models({.source = options.source,
                                  .learn = options.learn,
                                  .wanted = missing,
                                  .admit = options.admit,
                                  .shows_all = options.shows_all,
                                  .records = options.records},
                                 pages, progress, is_left);
    for (std::size_t group = 0; group < models.size(); ++group) {
      if (missing[group]) models[group] = std::move(learned[group]);
    }
  }
  return models;
}

skeleton::Schema index_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                              const std::string& index, Progress* progress,
                              std::vector<bool>* is_left) {
  std::vector<std::uint64_t> pages_before;
  std::vector<skeleton::TemplateModel> models =
      models_of(options, pages, index, progress, &pages_before, is_left);
  return make_schema(options, pages, std::move(models), pages_before);
}

void keep_known_pages(const ExtractOptions& options, const clustering::GroupedPages& pages,
                      const std::vector<std::uint32_t>& tables, skeleton::Schema& schema) {
  std::vector<std::vector<recognise::MarkedPage>> known(schema.templates.size());
  read_sample<recognise::MarkedPage>(options, pages, kKnownPages, nullptr, marked_page,
                                     [&](std::uint32_t group, recognise::MarkedPage&& page) {
                                       if (tables[group] == clustering::kUngrouped) return;
                                       known[tables[group]].push_back(std::move(page));
                                     });
  for (std::size_t i = 0; i < known.size(); ++i) {
    schema.templates[i].known_pages = recognise::to_bytes(known[i]);
  }
}

MatchedSchema match_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                           skeleton::Schema schema, Progress* progress) {
  std::vector<reading::TemplateLabel> labels;
  labels.reserve(schema.templates.size());
  for (const skeleton::TemplateSchema& one : schema.templates) labels.push_back({one.id, one.name});
  reading::check_templates(options.templates, labels);
  // Templates that are not wanted take part, so that their pages are not taken for those of others.
  const bool is_known = std::ranges::all_of(
      schema.templates,
      [](const skeleton::TemplateSchema& one) { return !one.known_pages.empty(); });
  std::vector<RecognisedGroup> recognised;
  if (is_known) recognised = recognised_groups(options, pages, schema, progress);
  std::erase_if(schema.templates, [&](const skeleton::TemplateSchema& one) {
    return !reading::is_wanted(options.templates, {one.id, one.name});
  });
  choose_columns(options, schema);
  MatchedSchema matched{.schema = std::move(schema), .tables = {}, .reasons = {}};
  if (is_known) {
    for (const RecognisedGroup& group : recognised) {
      const auto own =
          std::ranges::find(matched.schema.templates, group.id, &skeleton::TemplateSchema::id);
      matched.tables.push_back(
          group.id.empty() || own == matched.schema.templates.end()
              ? clustering::kUngrouped
              : static_cast<std::uint32_t>(own - matched.schema.templates.begin()));
      matched.reasons.push_back(group.is_unclear   ? NoTable::kUnclear
                                : group.id.empty() ? NoTable::kNotInSchema
                                                   : NoTable::kNotWanted);
    }
    return matched;
  }
  matched.reasons.assign(pages.all.size(), NoTable::kNotInSchema);
  std::vector<skeleton::Applier> appliers;
  appliers.reserve(matched.schema.templates.size());
  for (const skeleton::TemplateSchema& one : matched.schema.templates) {
    appliers.emplace_back(one.model);
  }
  // The sums of fits, by group and template.
  std::vector<std::vector<double>> fits(pages.all.size(), std::vector<double>(appliers.size()));
  std::vector<std::size_t> looked_at(pages.all.size());
  using Fits = std::vector<double>;
  read_sample<Fits>(
      options, pages, kMatchedPages, progress,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        thread_local skeleton::PageNodes nodes;
        clustering::read_page_nodes(page, {.keep_names = false, .sources = 0}, nodes, notes);
        thread_local skeleton::Applier::Workspace workspace;
        thread_local skeleton::Applied applied;
        Fits found;
        found.reserve(appliers.size());
        for (const skeleton::Applier& applier : appliers) {
          applier.apply(nodes, workspace, applied);
          found.push_back(applied.fit * filled_part(applier.model(), applied));
        }
        return found;
      },
      [&](std::uint32_t group, const Fits& page) {
        ++looked_at[group];
        for (std::size_t i = 0; i < page.size(); ++i) fits[group][i] += page[i];
      });
  for (std::size_t group = 0; group < pages.all.size(); ++group) {
    const auto best = std::ranges::max_element(fits[group]);
    const bool fits_well = best != fits[group].end() && looked_at[group] > 0 &&
                           *best >= kLeastFit * static_cast<double>(looked_at[group]);
    matched.tables.push_back(fits_well ? static_cast<std::uint32_t>(best - fits[group].begin())
                                       : clustering::kUngrouped);
  }
  return matched;
}

std::vector<std::uint32_t> tables_of(const skeleton::Schema& schema,
                                     const clustering::GroupedPages& pages) {
  std::map<std::string_view, std::uint32_t> by_id;
  for (std::uint32_t i = 0; i < schema.templates.size(); ++i) by_id[schema.templates[i].id] = i;
  std::vector<std::uint32_t> tables;
  tables.reserve(pages.all.size());
  for (const clustering::GroupedPages::Group& group : pages.all) {
    const auto found = by_id.find(group.id);
    tables.push_back(found == by_id.end() ? clustering::kUngrouped : found->second);
  }
  return tables;
}

MatchedSchema own_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                         skeleton::Schema schema, const std::vector<bool>& is_left) {
  MatchedSchema made{.schema = std::move(schema), .tables = {}, .reasons = {}};
  made.tables = tables_of(made.schema, pages);
  const std::vector<bool> wanted = wanted_groups(options, pages);
  for (std::size_t group = 0; group < pages.all.size(); ++group) {
    made.reasons.push_back(!wanted[group]                                    ? NoTable::kNotWanted
                           : !is_left.empty() && is_left[group]              ? NoTable::kNotLearned
                           : pages.all[group].pages < skeleton::kFewestPages ? NoTable::kTooFewPages
                                                                             : NoTable::kNoColumns);
  }
  return made;
}

ExtractRun extract_records(const ExtractOptions& options, const clustering::GroupedPages& pages,
                           const MatchedSchema& matched,
                           const std::function<void(const Record&)>& row,
                           const std::function<void(const Incident&)>& on_incident,
                           Progress* progress) {
  const Stopwatch watch;
  const skeleton::Schema& schema = matched.schema;
  const std::vector<std::uint32_t>& tables = matched.tables;
  const Extractor extractor(schema);
  ExtractRun run;
  run.rows.assign(schema.templates.size(), 0);
  for (const skeleton::TemplateSchema& one : schema.templates) {
    run.filled.emplace_back(one.columns.size(), 0);
  }
  run.crowded = run.filled;
  std::vector<std::vector<std::uint64_t>> typed = run.filled;
  run.counts = clustering::read_grouped<Taken>(
      {.source = options.source, .progress = progress, .incident = on_incident}, pages, "output",
      [&](const Page& page, const clustering::GroupedPages::Found* found,
          reading::ExtractionNotes& notes) {
        Taken taken;
        const std::uint32_t table = found == nullptr || found->group == clustering::kUngrouped
                                        ? clustering::kUngrouped
                                        : tables[found->group];
        if (found != nullptr && table == clustering::kUngrouped) return taken;
        if (found == nullptr) {
          taken.nodes = std::make_unique<skeleton::PageNodes>();
          taken.rows = std::make_unique<rows::RowPage>();
          clustering::read_page_nodes(page, {.keep_names = false}, *taken.nodes, notes,
                                      taken.rows.get(), &taken.base);
        } else {
          thread_local skeleton::PageNodes nodes;
          thread_local rows::RowPage rows;
          rows::RowPage* const wanted = extractor.has_records(table) ? &rows : nullptr;
          clustering::read_page_nodes(page, extractor.limits(table), nodes, notes, wanted,
                                      &taken.base);
          extractor.apply(nodes, wanted, table, taken);
        }
        return taken;
      },
      [&](std::string_view id, const clustering::GroupedPages::Found& found, Taken&& taken) {
        const std::uint32_t table = tables[found.group];
        if (table == clustering::kUngrouped) {
          ++run.left_out;
          ++run.left_out_by[static_cast<std::size_t>(matched.reasons[found.group])];
          return;
        }
        if (taken.nodes) extractor.apply(*taken.nodes, taken.rows.get(), table, taken);
        ++run.rows[table];
        std::uint32_t before = skeleton::kNone;
        for (const RecordValue& value : taken.values) {
          if (value.column != before) {
            ++run.filled[table][value.column];
            const skeleton::ValueType type = extractor.type_of(table, value.column);
            if (type != skeleton::ValueType::kText && skeleton::type_of(value.text) == type) {
              ++typed[table][value.column];
            }
          }
          before = value.column;
        }
        for (const std::uint32_t column : taken.crowded) ++run.crowded[table][column];
        row({.page = id,
             .table = table,
             .confidence = taken.fit * (found.confidence < 0 ? 1.0 : found.confidence),
             .values = std::move(taken.values)});
      });
  run.no_template = run.counts.clustered - run.left_out;
  for (const std::uint64_t rows : run.rows) run.no_template -= rows;
  diagnose(schema, typed, run);
  run.seconds = watch.seconds();
  return run;
}

}  // namespace pagekin::extraction
