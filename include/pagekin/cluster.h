// From pages to templates.
//
//   pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {"crawl.warc.gz"}});
//   for (std::size_t i = 0; i < found.pages.size(); ++i) use(found.pages[i], found.labels[i]);
//
// Pages that are in memory go through a Clusterer instead.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

// What to do with a page whose id the index has from an earlier run.
enum class OnDuplicate : std::uint8_t {
  kReplace,  // put the new page in its place
  kSkip,     // leave the new page out
};
template <>
struct Words<OnDuplicate> {
  static constexpr std::array<std::string_view, 2> all = {"replace", "skip"};
};

// What is known of the template of a page: at least one of the last three is not empty.
struct Hint {
  std::string page;            // its id
  std::string template_name;   // what its template is called
  std::string same_as;         // the id of a page of the same template
  std::string different_from;  // the id of a page of another template
};

// Reads hints from a file: two columns, page and template, or a table with a column page and at
// least one of template, same_as, different_from; "-" is standard input. Throws InputError, naming
// file and line, for a row that says nothing and for a hint that contradicts one before it.
PAGEKIN_API std::vector<Hint> read_hints(const std::string& path);

struct ClusterOptions {
  std::string method = "auto";
  std::string measure;
  bool check = false;
  std::string index;  // empty: none
  OnDuplicate on_duplicate = OnDuplicate::kReplace;
  std::string keep;  // empty: all pages
  double checkpoint_seconds = 60;
  bool skeletons = false;
  bool describe = false;
  std::vector<Hint> hints;
  std::size_t ask = 0;
  // Keeps the merges of a hierarchical method, which write_dendrogram() needs.
  bool dendrogram = false;
  // How many pages of a template write_report() will show; 0: it is not called. With it the
  // templates are described.
  std::size_t shown_in_report = 0;
  // A run of at most this many pages is described for summarise() alone, if its pages can be read
  // again.
  std::size_t described_in_summary = 0;
  // Whether the result has its vectors of pages and clusters. Without them it takes less memory,
  // and the functions of the library still work.
  bool has_lists = true;
  // Whether the tables of the result can have the columns `input` and `offset`.
  bool has_origins = true;
};

template <>
struct OptionsOf<ClusterOptions> {
  using Self = ClusterOptions;
  static constexpr auto all = std::tuple{
      option(&Self::method,
             {.name = "method",
              .help = "how to cluster: name or name:option=value,...; see 'pagekin list methods'",
              .group = "Method",
              .value = "METHOD"}),
      option(&Self::measure, {.name = "measure",
                              .help = "the measure of a method that compares pages: name or "
                                      "name:option=value,...; see 'pagekin list measures'",
                              .group = "Method",
                              .value = "MEASURE"}),
      option(&Self::check,
             {.name = "check",
              .help = "also compare all pairs of pages, which is slow, and fail if the neighbours "
                      "differ; with search=lsh, report how many neighbours were found",
              .group = "Method"}),
      option(&Self::index,
             {.name = "index",
              .help = "keep the pages in this file; a later run adds its pages and clusters all of "
                      "them together",
              .group = "Index",
              .value = "FILE"}),
      option(&Self::on_duplicate,
             {.name = "on_duplicate",
              .help = "a page that the index has from an earlier run: replace it, or skip the new "
                      "one",
              .group = "Index"}),
      option(&Self::keep,
             {.name = "keep",
              .help =
                  "remove pages from the index that this run does not read and that are older than "
                  "this, compared with the newest page: 90d or 13w; by the date of capture if "
                  "the input has one, else by the date of the run",
              .group = "Index",
              .value = "TIME"}),
      option(
          &Self::checkpoint_seconds,
          {.name = "checkpoint_seconds",
           .help =
               "seconds between checkpoints of a run with `index`; they go to FILE.part, and "
               "the same command goes on after an interruption; 0: a checkpoint only when the run "
               "is interrupted",
           .group = "Index",
           .value = "SECONDS",
           .max = 1e6,
           .flag = "checkpoint"}),
      option(&Self::skeletons,
             {.name = "skeletons",
              .help = "also keep what is fixed, optional, repeated and varying in each template, "
                      "for 'pagekin extract' and 'clean' with --model; reads the inputs again",
              .group = "Index"}),
      option(&Self::describe,
             {.name = "describe",
              .help = "also find what holds each template together, see describe_templates(); "
                      "reads the inputs again"}),
      option(&Self::hints,
             {.name = "hints",
              .help = "follow what FILE says of some pages: page and template, or a table with "
                      "columns page and template, same_as or different_from; templates get these "
                      "names, and an index keeps the hints",
              .value = "FILE"}),
      option(
          &Self::ask,
          {.name = "ask",
           .help = "name the N pages for which a hint would help most, those with the most pages "
                   "in doubt",
           .value = "N",
           .min = 1,
           .max = 1000}),
  };
};

