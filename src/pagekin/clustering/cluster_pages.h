// The main use case: reads inputs and returns clusters.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/features/features.h"
#include "pagekin/input/source.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/reading/page_origins.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/reading/same_again.h"

namespace pagekin::clustering {

struct ClusterOptions {
  input::Source source;
  std::string method;         // its name, which is stored in the index
  std::string index;          // file that holds the pages of earlier runs; empty: none
  bool check = false;         // see FinishOptions
  bool dendrogram = false;    // see ClusterRun::dendrogram
  bool keep_origins = false;  // see ClusterRun::origins
  OnDuplicate on_duplicate = OnDuplicate::kReplace;
  // A page of the index that this run does not read and that is so many days older than the newest
  // page leaves; 0: all stay.
  std::uint32_t keep_days = 0;
  // How often a run with an index writes a checkpoint; 0: only when it is stopped.
  std::chrono::milliseconds checkpoint_interval = std::chrono::minutes(1);
  std::vector<Hint> hints;
  std::size_t ask = 0;  // see ClusterRun::questions
  // Called when the run is complete, before the index is written; may name the templates anew.
  std::function<void(struct ClusterRun&)> before_index = nullptr;
};

// The name of a template, see name_templates.h.
struct TemplateName {
  std::string text;
  std::string shape;  // of its addresses, without the host; empty: most have none in common
  std::string readable_shape;  // for people
};

// Ids that can be copied. A copy costs as much as adding them.
class RunIds : public PageIds {
 public:
  RunIds() = default;
  RunIds(RunIds&&) = default;
  RunIds& operator=(RunIds&&) = default;
  RunIds(const RunIds& other) : PageIds() {  // NOLINT(bugprone-copy-constructor-init)
    for (PageId page = 0; page < other.size(); ++page) add(other[page]);
  }
  RunIds& operator=(const RunIds& other) { return *this = RunIds(other); }
  ~RunIds() = default;
};

struct ClusterRun {
  RunIds ids;
  std::vector<features::FirstTags> first_tags;  // by page; zeros for a page that was not read
  Clustering clustering;
  std::vector<int> numbers;                 // by cluster: from 1 by falling size
  std::vector<std::uint32_t> template_ids;  // by cluster: stays the same in all runs of an index
  std::vector<TemplateName> names;          // by cluster
  std::vector<std::uint32_t> variants;      // by page, see method::MethodResult; may be empty
  reading::PageOrigins origins;             // of the pages of this run; may be empty
  reading::ReadCounts counts;               // of this run, without pages of earlier runs
  std::size_t earlier = 0;                  // pages that came from the index
  std::size_t seen_before = 0;              // of these, read again in this run
  std::size_t left = 0;                     // pages that were too old and left the index
  std::vector<bool> old_pages;              // by page that came from the index: it was not replaced
  bool is_of_store = false;                 // its pages are those that a store lists
  std::size_t resumed = 0;                  // pages of this run that a checkpoint had
  bool has_dropped_checkpoint = false;      // there was one, of another run
  std::vector<TemplateChange> changes;      // since the earlier runs
  std::vector<Certainty> certainty;         // by page; may be empty
  std::size_t hinted = 0;                   // pages that the hints of this run speak of
  std::vector<std::string> unknown_hinted;  // pages that they speak of and this run lacks
  std::vector<std::string> hinted_names;    // by cluster; may be empty
  std::vector<method::Question> questions;  // the most useful ones
  std::optional<method::CutDendrogram> dendrogram;  // if it was asked for
  std::string report;                               // of the method
  std::string caution;                              // empty: none
  // Models of templates from pages of this run, for the index; see index_models.h.
  std::vector<method::IndexedModel> models;
  double read_seconds = 0;
  double cluster_seconds = 0;

  int number_of(PageId page) const {
    const int label = clustering.labels[page];
    return label == kLeftOut ? 0 : numbers[static_cast<std::size_t>(label)];
  }

  // The id of the page's template; 0: left out.
  std::uint32_t template_of(PageId page) const {
    const int label = clustering.labels[page];
    return label == kLeftOut ? 0 : template_ids[static_cast<std::size_t>(label)];
  }
  // The page's variant; that of a template without variants is its id.
  std::uint32_t variant_of(PageId page) const {
    return variants.empty() || template_of(page) == 0 ? template_of(page) : variants[page];
  }
  std::string_view name_of(PageId page) const {
    const int label = clustering.labels[page];
    return label == kLeftOut ? std::string_view() : names[static_cast<std::size_t>(label)].text;
  }

  // Whether the content of the page is that of an earlier run.
  bool is_old(PageId page) const { return page < old_pages.size() && old_pages[page]; }

  // The clusters in the order of their numbers.
  std::vector<std::size_t> labels_by_number() const;

  // What further readings of the inputs must give; valid as long as the run.
  reading::PagesBefore pages_before() const;
};

// The days of "90d" or "13w"; 0 for an empty text. Throws OptionError for any other.
std::uint32_t parse_keep(const std::string& text);

// The method with these options. Throws OptionError for options that do not fit it, InputError for
// hints that contradict each other.
std::unique_ptr<method::Method> make_method(const pagekin::ClusterOptions& options);

// How a run ends when all its pages are added.
struct FinishRun {
  unsigned threads = 0;
  Progress* progress = nullptr;  // of comparing pages
  bool check = false;
  bool dendrogram = false;
  std::span<const Hint> hints = {};  // the method must be able to follow them
  std::size_t ask = 0;
  // For methods that do not follow templates themselves: the template ids of the first pages, as an
  // index has them, and the next unused one.
  std::span<const std::uint32_t> earlier_ids = {};
  std::uint32_t next_id = 1;
};

// Clusters the pages that the method has and puts the result into the run, whose ids are known.
void finish_run(ClusterRun& run, method::Method& method, const FinishRun& options);

// With an index, the result covers all pages of the index and then new pages of this run, exactly
// as if they had been read in one run; the index is written back. A page that the index has is
// replaced or skipped, see index_update.h. If the run is stopped, a checkpoint is written, and the
// same run goes on from there. If the only input is a crawl store and the method can sample
// (method::Capability::kSampling), it reads only the pages that it needs. `progress` counts
// reading, `compare_progress` comparing, if the method compares pages. Throws InputError when no
// page could be used.
ClusterRun cluster_pages(const ClusterOptions& options, method::Method& method,
                         const std::function<void(const Incident&)>& on_incident = nullptr,
                         Progress* progress = nullptr, Progress* compare_progress = nullptr);

}  // namespace pagekin::clustering
