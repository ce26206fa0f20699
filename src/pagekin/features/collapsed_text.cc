#include "pagekin/features/collapsed_text.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "pagekin/features/white_space.h"

namespace pagekin::features {
namespace {

static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;
constexpr std::uint64_t kLowBits = ~kHighBits;

// Sets the high bit of each byte below 0x20; white space other than a space is below.
std::uint64_t controls(std::uint64_t word) {
  return ~(((word & kLowBits) + 0x6060'6060'6060'6060) | word) & kHighBits;
}

// The high bit of each byte that is a space.
std::uint64_t spaces(std::uint64_t word) {
  const std::uint64_t difference = word ^ 0x2020'2020'2020'2020;
  return ~(((difference & kLowBits) + kLowBits) | difference) & kHighBits;
}

}  // namespace

void CollapsedText::append(std::string_view piece) {
  const std::size_t room = size_ + piece.size() + sizeof(std::uint64_t);
  if (bytes_.size() < room) bytes_.resize(std::max(room, 2 * bytes_.size()));
  const char* in = piece.data();
  const char* const end = in + piece.size();
  char* out = bytes_.data() + size_;

  const auto take_one = [&] {
    if (!is_white_space(*in)) {
      *out++ = *in++;
      return;
    }
    while (in != end && is_white_space(*in)) ++in;
    if (out[-1] != ' ') *out++ = ' ';
  };
  while (end - in >= static_cast<std::ptrdiff_t>(sizeof(std::uint64_t))) {
    std::uint64_t word;
    std::memcpy(&word, in, sizeof word);
    std::memcpy(out, &word, sizeof word);
    // A space is kept unless another comes right before it.
    const std::uint64_t space = spaces(word);
    const std::uint64_t before = space << 8 | (out[-1] == ' ' ? 0x80U : 0U);
    const std::uint64_t odd = controls(word) | (space & before);
    const int clean = std::countr_zero(odd) / 8;  // 8 if all bytes are kept
    in += clean;
    out += clean;
    if (odd != 0) take_one();
  }
  while (in != end) take_one();
  size_ = static_cast<std::size_t>(out - bytes_.data());
}

}  // namespace pagekin::features
