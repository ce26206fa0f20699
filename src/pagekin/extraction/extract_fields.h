// Extracts the fields of pages by a wrapper while they are read.
//
// Each page is read, given a template of the wrapper (wrapper/choose_template.h) and asked for its
// fields, in parallel; records come out in input order. What was found is compared with the
// profiles of the wrapper: fields that are no longer found are broken. Of templates that look
// broken, some pages are kept, on which fields are looked for by their values and labels.
//
// Memory: the wrapper, a few pages, the ids of all pages so far, and some pages (kMaxKept).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_counts.h"
#include "pagekin/rows/read_rows.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/field_health.h"
#include "pagekin/wrapper/record_health.h"
#include "pagekin/wrapper/relocate.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::extraction {

// Pages that are kept for the search after a redesign; more if a wrapper has many templates.
constexpr std::size_t kMaxKept = 400;
constexpr std::size_t kFewestKept = 8;  // of each template

struct ExtractFieldsOptions {
  input::Source source;
  wrapper::ApplyOptions apply;
  bool relocate = true;  // look for the fields of broken templates
  // Where the templates of pages come from, with the ids that the wrapper has (`clusters` or
  // `model`). Pages without one, and all pages if this is null, get the template that they look
  // like.
  const clustering::GroupedPages* templates = nullptr;
};

// The rows of a record on one page.
struct FoundRecord {
  std::vector<rows::FoundRow> rows;
  double confidence = 0;
  bool needs_review = false;  // the rows are not sure, or there are none where nearly all have some
};

// The fields of one page.
struct FieldRecord {
  std::string_view page;
  const wrapper::TemplateRules* rules = nullptr;  // null: no template of the wrapper
  double overlap = 0;                             // of its marks with those of the template
  std::vector<wrapper::FoundField> fields;        // by field of the rules
  std::vector<FoundRecord> records;               // by record of the rules
};

struct TemplateHealth {
  std::uint32_t template_number = 0;
  std::uint64_t pages = 0;
  // Pages that it had, and that are of no template now or of one that lacks some of its fields. Of
  // a template with several designs (wrapper/designs.h) only the newest one says this and the like.
  std::uint64_t moved = 0;
  std::vector<wrapper::FieldHealth> fields;
  std::vector<wrapper::Diagnosis> diagnoses;
  std::vector<wrapper::RecordHealth> records;
  std::vector<wrapper::Diagnosis> record_diagnoses;
  bool is_gone =
      false;  // it had pages before and has none now, while other pages are of no template
  bool has_collapsed = false;    // far fewer pages have it than when it was learned
  wrapper::Relocated relocated;  // fields found again; may be empty
  bool is_repaired = false;
  wrapper::TemplateRules repaired;  // see wrapper/repair_rules.h; only if it is repaired
  bool is_beside = false;  // what is repaired is of a new design: it stands beside these rules

  bool is_broken() const;  // of fields
};

struct ExtractFieldsRun {
  reading::ReadCounts counts;
  std::uint64_t records = 0;              // pages of a template with fields
  std::uint64_t unknown = 0;              // pages of no template of the wrapper
  std::uint64_t other = 0;                // pages of templates without fields
  std::vector<TemplateHealth> templates;  // those with fields
  std::vector<std::string> unknown_examples;
  double seconds = 0;

  std::uint64_t broken() const;  // fields and records
};

// Calls `record` for each page in input order; also for pages without a template. Throws
// InputError when no page could be used.
ExtractFieldsRun extract_fields(const ExtractFieldsOptions& options,
                                const wrapper::Wrapper& wrapper,
                                const std::function<void(const FieldRecord&)>& record,
                                const std::function<void(const Incident&)>& on_incident = nullptr,
                                Progress* progress = nullptr);

// Finds the fields of pages that come one by one; several threads may ask at once. The wrapper must
// outlive it.
class FieldFinder {
 public:
  FieldFinder(const wrapper::ApplyOptions& options, const wrapper::Wrapper& wrapper);
  ~FieldFinder();
  FieldFinder(const FieldFinder&) = delete;
  FieldFinder& operator=(const FieldFinder&) = delete;

  // The record refers to the id of the page.
  FieldRecord find(const Page& page) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Leaves the fields with these names, in this order, of the templates with these ids or names;
// empty lists: all. Throws OptionError for one that does not exist.
void choose_fields(std::span<const std::string> templates, std::span<const std::string> fields,
                   wrapper::Wrapper& wrapper);

// The wrapper with the fields that were found again in place of the broken ones. All others stay as
// they are, broken ones, too. If only some pages of a template have moved, the rules found on them
// become a second design of the template, and the old rules stay.
wrapper::Wrapper repaired(const wrapper::Wrapper& before, const ExtractFieldsRun& run);

}  // namespace pagekin::extraction
