#include "pagekin/features/limit_marks.h"

#include <algorithm>

#include "pagekin/core/hash.h"

namespace pagekin::features {
namespace {

struct RankedMark {
  std::uint32_t round = 0;  // in which it is taken
  std::uint64_t hash = 0;
  std::uint64_t mark = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the default for a null pointer
  friend auto operator<=>(const RankedMark&, const RankedMark&) = default;
};

std::uint64_t place_and_kind(std::uint64_t mark) { return mark >> 29; }  // see make_mark()

}  // namespace

std::size_t limit_marks(std::vector<std::uint64_t>& marks, std::size_t most) {
  if (marks.size() <= most) return 0;
  std::vector<RankedMark> ranked;
  ranked.reserve(marks.size());
  for (const std::uint64_t mark : marks) ranked.push_back({0, mix(mark), mark});
  for (auto begin = ranked.begin(); begin != ranked.end();) {
    const auto end = std::find_if(begin, ranked.end(), [&](const RankedMark& ranked_mark) {
      return place_and_kind(ranked_mark.mark) != place_and_kind(begin->mark);
    });
    std::sort(begin, end);  // by hash
    for (auto at = begin; at != end; ++at) at->round = static_cast<std::uint32_t>(at - begin);
    begin = end;
  }
  std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(most),
                   ranked.end());
  const std::size_t left_out = marks.size() - most;
  marks.clear();
  for (std::size_t i = 0; i < most; ++i) marks.push_back(ranked[i].mark);
  std::sort(marks.begin(), marks.end());
  return left_out;
}

}  // namespace pagekin::features
