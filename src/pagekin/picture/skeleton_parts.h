// The skeleton of a template, as reports show it: the parts that its pages have, as a tree.
//
// The outlines of some pages are laid upon each other: elements at the same place (see outline.h)
// are one part. A part is
//   repeated  if a fifth of the pages that have it have several of them below one parent,
//   optional  if some of its parents lack it,
//   varying   if its own text differs between pages,
//   fixed     otherwise.
//
// Cost: linear in the nodes of the outlines. Limits: a skeleton has at most `most` parts. Parts
// that few pages have are left out first, then the deepest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/picture/outline.h"

namespace pagekin::picture {

enum class PartKind : std::uint8_t { kFixed, kOptional, kRepeated, kVarying };
std::string_view to_text(PartKind kind);

struct SkeletonPart {
  std::string label;  // "ul.items"
  PartKind kind = PartKind::kFixed;
  std::uint32_t pages = 0;  // that have it
  std::uint32_t least = 0;  // of a repeated part: the fewest and the most below one parent
  std::uint32_t most = 0;
  std::string text;  // its own text if all pages have the same, else one example
  std::vector<SkeletonPart> children;
};

struct Skeleton {
  SkeletonPart root;
  std::uint32_t pages = 0;  // that it was made of
  std::size_t parts = 0;    // that are shown
  std::size_t left_out = 0;
};

constexpr std::size_t kMostParts = 160;

Skeleton skeleton_of(std::span<const Outline* const> pages, std::size_t most = kMostParts);

}  // namespace pagekin::picture
