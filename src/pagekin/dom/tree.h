// A page as a tree of elements: flat arrays in document order.
//
// Only structure is kept. Attributes and text are spans of the page's bytes as the
// page spells them; html/character_references.h turns them into what they mean.
// The bytes belong to the caller and must outlive the tree.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::dom {

enum class Namespace : std::uint8_t { kHtml, kSvg, kMathMl };

// Some bytes of the page.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

// The attributes that features and links use; all others are kOther and kept only if all
// attributes are asked for.
enum class AttributeName : std::uint8_t {
  kOther,
  kClass,
  kId,
  kName,
  kHref,
  kSrc,
  kRel,
  kType,
  kRole,
  kContent,
  kProperty,
  kItemprop,
  kItemtype,
  kHttpEquiv,
  kAlt,
  kDatetime,
  kDataSrc,
};

// As the page spells it: the name in any case, the value without its quotes,
// character references untouched.
struct Attribute {
  AttributeName known = AttributeName::kOther;
  Span name;
  Span value;
};

// A run of text that is one node of the page: `span_count` pieces of bytes from
// `first_span` on (two where a stray tag stood between them).
struct TextLeaf {
  std::uint32_t parent = 0;
  std::uint32_t before = 0;  // the element that follows it in document order; size() at the end
  std::uint32_t first_span = 0;
  std::uint32_t span_count = 0;
};

// A range of Tree::attributes; elements made from one tag share it.
struct AttributeRange {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

// The limits that cut the tree.
struct LimitsHit {
  bool depth = false;
  bool elements = false;
  bool attributes = false;

  bool any() const { return depth || elements || attributes; }
};

struct Tree : TagTree {
  static constexpr std::uint32_t no_offset = 0xffff'ffff;

  std::string_view source;
  std::vector<std::uint32_t> parents;  // the root's is 0
  std::vector<std::uint32_t>
      offsets;  // of the '<' in the source; no_offset for elements without a tag
  std::vector<Namespace> namespaces;
  std::vector<AttributeRange> attribute_ranges;
  std::vector<Attribute> attributes;
  std::vector<TextLeaf> texts;  // in document order; empty unless asked for
  std::vector<Span> text_spans;
  LimitsHit limits;

  std::span<const Attribute> attributes_of(std::uint32_t element) const {
    const AttributeRange range = attribute_ranges[element];
    return std::span(attributes).subspan(range.begin, range.count);
  }
  std::string_view view(Span span) const { return source.substr(span.begin, span.size); }
};

}  // namespace pagekin::dom
