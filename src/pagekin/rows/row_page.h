// A page as its records are read from it: elements with folded class names, the text of each, the
// attributes that may be data, and what tables say about their cells.
//
// Elements have the numbers that they have in the tree. Class names and ids have each run of digits
// as '#', and names of states ("odd", "active") are left out. What is not shown (head, script,
// style, noscript, template) has no element here.
//
// The text of an element is what a reader sees: inline elements joined, blocks and line breaks
// apart, white space collapsed. All texts are parts of one buffer, in which '\n' stands where a
// block or line ends.
//
// An element that repeats inside itself (an answer inside a comment) is moved behind the outermost
// one, so that both are rows of one list, in the order of the page.
//
// A cell of a table knows its column (spans counted) and the header above it: the texts of the rows
// of thead, or of the first rows that have only th.
//
// Cost: linear in the page but for the move of nested elements, which looks at 4 ancestors of each.
// Limits: 64 class names of an element, 60 columns of a span, 60 bytes of a header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/content/source.h"
#include "pagekin/dom/tree.h"
#include "pagekin/url/url.h"

namespace pagekin::rows {

using content::Source;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct RowElement {
  html::TagId tag = html::kNoTag;
  std::uint32_t parent = kNone;
  std::uint32_t first_child = kNone;  // after nested elements were moved
  std::uint32_t next = kNone;         // the next sibling element
  std::uint32_t first_class = 0;      // in RowPage::classes
  std::uint16_t class_count = 0;
  std::uint16_t attribute_count = 0;
  std::uint32_t first_attribute = 0;  // in RowPage::attributes
  std::uint32_t id = kNone;           // in RowPage::names
  std::uint32_t title = kNone;        // itemprop, property or data-label, in RowPage::names
  std::uint32_t column = kNone;       // of a cell of a table
  std::uint32_t header = kNone;       // of a cell or table, in RowPage::names
  std::uint32_t order = 0;            // in document order, after nested elements were moved
  Range text;                         // in RowPage::text, with what surrounds it
  bool is_shown = false;
};

struct RowAttribute {
  Source source = Source::kHref;
  std::uint32_t begin = 0;  // in RowPage::attribute_bytes
  std::uint32_t size = 0;
};

// A text node.
struct RowText {
  std::uint32_t parent = kNone;
  Range range;
};

class RowPage {
 public:
  std::string address;
  std::optional<url::Url> base;        // that relative addresses are resolved with
  std::vector<RowElement> elements;    // by number in the tree
  std::vector<std::uint32_t> classes;  // of elements, in names
  std::vector<std::string> names;      // class names, ids, headers: each once
  std::vector<std::uint64_t> name_hashes;
  std::vector<RowAttribute> attributes;
  std::string attribute_bytes;
  std::vector<RowText> texts;  // not blank, in document order; those of an element are in order
  std::string text;

  std::span<const std::uint32_t> classes_of(std::uint32_t element) const {
    return std::span(classes).subspan(elements[element].first_class, elements[element].class_count);
  }
  std::uint64_t hash_of(std::uint32_t name) const { return name_hashes[name]; }

  // The texts that stand in an element, also those of elements that were moved into it.
  std::span<const RowText> texts_in(std::uint32_t element) const;

  // The text of a range without white space at its ends; '\n' may be in it.
  std::string_view lines(Range range) const;
  std::string_view lines_of(std::uint32_t element) const { return lines(elements[element].text); }
  // With spaces in place of line ends; `out` is overwritten.
  void text_of(std::uint32_t element, std::string& out) const;
  std::string text_of(std::uint32_t element) const;

  // The value of an attribute, an address in full; empty: none. An address that is full already
  // stays as the page spells it.
  std::string attribute(std::uint32_t element, Source source) const;
};

// The memory that a page takes.
std::size_t memory_of(const RowPage& page);

// Replaces '\n' by ' '.
void join_lines(std::string& text);

// The tree must have all attributes and its texts, also blank ones. `page` is overwritten.
void read_row_page(const dom::Tree& tree, std::string_view address, RowPage& page);

}  // namespace pagekin::rows
