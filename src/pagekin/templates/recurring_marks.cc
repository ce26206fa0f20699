#include "pagekin/templates/recurring_marks.h"

#include <algorithm>
#include <cstddef>

#include "pagekin/features/marks.h"
#include "pagekin/templates/mark_table.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kFewestWithMark = 3;  // pages that have the mark
constexpr std::size_t kSmallSite = 100;     // on a smaller site, two pages suffice
constexpr std::size_t kPagesAMark = 100;    // one page in a hundred must have the mark
constexpr std::uint64_t kBusyShare = 50;  // a value of a busy place makes up less than one in fifty
constexpr std::uint32_t kFewValues = 60;  // a place with no more values is not busy

// Place and kind of a mark, without its value.
std::uint64_t slot_of(std::uint64_t mark) { return mark >> 29; }

}  // namespace

std::vector<std::uint64_t> recurring_marks(std::span<const MarkSet> pages,
                                           std::span<const std::uint32_t> counts) {
  MarkTable pages_with;
  std::size_t all = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::uint32_t count = counts.empty() ? 1 : counts[i];
    all += count;
    for (const std::uint64_t mark : pages[i]) pages_with[mark] += count;
  }
  MarkTable values;  // by slot: the number of different values
  MarkTable uses;    // by slot: the sum of the pages of all its values
  pages_with.for_each([&](std::uint64_t mark, std::uint32_t count) {
    ++values[slot_of(mark)];
    std::uint32_t& sum = uses[slot_of(mark)];
    sum += std::min(count, UINT32_MAX - sum);
  });

  const std::size_t fewest =
      std::max(all < kSmallSite ? std::min(all, kFewestWithMark - 1) : kFewestWithMark,
               (all + kPagesAMark - 1) / kPagesAMark);
  std::vector<std::uint64_t> kept;
  pages_with.for_each([&](std::uint64_t mark, std::uint32_t count) {
    if (count < fewest) return;
    const bool distinguishes = features::kind_of(mark) == features::MarkKind::kPath ||
                               std::uint64_t{count} * kBusyShare >= *uses.find(slot_of(mark)) ||
                               *values.find(slot_of(mark)) <= kFewValues;
    if (distinguishes) kept.push_back(mark);
  });
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace pagekin::templates
