// Tables of pages and templates, and what is made of them: lists and copies of chosen pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/options.h"
#include "pagekin/page.h"
#include "pagekin/run.h"

namespace pagekin {

// ---- Tables.

constexpr std::uint32_t kNoPageGroup = UINT32_MAX;  // left out of all groups

struct PageTableRow {
  std::string page;
  std::uint32_t group = kNoPageGroup;  // an index into PageTable::groups
  float confidence = -1;               // negative: not known
  bool representative = false;
  std::size_t line = 0;
};

struct PageTableGroup {
  std::string id;    // as the table has it
  std::string name;  // empty: not known
  std::size_t pages = 0;
  std::string given_name;  // as the table has it; variants have that of their template; empty: none
};

struct PageTable {
  std::string file;                    // its name, for messages
  std::string column;                  // the column with the groups
  std::vector<PageTableRow> rows;      // in the order of the file
  std::vector<PageTableGroup> groups;  // in the order of their first pages
  bool has_representatives = false;
};

struct TableOptions {
  std::string by;  // the column of the groups; empty: `template`, or else `cluster`
};

template <>
struct OptionsOf<TableOptions> {
  static constexpr auto all = std::tuple{
      option(
          &TableOptions::by,
          {.name = "by",
           .help = "the column of the groups, such as variant or cluster; without it, template or "
                   "else cluster",
           .group = "Input",
           .value = "COLUMN"}),
  };
};

// Reads what `pagekin cluster -o` or `classify -o` wrote; "-" is standard input. By `variant` a
// group is a template and a variant, and its id is both with a slash between them. A page whose
// group is 0, `none` or, in another column than `cluster`, empty is left out. Groups that the table
// does not name get the names that the run which wrote it gave them. If several groups have one
// name, the largest keeps it and the others get a number at the end. Throws InputError, naming file
// and line.
PAGEKIN_API PageTable read_page_table(const std::string& path, const TableOptions& options = {});

// ---- Choice.

struct PageChoice {
  std::vector<std::string> templates;      // empty: all
  std::vector<std::string> not_templates;  // of these, left out
  bool unique = false;
};

template <>
struct OptionsOf<PageChoice> {
  using Self = PageChoice;
  static constexpr auto all = std::tuple{
      option(&Self::templates,
             {.name = "templates",
              .help = "the templates whose pages are wanted: ids or names with commas between "
                      "them; none for pages without a template",
              .group = "Choice",
              .value = "LIST",
              .flag = "template"}),
      option(&Self::not_templates,
             {.name = "not_templates",
              .help = "leave these templates out, of all templates or of those of `templates`",
              .group = "Choice",
              .value = "LIST",
              .flag = "not-template"}),
      option(&Self::unique,
             {.name = "unique",
              .help = "keep only the first of pages that are equal byte by byte; reads the inputs",
              .group = "Choice"}),
  };
};

struct ChosenPages {
  std::vector<std::size_t> rows;  // of the table
  std::size_t templates = 0;
};

// The pages of the chosen templates; `unique` is for find_pages(). Throws OptionError for a
// template that the table does not have.
PAGEKIN_API ChosenPages choose_pages(const PageTable& table, const PageChoice& choice);

// ---- Lists.

struct ListedPage {
  std::string_view page;
  std::string_view template_id;    // empty: the page was left out
  std::string_view name;           // of the template; empty: not known
  std::string_view drawn;          // why it is in a sample; empty: it is not a sample
  std::size_t template_pages = 0;  // pages of its template; 0: the page was left out
  float confidence = -1;           // negative: not known
};

// A row of a table as a page of a list. Valid while the table is.
PAGEKIN_API ListedPage listed_page(const PageTable& table, const PageTableRow& row);

struct ListFormat {
  enum class Kind { kUrls, kJson, kTable };
  Kind kind = Kind::kUrls;
  FileFormat table = {};  // of Kind::kTable

  friend bool operator==(const ListFormat&, const ListFormat&) = default;
};

// "urls", "tsv", "csv", "jsonl", "parquet", "json"; nothing for other words.
PAGEKIN_API std::optional<ListFormat> list_format_of_word(std::string_view word);
// By the ending of a file: .txt, .json, or that of a table.
PAGEKIN_API std::optional<ListFormat> list_format_of_name(std::string_view path);

// A number with its key, for the head of a JSON list.
struct ListFact {
  std::string_view key;
  std::size_t value = 0;
};

// As urls: one page id a line. As a table: page, template, name, drawn (of a sample),
// template_pages, confidence. As JSON: one object with the facts and the list `pages`.
PAGEKIN_API void write_page_list(std::span<const ListedPage> pages, std::span<const ListFact> facts,
                                 ListFormat format, bool is_sample, const TextSink& sink);

// ---- Copies. They appear whole or not at all: without finish() nothing of them remains.

class PAGEKIN_API PageCopies {
 public:
  virtual ~PageCopies();

  // `page` is as it was read; `id` is its unique id.
  virtual void add(const Page& page, std::string_view id) = 0;
  virtual void finish() = 0;

  // How many pages could not be copied as they are in an archive, and were written anew.
  std::uint64_t rewritten() const { return rewritten_; }

 protected:
  std::uint64_t rewritten_ = 0;
};

// A name that ends in .warc or .warc.gz is that of a WARC file; a name that ends in a slash, or of
// a folder, is that of a folder; anything else is neither.
enum class CopyKind { kNone, kWarc, kFolder };
PAGEKIN_API CopyKind copy_kind_of(const std::string& path);

// Records of WARC files are copied byte by byte, each as one gzip member in a .warc.gz file. Other
// pages, and records that are damaged, become records with the page alone: of type response if the
// id is a web address, else of type resource. Their date is that of the file that they are from.
PAGEKIN_API std::unique_ptr<PageCopies> copy_to_warc(const std::string& path);

// The folder must be new or empty. The file of a page is named after its id: the host and path of
// an address, with .html at the end. pages.tsv lists page, file and charset (as HTTP declared it).
// Bytes are not changed. Throws OptionError for a folder that has files.
PAGEKIN_API std::unique_ptr<PageCopies> copy_to_folder(const std::string& path);

struct FoundPages {
  PageCounts counts;
  std::vector<bool> found;     // by chosen page: it is in the source
  std::vector<bool> kept;      // by chosen page: found, and not equal to one before it
  std::uint64_t missing = 0;   // chosen pages that are not in the source
  std::uint64_t repeated = 0;  // found pages that are equal to one before them
};

// Finds chosen pages and copies them, in the order of the source; `copies` may be null. `chosen`
// are ids, all different, as `cluster` gives them for this source. With `unique`, pages of the same
// bytes are copied once. Throws InputError when none of the chosen pages is in the source,
// Cancelled. Cost: reads the source once; memory of the ids of all pages.
PAGEKIN_API FoundPages find_pages(const Source& source, std::span<const std::string_view> chosen,
                                  bool unique, PageCopies* copies = nullptr, const Run& run = {});

}  // namespace pagekin
