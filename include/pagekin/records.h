// From templates to data, without labels: the skeleton of each template, tables of what varies in
// it, and the text of pages without what is fixed in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/options.h"
#include "pagekin/page.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

// Where the template of each page comes from: a clustering of the source, unless one of the two
// files is given.
struct TemplateSource {
  std::string method = "auto";  // spec, see list_methods()
  std::string measure;          // spec, for methods that compare pages
  std::string clusters;         // a table of pages and templates, as `pagekin cluster -o` writes it
  std::string model;            // an index or a model
};

template <>
struct OptionsOf<TemplateSource> {
  using Self = TemplateSource;
  static constexpr auto all = std::tuple{
      option(&Self::clusters,
             {.name = "clusters",
              .help = "a table of 'pagekin cluster -o' that has the template of each page; without "
                      "it and `model` the inputs are clustered first",
              .group = "Templates",
              .value = "FILE"}),
      option(&Self::model,
             {.name = "model",
              .help = "an index or model that has the template of each page; an index that has "
                      "skeletons ('cluster --skeletons') also gives 'extract' the columns and "
                      "'clean' what is fixed",
              .group = "Templates",
              .value = "FILE",
              .excludes = "clusters"}),
      option(&Self::method, {.name = "method",
                             .help = "how the inputs are clustered, see 'pagekin list'",
                             .group = "Templates",
                             .value = "METHOD"}),
      option(&Self::measure, {.name = "measure",
                              .help = "the measure of a method that compares pages",
                              .group = "Templates",
                              .value = "MEASURE"}),
  };
};

// Throws OptionError for a method or measure that does not exist or does not fit the other.
PAGEKIN_API void check_options(const TemplateSource& templates);

// A file that was written.
struct WrittenFile {
  std::string path;
  std::uint64_t rows = 0;
};

// "file      records.csv  8 rows\n" for each file.
PAGEKIN_API std::string describe_files(const std::vector<WrittenFile>& files);

// The tables of templates and how their columns are found: what a run has learned, and what another
// may use again. A value; copies share what they hold.
class PAGEKIN_API RecordSchema {
 public:
  RecordSchema() = default;  // none

  // Throws InputError, naming the file, for a file that is not a schema.
  static RecordSchema read(const std::string& path);
  void write(const std::string& path) const;
  // Reads a schema from the text of such a file, and gives that text. parse() throws InputError.
  static RecordSchema parse(std::string_view json);
  std::string text() const;
  bool is_empty() const { return state_ == nullptr; }

