// Paths to nodes of a page, as people write them: a part of XPath 1.0 and of CSS selectors.
//
//   XPath  /html/body/div[2]/p      //*[@id="main"]//span[@class='x'][2]/text()[1]     //a/@href
//          //th[normalize-space()='Price']/following-sibling::td[1]     (//h2)[1]
//   CSS    #main > div:nth-child(2) span.price     td:nth-of-type(2)     a[rel="next"]
//
// These are the forms that browsers copy ("Copy XPath", "Copy selector") and those that
// suggest_selectors.h writes. A query can be read and written in both languages (xpath.h,
// css_selector.h) and evaluated on a tree (queried_tree.h). A label and a step to siblings or
// parents exist in XPath only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
      kInAttribute,   // the value of `name` contains this
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
  std::uint32_t only = 0;  // of all elements or values found the n-th, from 1; 0: all
  std::string attribute;   // the value is this attribute
  // The value is a text: of the element that was found, or the n-th sibling text behind it. Blank
  // texts do not count.
  std::uint32_t text = 0;
  std::uint32_t text_behind = 0;

  friend bool operator==(const NodeQuery&, const NodeQuery&) = default;
};

}  // namespace pagekin::wrapper
