// libxml2's HTML parser, which follows rules of its own, older than the standard.
#ifdef PAGEKIN_HAS_LIBXML2
#include <libxml/HTMLparser.h>

#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

xmlDoc* parse_page(std::string_view page) {
  return htmlReadMemory(page.data(), static_cast<int>(page.size()), nullptr, nullptr,
                        HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                            HTML_PARSE_NONET | HTML_PARSE_COMPACT);
}

void parse(std::string_view page) { xmlFreeDoc(parse_page(page)); }

std::size_t count(std::string_view page) {
  xmlDoc* document = parse_page(page);
  if (document == nullptr) return 0;
  std::size_t elements = 0;
  const xmlNode* node = xmlDocGetRootElement(document);
  const xmlNode* root = node;
  while (node != nullptr) {
    elements += node->type == XML_ELEMENT_NODE ? 1 : 0;
    if (node->children != nullptr && node->type == XML_ELEMENT_NODE) {
      node = node->children;
      continue;
    }
    while (node != root && node->next == nullptr) node = node->parent;
    node = node == root ? nullptr : node->next;
  }
  xmlFreeDoc(document);
  return elements;
}

}  // namespace

const Parser kLibxml2{"libxml2", parse, count};

}  // namespace pagekin::bench
#endif
