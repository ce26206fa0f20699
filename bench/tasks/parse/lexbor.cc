// lexbor, where its path was given to cmake; documents are cleaned and used again, the
// fastest way it has.
#ifdef PAGEKIN_HAS_LEXBOR
#include <lexbor/html/html.h>

#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

lxb_html_document_t* parse_page(std::string_view page) {
  static lxb_html_document_t* document = lxb_html_document_create();
  lxb_html_document_clean(document);
  lxb_html_document_parse(document, reinterpret_cast<const lxb_char_t*>(page.data()), page.size());
  return document;
}

void parse(std::string_view page) { parse_page(page); }

std::size_t count(std::string_view page) {
  const lxb_dom_node_t* root = lxb_dom_interface_node(parse_page(page));
  const lxb_dom_node_t* node = root->first_child;
  std::size_t elements = 0;
  while (node != nullptr) {
    elements += node->type == LXB_DOM_NODE_TYPE_ELEMENT ? 1 : 0;
    if (node->first_child != nullptr) {
      node = node->first_child;
      continue;
    }
    while (node != root && node->next == nullptr) node = node->parent;
    node = node == root ? nullptr : node->next;
  }
  return elements;
}

}  // namespace

const Parser kLexbor{"lexbor", parse, count};

}  // namespace pagekin::bench
#endif
