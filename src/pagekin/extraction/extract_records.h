// From pages to records: one table a template, one column a slot.
//
//   GroupedPages pages = group_pages(...);
//   skeleton::Schema schema = learn_schema(options, pages);
//   extract_records(options, pages, schema, [&](const Record& record) { ... });
//
// Pages are parsed and taken apart in parallel; records come in input order.
// Memory: the models, a few pages a thread, and the ids of all pages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/progress.h"
#include "pagekin/skeleton/health.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/schema.h"

namespace pagekin::extraction {

struct ExtractOptions {
  input::Source source;
  skeleton::LearnOptions learn;
  std::vector<std::string> templates;  // ids or names of those that are wanted; empty: all
  std::vector<std::string> columns;    // names of those that are wanted, in order; empty: all
  // Of models_of(): see LearnModelsOptions.
  std::function<bool(std::string_view id, const skeleton::PageNodes&)> admit = nullptr;
  bool shows_all = false;
  bool records = true;
};

// One value of a record.
struct RecordValue {
  std::uint32_t column = 0;  // of the template's schema
  std::uint32_t record = 0;  // of a cell: the number of its row on the page
  std::string text;
};

struct Record {
  std::string_view page;
  std::uint32_t table = 0;  // the template, as a number in the schema
  double confidence = 0;
  std::vector<RecordValue> values;  // by column, then in document order
};

// Why the pages of a template have no records.
enum class NoTable : std::uint8_t {
  kTooFewPages,  // to learn columns from
  kNoColumns,    // nothing varies, or none of the wanted columns
  kNotWanted,    // other templates were asked for
  kNotInSchema,  // no template of the schema takes its pages
  kUnclear,      // several templates of the schema take some of its pages, none of them most
  kNotLearned,   // there are too many templates, or its pages are too large
};
constexpr std::size_t kNoTableReasons = 6;
constexpr std::array<std::string_view, kNoTableReasons> kNoTableWords = {
    "too_few_pages", "no_columns", "not_wanted", "not_in_schema", "unclear", "not_learned"};

struct ExtractRun {
  reading::ReadCounts counts;
  std::vector<std::uint64_t> rows;                 // by template of the schema
  std::vector<std::vector<std::uint64_t>> filled;  // by template and column: pages with a value
  // By template and column: pages with another value at the place of a column that is not a list.
  // It is left out.
  std::vector<std::vector<std::uint64_t>> crowded;
  std::uint64_t left_out = 0;                                // pages of templates without a table
  std::array<std::uint64_t, kNoTableReasons> left_out_by{};  // the same pages, by reason
  std::uint64_t no_template = 0;                             // pages without a template
  // By template and column: how it is found compared with how it was when it was learned. Empty
  // where the columns were learned in this run.
  std::vector<std::vector<skeleton::Diagnosis>> health;
  double seconds = 0;

  std::uint64_t broken() const;  // columns
};

// Learns the models of the wanted templates and returns their columns. Templates of one page have
// none. Throws OptionError for a template or column that does not exist.
skeleton::Schema learn_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                              Progress* progress = nullptr);

// By group: the model that an index has, or else one that is learned from the pages. `index` may be
// empty, or a file that is not an index. `pages_before` gets how many pages the templates had whose
// models are from there, 0 for others; `is_left` which could not be learned, see learn_models().
// Throws InputError for an index whose models cannot be read.
std::vector<skeleton::TemplateModel> models_of(const ExtractOptions& options,
                                               const clustering::GroupedPages& pages,
                                               const std::string& index,
                                               Progress* progress = nullptr,
                                               std::vector<std::uint64_t>* pages_before = nullptr,
                                               std::vector<bool>* is_left = nullptr);

// The same as learn_schema(), with the models of an index where it has some.
skeleton::Schema index_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                              const std::string& index, Progress* progress = nullptr,
                              std::vector<bool>* is_left = nullptr);

// Keeps some pages of each template in the schema, by which later runs recognise it. `tables`: by
// group. Reads the inputs once more; only some pages are parsed.
void keep_known_pages(const ExtractOptions& options, const clustering::GroupedPages& pages,
                      const std::vector<std::uint32_t>& tables, skeleton::Schema& schema);

// Matches the templates of `pages` with those of a schema that an earlier run saved, and chooses
// the wanted templates and columns. A template of `pages` is the one that most of its sampled pages
// are recognised as (recognise/recogniser.h). A schema of version 1.0 has no pages to compare with.
// Then it is the one whose fixed texts and slots the pages have most of, if they have at least half
// of the texts and of the slots, taken together. Returns by group of `pages` the template of the
// schema, or kUngrouped.
struct MatchedSchema {
  skeleton::Schema schema;
  std::vector<std::uint32_t> tables;  // by group
  std::vector<NoTable> reasons;       // by group; of those that have no table
};
MatchedSchema match_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                           skeleton::Schema schema, Progress* progress = nullptr);

// A schema that was made for these groups, with the reasons why groups have no table.
MatchedSchema own_schema(const ExtractOptions& options, const clustering::GroupedPages& pages,
                         skeleton::Schema schema, const std::vector<bool>& is_left = {});

// The tables of a schema that was made for these groups.
std::vector<std::uint32_t> tables_of(const skeleton::Schema& schema,
                                     const clustering::GroupedPages& pages);

// Calls `row` for each page of a template with a table, in input order. Templates of the schema
// that were learned in an earlier run are compared with what they were then.
ExtractRun extract_records(const ExtractOptions& options, const clustering::GroupedPages& pages,
                           const MatchedSchema& matched,
                           const std::function<void(const Record&)>& row,
                           const std::function<void(const Incident&)>& on_incident = nullptr,
                           Progress* progress = nullptr);

}  // namespace pagekin::extraction
