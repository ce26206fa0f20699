#include "pagekin/model/feature_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

#include "pagekin/core/error.h"

namespace pagekin::model {
namespace {

using features::Features;
using features::FirstTags;
using features::TagCount;

using Hashes = std::vector<std::uint64_t>;
using Numbers = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;
using TagCounts = std::vector<TagCount>;

// Calls visit(number, part) for each part that is kept. Every field must be named here:
// a new one does not compile until it is decided whether it is kept.
template <class Page, class Visit>
void for_each_part(Page& page, Visit visit) {
  auto& [fingerprint, tag_hash, head_hash, first_tags, tag_sequence, tag_counts, tag_shingles, tree,
         clipped_tree, folded_tree, class_names, leaf_paths, clipped_leaf_paths, leaf_path_shingles,
         pq_grams, document_paths, document_shingles, marks, url_marks, site, site_links,
         link_target, link_xpaths, address, page_id, limits, bytes_scanned] = page;
  static_cast<void>(marks);  // no measure compares these
  static_cast<void>(url_marks);
  static_cast<void>(site);
  static_cast<void>(site_links);
  static_cast<void>(link_target);
  static_cast<void>(link_xpaths);
  static_cast<void>(address);
  static_cast<void>(page_id);
  static_cast<void>(limits);
  static_cast<void>(bytes_scanned);
  visit(0, fingerprint);
  visit(1, tag_hash);
  visit(2, head_hash);
  visit(3, first_tags);
  visit(4, tag_sequence);
  visit(5, tag_counts);
  visit(6, tag_shingles);
  visit(7, tree);
  visit(8, clipped_tree);
  visit(9, class_names);
  visit(10, leaf_paths);
  visit(11, clipped_leaf_paths);
  visit(12, leaf_path_shingles);
  visit(13, pq_grams);
  visit(14, document_paths);
  visit(15, document_shingles);
  visit(16, folded_tree);
}
constexpr int kPartCount = 17;

// Parts that are lists of hashes in no order, or in one that may repeat values.
constexpr int kPqGrams = 13;
constexpr int kDocumentPaths = 14;

void put_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7f) | 0x80);
  out += static_cast<char>(value);
}

std::uint64_t take_number(ByteReader& bytes, std::uint64_t most) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = bytes.number<std::uint8_t>();
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) {
      if (value > most) break;
      return value;
    }
  }
  throw Error("a number is too large");
}

