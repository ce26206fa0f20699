// Some texts of a page as plain text or Markdown.
//
// Blocks are separated by empty lines, list entries and table rows by line ends. Markdown has
// headings, lists, links, emphasis, code, tables of data, and pictures with a description;
// characters that Markdown would read as markup are escaped. An element without any kept text
// leaves no trace.
//
// Cost: linear in the page.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

enum class TextFormat : std::uint8_t { kText, kMarkdown };

// What becomes of the addresses of links and pictures in Markdown.
struct LinkRule {
  bool keeps_links = true;  // else only their words stay
  // Makes an address absolute; null: it stays as the page has it.
  std::function<std::string(std::string_view)> absolute = nullptr;
};

struct Kept {
  std::function<bool(std::uint32_t)> text;       // whether a text is kept
  std::function<bool(std::uint32_t)> attribute;  // of a picture's description
};

// The nearest element around an element, or itself, that begins a line of its own; cells of tables
// do, too. At most 32 levels are looked at.
std::uint32_t block_of(const PageNodes& page, std::uint32_t element);

// The page should have been read with ReadLimits::keep_lines and from a tree with blank texts.
std::string render(const PageNodes& page, const Kept& kept, TextFormat format,
                   const LinkRule& links = {});

}  // namespace pagekin::skeleton
