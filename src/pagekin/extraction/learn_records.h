// Learns the records of a template from labels such as posts.author and posts.date.
//
// Labels whose fields have the same name before the first dot belong to one record. A record that
// cannot be learned leaves its labels to the lists of wrapper/learn.h.
//
// Cost: see rows/merge_pages.h and rows/fit_record.h.
// Limits: the first 300 labels of a cell on a page.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/rows/record_model.h"

namespace pagekin::extraction {

// "posts" of "posts.author"; empty: the field is not a cell of a record.
std::string_view record_of(std::string_view field);

struct LearnedRecords {
  rows::RecordModel model;
  std::vector<wrapper::RecordProfile> profiles;  // by record of the model
  std::vector<FieldSummary> fields;              // one a cell
  std::vector<bool> is_taken;                    // by label: a record has it
  std::vector<std::size_t> unused;               // labels of cells for which there is no place
};

// `pages` and their ids: those of the template that were read for records.
LearnedRecords learn_records(std::span<const rows::RowPage* const> pages,
                             std::span<const std::string_view> ids,
                             std::span<const wrapper::GivenLabel> labels);

}  // namespace pagekin::extraction
