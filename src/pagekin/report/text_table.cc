#include "pagekin/report/text_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace pagekin::report {
namespace {

constexpr std::size_t kGap = 2;  // between columns

}  // namespace

void TextTable::add(std::string heading, Align align, int rank) {
  const std::size_t width = heading.size();
  columns_.push_back({std::move(heading), align, rank, width});
}

void TextTable::row(std::vector<std::string> cells) {
  for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
    columns_[i].width = std::max(columns_[i].width, cells[i].size());
  }
  rows_.push_back(std::move(cells));
}

std::vector<bool> TextTable::shown_within(std::size_t width) const {
  std::vector<bool> is_shown(columns_.size(), true);
  if (width == 0) return is_shown;
  std::size_t needed = 0;
  for (const Column& column : columns_) needed += column.width + kGap;
  std::vector<std::size_t> order;  // those that give way, the last of equal rank first
  for (std::size_t i = columns_.size(); i-- > 0;) {
    if (columns_[i].rank > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t i) { return columns_[i].rank; });
  for (const std::size_t i : order) {
    if (needed <= width + kGap) break;
    is_shown[i] = false;
    needed -= columns_[i].width + kGap;
  }
  return is_shown;
}

void TextTable::append_line(const std::vector<std::string>& cells,
                            const std::vector<bool>& is_shown, std::string& text) const {
  const std::size_t begin = text.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i < columns_.size() && !is_shown[i]) continue;
    if (text.size() > begin) text.append(kGap, ' ');
    const std::size_t width = i < columns_.size() ? columns_[i].width : 0;
    const bool is_right = i < columns_.size() && columns_[i].align == Align::kRight;
    text +=
        is_right ? fmt::format("{:>{}}", cells[i], width) : fmt::format("{:<{}}", cells[i], width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string TextTable::text(std::size_t width) const {
  const std::vector<bool> is_shown = shown_within(width);
  std::vector<std::string> headings;
  std::string missing;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    headings.push_back(columns_[i].heading);
    if (is_shown[i]) continue;
    std::string name = columns_[i].heading;
    name.erase(name.find_last_not_of(' ') + 1);
    missing += (missing.empty() ? "" : ", ") + name;
  }
  std::string text;
  append_line(headings, is_shown, text);
  for (const auto& cells : rows_) append_line(cells, is_shown, text);
  if (!missing.empty()) text += "not shown, for lack of width: " + missing + "\n";
  return text;
}

}  // namespace pagekin::report
