// Shapes of addresses: what addresses of one kind of page have in common.
//
// An address has four shapes, from the most specific to the most general. In all of them a run of
// digits becomes 0. A last segment that is empty or "index" is not changed, and the segment
// before it is the name of the page:
//
//   //h/blog/2019/news/cool-stuff.html?page=2&view=print
//
//   directories, first word of the name   //h/blog/0/news/cool-*.html?page&view=print
//   first directory, first word           //h/blog/0/*/cool-*.html?page&view=print
//   directories                           //h/blog/0/news/*.html?page&view
//   first directory                       //h/blog/0/*/*.html?page&view
//
// If only the first directory counts, the others are * unless they are numbers. The first word
// ends at one of - _ . , ; + ~ ! and is missing if the name is a single word. Parameters keep
// their names; shapes with the first word also keep values of up to 20 bytes without a digit.
//
// The order was chosen on the 18 labelled sites of docs/auto.md: see docs/coverage.md.
// Cost: linear in the address, plus sorting the parameters.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::url {

constexpr std::size_t kAddressShapeCount = 4;
using AddressShapes = std::array<std::string, kAddressShapeCount>;

// The shapes of an address without its scheme, "//host/path?query"; any other text is a path.
AddressShapes address_shapes(std::string_view address);

}  // namespace pagekin::url
