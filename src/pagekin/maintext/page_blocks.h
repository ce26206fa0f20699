// The blocks of a page: runs of texts that a reader sees as one paragraph, entry, cell or heading.
//
// Cost: linear in the page.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::maintext {

struct Block {
  std::uint64_t key = 0;      // of its texts as they stand; 0: it has no letters
  std::uint32_t element = 0;  // see skeleton::block_of()
  std::uint32_t begin = 0;    // its texts
  std::uint32_t end = 0;
  std::uint32_t words = 0;
  std::uint32_t link_words = 0;  // of links and buttons

  // At least so many words, and at most a third of them in links.
  bool is_prose(std::uint32_t least) const {
    return words >= least && std::uint64_t{3} * link_words <= words;
  }
};

// Runs of letters, digits and other bytes that are not ASCII. Chinese, Japanese and Korean
// characters count as half a word each, because they are written without spaces.
std::uint32_t count_words(std::string_view text);

std::vector<Block> read_blocks(const skeleton::PageNodes& page);

}  // namespace pagekin::maintext
