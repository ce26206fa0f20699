// The text of elements and the columns of cells by definition: slow and obvious.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/rows/row_page.h"

namespace pagekin::reference {

// A small tree of elements and texts, from which HTML is written.
struct NaiveNode {
  std::string tag;   // empty: a text
  std::string text;  // of a text: without markup
  std::vector<NaiveNode> children;
};

inline std::string to_html(const NaiveNode& node) {
  if (node.tag.empty()) return node.text;
  std::string html = "<" + node.tag + ">";
  for (const NaiveNode& child : node.children) html += to_html(child);
  return node.tag == "br" ? html : html + "</" + node.tag + ">";
}

// With a line feed around each block, as the page spells white space otherwise.
inline std::string raw_text(const NaiveNode& node) {
  static const std::set<std::string> blocks{"div", "p", "ul", "li", "br", "body"};
  if (node.tag.empty()) return node.text;
  std::string text;
  for (const NaiveNode& child : node.children) text += raw_text(child);
  return blocks.contains(node.tag) ? "\n" + text + "\n" : text;
}

inline std::string collapsed(std::string_view raw) {
  std::string text;
  for (const char c : raw) {
    const bool is_space = c == ' ' || c == '\n';
    if (!is_space) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

// In document order: the texts of all elements.
inline void naive_texts(const NaiveNode& node, std::vector<std::string>& texts) {
  if (node.tag.empty()) return;
  texts.push_back(collapsed(raw_text(node)));
  for (const NaiveNode& child : node.children) naive_texts(child, texts);
}

struct NaiveCell {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
};

// The columns of cells: a grid of squares that are taken or free.
inline std::vector<std::vector<std::uint32_t>> naive_columns(
    const std::vector<std::vector<NaiveCell>>& rows) {
  std::set<std::pair<std::size_t, std::uint32_t>> taken;
  std::vector<std::vector<std::uint32_t>> columns(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::uint32_t column = 0;
    for (const NaiveCell& cell : rows[row]) {
      while (taken.contains({row, column})) ++column;
      columns[row].push_back(column);
      for (std::uint32_t x = 0; x < cell.width; ++x) {
        for (std::uint32_t y = 0; y < cell.height; ++y) taken.insert({row + y, column + x});
      }
      column += cell.width;
    }
  }
  return columns;
}

}  // namespace pagekin::reference
