// Rows computed by vectors of 16 bytes, compiled once for each instruction set.
//
// Wider vectors would need two or three more steps, some of them across blocks of 16 bytes, and
// this loop is less than half of the work of its callers.
#include "pagekin/ted/relax_row.h"

// The target is chosen at run time, since the baseline of x86-64 is not a target of Highway. SVE
// is left out, because the compiler does not know the width of its vectors; machines with SVE
// use NEON.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pagekin/ted/relax_row.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pagekin::ted::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

template <class Cell>
void relax(const Cell* above, const Cell* match, Cell* out, std::size_t count, Cell before,
           Cell remove, Cell insert) {
  relax_row_plainly(above, match, out, count, before, remove, insert);
}

#else

// Returns x + y, or the largest number if the sum overflows. A sum that overflows is never the
// minimum, since the minimum plus `insert` does not overflow.
template <class D>
HWY_INLINE hn::VFromD<D> add_capped(D d, hn::VFromD<D> x, hn::VFromD<D> y) {
  if constexpr (sizeof(hn::TFromD<D>) == 2) {
    return hn::SaturatedAdd(x, y);
  } else {
    return hn::Add(hn::Min(x, hn::Xor(y, hn::Set(d, UINT32_MAX))), y);
  }
}

// Returns min(x, x shifted by kLanes plus `step`), where `largest` is shifted in.
template <int kLanes, class D>
HWY_INLINE hn::VFromD<D> relax_by(D d, hn::VFromD<D> x, hn::VFromD<D> step, hn::VFromD<D> largest) {
  constexpr int bytes = 16 - kLanes * static_cast<int>(sizeof(hn::TFromD<D>));
  return hn::Min(x, add_capped(d, hn::CombineShiftRightBytes<bytes>(d, x, largest), step));
}

template <class Cell>
HWY_INLINE void relax(const Cell* above, const Cell* match, Cell* out, std::size_t count,
                      Cell before, Cell remove, Cell insert) {
  const hn::CappedTag<Cell, 16 / sizeof(Cell)> d;
  constexpr Cell lanes = 16 / sizeof(Cell);
  constexpr Cell most = std::numeric_limits<Cell>::max();
  if (HWY_UNLIKELY(insert > most / lanes)) {
    relax_row_plainly(above, match, out, count, before, remove, insert);
    return;
  }
  const auto inserts = [&](Cell number) { return static_cast<Cell>(number * insert); };
  const auto step1 = hn::Set(d, insert);
  const auto step2 = hn::Set(d, inserts(2));
  const auto step4 = hn::Set(d, inserts(4));
  const auto largest = hn::Set(d, most);
  const auto ramp = hn::Mul(hn::Iota(d, Cell{1}), step1);
  const auto removes = hn::Set(d, remove);
  const Cell across = inserts(lanes);
  const Cell across_room = static_cast<Cell>(most - across);

  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    auto x = hn::Min(hn::Add(hn::LoadU(d, above + j), removes), hn::LoadU(d, match + j));
    x = relax_by<1>(d, x, step1, largest);
    x = relax_by<2>(d, x, step2, largest);
    if constexpr (lanes == 8) x = relax_by<4>(d, x, step4, largest);
    hn::StoreU(hn::Min(x, add_capped(d, hn::Set(d, before), ramp)), d, out + j);
    const Cell last = hn::ExtractLane(x, lanes - 1);
    before = std::min(last, static_cast<Cell>(std::min(before, across_room) + across));
  }
  relax_row_plainly(above + j, match + j, out + j, count - j, before, remove, insert);
}

#endif

void relax16(const std::uint16_t* above, const std::uint16_t* match, std::uint16_t* out,
             std::size_t count, std::uint16_t before, std::uint16_t remove, std::uint16_t insert) {
  relax(above, match, out, count, before, remove, insert);
}

void relax32(const std::uint32_t* above, const std::uint32_t* match, std::uint32_t* out,
             std::size_t count, std::uint32_t before, std::uint32_t remove, std::uint32_t insert) {
  relax(above, match, out, count, before, remove, insert);
}

}  // namespace pagekin::ted::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pagekin::ted {

HWY_EXPORT(relax16);
HWY_EXPORT(relax32);

void relax_long_row(const std::uint16_t* above, const std::uint16_t* match, std::uint16_t* out,
                    std::size_t count, std::uint16_t before, std::uint16_t remove,
                    std::uint16_t insert) {
  HWY_DYNAMIC_DISPATCH(relax16)(above, match, out, count, before, remove, insert);
}

void relax_long_row(const std::uint32_t* above, const std::uint32_t* match, std::uint32_t* out,
                    std::size_t count, std::uint32_t before, std::uint32_t remove,
                    std::uint32_t insert) {
  HWY_DYNAMIC_DISPATCH(relax32)(above, match, out, count, before, remove, insert);
}

}  // namespace pagekin::ted
#endif
