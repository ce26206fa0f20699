// Removes the head of a page.
//
// Tika puts everything that it knows about a document into the head, up to some dozen <meta>
// elements. These differ between documents by what wrote them, not by their layout.
//
// Cost: one scan of the tags up to the end of the head.

#include <string>

#include "pagekin/documents/converters.h"
#include "pagekin/html/scanner.h"

namespace pagekin::documents {

std::string without_head(std::string html) {
  html::Scanner scanner(html);
  std::size_t begin = std::string::npos;
  while (const html::Tag* const tag = scanner.next()) {
    const bool is_head = tag->name == "head";
    if (is_head && !tag->is_end && begin == std::string::npos) {
      begin = tag->begin;
      if (!tag->self_closing) continue;
      html.erase(begin, tag->end - begin);
      break;
    }
    if (begin != std::string::npos && is_head && tag->is_end) {
      html.erase(begin, tag->end - begin);
      break;
    }
    if (tag->name == "body" && !tag->is_end) {
      if (begin != std::string::npos) html.erase(begin, tag->begin - begin);
      break;
    }
  }
  return html;
}

}  // namespace pagekin::documents
