#include "pagekin/model/feature_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/features/feature_list.h"

namespace pagekin::model {
namespace {

using features::Features;
using features::FirstTags;
using features::ListOrder;
using features::TagCount;

using Hashes = std::vector<std::uint64_t>;
using Numbers = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;
using TagCounts = std::vector<TagCount>;

std::uint32_t take_32(ByteReader& bytes) {
  const std::uint64_t value = take_varint(bytes);
  if (value > 0xffff'ffff) throw Error("a number is too large");
  return static_cast<std::uint32_t>(value);
}

// Takes the length of a list. It is compared with the remaining bytes before any memory is
// allocated.
std::size_t take_length(ByteReader& bytes, std::size_t entry_size) {
  const std::uint64_t length = take_32(bytes);
  if (length * entry_size > bytes.left()) throw Error("a list ends too early");
  return static_cast<std::size_t>(length);
}

void put(std::string& out, const Hash128& hash) { out += bytes_of(hash); }
void put(std::string& out, const FirstTags& tags) { out += bytes_of(tags); }
void put(std::string& out, const Bytes& list) {
  append_varint(list.size(), out);
  out.append(list.begin(), list.end());
}
void put(std::string& out, const Hashes& list) {
  append_varint(list.size(), out);
  out.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(std::uint64_t));
}
void put(std::string& out, const Numbers& list) {
  append_varint(list.size(), out);
  for (const std::uint32_t value : list) append_varint(value, out);
}
void put(std::string& out, const TagCounts& list) {
  append_varint(list.size(), out);
  for (const TagCount& entry : list) {
    append_varint(entry.tag, out);
    append_varint(entry.count, out);
  }
}
void put(std::string& out, const dom::TagTree& tree) {
  put(out, tree.tags);
  for (const std::uint32_t size : tree.sizes) append_varint(size, out);
}

void take(ByteReader& bytes, ListOrder, Hash128& hash) { hash = bytes.number<Hash128>(); }
void take(ByteReader& bytes, ListOrder, FirstTags& tags) { tags = bytes.number<FirstTags>(); }
void take(ByteReader& bytes, ListOrder, Bytes& list) {
  list.resize(take_length(bytes, 1));
  for (std::uint8_t& entry : list) entry = bytes.number<std::uint8_t>();
  if (list.size() > features::kMaxFingerprintLength || std::ranges::count(list, 255) > 0) {
    throw Error("a fingerprint is too long or has an entry that is too large");
  }
}
void take(ByteReader& bytes, ListOrder order, Hashes& list) {
  list.resize(take_length(bytes, sizeof(std::uint64_t)));
  const std::string_view raw = bytes.bytes(list.size() * sizeof(std::uint64_t));
  if (!list.empty()) std::memcpy(list.data(), raw.data(), raw.size());
  if (order == ListOrder::kSequence) return;
  const bool in_order = order == ListOrder::kBag ? std::ranges::is_sorted(list)
                                                 : std::ranges::adjacent_find(
                                                       list, std::greater_equal<>()) == list.end();
  if (!in_order) throw Error("a list is not in order");
}
void take(ByteReader& bytes, ListOrder, Numbers& list) {
  list.resize(take_length(bytes, 1));
  for (std::uint32_t& value : list) value = take_32(bytes);
}
void take(ByteReader& bytes, ListOrder, TagCounts& list) {
  list.resize(take_length(bytes, 2));
  for (TagCount& entry : list) entry = {take_32(bytes), take_32(bytes)};
  const auto by_tag = [](const TagCount& a, const TagCount& b) { return a.tag >= b.tag; };
  if (std::ranges::adjacent_find(list, by_tag) != list.end()) throw Error("tags are not in order");
}
void take(ByteReader& bytes, ListOrder order, dom::TagTree& tree) {
  take(bytes, order, tree.tags);
  tree.sizes.resize(tree.tags.size());
  for (std::uint32_t& size : tree.sizes) size = take_32(bytes);
  // There is one root, and every subtree is inside that of its parent.
  std::vector<std::size_t> ends{tree.size()};  // ends of the subtrees that contain the element
  for (std::size_t i = 0; i < tree.size(); ++i) {
    while (ends.back() == i) ends.pop_back();  // the last one ends after all elements
    const std::size_t end = i + tree.sizes[i];
    if (tree.sizes[i] == 0 || end > ends.back() || (i == 0 && end != tree.size())) {
      throw Error("a tree is inconsistent");
    }
    ends.push_back(end);
  }
}

}  // namespace

Features compared_parts(const Features& page, const features::Needs& needs) {
  Features kept;
  features::for_each_compared([&](const auto& field) {
    if (field.is_compared(needs)) kept.*field.member = page.*field.member;
  });
  return kept;
}

std::string to_bytes(const Features& page) {
  static const Features nothing;
  std::uint32_t mask = 0;
  std::string parts;
  features::for_each_stored([&](const auto& field) {
    if (page.*field.member == nothing.*field.member) return;
    mask |= 1U << field.number;
    put(parts, page.*field.member);
  });
  return std::string(bytes_of(mask)) + parts;
}

Features features_from(ByteReader& bytes) {
  const auto mask = bytes.number<std::uint32_t>();
  if (mask >> features::kComparedCount != 0) {
    throw Error("a page has parts that this version does not know");
  }
  Features page;
  features::for_each_stored([&](const auto& field) {
    if ((mask >> field.number & 1U) != 0) take(bytes, field.order, page.*field.member);
  });
  return page;
}

}  // namespace pagekin::model
