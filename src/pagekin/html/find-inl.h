// Searches over bytes with SIMD, compiled once for each instruction set.
//
// There are two kinds. find() and similar functions read vector after vector until they find the
// byte; they are for long distances, through comments and scripts. find_in() is for the short
// distances inside and between tags: it reads 64 bytes once, records as bits where each of the
// bytes that make tags is, and answers several searches from these bits. A vector search for each
// of them would cost its full latency every time.
//
// All return the first place at or after `at` where the byte is, or `end`. No byte
// outside [at, end) is touched.

#if defined(PAGEKIN_HTML_FIND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PAGEKIN_HTML_FIND_INL_H_
#undef PAGEKIN_HTML_FIND_INL_H_
#else
#define PAGEKIN_HTML_FIND_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "pagekin/html/scanner.h"

HWY_BEFORE_NAMESPACE();
namespace pagekin::html::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Byte = unsigned char;
using Wide = hn::CappedTag<std::uint8_t, 64>;
using WideVector = hn::Vec<Wide>;

// Sets of bytes below 64, one bit each. They are tested without a branch, because the byte is
// unpredictable.
constexpr std::uint64_t bit(Byte c) { return std::uint64_t{1} << c; }
HWY_INLINE bool is_in(std::uint64_t set, Byte c) {
  return ((set >> (c % 64)) & static_cast<std::uint64_t>(c < 64)) != 0;
}

// White space inside tags. CR counts: the standard turns it into LF before it looks.
constexpr std::uint64_t kSpace = bit(' ') | bit('\n') | bit('\t') | bit('\r') | bit('\f');
HWY_INLINE bool is_space(Byte c) { return is_in(kSpace, c); }

// `matches` answers for a vector with a mask and for a byte with a bool.
template <class Condition>
HWY_INLINE const Byte* find_if(const Byte* at, const Byte* end, const Condition& matches) {
  const Wide d;
  const std::size_t width = hn::Lanes(d);
  while (HWY_LIKELY(static_cast<std::size_t>(end - at) >= width)) {
    const std::intptr_t place = hn::FindFirstTrue(d, matches(hn::LoadU(d, at)));
    if (HWY_LIKELY(place >= 0)) return at + place;
    at += width;
  }
  while (at != end && !matches(*at)) ++at;
  return at;
}

struct Is {
  Byte wanted;
  HWY_INLINE bool operator()(Byte c) const { return c == wanted; }
  HWY_INLINE auto operator()(WideVector v) const { return hn::Eq(v, hn::Set(Wide(), wanted)); }
};

struct IsEither {
  Byte a;
  Byte b;
  HWY_INLINE bool operator()(Byte c) const { return c == a || c == b; }
  HWY_INLINE auto operator()(WideVector v) const {
    return hn::Or(hn::Eq(v, hn::Set(Wide(), a)), hn::Eq(v, hn::Set(Wide(), b)));
  }
};

struct IsSpaceOr {
  Byte wanted;
  HWY_INLINE bool operator()(Byte c) const { return c == wanted || is_space(c); }
  HWY_INLINE auto operator()(WideVector v) const {
    const Wide d;
    const auto blank = hn::Or(hn::Eq(v, hn::Set(d, ' ')), hn::Eq(v, hn::Set(d, '\n')));
    const auto tab = hn::Or(hn::Eq(v, hn::Set(d, '\t')), hn::Eq(v, hn::Set(d, '\f')));
    const auto rest = hn::Or(hn::Eq(v, hn::Set(d, '\r')), hn::Eq(v, hn::Set(d, wanted)));
    return hn::Or(hn::Or(blank, tab), rest);
  }
};

HWY_INLINE const Byte* find(const Byte* at, const Byte* end, Byte wanted) {
  return find_if(at, end, Is{wanted});
}
HWY_INLINE const Byte* find_either(const Byte* at, const Byte* end, Byte a, Byte b) {
  return find_if(at, end, IsEither{a, b});
}
HWY_INLINE const Byte* find_space_or(const Byte* at, const Byte* end, Byte wanted) {
  return find_if(at, end, IsSpaceOr{wanted});
}

// One bit a lane, the first lane lowest.
template <class Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
#if HWY_TARGET == HWY_SCALAR
  return hn::AllTrue(Wide(), mask);
#else
  std::uint8_t bytes[8];
  hn::StoreMaskBits(Wide(), mask, bytes);
  hwy::UnsignedFromSize<hn::MaxLanes(Wide()) / 8> bits;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
#endif
}

constexpr std::size_t kWindowBytes = 64;

HWY_INLINE void fill_window(ScanWindow& window, const Byte* bytes) {
  const Wide d;
  const hn::RebindToSigned<Wide> signed_d;
  ScanWindow filled{.begin = window.begin};
  for (std::size_t i = 0; i < kWindowBytes; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, bytes + i);
    const auto greater = hn::Eq(v, hn::Set(d, '>'));
    const auto slash = hn::Eq(v, hn::Set(d, '/'));
    const auto equals = hn::Eq(v, hn::Set(d, '='));
    const auto blank =
        hn::RebindMask(d, hn::Lt(hn::BitCast(signed_d, v), hn::Set(signed_d, ' ' + 1)));
    filled.less |= bits_of(hn::Eq(v, hn::Set(d, '<'))) << i;
    filled.name_end |= bits_of(hn::Or(hn::Or(greater, slash), blank)) << i;
    filled.equals_or_greater |= bits_of(hn::Or(greater, equals)) << i;
    filled.double_quote |= bits_of(hn::Eq(v, hn::Set(d, '"'))) << i;
    filled.single_quote |= bits_of(hn::Eq(v, hn::Set(d, '\''))) << i;
  }
  window = filled;
}

HWY_INLINE std::size_t offset_in(const ScanWindow& window, const Byte* at) {
  return reinterpret_cast<std::uintptr_t>(at) - window.begin;
}

// Bytes after the end count as NUL.
HWY_INLINE void move_window(ScanWindow& window, const Byte* at, const Byte* end) {
  window.begin = reinterpret_cast<std::uintptr_t>(at);
  if (HWY_LIKELY(static_cast<std::size_t>(end - at) >= kWindowBytes)) {
    fill_window(window, at);
    return;
  }
  Byte rest[kWindowBytes] = {};
  if (at != end) std::memcpy(rest, at, static_cast<std::size_t>(end - at));
  fill_window(window, rest);
}

// The rest of find_in(), when the byte is not in the window at or after `at`.
inline HWY_NOINLINE const Byte* find_beyond(ScanWindow& window, const std::uint64_t& bits,
                                            const Byte* at, const Byte* end) {
  const std::size_t offset = offset_in(window, at);
  std::size_t step = offset < kWindowBytes ? kWindowBytes - offset : 0;
  while (static_cast<std::size_t>(end - at) > step) {
    at += step;
    move_window(window, at, end);
    if (bits != 0) return at + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits);
    step = kWindowBytes;
  }
  return end;
}

// `bits` is one of the words of the window.
HWY_INLINE const Byte* find_in(ScanWindow& window, const std::uint64_t& bits, const Byte* at,
                               const Byte* end) {
  const std::size_t offset = offset_in(window, at);
  if (HWY_LIKELY(offset < kWindowBytes)) {
    const std::uint64_t found = bits >> offset;
    if (HWY_LIKELY(found != 0)) return at + hwy::Num0BitsBelowLS1Bit_Nonzero64(found);
  }
  return find_beyond(window, bits, at, end);
}

}  // namespace pagekin::html::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
