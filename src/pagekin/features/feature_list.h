// The one list of the fields of Features. Code that treats all fields uniformly walks it:
// content_key.cc and model/feature_bytes.cc. If a field is missing here, nothing compiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "pagekin/features/features.h"
#include "pagekin/features/field_count.h"

namespace pagekin::features {

// What a list of hashes promises about its order.
enum class ListOrder : std::uint8_t {
  kSet,       // ascending, no value twice
  kBag,       // ascending, values may repeat
  kSequence,  // any
};

// A field that measures compare.
template <class Field>
struct ComparedField {
  using Member = Field Features::*;
  std::string_view name;
  Member member;
  int number;                              // in stored models; it never changes
  bool (*is_compared)(const Needs&);       // whether a measure with these needs compares it
  ListOrder order = ListOrder::kSequence;  // of lists of hashes
};

template <class Field>
constexpr ComparedField<Field> compared(std::string_view name, Field Features::*member, int number,
                                        bool (*is_compared)(const Needs&),
                                        ListOrder order = ListOrder::kSequence) {
  return {name, member, number, is_compared, order};
}

// In the order of Features, on which content_key() depends. A new field gets the next number.
inline constexpr std::tuple kComparedFields{
    compared("fingerprint", &Features::fingerprint, 0,
             [](const Needs& needs) { return needs.fingerprint_length > 0; }),
    compared("tag_hash", &Features::tag_hash, 1, [](const Needs& needs) { return needs.tag_hash; }),
    compared("head_hash", &Features::head_hash, 2,
             [](const Needs& needs) { return needs.head_hash; }),
    compared("first_tags", &Features::first_tags, 3,
             [](const Needs& needs) { return needs.first_tags; }),
    compared("tag_sequence", &Features::tag_sequence, 4,
             [](const Needs& needs) { return needs.tag_sequence; }),
    compared("tag_counts", &Features::tag_counts, 5,
             [](const Needs& needs) { return needs.tag_counts; }),
    compared(
        "tag_shingles", &Features::tag_shingles, 6,
        [](const Needs& needs) { return needs.tag_shingle > 0; }, ListOrder::kSet),
    compared("tree", &Features::tree, 7, [](const Needs& needs) { return needs.tree; }),
    compared("clipped_tree", &Features::clipped_tree, 8,
             [](const Needs& needs) { return needs.clipped_tree; }),
    compared("folded_tree", &Features::folded_tree, 16,
             [](const Needs& needs) { return needs.folded_tree; }),
    compared(
        "class_names", &Features::class_names, 9,
        [](const Needs& needs) { return needs.class_names; }, ListOrder::kSet),
    compared(
        "leaf_paths", &Features::leaf_paths, 10,
        [](const Needs& needs) { return needs.leaf_paths; }, ListOrder::kSet),
    compared(
        "clipped_leaf_paths", &Features::clipped_leaf_paths, 11,
        [](const Needs& needs) { return needs.clipped_leaf_paths; }, ListOrder::kSet),
    compared(
        "leaf_path_shingles", &Features::leaf_path_shingles, 12,
        [](const Needs& needs) { return needs.leaf_path_shingle > 0; }, ListOrder::kSet),
    compared(
        "pq_grams", &Features::pq_grams, 13, [](const Needs& needs) { return needs.pq_gram_p > 0; },
        ListOrder::kBag),
    // A measure that compares shingles of the paths needs the paths only to make them.
    compared(
        "document_paths", &Features::document_paths, 14,
        [](const Needs& needs) { return needs.document_paths && needs.document_shingle == 0; }),
    compared(
        "document_shingles", &Features::document_shingles, 15,
        [](const Needs& needs) { return needs.document_shingle > 0; }, ListOrder::kSet),
};

// The fields that no measure compares.
inline constexpr std::tuple kOtherFields{
    &Features::marks,       &Features::url_marks,   &Features::site,          &Features::site_links,
    &Features::link_target, &Features::link_xpaths, &Features::address,       &Features::page_id,
    &Features::limits,      &Features::left_out,    &Features::bytes_scanned,
};

constexpr int kComparedCount = static_cast<int>(std::tuple_size_v<decltype(kComparedFields)>);

// Calls visit(field) for each ComparedField, in the order of Features.
template <class Visit>
constexpr void for_each_compared(const Visit& visit) {
  std::apply([&](const auto&... fields) { (visit(fields), ...); }, kComparedFields);
}

// Does so in the order of their numbers, in which models store them.
template <class Visit>
constexpr void for_each_stored(const Visit& visit) {
  for (int number = 0; number < kComparedCount; ++number) {
    for_each_compared([&](const auto& field) {
      if (field.number == number) visit(field);
    });
  }
}

constexpr bool numbers_are_complete() {
  std::array<int, kComparedCount> times{};
  for_each_compared([&](const auto& field) {
    if (field.number >= 0 && field.number < kComparedCount) {
      ++times[static_cast<std::size_t>(field.number)];
    }
  });
  for (const int count : times) {
    if (count != 1) return false;
  }
  return true;
}

static_assert(field_count<Features>() == std::tuple_size_v<decltype(kComparedFields)> +
                                             std::tuple_size_v<decltype(kOtherFields)>,
              "every field of Features must be in one of the two lists");
static_assert(numbers_are_complete(), "stored numbers must be 0, 1, 2, ..., each once");

}  // namespace pagekin::features
