// Tag names as numbers.
//
// Known tags have fixed small numbers, their places in known_tags.inc. The number of any other
// name is the high bit and a hash of its lower-case bytes. So there is no dictionary to share or
// lock, and a TagId is the same on every machine. Two unknown names with the same 31-bit hash are
// taken for one tag.
#pragma once

#include <cstdint>
#include <string_view>

namespace pagekin::html {

using TagId = std::uint32_t;

constexpr TagId kUnknownTagBit = 0x8000'0000;

// kTagHtml, kTagHead, ...: 1, 2, ... in the order of the list. 0 is not a tag.
enum KnownTag : TagId {
  kNoTag = 0,
#define KNOWN_TAG(constant, name) kTag##constant,
#include "pagekin/html/known_tags.inc"
#undef KNOWN_TAG
  kKnownTagEnd
};

// The number of a tag name; ASCII letters in any case. Bytes are otherwise taken as they are.
TagId tag_id(std::string_view name);

// Lower-case name of a known tag; empty for unknown ones, whose name only the page holds.
std::string_view tag_name(TagId id);

}  // namespace pagekin::html
