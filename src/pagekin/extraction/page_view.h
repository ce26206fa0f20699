// A page as data for a front end in which a person labels values: its elements, texts and
// attributes, without any markup.
//
// The nodes are in document order, each with the step of its XPath below its parent, as labels
// take it. Elements without a value below them are left out. Values are the slots of
// wrapper/page_slots.h, and all attributes whose names begin with "data-". Further attributes can
// be labelled, too, but hold classes, sizes and the like.
//
// Cost: time and memory linear in the page. Limits: kMostNodes nodes, kLongestText bytes of a text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/core/page.h"

namespace pagekin::extraction {

constexpr std::uint32_t kNoNode = UINT32_MAX;
constexpr std::size_t kMostNodes = 30'000;
constexpr std::size_t kLongestText = 2'000;

struct PageNode {
  std::uint32_t parent = kNoNode;  // of the root: none
  std::string kind;                // "element", "text", or that of an attribute: "href", "json-ld"
  // "div[2]", "text()[normalize-space()][1]", "@href"; of a value of JSON-LD its path there.
  std::string step;
  std::string text;      // of an element: none
  bool is_apart = true;  // of a text: a reader sees white space before it
  bool is_cut = false;   // the text is longer
};

struct PageView {
  std::vector<PageNode> nodes;
  bool is_cut = false;  // the page has more nodes
};

// Any bytes are a page.
PageView view_page(const Page& page);

}  // namespace pagekin::extraction
