#include "pagekin/templates/declared_apart.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/stop.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/rounded.h"

namespace pagekin::templates {
namespace {

constexpr float kUnseenPages = 0.5F;  // of a group, which may lack its value
constexpr float kHeeded = 0.6F;       // most of a share that declarations take

// A value near the root: its place and kind, and the block of its mark.
struct DeclaredValue {
  std::uint64_t place = 0;
  BlockId block = 0;
};

// Returns the values by place.
std::vector<DeclaredValue> declared_values(const BlockShapes& shapes) {
  std::vector<DeclaredValue> values;
  for (BlockId block = 0; block < shapes.blocks.size(); ++block) {
    for (const std::uint64_t mark : shapes.blocks[block].marks) {
      if (features::is_near_root(mark)) values.push_back({mark >> 29, block});
    }
  }
  std::ranges::stable_sort(values, {}, &DeclaredValue::place);
  return values;
}

// What two groups have at one place.
class PlaceOfTwo {
 public:
  void add(float a, float b, float trust_a, float trust_b) {
    own_a_ = std::max(own_a_, trust_a * a - b);
    own_b_ = std::max(own_b_, trust_b * b - a);
    common_ += std::min(a, b);
    any_ += std::max(a, b);
  }
  float apart() const {
    const float own = std::min(own_a_, own_b_);
    if (own <= 0) return 0;
    return own * own * own * own * (1 - common_ / any_);
  }

 private:
  float own_a_ = 0;
  float own_b_ = 0;
  float common_ = 0;
  float any_ = 0;
};

float declared_trust(float pages) { return pages / (pages + kUnseenPages); }

}  // namespace

SimilarityMatrix declared_apart(const BlockShapes& shapes, const VoterGroups& groups) {
  const std::vector<DeclaredValue> values = declared_values(shapes);
  SimilarityMatrix apart(groups.size());
  for (std::size_t a = 0; a < groups.size(); ++a) {
    check_stop();
    const float* const shares_a = groups.evidence(a).share;
    for (std::size_t b = 0; b < a; ++b) {
      const float* const shares_b = groups.evidence(b).share;
      float most = 0;
      for (std::size_t i = 0; i < values.size();) {
        PlaceOfTwo place;
        const std::uint64_t same = values[i].place;
        for (; i < values.size() && values[i].place == same; ++i) {
          place.add(shares_a[values[i].block], shares_b[values[i].block],
                    declared_trust(groups.pages(a)), declared_trust(groups.pages(b)));
        }
        most = std::max(most, place.apart());
      }
      apart.row(a)[b] = rounded(most);
    }
  }
  return apart;
}

void heed_declarations(const SimilarityMatrix& apart, SimilarityMatrix& shares) {
  for (std::size_t a = 0; a < shares.pages(); ++a) {
    for (std::size_t b = 0; b < a; ++b) shares.row(a)[b] *= 1 - kHeeded * apart(a, b);
  }
}

}  // namespace pagekin::templates
