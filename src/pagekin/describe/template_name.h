// Readable names of templates: "product: /shop/product/*, form.cart".
//
// A name has up to three parts: a word for the kind of page, the shape of the addresses with stars
// for numbers, and the most distinctive mark. The word is the last directory of the shape that is a
// word; "home" for the root of a site; "search" for addresses that only have a query for one;
// otherwise a type that the pages declare, if it is not merely that of a web page; then the class
// or id of a mark of the body or of a main part, but not of an icon or a state; else "page". A part
// that is not known is left out.
//
// Names are text that strangers wrote. Show them through printable() or escape them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/describe/description.h"

namespace pagekin::describe {

// The marks that a name may have, the best first. Marks of addresses and bare tag paths come last
// or not at all.
std::vector<std::string> marks_for_name(const ClusterDescription& description);

// A shape of addresses (see url/address_shapes.h) for people: a star stands for any number and
// escape (%3F), too.
std::string readable_shape(std::string_view shape);

// `shape`: the readable shape of the addresses without the host; of a template with one page its
// address without the host. `marks`: the name has the first `most` of them.
std::string template_name(std::string_view shape, std::span<const std::string> marks,
                          std::size_t most = 1);

// The names of one run, no two of which are equal.
class UniqueNames {
 public:
  // Notes a name that is in use.
  void add(std::string_view name) { names_.emplace(name); }

  // Names a template, with more marks or a number at the end if its name is in use already.
  std::string name(std::string_view shape, std::span<const std::string> marks);

 private:
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> names_;
  std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> next_number_;  // by name
};

}  // namespace pagekin::describe
