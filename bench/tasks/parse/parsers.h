// The parsers that are measured, each behind the same two functions: parse a page and
// throw the tree away; parse it and count its elements.
#pragma once

#include <cstddef>
#include <string_view>

namespace pagekin::bench {

struct Parser {
  std::string_view name;
  void (*parse)(std::string_view page);
  std::size_t (*count_elements)(std::string_view page);
};

extern const Parser kPagekin;
extern const Parser kPagekinTags;   // without attributes
extern const Parser kPagekinText;   // all attributes and text leaves
extern const Parser kEveryFeature;  // the tree and what all measures need
extern const Parser kScanner;       // no tree: the tags alone, with attributes
extern const Parser kGumbo;
extern const Parser kLibxml2;
extern const Parser kLexbor;

}  // namespace pagekin::bench
