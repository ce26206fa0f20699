#include "pagekin/synth/words.h"

#include <array>

namespace pagekin::synth {
namespace {

constexpr std::size_t kWordCount = 2048;

constexpr std::array<std::string_view, 24> kOnsets{"b",  "d",  "f",  "g",  "h",  "k",  "l",  "m",
                                                   "n",  "p",  "r",  "s",  "t",  "v",  "w",  "br",
                                                   "dr", "gr", "kl", "pl", "st", "sh", "th", "tr"};
constexpr std::array<std::string_view, 8> kVowels{"a", "e", "i", "o", "u", "ai", "ea", "ou"};
// UTF-8: e acute, u with diaeresis, o with stroke, e with caron.
constexpr std::array<std::string_view, 4> kAccented{"\xc3\xa9", "\xc3\xbc", "\xc3\xb8", "\xc4\x9b"};
constexpr std::array<std::string_view, 15> kCodas{"",  "",  "",  "",  "",  "",   "n", "r",
                                                  "s", "l", "t", "m", "k", "nd", "st"};

constexpr std::string_view kSymbols = "abcdefghijklmnopqrstuvwxyz0123456789";

template <class Table>
std::string_view pick(const Table& table, Random& random) {
  return table[random.below(static_cast<std::uint32_t>(table.size()))];
}

}  // namespace

Vocabulary::Vocabulary(Random random) {
  std::vector<std::size_t> ends;
  ends.reserve(kWordCount);
  for (std::size_t i = 0; i < kWordCount; ++i) {
    const std::uint32_t syllables = 1 + (i >= 48) + (i >= 400) * random.below(3);
    for (std::uint32_t s = 0; s < syllables; ++s) {
      letters_ += pick(kOnsets, random);
      letters_ +=
          i >= 200 && random.below(40) == 0 ? pick(kAccented, random) : pick(kVowels, random);
      letters_ += pick(kCodas, random);
    }
    ends.push_back(letters_.size());
  }
  std::size_t begin = 0;
  words_.reserve(kWordCount);
  for (const std::size_t end : ends) {
    words_.push_back(std::string_view(letters_).substr(begin, end - begin));
    begin = end;
  }
}

void Vocabulary::append_phrase(Random& random, std::uint32_t count, std::string& out) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0) {
      append_capital(word(random), out);
    } else {
      out += ' ';
      out += word(random);
    }
  }
}

std::string Vocabulary::phrase(Random& random, std::uint32_t count) const {
  std::string text;
  append_phrase(random, count, text);
  return text;
}

void Vocabulary::append_slug(Random& random, std::uint32_t count, std::string& out) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) out += '-';
    for (const char c : word(random)) {
      if (c >= 'a' && c <= 'z') out += c;
    }
  }
}

void append_capital(std::string_view word, std::string& out) {
  const std::size_t at = out.size();
  out += word;
  if (at < out.size() && out[at] >= 'a' && out[at] <= 'z') {
    out[at] = static_cast<char>(out[at] - 'a' + 'A');
  }
}

void append_token(std::uint64_t draw, std::string& out) {
  char token[6];
  token[0] = kSymbols[draw % 26];
  draw /= 26;
  for (int i = 1; i < 6; ++i) {
    token[i] = kSymbols[draw % 36];
    draw /= 36;
  }
  out.append(token, sizeof token);
}

}  // namespace pagekin::synth
