// What the elements of a page are for, by what its author wrote: landmarks of HTML and ARIA, forms,
// hidden elements, and words of class names and ids that sites all over the web use alike.
//
// A class name is split into words at other characters than letters and digits and before capitals:
// "MainNavigation-item" has the words main, navigation, item. Only whole words count.
//
// Cost: linear in the page.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::maintext {

// Each is one bit. They are those of the element itself; what is inside it has its own.
enum class ElementRole : std::uint8_t {
  kNotText = 1,    // head, select, noscript: nothing in it is text of the page
  kFurniture = 2,  // menu, footer, sidebar, share bar, form, related items, advertisement; hidden
  kComments = 4,   // comments and reviews of readers
  kByline = 8,     // author, date
  kMenu = 16,      // furniture if most of its words are links
};

constexpr bool has_role(std::uint8_t roles, ElementRole role) {
  return (roles & static_cast<std::uint8_t>(role)) != 0;
}

// By element. The tree is that of the page, built with all attributes.
std::vector<std::uint8_t> read_element_roles(const dom::Tree& tree,
                                             const skeleton::PageNodes& page);

// The roles that a class name or id gives; 0: none.
std::uint8_t roles_of_name(std::string_view name);

}  // namespace pagekin::maintext
