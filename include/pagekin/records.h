// From templates to data, without labels: the skeleton of each template, tables of what varies in
// it, and the text of pages without what is fixed in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/page.h"
#include "pagekin/run.h"

namespace pagekin {

// Where the template of each page comes from: a clustering of the source, unless one of the two
// files is given.
struct TemplateSource {
  std::string method = "auto";  // spec, see list_methods()
  std::string measure;          // spec, for methods that compare pages
  std::string clusters;         // a table of pages and templates, as `pagekin cluster -o` writes it
  std::string model;            // an index or a model
};

struct RecordOptions {
  TemplateSource templates;
  std::vector<std::string> only_templates;  // ids or names; empty: all
  std::vector<std::string> only_columns;    // names, in this order; empty: all
  std::string schema;                       // file of an earlier run: the same columns again
  std::string save_schema;                  // file to write the columns to
  double min_fill = 0.1;                    // share of pages that must have a value of a column
  std::size_t max_columns = 80;             // of a template
};

// A column of a template's table.
struct RecordColumn {
  std::string name;
  std::string type;    // text, number, money, date, url, image, phone, email
  std::string source;  // text, href, src, alt, datetime, content, meta, json-ld
  std::string place;   // "div.info > table > tr > td"
  std::string label;   // the text before its values; may be empty
  std::string group;   // of a list: the name of the records that it belongs to; may be empty
  bool is_list = false;
  double fill = 0;  // share of the pages that it was learned from
  std::vector<std::string> examples;
};

struct RecordTable {
  std::string template_id;
  std::string name;  // for people
  std::size_t pages = 0;
  std::vector<RecordColumn> columns;
};

struct RecordField {
  std::size_t column = 0;    // of its table
  std::uint32_t record = 0;  // of a column in a group: fields with the same number belong together
  std::string text;
};

struct PageRecord {
  std::string_view page;
  std::size_t table = 0;            // in RecordResult::tables
  double confidence = 0;            // 0 to 1
  std::vector<RecordField> fields;  // by column, then in document order
};

struct RecordResult {
  std::vector<RecordTable> tables;
  std::uint64_t pages = 0;     // with a record
  std::uint64_t left_out = 0;  // of templates with too few pages
  PageCounts counts;
};

// Reads the source three times: for templates, for columns, for records. `row` is called in input
// order, never by two threads at once. Throws OptionError, InputError, Cancelled, and Error where a
// file cannot be written.
PAGEKIN_API RecordResult extract_records(const Source& source, const RecordOptions& options,
                                         const std::function<void(const PageRecord&)>& row,
                                         const Run& run = {});

struct CleanOptions {
  TemplateSource templates;
  bool markdown = false;
  double keep_optional =
      0.5;                   // the largest share of pages that may have an optional text that stays
  bool keep_labels = false;  // also keep a fixed label whose value stays
};

struct CleanText {
  std::string_view page;
  std::string_view template_id;
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

// The main text of each page, in input order.
PAGEKIN_API PageCounts clean_pages(const Source& source, const CleanOptions& options,
                                   const std::function<void(const CleanText&)>& take,
                                   const Run& run = {});

// A part of a template's skeleton: an element or a text.
struct SkeletonPart {
  std::size_t parent = 0;  // parts come in document order; the first is the root
  std::string kind;        // fixed, optional, repeated, varying
  bool is_text = false;
  std::string tag;
  std::string names;          // stable class names and id: ".price#main"
  std::string label;          // of an element among many alike: the text that tells it apart
  std::string text;           // of a text: what it says, or an example
  std::string column;         // of a varying text: the name of its column
  std::size_t pages = 0;      // that have it
  std::size_t instances = 0;  // on all pages together
};

struct TemplateSkeleton {
  std::string template_id;
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
