// gumbo, Google's parser of the HTML standard of 2013 to 2015.
#ifdef PAGEKIN_HAS_GUMBO
#include <vector>

#include <gumbo.h>

#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

GumboOutput* parse_page(std::string_view page) {
  return gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
}

void parse(std::string_view page) { gumbo_destroy_output(&kGumboDefaultOptions, parse_page(page)); }

std::size_t count(std::string_view page) {
  GumboOutput* output = parse_page(page);
  std::vector<const GumboNode*> todo = {output->root};
  std::size_t elements = 0;
  while (!todo.empty()) {
    const GumboNode* node = todo.back();
    todo.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    ++elements;
    const GumboVector& children = node->v.element.children;
    for (unsigned i = 0; i < children.length; ++i) {
      todo.push_back(static_cast<const GumboNode*>(children.data[i]));
    }
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return elements;
}

}  // namespace

const Parser kGumbo{"gumbo", parse, count};

}  // namespace pagekin::bench
#endif
