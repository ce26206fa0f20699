// What a page says about itself: title, author, date, language, its own address.
//
// Each is taken from the first of these that has it, and is as the page has it:
//   title     title element, og:title, the first h1
//   author    meta elements, JSON-LD, an element with the itemprop author, a link with rel=author
//   date      of publication: meta elements, JSON-LD, an element with the itemprop datePublished,
//             a time element with a date; of several, the one nearest to the first h1
//   language  lang of the html element, meta content-language, og:locale
//   address   link with rel=canonical, og:url
//
// A date of another item is passed over: in furniture, but for the footer of an article, and in
// comments (element_roles.h). What holds the h1 is neither.
//
// Cost: linear in the page.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pagekin/dom/tree.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::maintext {

struct Metadata {
  std::string title;
  std::string author;
  std::string date;
  std::string language;
  std::string address;
};

// The tree is that of the page, built with all attributes; `roles` by element.
Metadata read_metadata(const dom::Tree& tree, const skeleton::PageNodes& page,
                       std::span<const std::uint8_t> roles);

}  // namespace pagekin::maintext
