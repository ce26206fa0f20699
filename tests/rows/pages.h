// Pages for tests of records.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/rows/regions.h"

namespace pagekin::rows {

inline RowPage page_from(std::string_view html, std::string_view address = "https://a.example/d/") {
  dom::Builder builder;
  RowPage page;
  read_row_page(builder.build(html, {.all_attributes = true, .text = true}), address, page);
  return page;
}

// Pages of one template, laid over each other.
struct Laid {
  explicit Laid(const std::vector<std::string>& sources) {
    for (const std::string& html : sources) {
      pages.push_back(std::make_unique<RowPage>(page_from(html)));
    }
    for (const auto& page : pages) pointers.push_back(page.get());
    laid = std::make_unique<LaidPages>(pointers);
  }
  std::vector<std::unique_ptr<RowPage>> pages;
  std::vector<const RowPage*> pointers;
  std::unique_ptr<LaidPages> laid;
};

inline std::uint32_t first_of(const RowPage& page, html::TagId tag) {
  for (std::uint32_t i = 0; i < page.elements.size(); ++i) {
    if (page.elements[i].tag == tag && page.elements[i].is_shown) return i;
  }
  return kNone;
}

// Rows of a record with the names of their cells: "author=Ann date=May".
inline std::vector<std::string> shown_rows(const Laid& laid, const RecordRule& rule,
                                           std::uint32_t page) {
  std::vector<std::string> all;
  for (const FoundRow& row : read_rows(laid.laid->placed(page), rule)) {
    std::string& text = all.emplace_back();
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      text += (c == 0 ? "" : " ") + rule.cells[c].name + "=" + row.cells[c];
    }
  }
  return all;
}

}  // namespace pagekin::rows
