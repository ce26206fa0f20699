// From pages to templates.
//
//   pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {"crawl.warc.gz"}});
//   for (std::size_t i = 0; i < found.pages.size(); ++i) use(found.pages[i], found.labels[i]);
//
// Pages that are in memory go through a Clusterer instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/page.h"
#include "pagekin/run.h"

namespace pagekin {

struct ClusterOptions {
  std::string method = "auto";  // spec, see list_methods()
  std::string measure;          // spec, for methods that compare pages; empty: the method's own
  std::string index;            // file that keeps the pages for later runs; empty: none
  bool check = false;           // repeat in the slow, obvious way what shortcuts were taken for
  // Of a page whose id the index has from an earlier run: "replace" it, or "skip" the new one.
  std::string on_duplicate = "replace";
  // How often a run with an index writes a checkpoint to FILE.part, in seconds. A run that is
  // stopped writes one in any case, and the same run goes on from there. 0: only then.
  double checkpoint_seconds = 60;
  // Describe the templates, see describe_templates(). The pages are read twice more.
  bool describe = false;
  // A file that says of some pages what their template is called, or that two are of one or of two
  // templates; see docs/auto.md. Not for a Clusterer.
  std::string hints;
  std::size_t ask = 0;  // how many pages ClusterResult::questions has at most
};

// A page of which a hint would help.
struct Question {
  std::size_t page = 0;       // its position in ClusterResult::pages
  double pages_in_doubt = 0;  // how many pages the voters disagree on
};

// A cluster: the pages of one template.
struct ClusterInfo {
  int number = 0;                 // from 1, by falling size; ties by the first page
  std::uint32_t template_id = 0;  // stays the same in all runs of an index; without an index
                                  // it equals the number
  std::string name;               // for people: "product: /shop/product/*"
  std::size_t pages = 0;
  double confidence = -1;  // the mean over its pages; negative: the method does not tell
  // At most three pages that stand for the cluster, as positions in ClusterResult::pages: the
  // best page of each variant, then those of the highest confidence, ties by position.
  std::vector<std::size_t> representatives;
  std::string url_shape;           // of most of its addresses, without the host; empty: none
  std::size_t exemplar = 0;        // the most typical page; undescribed: the first representative
  std::vector<std::string> marks;  // what sets it apart, as CSS selectors; undescribed: none
};

// What the library keeps of a run for describe_templates(), tables and samples.
struct ClusterDetails;

// What became of a template that earlier runs of an index knew.
struct TemplateChangeInfo {
  std::uint32_t template_id = 0;
  std::string fate;  // same, changed, new, split, joined, unseen, odd
  int cluster = 0;   // the number of the cluster that holds most of its pages; 0: none
  std::uint64_t earlier_pages = 0;
  std::uint64_t added_pages = 0;
  double kept = 1;  // share of the common marks of its pages that stayed
};

struct ClusterResult {
  std::vector<std::string> pages;           // ids; with an index, those of earlier runs come first
  std::vector<int> labels;                  // by page: number of its cluster; 0: left out
  std::vector<std::uint32_t> template_ids;  // by page; 0: left out
  std::vector<std::uint32_t> variants;      // by page; the template id if there are no variants
  std::vector<float> confidence;            // by page, 0 to 1; empty: the method does not tell
  std::vector<ClusterInfo> clusters;        // by number - 1
  std::vector<Question> questions;          // the most useful ones, see ClusterOptions::ask
  std::vector<std::string> unknown_hinted;  // pages that hints speak of and this run lacks
  std::vector<TemplateChangeInfo> changes;  // since the last run of the index
  std::size_t earlier_pages = 0;            // pages that came from the index
  std::size_t pages_seen_before = 0;        // of these, read again in this run
  PageCounts counts;                        // of this run
  std::string report;                       // what the method did, for people; may be empty
  std::string caution;                      // why the result may be poor, for people; empty: none
  bool is_described = false;
  std::shared_ptr<ClusterDetails> details;  // copies of the result share it
};

// Reads the source and clusters its pages. Throws OptionError for options that do not fit,
// InputError where nothing can be read, Error for an index that cannot be used, Cancelled.
PAGEKIN_API ClusterResult cluster_pages(const Source& source, const ClusterOptions& options = {},
                                        const Run& run = {});

// Whether describe_templates() can work: the pages can be read again.
PAGEKIN_API bool can_describe(const ClusterResult& result);

// Finds what holds each template together: sets exemplars, marks and, unless an index has named a
// template before, names. Reads the pages of the source twice more. Not for two threads at once.
// Throws OptionError where the pages can be read only once, InputError where they have changed,
// Cancelled.
PAGEKIN_API void describe_templates(ClusterResult& result, const Run& run = {});

// What was read and found, in some lines for people, as the command line program tells it.
PAGEKIN_API std::string summarise(const ClusterResult& result);

// Clusters pages in memory, which the caller adds one by one or in batches.
class PAGEKIN_API Clusterer {
 public:
  // Throws OptionError. An index is not supported here.
  explicit Clusterer(const ClusterOptions& options = {}, const Run& run = {});
  ~Clusterer();
  Clusterer(const Clusterer&) = delete;
  Clusterer& operator=(const Clusterer&) = delete;

  // Extracts what the method needs; the bytes are not kept. A batch is extracted by several
  // threads. Pages that are no HTML are skipped and counted.
  void add(const Page& page);
  void add(std::span<const Page> pages);

  // Adds a page that a PageExtractor with the same method and measure has extracted (see
  // distribute.h). Throws Error for bytes that it cannot have made.
  void add_extracted(std::string_view id, std::string_view features);

  // The clusters of all pages added. Call it once.
  ClusterResult finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