// A page for which a hint would help.
struct Question {
  std::size_t page = 0;       // its position in ClusterResult::pages
  double pages_in_doubt = 0;  // how many pages the voters disagree on
};

// A cluster: the pages of one template.
struct ClusterInfo {
  int number = 0;          // from 1, by falling size; ties by the first page
  TemplateId template_id;  // stays the same in all runs of an index; without an index it equals
                           // the number
  std::string name;        // for people: "product"
  std::size_t pages = 0;
  double confidence = -1;  // the mean over its pages; negative: not known
  // At most three pages that stand for the cluster, as positions in ClusterResult::pages: the
  // best page of each variant, then those of the highest confidence, ties by position.
  std::vector<std::size_t> representatives;
  std::string url_shape;           // of most of its addresses, without the host; empty: none
  std::size_t exemplar = 0;        // the most typical page; undescribed: the first representative
  std::vector<std::string> marks;  // what sets it apart, as CSS selectors; undescribed: none
};

// What the library keeps of a run for describe_templates(), tables and samples. A value: copies do
// not see each other's changes.
struct ClusterDetails;
class PAGEKIN_API KeptRun {
 public:
  KeptRun() = default;
  explicit KeptRun(std::shared_ptr<ClusterDetails> details) : details_(std::move(details)) {}
  bool is_empty() const { return details_ == nullptr; }
  const ClusterDetails& operator*() const { return *details_; }
  const ClusterDetails* operator->() const { return details_.get(); }

  // For changing it. Copies first what another KeptRun shares.
  ClusterDetails& change();

 private:
  std::shared_ptr<ClusterDetails> details_;
};

// What became of a template that earlier runs of an index knew.
struct TemplateChangeInfo {
  TemplateId template_id;
  TemplateFate fate = TemplateFate::kSame;
  int cluster = 0;  // the number of the cluster that holds most of its pages; 0: none
  std::uint64_t earlier_pages = 0;
  std::uint64_t added_pages = 0;
  double kept = 1;          // share of the common marks of its pages that stayed
  bool was_unseen = false;  // kUnseen: the run before had no page of it either
};

struct ClusterResult {
  std::vector<std::string> pages;           // ids; with an index, those of earlier runs come first
  std::vector<int> labels;                  // by page: number of its cluster; 0: left out
  std::vector<std::uint32_t> variants;      // by page; the template's number if it has no variants
  std::vector<float> confidence;            // by page, 0 to 1; empty: not known
  std::vector<std::uint64_t> supplied;      // by page: its place in Source::pages, from 0; or
                                            // kNotSupplied. Empty: there were none
  std::vector<ClusterInfo> clusters;        // by number - 1
  std::vector<Question> questions;          // the most useful ones, see ClusterOptions::ask
  std::vector<std::string> unknown_hinted;  // pages that hints speak of and this run lacks
  std::vector<TemplateChangeInfo> changes;  // since the last run of the index
  std::size_t earlier_pages = 0;            // pages that came from the index
  std::size_t pages_seen_before = 0;        // of these, read again in this run
  std::size_t pages_left = 0;               // that were too old and left the index, see `keep`
  PageCounts counts;                        // of this run
  std::string report;                       // what the method did, for people; may be empty
  std::string caution;                      // why the result may be poor, for people; empty: none
  bool is_described = false;
  std::size_t page_count = 0;
  std::size_t cluster_count = 0;
  std::size_t left_out = 0;     // pages
  bool has_confidence = false;  // whether the method gives it
  std::size_t in_doubt = 0;     // pages whose template is not sure
  double read_seconds = 0;
  double cluster_seconds = 0;
  double describe_seconds = 0;
  KeptRun kept;