  struct State;
  explicit RecordSchema(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

struct RecordOptions {
  TemplateSource templates;
  std::vector<std::string> only_templates;  // ids or names; empty: all
  std::vector<std::string> columns;         // names, in this order; empty: all
  RecordSchema schema;                      // of an earlier run: the same columns again
  double min_fill = 0.1;                    // share of pages that must have a value of a column
  std::size_t max_columns = 80;             // of a template
  // Keep in the schema what later runs need to recognise its templates. Reads the source once more;
  // not needed if the schema is not used again.
  bool keep_pages = true;
};

template <>
struct OptionsOf<RecordOptions> {
  using Self = RecordOptions;
  static constexpr auto all = std::tuple{
      option(&Self::only_templates,
             {.name = "only_templates",
              .help = "only this template, by id or name; may be given several times",
              .group = "Templates",
              .value = "ID",
              .flag = "template"}),
      option(&Self::columns, {.name = "columns",
                              .help = "only these columns or fields, in this order: NAME,NAME...",
                              .group = "Columns",
                              .value = "NAMES",
                              .list = ListForm::kCommas}),
      option(&Self::min_fill, {.name = "min_fill",
                               .help = "share of pages that must have a value of a column",
                               .group = "Columns",
                               .value = "SHARE",
                               .max = 1}),
      option(&Self::max_columns,
             {.name = "max_columns",
              .help = "columns of a template, at most; those that say most stay",
              .group = "Columns",
              .min = 1,
              .max = 10'000}),
  };
};

enum class ValueType : std::uint8_t { kText, kNumber, kMoney, kDate, kUrl, kImage, kPhone, kEmail };
template <>
struct Words<ValueType> {
  static constexpr std::array<std::string_view, 9> all = {"text", "number", "money", "date",
                                                          "url",  "image",  "phone", "email"};
};

// Where on a page a value is: a text, an attribute of an element, a meta element, or JSON-LD.
enum class ValueSource : std::uint8_t {
  kText,
  kHref,
  kSrc,
  kAlt,
  kDatetime,
  kContent,
  kMeta,
  kJsonLd,
  kCell  // of a record
};
template <>
struct Words<ValueSource> {
  static constexpr std::array<std::string_view, 9> all = {
      "text", "href", "src", "alt", "datetime", "content", "meta", "json-ld", "cell"};
};

// A column of a template's table.
struct RecordColumn {
  std::string name;
  ValueType type = ValueType::kText;
  ValueSource source = ValueSource::kText;
  std::string place;  // "div.info > table > tr > td"
  std::string label;  // the text before its values; may be empty
  std::string group;  // of a cell: the name of the records that it belongs to; else empty
  bool is_list = false;
  double fill = 0;  // share of the pages that it was learned from
  // A column that is not a list takes the first value of a page. This counts the pages that have
  // another one at its place, which is left out; 0 before the pages are read.
  std::uint64_t crowded = 0;
  std::vector<std::string> examples;
};

struct RecordTable {
  TemplateId template_id;
  std::string name;  // for people
  std::size_t pages = 0;
  std::vector<RecordColumn> columns;
};

struct RecordField {
  std::size_t column = 0;    // of its table
  std::uint32_t record = 0;  // of a cell: fields with the same number are of one row
  std::string text;
};

struct PageRecord {
  std::string_view page;
  std::size_t table = 0;            // in RecordResult::tables
  double confidence = 0;            // 0 to 1
  std::vector<RecordField> fields;  // by column, then in document order
};

// Pages without a record: `too_few_pages`, `no_columns`, `not_wanted`, `not_in_schema`, `unclear`
// (several templates of the schema take pages of the template, and no single one takes most),
// `not_learned` (there are too many templates, or its pages are too large).
struct LeftOutPages {
  std::string reason;
  std::uint64_t pages = 0;
};

// What else summarise() says of a result.
struct RecordDetails;

struct RecordResult {
  std::vector<RecordTable> tables;
  RecordSchema schema;                    // of these tables
  std::uint64_t pages = 0;                // with a record
  std::uint64_t left_out = 0;             // of templates without a table
  std::vector<LeftOutPages> left_out_by;  // the same pages, by reason
  std::uint64_t without_template = 0;     // pages
  std::size_t templates = 0;              // of the source
  PageCounts counts;
  bool is_compared = false;  // some columns were learned in an earlier run
  std::size_t broken = 0;    // of these
  // How these columns are found now and were found then, as the program writes it with --health.
  std::string health;
  std::string caution;  // why the templates may be poor, see ClusterResult; empty: none
  double seconds = 0;   // of the last reading
  // RecordExtraction::write() sets these: the files it wrote, and a line about values whose type is
  // not that of their column.
  std::vector<WrittenFile> files;
  std::string misfits;
  std::shared_ptr<const RecordDetails> details;
};

// The columns of each template with type, fill and an example, for people; for columns that were
// learned earlier also their fill then, and what is broken. `most`: templates that are shown in
// full.
PAGEKIN_API std::string summarise(const RecordResult& result, std::size_t most,
                                  std::size_t width = 80);

// Reads the source for templates, for columns, for what the schema keeps, and for records. `use` is
// called in input order, never by two threads at once. Throws OptionError, InputError, Cancelled.
PAGEKIN_API RecordResult extract_records(const Source& source, const RecordOptions& options,
                                         const std::function<void(const PageRecord&)>& use,
                                         const Run& run = {});

// What extract_records() finds before it reads records: the template of each page and the columns
// of each template. Records can be read any number of times, each time from the source. Memory: the
// models, the ids of the pages and about 30 bytes a page.
class PAGEKIN_API RecordExtraction {
 public:
  // Reads the source twice. Throws OptionError, InputError, Cancelled.
  RecordExtraction(const Source& source, const RecordOptions& options, const Run& run = {});
  ~RecordExtraction();
  RecordExtraction(RecordExtraction&&) noexcept;
  RecordExtraction& operator=(RecordExtraction&&) noexcept;

  const std::vector<RecordTable>& tables() const;
  RecordSchema schema() const;

  // Read the source, which must have the same pages. The second gives the files of the program,
  // byte for byte; JSON lines have all templates in one file, other formats one file a template
  // (docs/data.md lists their names).
  RecordResult read(const Source& source, const std::function<void(const PageRecord&)>& use,
                    const Run& run = {}) const;
  RecordResult write(const Source& source, const TableOutput& output, const Run& run = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The form of clean texts.
enum class TextFormat : std::uint8_t { kText, kMarkdown, kHtml };
template <>
struct Words<TextFormat> {
  static constexpr std::array<std::string_view, 3> all = {"text", "markdown", "html"};
};

// Links in Markdown and HTML: only their words, with the addresses that the page has, or with
// absolute addresses.
enum class LinkRule : std::uint8_t { kNone, kKept, kAbsolute };
template <>
struct Words<LinkRule> {
  static constexpr std::array<std::string_view, 3> all = {"none", "kept", "absolute"};
};

// Comments and reviews of readers. kAuto: they stay where they are most of the page.
enum class CommentsRule : std::uint8_t { kAuto, kKeep, kDrop };
template <>
struct Words<CommentsRule> {
  static constexpr std::array<std::string_view, 3> all = {"auto", "keep", "drop"};
};

struct CleanOptions {
  TemplateSource templates;
  TextFormat format = TextFormat::kText;
  LinkRule links = LinkRule::kKept;
  CommentsRule comments = CommentsRule::kAuto;
  double keep_optional =
      0.5;                   // the largest share of pages that may have an optional text that stays
  bool keep_labels = false;  // also keep a fixed label whose value stays
  std::string fixed;         // a file for what is fixed in each template; empty: none
};

template <>
struct OptionsOf<CleanOptions> {
  using Self = CleanOptions;
  static constexpr auto all = std::tuple{
      option(&Self::format, {.name = "format", .help = "the form of the texts", .group = "Text"}),
      option(&Self::links,
             {.name = "links",
              .help = "links in Markdown and HTML: only their words, or with addresses",
              .group = "Text"}),
      option(&Self::comments,
             {.name = "comments",
              .help = "comments and reviews of readers; auto keeps them where they are most of the "
                      "page",
              .group = "Text"}),
      option(&Self::keep_optional,
             {.name = "keep_optional",
              .help = "on pages that are not running text: keep what some pages of a template have "
                      "at the same place, if at most this share of them has it",
              .group = "Text",
              .value = "SHARE",
              .max = 1}),
      option(&Self::keep_labels,
             {.name = "keep_labels",
              .help = "also keep a label whose value stays: 'Price:' before '$12'",
              .group = "Text",
              .flag = "labels"}),
      option(&Self::fixed,
             {.name = "fixed",
              .help = "write what is fixed in each template, once a template, to FILE.tsv, .csv, "
                      ".jsonl or .parquet, each also with .gz or .zst after it",
              .group = "Text",
              .value = "FILE"}),
  };
};

struct CleanText {
  std::string_view page;
  TemplateId template_id;  // none: no template of the index or table
  std::string title;
  std::string text;
  double kept = 1;  // share of the page's text that stayed
  // What the page says of itself; empty where it says nothing.
  std::string author;
  std::string date;
  std::string language;
  std::string address;
  std::string kind;  // text (running text), thread, data
};

// Every usable page has a text, unless a table of templates lacks the page.
struct CleanResult {
  PageCounts counts;
  std::string caution;      // why the templates may be poor, see ClusterResult; empty: none
  std::uint64_t pages = 0;  // that have a text
  std::uint64_t without_template = 0;  // of these
  std::uint64_t whole = 0;             // of these: the rules would have left nothing
  std::uint64_t templates = 0;
  std::uint64_t bytes_before = 0;  // of text
  std::uint64_t bytes_after = 0;
};

// The main text of each page, in input order. Reads the source three times.
PAGEKIN_API CleanResult clean_pages(const Source& source, const CleanOptions& options,
                                    const std::function<void(const CleanText&)>& use,
                                    const Run& run = {});

// Writes the texts as a table, with the bytes that the program writes. `fixed`: where the table of
// what is fixed goes if options.fixed names no file; without a path and `lines` it is not made.
PAGEKIN_API CleanResult write_clean_pages(const Source& source, const CleanOptions& options,
                                          const TableOutput& output, const Run& run = {},
                                          const TableOutput& fixed = {});

enum class PartKind : std::uint8_t { kFixed, kOptional, kRepeated, kVarying };
template <>
struct Words<PartKind> {
  static constexpr std::array<std::string_view, 4> all = {"fixed", "optional", "repeated",
                                                          "varying"};
};

// A part of a template's skeleton: an element or a text.
struct SkeletonPart {
  std::size_t parent = 0;  // parts come in document order; the first is the root
  PartKind kind = PartKind::kFixed;
  bool is_text = false;
  std::string tag;
  std::string names;          // stable class names and id: ".price#main"
  std::string label;          // of an element among many alike: the text that distinguishes it
  std::string text;           // of a text: what it says, or an example
  std::string column;         // of a varying text: the name of its column
  std::size_t pages = 0;      // that have it
  std::size_t instances = 0;  // on all pages together
};

struct TemplateSkeleton {
  TemplateId template_id;
  std::string name;
  std::size_t pages = 0;         // of the template
  std::size_t learned_from = 0;  // pages
  std::vector<SkeletonPart> parts;
};

// The skeletons of all templates with at least two pages, the largest first.
PAGEKIN_API std::vector<TemplateSkeleton> learn_skeletons(const Source& source,
                                                          const TemplateSource& templates = {},
                                                          const Run& run = {});

}  // namespace pagekin
