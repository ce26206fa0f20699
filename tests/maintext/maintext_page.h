// Pages for the tests of maintext.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/maintext/element_roles.h"
#include "pagekin/maintext/main_text.h"
#include "pagekin/maintext/page_blocks.h"

namespace pagekin::maintext {

struct TestPage {
  skeleton::PageNodes nodes;
  std::vector<std::uint8_t> roles;
  std::vector<Block> blocks;

  explicit TestPage(std::string_view html) {
    dom::Builder builder;
    const dom::Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
    skeleton::read_nodes(tree, {}, nodes);
    roles = read_element_roles(tree, nodes);
    blocks = read_blocks(nodes);
  }

  std::string text(const Block& block) const {
    std::string words;
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      if (!words.empty()) words += ' ';
      words += nodes.text(nodes.texts[i]);
    }
    return words;
  }
};

// So many different words.
inline std::string words(int count, const std::string& stem = "word") {
  std::string text;
  for (int i = 0; i < count; ++i) text += stem + std::to_string(i) + " ";
  return text;
}

}  // namespace pagekin::maintext
