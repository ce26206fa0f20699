// What a method is asked for when all pages are added, and what it answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/core/certainty.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/core/progress.h"
#include "pagekin/core/template_change.h"

namespace pagekin::templates {
class Hints;  // see templates/hints.h
}

namespace pagekin::method {

struct FinishOptions {
  unsigned threads = 0;          // 0: one per core; the clusters do not depend on it
  Progress* progress = nullptr;  // of comparing pages
  bool check = false;            // repeat without shortcuts what was done with them, and compare
  // With Capability::kHinted: what is known of some pages, by their numbers. An index keeps hints;
  // of those that contradict each other, the newer ones count.
  const templates::Hints* hints = nullptr;
  std::size_t questions = 0;  // with kHinted: how many to ask at most
  bool dendrogram = false;    // with kHierarchical: whether to return it
  // With kTracking: templates of the pages added so far keep their ids when further pages follow,
  // as if an index held the pages.
  bool holds_ids = false;
};

// A page for which a hint would help, and the number of pages that are in doubt with it.
struct Question {
  PageId page = 0;
  float doubt = 0;
};

struct CutDendrogram {
  Dendrogram merges;    // of pages, numbered as they were added
  double cut = 0;       // the similarity at which it was cut into the clusters
  std::string linkage;  // how clusters were compared, as the method's option has it: "average"
};

// The clusters of all pages, and what some methods add. A part that the method does not give is
// empty; Capability names the methods that give it.
struct MethodResult {
  Clustering clusters;
  std::vector<std::uint32_t>
      template_ids;  // kTracking, by cluster: the same in all runs of an index
  // kTracking: what became of the templates of earlier runs, and which templates are new, by id.
  // Empty without earlier pages.
  std::vector<TemplateChange> changes;
  std::vector<Certainty> certainty;  // kAssessing, by page
  // kVaried, by page: the variant of its template that it looks like. Variants have ids from 1 on,
  // which stay the same in all runs of an index. No two templates have a variant in common.
  std::vector<std::uint32_t> variants;
  std::vector<std::string> hinted_names;    // kHinted, by cluster: the name by hints; empty: none
  std::vector<Question> questions;          // kHinted, by falling number of pages in doubt
  std::optional<CutDendrogram> dendrogram;  // kHierarchical, if it was asked for
  std::string report;                       // lines of text about the work; may be empty
  std::string caution;  // a warning about the result, with advice; empty if there is none
};

}  // namespace pagekin::method
