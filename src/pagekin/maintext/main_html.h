// Some texts of a page as HTML: paragraphs, headings, lists, tables, code, links, emphasis and
// pictures, without attributes but addresses and descriptions. An element without any kept text
// leaves no trace, and elements that say nothing about the text (div, span) are left out where
// nothing is lost by it. All text is escaped, and addresses of other schemes than http, https and
// mailto are dropped, so the result runs no script.
//
// Cost: linear in the page.
#pragma once

#include <string>

#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/render.h"

namespace pagekin::maintext {

std::string main_html(const skeleton::PageNodes& page, const skeleton::Kept& kept,
                      const skeleton::LinkRule& links = {});

}  // namespace pagekin::maintext
