// Finds the nodes of a tree that a query asks for.
//
// Cost: O(elements * steps) a query, and the texts of the elements whose texts it tests; a step
// visits each element once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/siblings.h"
#include "pagekin/dom/tree.h"
#include "pagekin/wrapper/node_query.h"

namespace pagekin::wrapper {

// A place of a value: an element, and which text or attribute of it; neither: all its text.
struct NodePlace {
  std::uint32_t element = 0;
  std::uint32_t text = UINT32_MAX;       // in Tree::texts
  std::uint32_t attribute = UINT32_MAX;  // in Tree::attributes
  friend bool operator==(const NodePlace&, const NodePlace&) = default;
};

// A tree that can be asked several queries.
class QueriedTree {
 public:
  explicit QueriedTree(const dom::Tree& tree);

  // In document order.
  std::vector<NodePlace> find(const NodeQuery& query) const;

  // The first place below an element, or in it if the query has no steps. Steps go to children and
  // descendants only.
  std::optional<NodePlace> first_below(std::uint32_t element, const NodeQuery& query) const;

  // Whether a CSS selector that is asked below the element finds the same first element as the
  // query: the steps of CSS may also be the element or what is above it.
  bool is_css_alike(std::uint32_t element, const NodeQuery& query) const;

  // The value of a place, white space collapsed as in value_text.h.
  std::string value(const NodePlace& place) const;

  // The name of an element as queries have it; its attribute, decoded; its whole text with white
  // space collapsed as normalize-space() does.
  std::string_view tag(std::uint32_t element) const;
  std::optional<std::string> attribute(std::uint32_t element, std::string_view name) const;
  std::string text_of(std::uint32_t element) const;
  bool has_class(std::uint32_t element, std::string_view name) const;
  std::uint32_t nth_of_type(std::uint32_t element) const { return siblings_[element].nth; }
  std::uint32_t nth_child(std::uint32_t element) const { return siblings_[element].child; }
  const dom::Tree& tree() const { return tree_; }

  // The texts of an element that are its own children and not blank, in Tree::texts.
  std::vector<std::uint32_t> own_texts(std::uint32_t element) const;
  std::string text_value(std::uint32_t text) const;

 private:
  // The element, or the text or attribute of it that the query asks for.
  std::optional<NodePlace> place_in(std::uint32_t element, const NodeQuery& query) const;
  bool fits(std::uint32_t element, const NodeQuery::Step& step) const;
  bool has_number(std::uint32_t element, const NodeQuery::Step& step) const;
  void follow_siblings(const NodeQuery::Step& step, std::uint32_t wanted,
                       std::span<const std::uint8_t> current, std::span<std::uint8_t> next) const;

  const dom::Tree& tree_;
  std::vector<std::string> other_names_;
  std::vector<std::uint32_t> name_of_;  // by element: into other_names_, or UINT32_MAX
  std::vector<dom::SiblingNumber> siblings_;
  dom::OwnTexts texts_;
};

}  // namespace pagekin::wrapper
