#include "pagekin/maintext/page_blocks.h"

#include "pagekin/skeleton/places.h"
#include "pagekin/skeleton/render.h"

namespace pagekin::maintext {

std::uint32_t count_words(std::string_view text) {
  std::uint32_t words = 0;
  std::uint32_t wide = 0;
  bool is_inside = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xe3 && byte <= 0xed) {
      // The first byte of a character of U+3000 to U+DFFF.
      ++wide;
      is_inside = true;
      continue;
    }
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || byte >= 0x80;
    if (is_word && !is_inside) ++words;
    is_inside = is_word;
  }
  return words + (wide + 1) / 2;
}

std::vector<Block> read_blocks(const skeleton::PageNodes& page) {
  std::vector<bool> is_link(page.nodes.size());
  for (std::size_t i = 1; i < page.nodes.size(); ++i) {
    const html::TagId tag = page.nodes[i].tag;
    is_link[i] = tag == html::kTagA || tag == html::kTagButton || is_link[page.nodes[i].parent];
  }
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
    const skeleton::Value& text = page.texts[i];
    const std::uint32_t element = skeleton::block_of(page, text.element);
    if (blocks.empty() || blocks.back().element != element) {
      blocks.push_back({.element = element, .begin = i});
    }
    Block& block = blocks.back();
    block.end = i + 1;
    const std::string_view words = page.text(text);
    const std::uint32_t count = count_words(words);
    block.words += count;
    if (is_link[text.element]) block.link_words += count;
    if (skeleton::has_letters(words)) block.key = skeleton::combine(block.key, text.hash) | 1;
  }
  return blocks;
}

}  // namespace pagekin::maintext
