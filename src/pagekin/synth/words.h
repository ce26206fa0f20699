// Made-up words, and text made of them.
//
// A fixed number of words built from syllables; the first ones are short and
// drawn more often, as in a language. Text is drawn from a Random, so the same
// generator gives the same text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::synth {

class Vocabulary {
 public:
  explicit Vocabulary(Random random);
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // The word for a uniform 32-bit draw. A third of all draws falls on the first 4 %.
  std::string_view word(std::uint32_t draw) const {
    const std::uint64_t squared = (std::uint64_t{draw} * draw) >> 32;
    const std::uint64_t cubed = (squared * draw) >> 32;
    return words_[(cubed * words_.size()) >> 32];
  }
  std::string_view word(Random& random) const {
    return word(static_cast<std::uint32_t>(random.next()));
  }

  // `count` words with a space between them, the first with a capital.
  void append_phrase(Random& random, std::uint32_t count, std::string& out) const;
  std::string phrase(Random& random, std::uint32_t count) const;

  // `count` ASCII words with hyphens between them.
  void append_slug(Random& random, std::uint32_t count, std::string& out) const;

 private:
  std::string letters_;
  std::vector<std::string_view> words_;  // into letters_
};

// Appends a word with its first letter in upper case if that is an ASCII letter.
void append_capital(std::string_view word, std::string& out);

// Appends six letters and digits, the first a letter, like a generated name.
void append_token(std::uint64_t draw, std::string& out);

}  // namespace pagekin::synth
