// The skeleton of a template as a report shows it: the parts of its model
// (skeleton/template_model.h) as a tree with the body at its root.
//
// An element whose only child is a text is one part with it: varying if the text is. Of more than
// kMostShownParts parts those that few pages have are left out first, then the deepest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pagekin/report/json_writer.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::visual {

constexpr std::size_t kMostShownParts = 160;

struct ShownPart {
  std::string label;  // "ul.items"; "text" for one beside elements, "*" for what varies in any way
  skeleton::PartKind kind = skeleton::PartKind::kFixed;
  std::uint32_t pages = 0;  // that have it
  std::uint32_t least = 0;  // of a repeated part: the fewest and the most below one parent
  std::uint32_t most = 0;
  std::string text;  // if it has no elements: what it says, or an example; else the label before it
  std::vector<ShownPart> children;
};

struct ShownSkeleton {
  ShownPart root;
  std::size_t parts = 0;  // that are shown
  std::size_t left_out = 0;
};

// `parts`: of a model, as they were learned, at least one.
ShownSkeleton shown_skeleton(std::span<const skeleton::Part> parts,
                             std::size_t most = kMostShownParts);

// The member "skeleton" of an open object; null if there are no parts. `pages`: they were learned
// from.
void write_skeleton(report::JsonWriter& json, std::span<const skeleton::Part> parts,
                    std::uint32_t pages);

}  // namespace pagekin::visual