  // The id of the page's template; none: the page was left out.
  TemplateId template_of(std::size_t page) const {
    return labels[page] == 0 ? TemplateId()
                             : clusters[static_cast<std::size_t>(labels[page] - 1)].template_id;
  }
};

constexpr std::uint64_t kNotSupplied = UINT64_MAX;

// Throws OptionError for a method or measure that does not exist or does not fit the other.
PAGEKIN_API void check_method(const std::string& method, const std::string& measure = {});

// Throws OptionError for options that do not fit the method, InputError for hints that contradict
// each other.
PAGEKIN_API void check_options(const ClusterOptions& options);

// Reads the source and clusters its pages. Throws OptionError for options that do not fit,
// InputError where nothing can be read, Error for an index that cannot be used, IndexBusyError
// for one that another run is updating, Cancelled.
PAGEKIN_API ClusterResult cluster_pages(const Source& source, const ClusterOptions& options = {},
                                        const Run& run = {});

// The file from which the same call goes on with an index after an interruption.
PAGEKIN_API std::string checkpoint_of_index(const std::string& index);

// Whether describe_templates() can work: the pages can be read again.
PAGEKIN_API bool can_describe(const ClusterResult& result);
PAGEKIN_API bool can_describe(const Source& source);

// Finds what holds each template together: sets exemplars, marks and, unless an index has named a
// template before, names. Reads the pages of the source twice more. Not for two threads at once.
// Throws OptionError where the pages can be read only once, InputError where they have changed,
// Cancelled.
PAGEKIN_API void describe_templates(ClusterResult& result, const Run& run = {});

// What holds the templates together, as the JSON of docs/formats.md. The result must be described.
PAGEKIN_API void write_description(const ClusterResult& result, const TextSink& sink);

struct SummaryOptions {
  double write_seconds = 0;
  bool explains = false;  // also what separates each template from its nearest neighbour
  std::size_t width = 0;  // of the terminal, in columns; 0: lines may be of any length
  bool has_colours = false;
  bool all = false;  // all templates and hosts, not only the ten largest
};

// What was read and found, in some lines for people, as the command line program shows it.
PAGEKIN_API std::string summarise(const ClusterResult& result, const SummaryOptions& options = {});

// A hierarchy of clusters as a file: a tree in Newick format, JSON or a picture.
enum class DendrogramFormat : std::uint8_t { kNewick, kJson, kSvg };

// By the ending .nwk, .json or .svg; none for any other name.
PAGEKIN_API std::optional<DendrogramFormat> dendrogram_format_of(std::string_view path);

// Throws OptionError for a result without merges, see ClusterOptions::dendrogram.
PAGEKIN_API void write_dendrogram(const ClusterResult& result, DendrogramFormat format,
                                  const TextSink& sink);

// Whether an input is a crawl store: the URL of a database, or a SQLite file.
PAGEKIN_API bool is_crawl_store(const std::string& input);

// Adds the clusters to the crawl store that the pages are from.
PAGEKIN_API void save_clusters(const ClusterResult& result, const std::string& store);

// Clusters pages in memory, which the caller adds one by one or in batches.
class PAGEKIN_API Clusterer {
 public:
  // Longer pages than `max_page_bytes` are cut, as in Source; 0: no limit. Throws OptionError, also
  // for `index` and what belongs to it (`on_duplicate`, `keep`, `checkpoint_seconds`, `skeletons`)
  // and for `describe`, which need a Source.
  explicit Clusterer(const ClusterOptions& options = {}, const Run& run = {},
                     std::size_t max_page_bytes = Source().max_page_bytes);
  ~Clusterer();
  Clusterer(const Clusterer&) = delete;
  Clusterer& operator=(const Clusterer&) = delete;

  // Extracts what the method needs; the bytes are not kept. A batch is extracted by several
  // threads. Pages that are not HTML are skipped and counted.
  void add(const Page& page);
  void add(std::span<const Page> pages);

  // Adds a page that a PageExtractor with the same method and measure has extracted (see
  // distribute.h). Throws Error for bytes that it cannot have made.
  void add_extracted(std::string_view id, std::string_view features);

  // The clusters of all pages that were added. Call it once.
  ClusterResult finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
