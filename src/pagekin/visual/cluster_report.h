// The data of the visual report of a run: what web/src/data.ts declares, as JSON.
//
// Two texts: the templates with all that is shown of them, and the list of all pages, which the
// browser reads only when it is asked for.
//
// Cost: memory of the pictures of the sampled pages (see sample_of()), at most some 100 MB, and of
// the texts. Time O(t^2) in the templates on the map, of which there are at most kMostOnMap.
// Limits: details of the kMostDetailed largest templates; of others name, size and shape.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/dendrogram.h"
#include "pagekin/describe/description.h"
#include "pagekin/eval/labels.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/reading/read_pictures.h"
#include "pagekin/visual/report_facts.h"
#include "pagekin/visual/template_data.h"

namespace pagekin::visual {

constexpr std::size_t kMostDetailed = 600;
constexpr std::size_t kMostOnMap = 300;
constexpr std::size_t kMostDendrogramLeaves = 200;
constexpr std::size_t kMostDendrogramRoots = 100;  // so that merges of large trees have room

// The pages whose pictures a report needs.
reading::PictureSample sample_of(const clustering::ClusterRun& run,
                                 const describe::Description& description,
                                 std::size_t representatives);

struct ClusterReport {
  const clustering::ClusterRun* run = nullptr;
  const describe::Description* description = nullptr;
  const reading::PictureSample* sample = nullptr;
  std::span<const picture::PagePicture> pictures;  // of the sample
  std::size_t representatives = 3;                 // typical and different pages of a template
  std::span<const std::string> template_labels;    // by cluster; empty: ids are numbers
  const eval::Labels* truth = nullptr;             // may be null
  const Dendrogram* dendrogram = nullptr;          // may be null
  double dendrogram_cut = 0;
  std::string dendrogram_note;  // "measure path_jaccard, linkage average"
  std::span<const method::Question> questions;
  std::span<const TemplateData> data;  // by template; empty: not known
  // By page: a PNG of it.
  std::map<PageId, std::string> screenshots;
};

struct ReportTexts {
  std::string data;
  std::vector<std::string> lists;  // the pages of each template, one object each
  std::string left_out = "{}";     // pages without a template

  // All lists in one object.
  std::string pages() const;
};

ReportTexts report_texts(const ClusterReport& report, const ReportFacts& facts);

// The typical page of each template, the first in the order of their numbers: what screenshots are
// made of.
std::vector<PageId> typical_pages(const ClusterReport& report, std::size_t most);

}  // namespace pagekin::visual