std::uint32_t take_32(ByteReader& bytes) {
  return static_cast<std::uint32_t>(take_number(bytes, 0xffff'ffff));
}

// Lengths are checked against what is there before any memory is asked for.
std::size_t take_length(ByteReader& bytes, std::size_t entry_size) {
  const std::uint64_t length = take_number(bytes, 0xffff'ffff);
  if (length * entry_size > bytes.left()) throw Error("a list ends too early");
  return static_cast<std::size_t>(length);
}

void put(std::string& out, const Hash128& hash) { out += bytes_of(hash); }
void put(std::string& out, const FirstTags& tags) { out += bytes_of(tags); }
void put(std::string& out, const Bytes& list) {
  put_number(out, list.size());
  out.append(list.begin(), list.end());
}
void put(std::string& out, const Hashes& list) {
  put_number(out, list.size());
  out.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(std::uint64_t));
}
void put(std::string& out, const Numbers& list) {
  put_number(out, list.size());
  for (const std::uint32_t value : list) put_number(out, value);
}
void put(std::string& out, const TagCounts& list) {
  put_number(out, list.size());
  for (const TagCount& entry : list) {
    put_number(out, entry.tag);
    put_number(out, entry.count);
  }
}
void put(std::string& out, const dom::TagTree& tree) {
  put(out, tree.tags);
  for (const std::uint32_t size : tree.sizes) put_number(out, size);
}

void take(ByteReader& bytes, int, Hash128& hash) { hash = bytes.number<Hash128>(); }
void take(ByteReader& bytes, int, FirstTags& tags) { tags = bytes.number<FirstTags>(); }
void take(ByteReader& bytes, int, Bytes& list) {
  list.resize(take_length(bytes, 1));
  for (std::uint8_t& entry : list) entry = bytes.number<std::uint8_t>();
  if (list.size() > features::kMaxFingerprintLength || std::ranges::count(list, 255) > 0) {
    throw Error("a fingerprint is too long or has an entry that is too large");
  }
}
void take(ByteReader& bytes, int part, Hashes& list) {
  list.resize(take_length(bytes, sizeof(std::uint64_t)));
  const std::string_view raw = bytes.bytes(list.size() * sizeof(std::uint64_t));
  if (!list.empty()) std::memcpy(list.data(), raw.data(), raw.size());
  if (part == kDocumentPaths) return;
  const bool in_order =
      part == kPqGrams ? std::ranges::is_sorted(list)
                       : std::ranges::adjacent_find(list, std::greater_equal<>()) == list.end();
  if (!in_order) throw Error("a list is not in order");
}
void take(ByteReader& bytes, int, Numbers& list) {
  list.resize(take_length(bytes, 1));
  for (std::uint32_t& value : list) value = take_32(bytes);
}
void take(ByteReader& bytes, int, TagCounts& list) {
  list.resize(take_length(bytes, 2));
  for (TagCount& entry : list) entry = {take_32(bytes), take_32(bytes)};
  const auto by_tag = [](const TagCount& a, const TagCount& b) { return a.tag >= b.tag; };
  if (std::ranges::adjacent_find(list, by_tag) != list.end()) throw Error("tags are not in order");
}
void take(ByteReader& bytes, int part, dom::TagTree& tree) {
  take(bytes, part, tree.tags);
  tree.sizes.resize(tree.tags.size());
  for (std::uint32_t& size : tree.sizes) size = take_32(bytes);
  // One root, and every subtree inside that of its parent.
  std::vector<std::size_t> ends{tree.size()};  // of the subtrees around the element
  for (std::size_t i = 0; i < tree.size(); ++i) {
    while (ends.back() == i) ends.pop_back();  // the last one ends behind all elements
    const std::size_t end = i + tree.sizes[i];
    if (tree.sizes[i] == 0 || end > ends.back() || (i == 0 && end != tree.size())) {
      throw Error("a tree does not hold together");
    }
    ends.push_back(end);
  }
}

}  // namespace

Features compared_parts(const Features& page, const features::Needs& needs) {
  Features kept;
  if (needs.fingerprint_length > 0) kept.fingerprint = page.fingerprint;
  if (needs.head_hash) kept.head_hash = page.head_hash;
  if (needs.first_tags) kept.first_tags = page.first_tags;
  if (needs.tag_hash) kept.tag_hash = page.tag_hash;
  if (needs.tag_sequence) kept.tag_sequence = page.tag_sequence;
  if (needs.tag_counts) kept.tag_counts = page.tag_counts;
  if (needs.tag_shingle > 0) kept.tag_shingles = page.tag_shingles;
  if (needs.tree) kept.tree = page.tree;
  if (needs.clipped_tree) kept.clipped_tree = page.clipped_tree;
  if (needs.folded_tree) kept.folded_tree = page.folded_tree;
  if (needs.class_names) kept.class_names = page.class_names;
  if (needs.leaf_paths) kept.leaf_paths = page.leaf_paths;
  if (needs.clipped_leaf_paths) kept.clipped_leaf_paths = page.clipped_leaf_paths;
  if (needs.leaf_path_shingle > 0) kept.leaf_path_shingles = page.leaf_path_shingles;
  if (needs.pq_gram_p > 0) kept.pq_grams = page.pq_grams;
  // Where shingles of the paths are compared, the paths have served once these are made.
  if (needs.document_shingle > 0) {
    kept.document_shingles = page.document_shingles;
  } else if (needs.document_paths) {
    kept.document_paths = page.document_paths;
  }
  return kept;
}

std::string to_bytes(const Features& page) {
  static const Features nothing;
  std::uint32_t mask = 0;
  std::string parts;
  for_each_part(page, [&](int number, const auto& part) {
    // A part is there when it differs from what an empty page has.
    bool is_empty = false;
    for_each_part(nothing, [&](int other, const auto& empty) {
      if constexpr (std::is_same_v<decltype(part), decltype(empty)>) {
        if (other == number) is_empty = part == empty;
      }
    });
    if (is_empty) return;
    mask |= 1U << number;
    put(parts, part);
  });
  return std::string(bytes_of(mask)) + parts;
}

Features features_from(ByteReader& bytes) {
  const auto mask = bytes.number<std::uint32_t>();
  if (mask >> kPartCount != 0) throw Error("a page has parts that this version does not know");
  Features page;
  for_each_part(page, [&](int number, auto& part) {
    if ((mask >> number & 1U) != 0) take(bytes, number, part);
  });
  return page;
}

}  // namespace pagekin::model
