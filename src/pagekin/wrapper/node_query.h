// Paths to nodes of a page, as people write them: a part of XPath 1.0 and of CSS selectors.
//
//   XPath  /html/body/div[2]/p      //*[@id="main"]//span[@class='x'][2]/text()[1]     //a/@href
//          //th[normalize-space()='Price']/following-sibling::td[1]     (//h2)[1]
//   CSS    #main > div:nth-child(2) span.price     td:nth-of-type(2)     a[rel="next"]
//
// These are the forms that browsers copy ("Copy XPath", "Copy selector") and those that
// suggest_selectors.h writes. A query can be evaluated on a tree and written in both languages; a
// label and a step to siblings or parents exist in XPath only.
//
// Cost of evaluation: O(elements * steps); a step to descendants visits each element once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::wrapper {

struct NodeQuery {
  enum class Axis : std::uint8_t { kChild, kDescendant, kFollowingSibling, kParent };

  struct Test {
    enum class Kind : std::uint8_t {
      kNthOfType,  // among the siblings of its name, or, behind other tests, those that pass them;
                   // from 1
      kNthChild,   // among all siblings
      kClass,      // has this class name
      kAttribute,  // `name` has this value
      kHasAttribute,  // has the attribute
      kText,          // its text, white space collapsed, is this
    };
    Kind kind = Kind::kNthOfType;
    std::uint32_t number = 0;
    std::string name;
    std::string value;
    friend bool operator==(const Test&, const Test&) = default;
  };

  struct Step {
    Axis axis = Axis::kChild;
    std::string tag = "*";  // lower case
    std::vector<Test> tests;
    friend bool operator==(const Step&, const Step&) = default;
  };

  std::vector<Step> steps;
  std::uint32_t only = 0;  // of all elements found the n-th, from 1; 0: all
  std::string attribute;   // the value is this attribute
  // The value is a text: of the element that was found, or the n-th sibling text behind it. Blank
  // texts do not count.
  std::uint32_t text = 0;
  std::uint32_t text_behind = 0;

  friend bool operator==(const NodeQuery&, const NodeQuery&) = default;
};

// Throws Error, saying what is not understood.
NodeQuery parse_xpath(std::string_view xpath);
NodeQuery parse_css(std::string_view selector);

std::string to_xpath(const NodeQuery& query);
// Nothing if CSS cannot say it. CSS finds elements: `text` and `attribute` are not part of it.
std::optional<std::string> to_css(const NodeQuery& query);

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

  // The value of a place, white space collapsed as in value_text.h.
  std::string value(const NodePlace& place) const;

  // The name of an element as queries have it; its attribute, decoded; its whole text with white
  // space collapsed as normalize-space() does.
  std::string_view tag(std::uint32_t element) const;
  std::optional<std::string> attribute(std::uint32_t element, std::string_view name) const;
  std::string text_of(std::uint32_t element) const;
  bool has_class(std::uint32_t element, std::string_view name) const;
  std::uint32_t nth_of_type(std::uint32_t element) const { return nth_[element]; }
  std::uint32_t nth_child(std::uint32_t element) const { return child_[element]; }
  const dom::Tree& tree() const { return tree_; }

  // The texts of an element that are its own children and not blank, in Tree::texts.
  std::vector<std::uint32_t> own_texts(std::uint32_t element) const;
  std::string text_value(std::uint32_t text) const;

 private:
  bool fits(std::uint32_t element, const NodeQuery::Step& step) const;

  const dom::Tree& tree_;
  std::vector<std::string> other_names_;
  std::vector<std::uint32_t> name_of_;  // by element: into other_names_, or UINT32_MAX
  std::vector<std::uint32_t> nth_;
  std::vector<std::uint32_t> child_;
  std::vector<std::uint32_t> first_text_;  // by element: the first of Tree::texts with it as parent
  std::vector<std::uint32_t> next_text_;   // by text: the next one with the same parent
};

}  // namespace pagekin::wrapper
