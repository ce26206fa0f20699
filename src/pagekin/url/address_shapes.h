// Shapes of addresses: what addresses of one kind of page have in common.
//
// An address has four shapes, from the most specific to the most general. In all of them a run
// of digits is 0, and a last segment that is empty or "index" stays as it is, so that the one
// before it is the name of the page:
//
//   //h/blog/2019/news/cool-stuff.html?page=2&view=print
//
//   directories, first word of the name   //h/blog/0/news/cool-*.html?page&view=print
//   first directory, first word           //h/blog/0/*/cool-*.html?page&view=print
//   directories                           //h/blog/0/news/*.html?page&view
//   first directory                       //h/blog/0/*/*.html?page&view
//
// Where only the first directory counts, others are * unless they are numbers. The first word
// ends at one of - _ . , ; + ~ ! and is not there if the name has but one. Of parameters
// names count, beside the first word also values of up to 20 bytes without a digit.
//
// The order was chosen on the 18 labelled sites of docs/auto.md: see docs/coverage.md.
// Cost: linear in the address, but for sorting parameters.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::url {

constexpr std::size_t kAddressShapeCount = 4;
using AddressShapes = std::array<std::string, kAddressShapeCount>;

// Of an address without its scheme, "//host/path?query"; any other text is all path.
AddressShapes address_shapes(std::string_view address);

}  // namespace pagekin::url
