// What some methods can do beyond clustering: an interface for each capability.
//
// MethodInfo::capabilities says which ones a method has, and the made method returns them,
// as in Method::persistent().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/progress.h"
#include "pagekin/core/template_change.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/known_pages.h"
#include "pagekin/templates/certainty.h"
#include "pagekin/templates/hints.h"

namespace pagekin::graph {
class Similarities;  // see graph/similarities.h
}

namespace pagekin::model {
class PageClassifier;  // see model/classifier.h
}

namespace pagekin::method {

struct FinishOptions {
  unsigned threads = 0;          // 0: one per core; the clusters do not depend on it
  Progress* progress = nullptr;  // of comparing pages
  bool check = false;            // repeat without shortcuts what was done with them, and compare
};

// See templates/certainty.h; here for clusters instead of templates.
using Certainty = templates::Certainty;

enum class Capability : std::uint8_t {
  kComparing,     // compares pages by a measure that the caller chooses
  kPairwise,      // needs nothing but the similarities of pairs of pages
  kSampling,      // clusters a store by reading only some of its pages
  kHierarchical,  // makes a dendrogram
  kPersistent,    // keeps an index to which later runs add pages
  kTracking,      // gives templates ids that stay the same from run to run
  kAssessing,     // says how sure it is of each page
  kClassifying,   // makes a classifier of its clusters
  kVaried,        // distinguishes variants of a template
  kHinted,        // follows hints about some pages, and says which ones it needs most
};

class CapabilitySet {
 public:
  constexpr CapabilitySet(std::initializer_list<Capability> members = {}) {
    for (const Capability member : members) bits_ |= bit(member);
  }
  constexpr bool has(Capability capability) const { return (bits_ & bit(capability)) != 0; }

 private:
  static constexpr unsigned bit(Capability capability) {
    return 1U << static_cast<unsigned>(capability);
  }
  unsigned bits_ = 0;
};

class Comparing {
 public:
  virtual ~Comparing() = default;

  // Sets the measure by which pages are compared. Must be called once, before any function of
  // Method. Throws Error for a measure that does not fit the options.
  virtual void compare_by(std::unique_ptr<measure::Measure> measure) = 0;
};

class Pairwise {
 public:
  virtual ~Pairwise() = default;

  // Clusters pages that the caller keeps. Needs neither compare_by() nor add(), and may be
  // called again, also for other pages. With `check` it repeats without shortcuts what was
  // done with them, and throws Error when the results differ.
  virtual Clustering cluster(graph::Similarities& similarities, bool check) = 0;

  // The measure of compare_by().
  virtual const measure::Measure& compared_by() const = 0;

  // Says how clusters are made if they depend only on which pairs are similar: those of
  // cluster/shared_neighbours.h over all pairs that reach `similar`. Nothing for other methods.
  struct SharedNeighbours {
    double similar = 0;
    double overlap = 0;
    int max_iterations = 0;
  };
  virtual std::optional<SharedNeighbours> shared_neighbours() const { return {}; }
};

class Sampling {
 public:
  virtual ~Sampling() = default;

  // Clusters pages of which it is known how they were reached. None of them is added before:
  // the method reads those that it needs.
  virtual Clustering cluster_known(KnownPages& pages, const FinishOptions& options) = 0;
};

class Hierarchical {
 public:
  virtual ~Hierarchical() = default;

  // Asks for the dendrogram. Called before finish().
  virtual void keep_dendrogram() = 0;

  // After keep_dendrogram() and finish(): the merges, pages numbered as they were added; null
  // without keep_dendrogram().
  virtual const Dendrogram* dendrogram() const = 0;

  // The similarity at which finish() cut the dendrogram into clusters.
  virtual double dendrogram_cut() const = 0;

  // How clusters were compared, as its option has it: "average".
  virtual std::string_view linkage_name() const = 0;
};

class Persistent {
 public:
  virtual ~Persistent() = default;

  // Writes, in one or more parts, what the pages added so far have left behind.
  virtual void save(const std::function<void(std::string_view)>& write) = 0;

  // Restores what a run with the same options saved; its pages come before all others.
  // Returns the number of these pages. Called at most once, before the first add(). Throws
  // Error when the options differ or when save() cannot have written the bytes; the method
  // cannot be used then.
  virtual std::size_t load(std::string_view saved) = 0;

  // Puts another page in the place of one that was loaded or added.
  virtual void replace(PageId page, features::Features&& features) = 0;

  // Says that this run has read a loaded page again and that the page stays as it is.
  virtual void see_again(PageId page) = 0;

  // The same as save() and load() for a run that is not finished: finish() after
  // load_unfinished() and the remaining pages gives what it would have given without them.
  virtual void save_unfinished(const std::function<void(std::string_view)>& write) = 0;
  virtual std::size_t load_unfinished(std::string_view saved) = 0;
};

class Tracking {
 public:
  virtual ~Tracking() = default;

  // After load() and finish(): what became of the templates of earlier runs, and which
  // templates are new, by id. Empty without load().
  virtual std::vector<TemplateChange> changes() const = 0;

  // After finish(), by cluster: the id of the template, which stays the same in all runs of
  // an index.
  virtual std::vector<std::uint32_t> template_ids() const = 0;

  // Clusters the pages added so far. Their templates keep their ids when further pages follow,
  // as if an index held them. Costs one finish().
  virtual void hold_template_ids(const FinishOptions& options) = 0;
};

class Varied {
 public:
  virtual ~Varied() = default;

  // After finish(), by page: the variant of its template that it looks like. Variants have ids from
  // 1 on, which stay the same in all runs of an index. No two templates have a variant in common.
  virtual std::vector<std::uint32_t> variants() const = 0;
};

class Hinted {
 public:
  virtual ~Hinted() = default;

  // Says what is known of some pages, by their numbers. Called before finish(), when all pages are
  // added. An index keeps hints; of those that contradict each other, the newer ones count.
  virtual void give(templates::Hints hints) = 0;

  // After finish(), by cluster: the name that hints give its template; empty: none.
  virtual std::vector<std::string> hinted_names() const = 0;

  // After finish(): at most `count` pages for which a hint would help most, with the number of
  // pages that are in doubt, by falling number.
  struct Question {
    PageId page = 0;
    float doubt = 0;
  };
  virtual std::vector<Question> questions(std::size_t count) const = 0;
};

class Assessing {
 public:
  virtual ~Assessing() = default;

  // After finish(), by page: how sure it is that the page belongs to its cluster.
  virtual std::vector<Certainty> certainty() const = 0;
};

// The templates that an index has.
struct IndexedIds {
  std::vector<std::uint32_t> of_page;           // ids; empty: the method keeps them (Tracking)
  std::map<std::uint32_t, std::string> titles;  // by id: the readable name
};

class Classifying {
 public:
  virtual ~Classifying() = default;

  // Makes a classifier of the pages added and loaded so far, of which there must be one. Its
  // classes are their clusters, named by template ids and ordered by numbers_by_size(). `known`:
  // what the index has of the loaded pages. May take the pages, so it is the last call.
  virtual std::unique_ptr<model::PageClassifier> classifier(const IndexedIds& known) = 0;
};

}  // namespace pagekin::method
