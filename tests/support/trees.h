// Trees from a line of text, tree("html(head body(div p))"), and random trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/dom/tag_tree.h"
#include "pagekin/html/tag_id.h"

namespace pagekin {

inline dom::TagTree tree(std::string_view text) {
  dom::TagTree made;
  std::vector<std::uint32_t> open;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '(') {
      open.push_back(static_cast<std::uint32_t>(made.size()) - 1);
    } else if (c == ')') {
      made.sizes[open.back()] = static_cast<std::uint32_t>(made.size()) - open.back();
      open.pop_back();
    } else if (c != ' ') {
      const std::size_t end = std::min(text.find_first_of("() ", at), text.size());
      made.tags.push_back(html::tag_id(text.substr(at, end - at)));
      made.sizes.push_back(1);
      at = end;
      continue;
    }
    ++at;
  }
  return made;
}

// Makes a tree of 1 to `most` elements with `kinds` different tags. `bushy` (0 to 1) is the
// probability to go up to an ancestor before the next element.
inline dom::TagTree random_tree(Random& random, std::uint32_t most, std::uint32_t kinds,
                                double bushy = 0.5) {
  constexpr std::string_view names[] = {"div", "p", "span", "ul", "li", "b", "table", "section"};
  const std::uint32_t count = 1 + random.below(most);
  std::string text;
  std::uint32_t depth = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) {
      bool climbed = false;
      while (depth > 1 && random.chance(bushy)) {
        text += ')';
        --depth;
        climbed = true;
      }
      if (!climbed && (depth == 0 || random.chance(0.5))) {
        text += '(';
        ++depth;
      } else {
        text += ' ';
      }
    }
    text += names[random.below(std::min(kinds, std::uint32_t{std::size(names)}))];
  }
  text.append(depth, ')');
  return tree(text);
}

// Makes a chain of `depth` elements.
inline dom::TagTree chain(html::TagId tag, std::uint32_t depth) {
  dom::TagTree made;
  made.tags.assign(depth, tag);
  for (std::uint32_t i = 0; i < depth; ++i) made.sizes.push_back(depth - i);
  return made;
}

// Makes a root with the given children.
inline dom::TagTree parent_of(html::TagId tag, const std::vector<dom::TagTree>& children) {
  dom::TagTree made;
  made.tags.push_back(tag);
  made.sizes.push_back(1);
  for (const dom::TagTree& child : children) {
    made.tags.insert(made.tags.end(), child.tags.begin(), child.tags.end());
    made.sizes.insert(made.sizes.end(), child.sizes.begin(), child.sizes.end());
  }
  made.sizes[0] = static_cast<std::uint32_t>(made.size());
  return made;
}

}  // namespace pagekin
