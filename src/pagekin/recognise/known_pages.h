// Pages by which a template is known, as bytes: what a schema keeps of them.
//
// For each page the number of its marks and the marks, then the number of marks of its address and
// these. Numbers are little endian, of 32 bits but the marks of addresses, which have 64.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/recognise/recogniser.h"

namespace pagekin::recognise {

std::string to_bytes(std::span<const MarkedPage> pages);

// Throws Error for bytes that to_bytes() cannot have written.
std::vector<MarkedPage> pages_from_bytes(std::string_view bytes);

}  // namespace pagekin::recognise
