// Methods: ways to turn pages into clusters, got by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/params.h"
#include "pagekin/core/progress.h"
#include "pagekin/core/template_change.h"
#include "pagekin/features/features.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/known_pages.h"
#include "pagekin/templates/certainty.h"

namespace pagekin::method {

struct FinishOptions {
  unsigned threads = 0;          // 0: one per core; the clusters do not depend on it
  Progress* progress = nullptr;  // of comparing pages
  bool check = false;            // do again in the slow, obvious way what shortcuts were taken for
};

// See templates/certainty.h, by clusters in place of templates.
using Certainty = templates::Certainty;

// One run: configured, then fed with all pages, then asked for the clusters.
// Deterministic; the order of the pages matters for the numbering only.
class Method {
 public:
  virtual ~Method() = default;

  // Called once, before all others, where pages are compared by a measure.
  virtual void compare_by(std::unique_ptr<measure::Measure> measure);

  // What add() wants to know of a page. May be called before any page is added.
  virtual features::Needs needs() const = 0;

  // One page, in page order; called by one thread at a time.
  virtual void add(features::Features&& page) = 0;

  // The clusters of all pages added so far. More pages may follow, except where pages are
  // compared by a measure. Throws Error when a check fails.
  virtual Clustering finish(const FinishOptions& options) = 0;
  Clustering finish() { return finish(FinishOptions{}); }

  // The same for pages of which it is known how they were reached, none of which were added:
  // the method looks at those it has to. Only where can_sample().
  virtual bool can_sample() const { return false; }
  virtual Clustering cluster_known(KnownPages& pages, const FinishOptions& options);

  // What finish() did, in lines for people who want to know; may be empty.
  virtual std::string report() const { return {}; }

  // For those who want the hierarchy as well as the clusters cut from it: called before
  // finish(), where MethodInfo says that there is one. Throws Error elsewhere.
  virtual void keep_dendrogram();

  // After that and finish(): the merges, pages numbered as added, and the similarity at
  // which they were cut into clusters.
  virtual const Dendrogram* dendrogram() const { return nullptr; }
  virtual double dendrogram_cut() const { return 0; }

  // After load() and finish(): what became of the templates that earlier runs knew, and which
  // are new, by id. Empty where the method does not follow templates.
  virtual std::vector<TemplateChange> changes() const { return {}; }

  // After finish(), by page: how sure it is of its cluster. Empty where the method does not say.
  virtual std::vector<Certainty> certainty() const { return {}; }

  // After finish(), by cluster: the ids of templates that stay the same in all runs of an
  // index. Empty where the method does not follow templates.
  virtual std::vector<std::uint32_t> template_ids() const { return {}; }

  // Whether a later run can go on where this one ended (see index_file.h).
  virtual bool can_persist() const { return false; }

  // Hands over, as one or more pieces of bytes, what the pages added so far have
  // left behind. Only where can_persist().
  virtual void save(const std::function<void(std::string_view)>& write);

  // Takes up what a run with the same options saved, so that these pages come before
  // all others; returns how many they are. Called at most once, before the first
  // add(). Throws Error when the options differ or the bytes are not what save()
  // writes; the method is of no use then.
  virtual std::size_t load(std::string_view saved);
};

struct MethodInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;
  std::vector<ParamDoc> options;
  std::unique_ptr<Method> (*make)(const ParamMap&);  // compare_by() is yet to be called
  std::string_view measure = {};   // by which it compares pages, if it does, by default
  std::string_view required = {};  // a number that must be given
  bool hierarchical = false;       // whether it can keep a dendrogram
};

std::span<const MethodInfo> methods();

// Throws Error where an option that must be given is not.
void check_required(const MethodInfo& info, const ParamMap& given);

// "fingerprint", "fingerprint:length=40,max_edits=0". Throws Error for an unknown
// name or option, for a value out of range, and for a `measure` (see measure::make) that is
// not symmetric or that the method has no use for, and where a required option is missing. Empty:
// the method's own choice.
std::unique_ptr<Method> make(std::string_view spec, std::string_view measure = {});

}  // namespace pagekin::method
