// The data of the visual report of two crawls: what is new, gone, changed, split and joined, with
// pages and skeletons of both sides.
//
// Limits: the first kMostComparedRows rows; of each template and side the pictures of
// kMostComparedPages pages; the first kMostNotCrawled addresses that are missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/comparing/coverage.h"
#include "pagekin/comparing/diff_crawls.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/reading/read_pictures.h"
#include "pagekin/skeleton/template_model.h"
#include "pagekin/visual/cluster_report.h"
#include "pagekin/visual/report_facts.h"

namespace pagekin::visual {

constexpr std::size_t kMostComparedRows = 300;
constexpr std::size_t kMostComparedPages = 6;
constexpr std::size_t kMostNotCrawled = 2000;

struct ComparedRow {
  std::string state;
  std::uint32_t old_template = 0;  // 0: none
  std::uint32_t new_template = 0;
  std::string id;  // as users see it; of the new crawl, or else of the old one
  std::string old_id;
  std::string name;
  std::string shape;
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;
  std::uint64_t not_crawled = 0;
  std::string matched_by;
  std::optional<double> kept;
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<std::string> related;
  std::string example;
};

struct ComparedSide {
  std::string name;                        // "old crawl"
  const PageIds* ids = nullptr;            // null: there are no pages
  bool has_others = false;                 // ids of an index, too, which cannot be read
  std::vector<std::uint32_t> template_of;  // by page; 0: none
  std::size_t pages = 0;
};

struct Comparison {
  ComparedSide before;
  ComparedSide now;
  std::string note;
  struct State {
    std::string word;
    std::uint64_t count = 0;
    std::string meaning;
  };
  std::vector<State> states;
  std::vector<ComparedRow> rows;
  std::vector<std::tuple<std::string, std::string, std::string>> not_crawled;
};

Comparison comparison_of(const comparing::CrawlDiff& diff);
Comparison comparison_of(const comparing::Coverage& coverage);

// The pages of a side whose pictures are needed. Groups are rows.
reading::PictureSample sample_of(const Comparison& comparison, const ComparedSide& side);

// The pages of a side by the rows of their templates, to learn these.
clustering::GroupedPages pages_of(const Comparison& comparison, const ComparedSide& side);

struct SidePictures {
  const reading::PictureSample* sample = nullptr;  // null: there are none
  std::span<const picture::PagePicture> pictures;
  std::span<const skeleton::TemplateModel> models;  // by row
};

ReportTexts report_texts(const Comparison& comparison, const SidePictures& before,
                         const SidePictures& now, const ReportFacts& facts);

}  // namespace pagekin::visual
