// Names of elements: from the table of known tags, else from the page.
//
// Source: HTML standard (WHATWG), 13.2.5.8 "Tag name state" (letters become lower case, NUL
// becomes U+FFFD) and 13.2.6.5, the table of SVG names in mixed case.
// Cost: O(length of the name); a binary search in the table, for SVG only.
#include "pagekin/dom/element_name.h"

#include <algorithm>
#include <array>

#include "pagekin/core/text.h"

namespace pagekin::dom {
namespace {

// In the order of their lower-case names.
constexpr std::array<std::string_view, 37> kSvgNames = {"altGlyph",
                                                        "altGlyphDef",
                                                        "altGlyphItem",
                                                        "animateColor",
                                                        "animateMotion",
                                                        "animateTransform",
                                                        "clipPath",
                                                        "feBlend",
                                                        "feColorMatrix",
                                                        "feComponentTransfer",
                                                        "feComposite",
                                                        "feConvolveMatrix",
                                                        "feDiffuseLighting",
                                                        "feDisplacementMap",
                                                        "feDistantLight",
                                                        "feDropShadow",
                                                        "feFlood",
                                                        "feFuncA",
                                                        "feFuncB",
                                                        "feFuncG",
                                                        "feFuncR",
                                                        "feGaussianBlur",
                                                        "feImage",
                                                        "feMerge",
                                                        "feMergeNode",
                                                        "feMorphology",
                                                        "feOffset",
                                                        "fePointLight",
                                                        "feSpecularLighting",
                                                        "feSpotLight",
                                                        "feTile",
                                                        "feTurbulence",
                                                        "foreignObject",
                                                        "glyphRef",
                                                        "linearGradient",
                                                        "radialGradient",
                                                        "textPath"};

constexpr int compare_lower(std::string_view a, std::string_view b) {
  const std::size_t shared = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < shared; ++i) {
    const auto x = static_cast<unsigned char>(to_lower(a[i]));
    const auto y = static_cast<unsigned char>(to_lower(b[i]));
    if (x != y) return x < y ? -1 : 1;
  }
  if (a.size() == b.size()) return 0;
  return a.size() < b.size() ? -1 : 1;
}

constexpr bool less_lower(std::string_view a, std::string_view b) {
  return compare_lower(a, b) < 0;
}
static_assert(std::ranges::is_sorted(kSvgNames, less_lower));

// The name in the tag whose '<' (or "</") lies at the offset.
std::string_view spelled_name(const Tree& tree, std::uint32_t element) {
  const std::uint32_t offset = tree.offsets[element];
  if (offset == Tree::no_offset) return {};
  std::string_view name = tree.source.substr(offset + 1);
  if (name.starts_with('/')) name.remove_prefix(1);
  return name.substr(0, name.find_first_of("\t\n\f\r />"));
}

std::string_view lower_name(std::string_view name, std::string& buffer) {
  const auto changes = [](char c) { return c == '\0' || to_lower(c) != c; };
  if (std::ranges::none_of(name, changes)) return name;
  buffer.clear();
  for (const char c : name) {
    if (c == '\0') {
      buffer += "\xef\xbf\xbd";
    } else {
      buffer += to_lower(c);
    }
  }
  return buffer;
}

}  // namespace

std::string_view element_name(const Tree& tree, std::uint32_t element, std::string& buffer) {
  const std::string_view known = html::tag_name(tree.tags[element]);
  const std::string_view name =
      known.empty() ? lower_name(spelled_name(tree, element), buffer) : known;
  if (tree.namespaces[element] != Namespace::kSvg) return name;
  const auto* svg = std::ranges::lower_bound(kSvgNames, name, less_lower);
  return svg != kSvgNames.end() && compare_lower(*svg, name) == 0 ? *svg : name;
}

}  // namespace pagekin::dom
