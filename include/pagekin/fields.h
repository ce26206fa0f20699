// From templates to data, with labels: fields of pages, learned from a few labelled pages, then
// extracted from others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/records.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

// What is known of a field on a page.
struct FieldLabel {
  std::string page;   // its id
  std::string field;  // the name
  std::string value;  // several values have one label each; empty: the page lacks the field
  // In place of the value, where it stands: one of these. See docs/extraction.md for the parts of
  // XPath and CSS that are understood.
  std::string xpath;
  std::string css;
  std::uint32_t slot = 0;  // the number that `pagekin label` gives the text; 0: none
  // Where it was read, so that a message can name it; empty: not from a file.
  std::string file = {};
  std::size_t line = 0;  // of answers the number of the page
};

// Labels from a table of page, field, value (or xpath, css). Throws InputError, naming file and
// line.
PAGEKIN_API std::vector<FieldLabel> read_field_labels(const std::string& path);

// Labels from answers to `pagekin label`. Throws InputError, naming the file.
PAGEKIN_API std::vector<FieldLabel> read_field_answers(const std::string& path);

struct LearnFieldsOptions {
  TemplateSource templates;
  std::size_t sample = 300;  // pages of a template that it learns from
};

template <>
struct OptionsOf<LearnFieldsOptions> {
  using Self = LearnFieldsOptions;
  static constexpr auto all = std::tuple{
      option(&Self::sample, {.name = "sample",
                             .help = "pages of a template to learn from, at most",
                             .min = 2,
                             .max = 100'000}),
  };
};

// ---- Which pages are worth a label, and what can be labelled there.

struct LabelPagesOptions {
  TemplateSource templates;
  std::size_t max_pages = 20;
  bool all_slots = false;
};

template <>
struct OptionsOf<LabelPagesOptions> {
  using Self = LabelPagesOptions;
  static constexpr auto all = std::tuple{
      option(&Self::max_pages,
             {.name = "max_pages", .help = "pages to label, at most", .min = 1, .max = 100'000}),
      option(&Self::all_slots,
             {.name = "all_slots",
              .help = "also texts that nearly all pages of the template have, and all attributes"}),
  };
};

// A text of a page that a label may name by its number.
struct LabelSlot {
  std::uint32_t number = 0;
  std::string kind;  // "text", "href", "json-ld" ...
  std::string text;
  std::string before;   // the text before it; of JSON-LD its path
  std::string element;  // "span.price"
};

struct PageToLabel {
  std::string page;
  TemplateId template_id;
  std::string template_name;
  std::uint32_t variant = 0;
  std::uint64_t covers = 0;  // pages
  std::vector<LabelSlot> slots;
};

struct PagesToLabel {
  std::vector<PageToLabel> pages;  // those that cover most come first
  std::uint64_t covered = 0;       // pages
  std::uint64_t all_pages = 0;
  std::size_t templates = 0;
  std::string json;  // the same as `pagekin label` writes it
  PageCounts counts;
  std::string summary;  // in some lines for people
  std::string caution;  // why the templates may be poor, see ClusterResult; empty: none
};

// Reads the source twice. Throws InputError, OptionError, Cancelled.
PAGEKIN_API PagesToLabel find_pages_to_label(const Source& source,
                                             const LabelPagesOptions& options = {},
                                             const Run& run = {});

// A label that could not be used, with the nearest text of the page or the nearest page.
struct UnusedLabel {
  std::string page;
  std::string field;
  std::string problem;
  std::string file;  // see FieldLabel
  std::size_t line = 0;
};

struct LearnedField {
  TemplateId template_id;
  std::string field;
  std::uint32_t labels = 0;  // labelled pages
  std::uint32_t pages = 0;   // that it learned from
  std::uint32_t filled = 0;  // of these with a value
  double agreement = 0;      // of the selectors, from 0 to 1
  double doubt = 0;          // share of pages on which the selectors nearly disagree
  std::string label_next;    // the page whose label would help most; empty: none
  std::vector<std::string> examples;
};

// One value of a record.
struct ExtractedField {
  std::string field;
  std::vector<std::string> values;  // one, or several of a list
  double confidence = 0;            // from 0 to 1
};

struct FieldRecord {
  std::string page;
  TemplateId template_id;              // none: no template of the wrapper
  std::vector<ExtractedField> fields;  // those that were found
  // Fields on which the selectors disagree; records whose rows are not sure, or are missing where
  // nearly all pages have some.
  std::vector<std::string> needs_review;
};

// Whether a field is found as it was when it was learned. kUnknown: there are too few pages.
enum class FieldCondition : std::uint8_t { kSound, kUnknown, kBroken };
template <>
struct Words<FieldCondition> {
  static constexpr std::array<std::string_view, 3> all = {"sound", "unknown", "broken"};
};

// How a field or a record is found now, compared with how it was found when it was learned.
struct FieldState {
  TemplateId template_id;
  std::uint32_t design = 1;  // of the template: a repaired wrapper may know several
  std::string field;
  FieldCondition condition = FieldCondition::kUnknown;
  std::string reason;  // of a broken field
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;
  double fill_rate_before = 0;
  double agreement = 0;
  double agreement_before = 0;
  double found_again = 0;  // confidence of the new place of a broken field; 0: none
  std::string new_example;
  // For a record, whose name is in `field`: its rows on all pages, and its rows on a page, the
  // median of the pages that have some. Only fields have agreements and examples.
  bool is_record = false;
  std::uint64_t rows = 0;
  std::uint32_t rows_per_page = 0;
  std::uint32_t rows_per_page_before = 0;  // 0: not known
};

class FieldWrapper;

struct ExtractResult {
  std::uint64_t records = 0;
  std::uint64_t no_template = 0;
  std::uint64_t without_fields = 0;  // pages of templates that have none
  std::vector<FieldState> fields;
  PageCounts counts;
  std::string health;  // the same as the program writes it with --health
  // With broken fields: the wrapper with the new places of those that were found again; else null.
  // Also null if FieldRecordOptions chose some templates or fields: a repair needs all of them.
  std::shared_ptr<const FieldWrapper> repaired;
  double seconds = 0;
  std::string summary;  // in some lines for people
  // write() sets these: how many rows it wrote, and a line about values whose type is not that of
  // their column.
  std::uint64_t rows = 0;
  std::string misfits;

  std::uint64_t broken() const {
    std::uint64_t count = 0;
    for (const FieldState& field : fields)
      count += field.condition == FieldCondition::kBroken ? 1 : 0;
    return count;
  }
};

// Fields that are href or src: full addresses, or as the page has them.
enum class AddressForm : std::uint8_t { kFull, kKept };
template <>
struct Words<AddressForm> {
  static constexpr std::array<std::string_view, 2> all = {"full", "kept"};
};

// Chooses the records that write() writes.
struct FieldRecordOptions {
  // Where the templates of pages come from, with the ids that the wrapper has: a table of pages and
  // templates, or an index or a model. Without either, and for pages that it lacks, a page has the
  // template that it looks like. With an index or a model the source is read twice.
  std::string clusters = {};
  std::string model = {};
  std::vector<std::string> templates;  // only of these, by id or name; empty: all
  std::vector<std::string> columns;    // only these fields, in this order; empty: all
  bool all_pages = false;              // also a record for pages without fields
  AddressForm addresses = AddressForm::kFull;
};

template <>
struct OptionsOf<FieldRecordOptions> {
  using Self = FieldRecordOptions;
  static constexpr auto all = std::tuple{
      option(&Self::all_pages, {.name = "all_pages",
                                .help = "also a record for pages without fields",
                                .group = "Fields"}),
      option(&Self::addresses,
             {.name = "addresses",
              .help = "fields that are href or src: full addresses, or kept as the page has them",
              .group = "Fields"}),
  };
};

// What a wrapper knows of a field.
struct WrapperField {
  TemplateId template_id;
  std::uint32_t design = 1;  // of the template: a repaired wrapper may know several
  std::string template_name;
  std::string field;  // of a record "posts.author"
  bool is_list = false;
  std::uint32_t pages = 0;   // that it was learned from
  std::uint32_t filled = 0;  // of these with a value; of a cell: with rows
  double agreement = 0;      // of the selectors, from 0 to 1
  std::vector<std::string> examples;
};

// For which tool selectors are written.
enum class SelectorForm : std::uint8_t { kText, kJson, kCrawl4ai, kScrapy, kConsole };
template <>
struct Words<SelectorForm> {
  static constexpr std::array<std::string_view, 5> all = {"text", "json", "crawl4ai", "scrapy",
                                                          "console"};
};

struct SelectorOptions {
  SelectorForm format = SelectorForm::kText;
  std::size_t best = 5;  // selectors of a field
};

template <>
struct OptionsOf<SelectorOptions> {
  using Self = SelectorOptions;
  static constexpr auto all = std::tuple{
      option(&Self::format,
             {.name = "format",
              .help = "text; json; crawl4ai: schemas for JsonCssExtractionStrategy; scrapy: Python "
                      "for Scrapy and parsel; console: JavaScript for a browser",
              .group = "Output"}),
      option(&Self::best,
             {.name = "best",
              .help = "selectors of a field; one more if none of them can be written as CSS",
              .min = 1,
              .max = 100}),
  };
};

// How to find the fields of the pages of some templates. It may be used by several threads at once.
class PAGEKIN_API FieldWrapper {
 public:
  // Throws Error, naming the file and what is wrong with it.
  static FieldWrapper load(const std::string& path);
  void save(const std::string& path) const;

  // Calls `use` for each page in input order, never by two threads at once. Throws InputError
  // when no page can be used, Cancelled.
  ExtractResult extract(const Source& source, const std::function<void(const FieldRecord&)>& use,
                        const Run& run = {}) const;

  // Writes the records as a table, with the bytes that the program writes. Throws OptionError for a
  // template or field that does not exist.
  ExtractResult write(const Source& source, const TableOutput& output,
                      const FieldRecordOptions& options = {}, const Run& run = {}) const;

  // Throws OptionError for a template or field that does not exist.
  void check(const FieldRecordOptions& options) const;

  // The record of one page as a line of JSON, with the newline, as write() gives it; also of a page
  // without fields. Any bytes are a page.
  std::string extract_line(const Page& page, AddressForm addresses = AddressForm::kFull) const;

  std::vector<WrapperField> fields() const;

  // Selectors for other tools as text, and on how many templates and pages they were checked.
  struct Selectors {
    std::string text;
    std::size_t templates = 0;
    PageCounts counts;
  };
  Selectors find_selectors(const Source& source, const SelectorOptions& options = {},
                           const Run& run = {}) const;

  // Selectors for other tools, checked on the pages of the source, which is read three times.
  // Throws InputError where no page has a template of the wrapper.
  std::string selectors(const Source& source, const SelectorOptions& options = {},
                        const Run& run = {}) const;

  FieldWrapper(FieldWrapper&&) noexcept;
  FieldWrapper& operator=(FieldWrapper&&) noexcept;
  ~FieldWrapper();

 private:
  friend PAGEKIN_API struct FieldLearning learn_fields(const Source& source,
                                                       std::span<const FieldLabel> labels,
                                                       const LearnFieldsOptions& options,
                                                       const Run& run);
  struct State;
  explicit FieldWrapper(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct FieldLearning {
  FieldWrapper wrapper;
  std::vector<LearnedField> fields;
  std::vector<UnusedLabel> unused;
  std::string json;           // the same and more, as `pagekin learn --json` writes it
  std::string summary;        // in some lines for people
  std::string questions;      // what a further label should decide, in some lines; empty: nothing
  std::uint64_t labels = 0;   // that were given
  std::size_t templates = 0;  // of the source
  PageCounts counts;
  std::string caution;  // why the templates may be poor, see ClusterResult; empty: none
};

// Throws InputError when no page or no label can be used, OptionError for an unknown method,
// Cancelled.
PAGEKIN_API FieldLearning learn_fields(const Source& source, std::span<const FieldLabel> labels,
                                       const LearnFieldsOptions& options = {}, const Run& run = {});

}  // namespace pagekin
