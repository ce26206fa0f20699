// A page as its skeleton is learned from it: elements with their names, texts, and the values of
// some attributes.
//
// Texts are what a reader sees: character references decoded, white space collapsed
// (features/readable_text.h). Blank texts, scripts and styles are left out.
//
// Values come from href (a), src or data-src (img, source, iframe, video, audio), alt (img),
// datetime (time), content (of meta and of elements with an itemprop), and from the leaves of
// JSON-LD scripts.
//
// Cost: linear in the page.
// Limits: JSON-LD of up to 1 MB a page and 16 levels; and, where a template is learned, the first
// `max_elements` elements, `max_texts` texts and as many values. There a text or value longer than
// `max_text_bytes` is cut, but its hash is that of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/content/source.h"
#include "pagekin/dom/tree.h"

namespace pagekin::skeleton {

using content::Source;

struct ReadLimits {
  std::uint32_t max_elements = ~0U;
  std::uint32_t max_texts = ~0U;
  std::size_t max_text_bytes = std::string::npos;
  bool keep_lines = false;      // also keep texts inside pre as they stand
  bool keep_names = true;       // the texts of names, which only learning needs
  std::uint32_t sources = ~0U;  // the bits of the sources whose values are read; texts always are
};

struct Node {
  html::TagId tag = html::kNoTag;
  std::uint32_t parent = 0;  // the root's is 0
  std::uint32_t names_end =
      0;                    // in PageNodes::names; they begin where those of the node before end
  std::uint32_t child = 0;  // its number among the elements of its parent
};

// A class name, id or itemprop of an element; or its tag, if that is none of HTML.
struct Name {
  enum class Kind : std::uint8_t { kClass, kId, kItemprop, kTag };
  std::uint64_t hash = 0;  // of kind and text
  Kind kind = Kind::kClass;
  std::uint32_t begin = 0;  // in PageNodes::name_bytes
  std::uint32_t size = 0;

  // Whether it may be a name of the template that others share.
  bool is_class_or_id() const { return kind == Kind::kClass || kind == Kind::kId; }
};

struct Value {
  std::uint64_t hash = 0;     // of the whole text
  std::uint64_t key = 0;      // of a meta or JSON-LD value: the hash of its name; else 0
  std::uint32_t element = 0;  // a text: its parent; a JSON-LD value: the script
  std::uint32_t begin = 0;    // in PageNodes::text_bytes
  std::uint32_t size = 0;
  std::uint32_t name_begin = 0;  // of a meta or JSON-LD value: its name in name_bytes
  std::uint32_t name_size = 0;
  std::uint32_t order = 0;  // a text: the number of elements of its parent that come before it
  Source source = Source::kText;
  bool space_before = false;  // of a text: white space stands between it and the text before
};

struct PageNodes {
  std::vector<Node> nodes;        // in document order
  std::vector<Name> names;        // by node
  std::vector<Value> texts;       // in document order
  std::vector<Value> attributes;  // all other values, in document order
  // Texts inside pre with their line breaks and the blank texts before them, by text, if they were
  // asked for.
  std::vector<std::pair<std::uint32_t, std::string>> lines;
  std::string name_bytes;
  std::string text_bytes;

  std::span<const Name> names_of(std::size_t node) const {
    const std::size_t begin = node == 0 ? 0 : nodes[node - 1].names_end;
    return std::span(names).subspan(begin, nodes[node].names_end - begin);
  }
  // The ancestor that is `levels` above the element. Nothing is above the root, so it ends there.
  std::uint32_t above(std::uint32_t element, std::uint32_t levels) const {
    for (; levels > 0; --levels) element = nodes[element].parent;
    return element;
  }
  // A text inside pre with its line breaks; null: it was not kept.
  const std::string* lines_of(std::uint32_t text) const;
  std::string_view text(const Name& name) const {
    return std::string_view(name_bytes).substr(name.begin, name.size);
  }
  std::string_view text(const Value& value) const {
    return std::string_view(text_bytes).substr(value.begin, value.size);
  }
  std::string_view name(const Value& value) const {
    return std::string_view(name_bytes).substr(value.name_begin, value.name_size);
  }
};

// The memory that a page takes.
std::size_t memory_of(const PageNodes& page);

// The name of an element: "div".
std::string_view tag_name(const PageNodes& page, std::size_t node);

// The tree must have been built with attributes and texts; blank texts are not needed. `into` is
// overwritten; its buffers are kept.
void read_nodes(const dom::Tree& tree, const ReadLimits& limits, PageNodes& into);

}  // namespace pagekin::skeleton
