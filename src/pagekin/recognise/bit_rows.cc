// Compiled once for each instruction set.
#include "pagekin/recognise/bit_rows.h"

// The instruction set is chosen at run time. The baseline of x86-64 is not a target of
// Highway. SVE is disabled, so that such machines use NEON: the width of SVE vectors is
// unknown to the compiler.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pagekin/recognise/bit_rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pagekin::recognise::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::uint32_t common_bits(const std::uint64_t* a, const std::uint64_t* b, std::size_t size) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t lanes = hn::Lanes(d);
  auto sums = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto both = hn::And(hn::LoadU(d, a + i), hn::LoadU(d, b + i));
    sums = hn::Add(sums, hn::PopulationCount(both));
  }
  auto count = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d, sums)));
  for (; i < size; ++i) count += bits_of_word(a[i] & b[i]);
  return count;
}

}  // namespace pagekin::recognise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pagekin::recognise {

HWY_EXPORT(common_bits);

std::uint32_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return HWY_DYNAMIC_DISPATCH(common_bits)(a.data(), b.data(), a.size());
}

}  // namespace pagekin::recognise
#endif
