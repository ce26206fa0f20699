// What a template may have left in a page, each thing at its place: the page's marks.
//
// Places are tag paths from the root (see path_hash.h). A page has a mark for
//
//   kPath       every element: at the path of its parent, its own path
//   kClass      every class name: at the element's path, "post-123" as "post-0"
//   kId         every id that is not empty: at the element's path, digits likewise
//   kAttribute  every value of rel, name, property, type, itemprop, role, itemtype and
//               http-equiv: at the element's path, name and first 40 bytes of the value,
//               digits likewise
//   kDeclared   what it says about itself, some of it with digits: see declarations.h
//   kText       every text of 1 to 40 bytes: at the path of the element around it, white
//               space collapsed, then digits likewise; raw text (scripts, styles) is none
//
// Digits likewise: every run of ASCII digits is one '0', since numbers are content. All
// values have their character references decoded; lengths are those of UTF-8.
//
// Elements made from one tag, which is what becomes of misnested formatting, share its
// attributes; only the first of them in document order has the marks of these.
//
// Cost: time O(bytes of attributes + elements + texts) expected, no more than some dozen
// bytes of a long text being read; 8 bytes a mark, some 60 while they are found.
// Limits: the first 65,536 different marks in document order. Marks are hashes: two that
// differ are taken for one with a probability of 2^-61, of 2^-29 at one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

constexpr std::size_t kMaxAttributeValue = 40;  // bytes of a value that count

// The numbers are part of stored formats. No mark is 0: the values of kDeclared are not.
enum class MarkKind : std::uint8_t {
  kDeclared,
  kPath,
  kClass,
  kId,
  kAttribute,
  kText,
  kUrl,   // of the page's address, see url_shape.h
  kLink,  // of links to the page
};

constexpr std::size_t kMaxMarks = 65'536;  // of a page

// Packs the place into the upper 32 bits, the kind into 3, the value into the lower 29. In
// a sorted set, marks of one place are therefore adjacent, and among them those of one
// kind.
constexpr std::uint64_t make_mark(std::uint64_t place_hash, MarkKind kind,
                                  std::uint64_t value_hash) {
  constexpr std::uint64_t upper = 0xffff'ffff'0000'0000;
  constexpr std::uint64_t lower_29 = 0x1fff'ffff;
  return (place_hash & upper) | std::uint64_t{static_cast<std::uint8_t>(kind)} << 29 |
         (value_hash & lower_29);
}

constexpr std::uint32_t place_of(std::uint64_t mark) {
  return static_cast<std::uint32_t>(mark >> 32);
}
constexpr MarkKind kind_of(std::uint64_t mark) { return static_cast<MarkKind>(mark >> 29 & 7); }

// Whether the mark is a declaration, or a class or an id of html, of body, or of a child of body.
// Such a mark often names the template.
// Limits: of children of body with tags that the HTML scanner knows. The path in a mark is a hash,
// by which those of custom tags, such as <app-root>, cannot be distinguished from deeper ones.
// Their numbered names are declarations like those of others (see declarations.h).
bool is_near_root(std::uint64_t mark);

// Returns the marks as a sorted set. The tree must have been built from UTF-8, with
// attributes and texts; blank texts do not matter.
std::vector<std::uint64_t> marks(const dom::Tree& tree);

}  // namespace pagekin::features
