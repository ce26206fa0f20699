// What is learned from the pages of each template, without labels: its skeleton, its columns and
// records, and where their values stand on the pages that a report draws.
//
// A value is at the element of the page's outline that has its text, or its link. Where several
// have it, the path of the column decides. So a column may be at no box: the page lacks it, it is
// an attribute that nobody sees, or it is below the end of the picture.
//
// Cost: reads the inputs twice more, and parses at most skeleton::kMostPages pages of a template,
// then the drawn ones. Memory: see clustering/template_models.h, and the values of the drawn pages,
// cut to kMostValueBytes each.
// Limits: the first kMostValues values of a column on a page.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/input/source.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::visual {

struct DataColumn {
  std::string name;
  std::string type;            // "text", "number" ...
  std::string record;          // the name of the records that it is a cell of; empty: none
  std::string place;           // for people: "div.info > table > tr > td"
  std::uint32_t pages = 0;     // with a value, of those that were learned from
  std::uint32_t distinct = 0;  // values
  bool is_list = false;
  bool is_link = false;               // an address of a link
  std::vector<std::string> examples;  // some values
  std::vector<std::string> doubts;    // what may be wrong with it, for people
};

struct DataRecords {
  std::string name;
  std::uint32_t pages = 0;
  std::uint32_t records = 0;
};

struct TemplateData {
  std::uint32_t pages = 0;  // it was learned from; 0: nothing is known
  std::vector<DataColumn> columns;
  std::vector<DataRecords> records;
  std::vector<skeleton::Part> parts;
  // By drawn page: the values of each column.
  std::map<PageId, std::vector<std::vector<std::string>>> values;
};

// By template, in the order of the run's numbers. `drawn`: the pages that are drawn.
std::vector<TemplateData> read_template_data(const input::Source& source,
                                             const clustering::ClusterRun& run,
                                             std::span<const PageId> drawn);

// By column: the boxes of the wireframe that have its values. `values`: of the page.
std::vector<std::vector<std::uint32_t>> boxes_of_data(
    const std::vector<DataColumn>& columns, const std::vector<std::vector<std::string>>& values,
    const picture::PagePicture& picture);

// Appends the member "data" of an open object.
void write_data(report::JsonWriter& json, const TemplateData& data);

}  // namespace pagekin::visual
