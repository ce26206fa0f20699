// The pages of a template laid over each other in one tree. A place stands for the same element on
// all pages and in all rows; a place that occurs twice under one parent is a row of something.
//
// Each place says how its children of a tag are distinguished (ChildRule), so that the tree can be
// laid over further pages: place_page() walks down a page and gives each element its place.
//
// Cost of place_page(): a few hash comparisons an element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/html/tag_set.h"
#include "pagekin/rows/row_page.h"

namespace pagekin::rows {

// How the children of one tag are distinguished.
enum class Apart : std::uint8_t {
  kNot,      // they are one place
  kCell,     // cells of tables: by the header above them, else by their column
  kHeading,  // by the heading before them, or with which they begin
  kTable,    // by the headers of the table
  kLabel,    // rows of a label and its value: by the label
  kClass,    // by class names
};
constexpr std::size_t kAparts = 6;

struct ChildKey {
  std::uint64_t hash = 0;
  std::uint32_t group = 0;
};

// Children of one tag fall into groups. A group of one place has all of them; else the n-th child
// of the group in its parent is at the n-th place.
struct ChildRule {
  html::TagId tag = html::kNoTag;
  Apart apart = Apart::kNot;
  std::vector<ChildKey> keys;   // headers, columns, labels, sets of class names; ascending
  std::vector<ChildKey> names;  // single ids and class names, those that count first come first
  std::uint32_t rest = kNone;   // the group of all others; kNone: they have no place
  std::vector<std::vector<std::uint32_t>> groups;
};

// What a place is called after.
enum class Called : std::uint8_t { kNothing, kClass, kHeader, kColumn, kLabel };
constexpr std::size_t kCalleds = 5;

struct Place {
  html::TagId tag = html::kNoTag;
  std::uint32_t parent = kNone;
  std::uint32_t depth = 0;
  Called called = Called::kNothing;
  std::string name;          // class name, header, label or number of the column
  std::string title;         // an itemprop or the like of its elements
  bool is_repeated = false;  // occurs twice or more under one parent
  bool is_constant = false;  // has nearly always the same text: a label or a button
  std::vector<ChildRule> rules;
};

struct PlaceTree {
  std::vector<Place> places;  // parents come before their children; the first is the root

  bool is_below(std::uint32_t place, std::uint32_t above) const {
    while (place != kNone && place != above) place = places[place].parent;
    return place == above;
  }
};

// What stands before a child in its parent.
struct ChildContext {
  std::uint32_t heading = kNone;  // the last heading
  std::uint32_t term = kNone;     // the last dt
};

// Calls visit(child, context) for each child of an element.
template <class Visit>
void each_child(const RowPage& page, std::uint32_t element, const Visit& visit) {
  ChildContext context;
  for (std::uint32_t c = page.elements[element].first_child; c != kNone;
       c = page.elements[c].next) {
    const html::TagId tag = page.elements[c].tag;
    if (tag == html::kTagDt) context.term = c;
    visit(c, context);
    if (html::kHeadings.has(tag)) context.heading = c;
  }
}

// The key of a child for a rule that distinguishes in this way; 0: none. `name`, if it is not null,
// gets what the key stands for. Of kClass: the set of its class names and its id.
std::uint64_t child_key(const RowPage& page, std::uint32_t child, const ChildContext& context,
                        Apart apart, std::string* name = nullptr);
std::uint64_t column_key(std::uint32_t column);
// The key of the id of an element; 0: none.
std::uint64_t id_key(const RowPage& page, std::uint32_t element);

// The group of a child; kNone: none.
std::uint32_t group_of(const ChildRule& rule, const RowPage& page, std::uint32_t child,
                       const ChildContext& context);

// The place of each element of a page; kNone: none.
void place_page(const PlaceTree& tree, const RowPage& page, std::vector<std::uint32_t>& places);

}  // namespace pagekin::rows
