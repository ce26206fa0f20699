// Adds the records that are found without labels (rows/find_records.h) to the model of a template:
// a slot for each cell; and whole texts (rows/find_texts.h), a slot for each, in place of the lists
// of their sentences and paragraphs.
//
// Cost: that of rows/find_records.h, and of reading the rows of all pages once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pagekin/rows/read_rows.h"
#include "pagekin/rows/regions.h"
#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

class FoundRecords {
 public:
  // `pages`: those of the template, in the order of the learned ones; null where a page is not read
  // for its records.
  explicit FoundRecords(std::span<const std::unique_ptr<rows::RowPage>> pages);

  // Drops the lists of `found` whose values a cell of a record has, too, and those of pieces of
  // whole texts. Drops whole texts that a slot of `found` has.
  void drop_copies(const LearnedPages& pages, std::vector<FoundSlot>& found);

  // Call after the columns were chosen: names of records and cells are unique among them.
  void add_to(TemplateModel& model);

 private:
  bool is_text(std::uint32_t record) const { return record >= first_text_; }
  void drop_pieces(const LearnedPages& pages, std::vector<FoundSlot>& found);

  struct PageRows {
    std::uint32_t record = 0;
    std::uint32_t page = 0;  // in pages_
    std::vector<rows::FoundRow> rows;
  };

  std::vector<const rows::RowPage*> pages_;
  std::vector<std::uint32_t> numbers_;  // by learned page: in pages_; kNone: none
  std::unique_ptr<rows::LaidPages> laid_;
  rows::RecordModel records_;
  std::uint32_t first_text_ = 0;  // in records_; the records are before the texts
  std::vector<PageRows> rows_;
};

}  // namespace pagekin::skeleton
