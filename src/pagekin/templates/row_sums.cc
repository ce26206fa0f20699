// Compiled once for each instruction set.
#include "pagekin/templates/row_sums.h"

// The instruction set is chosen at run time. The baseline of x86-64 is not a target of
// Highway. SVE is disabled, so that such machines use NEON: the width of SVE vectors is
// unknown to the compiler.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pagekin/templates/row_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pagekin::templates::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, kLanes>;
using V = hn::VFromD<D>;
constexpr std::size_t kWidth = hn::MaxLanes(D());
constexpr std::size_t kParts = kLanes / kWidth;  // vectors that make up the lanes

// Eight sums.
class Sums {
 public:
  HWY_INLINE Sums() {
    for (V& part : parts_) part = hn::Zero(D());
  }
  HWY_INLINE void add(std::size_t part, V value) { parts_[part] = hn::Add(parts_[part], value); }
  HWY_INLINE float total() const {
    float lanes[kLanes];
    for (std::size_t part = 0; part < kParts; ++part) {
      hn::StoreU(parts_[part], D(), lanes + part * kWidth);
    }
    float sum = 0;
    for (const float lane : lanes) sum += lane;
    return sum;
  }

 private:
  V parts_[kParts];
};

// Near 1 only if all pages on one side have the block and none on the other.
HWY_INLINE V exclusive(V share, V other_share) {
  const V x = hn::Sub(share, hn::Min(share, other_share));
  const V x2 = hn::Mul(x, x);
  const V x4 = hn::Mul(x2, x2);
  return hn::Mul(hn::Mul(x4, x4), x4);
}

// Handles several rows at once, because each addition waits for the one before.
template <std::size_t kRows>
HWY_INLINE void common_of(const float* a, const float* rows, std::size_t size, float* out) {
  const D d;
  Sums sums[kRows];
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = i + part * kWidth;
      const V in_a = hn::LoadU(d, a + at);
      for (std::size_t row = 0; row < kRows; ++row) {
        sums[row].add(part, hn::Min(in_a, hn::LoadU(d, rows + row * size + at)));
      }
    }
  }
  for (std::size_t row = 0; row < kRows; ++row) out[row] = sums[row].total();
}

void common(const float* a, const float* rows, std::size_t size, std::size_t count, float* out) {
  std::size_t row = 0;
  for (; row + 4 <= count; row += 4) common_of<4>(a, rows + row * size, size, out + row);
  for (; row < count; ++row) common_of<1>(a, rows + row * size, size, out + row);
}

SubstitutionSums substitution(const ShareRow& a, const ShareRow& b, const float* weights,
                              std::size_t size) {
  const D d;
  Sums own_a;
  Sums own_b;
  Sums both;
  Sums more_a;
  Sums more_b;
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = i + part * kWidth;
      const V weight = hn::LoadU(d, weights + at);
      const V share_a = hn::LoadU(d, a.share + at);
      const V share_b = hn::LoadU(d, b.share + at);
      const V shared = hn::Min(share_a, share_b);
      const V only_a = exclusive(hn::LoadU(d, a.most + at), hn::LoadU(d, b.least + at));
      const V only_b = exclusive(hn::LoadU(d, b.most + at), hn::LoadU(d, a.least + at));
      own_a.add(part, hn::Mul(weight, only_a));
      own_b.add(part, hn::Mul(weight, only_b));
      both.add(part, hn::Mul(weight, shared));
      more_a.add(part, hn::Mul(weight, hn::Sub(share_a, shared)));
      more_b.add(part, hn::Mul(weight, hn::Sub(share_b, shared)));
    }
  }
  return {.own_a = own_a.total(),
          .own_b = own_b.total(),
          .common = both.total(),
          .more_a = more_a.total(),
          .more_b = more_b.total()};
}

float products(const float* a, const float* b, std::size_t size) {
  const D d;
  Sums sums;
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = i + part * kWidth;
      sums.add(part, hn::Mul(hn::LoadU(d, a + at), hn::LoadU(d, b + at)));
    }
  }
  return sums.total();
}

SubstitutionSums evidence(const EvidenceRow& a, const EvidenceRow& b,
                          const EvidenceWeights& weights, std::size_t size) {
  const D d;
  Sums own_a;
  Sums own_b;
  Sums both;
  Sums more_a;
  Sums more_b;
  for (std::size_t i = 0; i < size; i += kLanes) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = i + part * kWidth;
      const V own = hn::LoadU(d, weights.own + at);
      const V replaced = hn::LoadU(d, weights.replaced + at);
      const V lacks_a = hn::Add(hn::Mul(own, hn::LoadU(d, a.nearly_none + at)),
                                hn::Mul(replaced, hn::LoadU(d, a.replaced + at)));
      const V lacks_b = hn::Add(hn::Mul(own, hn::LoadU(d, b.nearly_none + at)),
                                hn::Mul(replaced, hn::LoadU(d, b.replaced + at)));
      own_a.add(part, hn::Mul(hn::LoadU(d, a.nearly_all + at), lacks_b));
      own_b.add(part, hn::Mul(hn::LoadU(d, b.nearly_all + at), lacks_a));
      const V share_a = hn::LoadU(d, a.share + at);
      const V share_b = hn::LoadU(d, b.share + at);
      const V shared = hn::Min(share_a, share_b);
      const V any = hn::LoadU(d, weights.any + at);
      both.add(part, hn::Mul(hn::LoadU(d, weights.common + at), shared));
      more_a.add(part, hn::Mul(any, hn::Sub(share_a, shared)));
      more_b.add(part, hn::Mul(any, hn::Sub(share_b, shared)));
    }
  }
  return {.own_a = own_a.total(),
          .own_b = own_b.total(),
          .common = both.total(),
          .more_a = more_a.total(),
          .more_b = more_b.total()};
}

}  // namespace pagekin::templates::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pagekin::templates {

HWY_EXPORT(common);
HWY_EXPORT(substitution);
HWY_EXPORT(products);
HWY_EXPORT(evidence);

void common_sums(const float* a, const float* rows, std::size_t size, std::size_t count,
                 float* out) {
  HWY_DYNAMIC_DISPATCH(common)(a, rows, size, count, out);
}

SubstitutionSums substitution_sums(const ShareRow& a, const ShareRow& b, const float* weights,
                                   std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(substitution)(a, b, weights, size);
}

float product_sum(const float* a, const float* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(products)(a, b, size);
}

SubstitutionSums evidence_sums(const EvidenceRow& a, const EvidenceRow& b,
                               const EvidenceWeights& weights, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(evidence)(a, b, weights, size);
}

}  // namespace pagekin::templates
#endif
