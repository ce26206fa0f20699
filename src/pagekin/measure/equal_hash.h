// Measures that are 1 for pages with equal hashes of their tags, else 0.
#pragma once

#include "pagekin/core/hash.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {

template <Hash128 Features::*hash, bool Needs::*need>
class EqualHash final : public Measure {
 public:
  Needs needs() const override {
    Needs needs;
    needs.*need = true;
    return needs;
  }
  double similarity(const Features& a, const Features& b, double) const override {
    return a.*hash == b.*hash ? 1 : 0;
  }
  std::optional<MatchKey> match_key() const override { return MatchKey{.hash = hash}; }
  Basis basis(const Features& a, const Features& b) const override {
    return {.what = "hash", .sizes = {1, 1}, .shared = a.*hash == b.*hash ? 1U : 0U};
  }
};

}  // namespace pagekin::measure
