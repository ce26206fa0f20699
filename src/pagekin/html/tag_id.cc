// Tag names to numbers and back.
//
// Cost: a few nanoseconds; no allocation, however long the name.
#include "pagekin/html/tag_id.h"

#include <algorithm>
#include <array>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/html/tag_table.h"

namespace pagekin::html {
namespace {

// The list has few names that are too long for the table.
constexpr std::size_t kLongTagCount =
    std::ranges::count_if(kTagNames, [](auto name) { return name.size() > kMaxPackedName; });
constexpr auto kLongTags = [] {
  std::array<TagId, kLongTagCount> ids{};
  std::size_t count = 0;
  for (TagId id = 1; id < kKnownTagEnd; ++id) {
    if (kTagNames[id].size() > kMaxPackedName) ids[count++] = id;
  }
  return ids;
}();

TagId find_long(std::string_view name) {
  for (const TagId id : kLongTags) {
    if (equals_ignoring_case(name, kTagNames[id])) return id;
  }
  return kNoTag;
}

// The hash of the lower-case name; names longer than the buffer are hashed piece
// by piece, each piece seeded with the hash of what came before.
std::uint64_t hash_lower(std::string_view name) {
  std::array<char, 256> buffer;
  std::uint64_t hash = 0;
  while (!name.empty()) {
    const std::string_view piece = name.substr(0, buffer.size());
    std::ranges::transform(piece, buffer.begin(), to_lower);
    hash = hash_bytes({buffer.data(), piece.size()}, hash);
    name.remove_prefix(piece.size());
  }
  return hash;
}

}  // namespace

TagId tag_id(std::string_view name) {
  if (name.empty()) return kNoTag;
  const TagId id =
      name.size() <= kMaxPackedName ? kShortTags.find(pack_name(name)) : find_long(name);
  // A NUL at the end of a name packs like its absence.
  if (id != kNoTag && kTagNames[id].size() == name.size()) return id;
  return kUnknownTagBit | static_cast<TagId>(hash_lower(name));
}

std::string_view tag_name(TagId id) {
  return id < kKnownTagEnd ? kTagNames[id] : std::string_view{};
}

}  // namespace pagekin::html
