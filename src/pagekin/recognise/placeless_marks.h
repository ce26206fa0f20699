// The marks of a page without their places.
//
// A mark (features/marks.h) is bound to the tag path at which it stands. One more element around a
// page changes all its paths, and with them all its marks, although the template is hardly another.
// Here
//
//   a name (class, id, attribute) and a text is the same wherever it stands,
//   an element is its tag with the tags of its parent and of the parent of that.
//
// Tags are found again from the hashes of paths, step by step from the root, by trying all known
// tags. An element with an unknown tag, and what is below it, keeps its place.
//
// So an index that has marks with places serves as it is.
//
// Cost: time O(marks + different paths * known tags); some 50 us for a page of 1,000 marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/html/tag_id.h"

namespace pagekin::recognise {

// Elements, names or texts.
enum class PlacelessKind : std::uint8_t { kTag, kName, kText };
constexpr std::size_t kPlacelessKinds = 3;

// The upper 3 bits are the features::MarkKind, the others a hash.
PlacelessKind placeless_kind(std::uint32_t mark);

// The mark of an element with a known tag whose ancestors have known tags. html::kNoTag stands for
// a parent or grandparent that is not there.
std::uint32_t element_mark(html::TagId grandparent, html::TagId parent, html::TagId tag);

// The same in two steps, for many tags below the same two.
std::uint64_t element_place(html::TagId grandparent, html::TagId parent);
std::uint32_t element_mark_at(std::uint64_t place, html::TagId tag);

// The mark of any other element. `above`, `path`: the paths of its parent and of itself, see
// features/path_hash.h.
std::uint32_t placed_element_mark(std::uint64_t above, std::uint64_t path);

// Returns, without repetition, the known tags; those that pages have most come first.
std::span<const html::TagId> tags_by_use();

// Returns them as an ascending set: elements, then names, then texts. Marks of addresses and links
// are left out.
std::vector<std::uint32_t> placeless_marks(std::span<const std::uint64_t> marks);

}  // namespace pagekin::recognise
