#include "pagekin/wrapper/choose_template.h"

#include <algorithm>
#include <unordered_map>

namespace pagekin::wrapper {
namespace {

constexpr double kCoreShare = 0.5;   // of the pages that have a mark of the template
constexpr double kFarBelow = 0.7;    // of the usual overlap
constexpr double kUsualPlace = 0.1;  // nine of ten pages overlap at least so much

// The share of the marks of the template that the page has, and a little of the converse, which
// parts templates whose marks include those of another.
double overlap_of(std::span<const std::uint64_t> core, std::span<const std::uint64_t> marks) {
  std::size_t common = 0;
  auto mark = marks.begin();
  for (const std::uint64_t wanted : core) {
    mark = std::lower_bound(mark, marks.end(), wanted);
    if (mark == marks.end()) break;
    common += *mark == wanted ? 1 : 0;
  }
  const std::size_t all = core.size() + marks.size() - common;
  if (all == 0) return 1;
  const double jaccard = static_cast<double>(common) / static_cast<double>(all);
  const double covered =
      core.empty() ? 0 : static_cast<double>(common) / static_cast<double>(core.size());
  return (covered + jaccard) / 2;
}

}  // namespace

void set_marks(std::span<const std::vector<std::uint64_t>> pages, TemplateRules& rules) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (const std::vector<std::uint64_t>& page : pages) {
    for (const std::uint64_t mark : page) ++counts[mark];
  }
  rules.marks.clear();
  for (const auto& [mark, count] : counts) {
    if (count >= kCoreShare * static_cast<double>(pages.size())) rules.marks.push_back(mark);
  }
  std::ranges::sort(rules.marks);
  std::vector<double> overlaps;
  overlaps.reserve(pages.size());
  for (const std::vector<std::uint64_t>& page : pages)
    overlaps.push_back(overlap_of(rules.marks, page));
  std::ranges::sort(overlaps);
  if (overlaps.empty()) return;
  const auto place = static_cast<std::size_t>(kUsualPlace * static_cast<double>(overlaps.size()));
  rules.typical = static_cast<float>(overlaps[place]);
}

ChosenTemplate choose_template(const Wrapper& wrapper, std::span<const std::uint64_t> marks) {
  ChosenTemplate chosen;
  for (std::uint32_t i = 0; i < wrapper.templates.size(); ++i) {
    const double overlap = overlap_of(wrapper.templates[i].marks, marks);
    if (chosen.nearest != kNone && overlap <= chosen.overlap) continue;
    chosen.nearest = i;
    chosen.overlap = overlap;
  }
  if (chosen.nearest != kNone &&
      chosen.overlap >=
          kFarBelow * static_cast<double>(wrapper.templates[chosen.nearest].typical)) {
    chosen.number = chosen.nearest;
  }
  return chosen;
}

}  // namespace pagekin::wrapper
