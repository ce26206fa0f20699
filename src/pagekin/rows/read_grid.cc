#include "pagekin/rows/read_grid.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/text.h"

namespace pagekin::rows {
namespace {

constexpr std::uint32_t kWidestSpan = 60;
constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kMostHeaderBytes = 60;
constexpr std::size_t kMostTableBytes = 100;

bool is_cell(html::TagId tag) { return tag == html::kTagTd || tag == html::kTagTh; }

class Grid {
 public:
  Grid(RowPage& page, const std::function<std::uint32_t(std::string_view)>& number)
      : page_(page), number_(number) {}

  void read(std::uint32_t table) {
    bool has_begun = false;
    each_row(table, [&](std::uint32_t row, bool in_head) {
      cells_.clear();
      bool all_headers = true;
      for (std::uint32_t c = page_.elements[row].first_child; c != kNone;
           c = page_.elements[c].next) {
        if (!is_cell(page_.elements[c].tag)) continue;
        cells_.push_back(c);
        all_headers &= page_.elements[c].tag == html::kTagTh;
      }
      const bool is_head = in_head || (!has_begun && cells_.size() > 1 && all_headers);
      place_cells(is_head);
      has_begun |= !is_head;
      if (!is_head) name_cells();
    });
    std::string all;
    for (const std::string& one : headers_) {
      if (!one.empty()) all += (all.empty() ? "" : "|") + one;
    }
    all.resize(clipped(all, kMostTableBytes).size());
    if (!all.empty()) page_.elements[table].header = number_(all);
  }

 private:
  template <class Visit>
  void each_row(std::uint32_t table, const Visit& visit) {
    for (std::uint32_t part = page_.elements[table].first_child; part != kNone;
         part = page_.elements[part].next) {
      const html::TagId tag = page_.elements[part].tag;
      if (tag == html::kTagTr) {
        visit(part, false);
      } else if (tag == html::kTagThead || tag == html::kTagTbody || tag == html::kTagTfoot) {
        for (std::uint32_t row = page_.elements[part].first_child; row != kNone;
             row = page_.elements[row].next) {
          if (page_.elements[row].tag == html::kTagTr) visit(row, tag == html::kTagThead);
        }
      }
    }
  }

  void place_cells(bool is_head) {
    std::size_t column = 0;
    for (const std::uint32_t cell : cells_) {
      for (; column < spans_.size() && spans_[column] > 0; ++column) --spans_[column];
      RowElement& element = page_.elements[cell];
      const std::uint32_t spans = element.column == kNone ? 0 : element.column;
      const std::uint32_t width = std::clamp(spans & 0xffffU, 1U, kWidestSpan);
      const std::uint32_t height = std::max(spans >> 16, 1U);
      element.column = static_cast<std::uint32_t>(column);
      if (column + width > kMostColumns) continue;
      if (spans_.size() < column + width) spans_.resize(column + width);
      if (headers_.size() < column + width) headers_.resize(column + width);
      for (std::size_t i = column; i < column + width; ++i) {
        spans_[i] = std::max(spans_[i] > 0 ? spans_[i] - 1 : 0, height - 1);
        if (!is_head) continue;
        page_.text_of(cell, text_);
        if (text_.empty()) continue;
        headers_[i] += (headers_[i].empty() ? "" : " ") + text_;
        headers_[i].resize(clipped(headers_[i], kMostHeaderBytes).size());
      }
      column += width;
    }
    for (; column < spans_.size(); ++column) {
      if (spans_[column] > 0) --spans_[column];
    }
  }

  void name_cells() {
    for (const std::uint32_t cell : cells_) {
      RowElement& element = page_.elements[cell];
      if (element.column >= headers_.size() || headers_[element.column].empty()) continue;
      const std::string& header = headers_[element.column];
      const auto before = headers_.begin() + element.column;
      const auto turn = std::count(headers_.begin(), before, header) + 1;
      element.header = number_(turn == 1 ? header : header + " " + std::to_string(turn));
    }
  }

  RowPage& page_;
  const std::function<std::uint32_t(std::string_view)>& number_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> spans_;  // rows that a cell above still covers, by column
  std::vector<std::string> headers_;  // by column
  std::string text_;
};

}  // namespace

void read_grid(RowPage& page, const std::function<std::uint32_t(std::string_view)>& number) {
  const auto count = static_cast<std::uint32_t>(page.elements.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    RowElement& element = page.elements[i];
    if (!element.is_shown) continue;
    if (element.tag == html::kTagTable) {
      Grid(page, number).read(i);
    } else if (!is_cell(element.tag)) {
      element.column = kNone;
    }
  }
}

}  // namespace pagekin::rows
