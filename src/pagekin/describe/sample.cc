#include "pagekin/describe/sample.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/marks.h"

namespace pagekin::describe {
namespace {

constexpr std::size_t kMostSampled = 16'384;
constexpr std::size_t kMostOfCluster = 64;
constexpr std::size_t kMostMarks = 8192;  // of a page

}  // namespace

std::vector<SampledPage> draw_sample(const ClusteredPages& pages) {
  using Drawn = std::pair<std::uint64_t, PageId>;  // hash of the id
  const std::size_t clusters = std::min(pages.numbers.size(), kMostDescribed);
  if (clusters == 0) return {};
  const std::size_t most = std::min(kMostOfCluster, kMostSampled / clusters);
  std::vector<std::vector<Drawn>> drawn(clusters);  // heaps, the largest hash on top
  for (PageId page = 0; page < pages.ids->size(); ++page) {
    const auto number = static_cast<std::size_t>(pages.number_of(page));
    if (!pages.can_be_read(page) || number == 0 || number > clusters) continue;
    std::vector<Drawn>& heap = drawn[number - 1];
    heap.emplace_back(hash_bytes((*pages.ids)[page]), page);
    std::ranges::push_heap(heap);
    if (heap.size() <= most) continue;
    std::ranges::pop_heap(heap);
    heap.pop_back();
  }
  std::vector<SampledPage> sample;
  for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
    for (const auto& [hash, page] : drawn[cluster]) {
      sample.push_back({.page = page, .cluster = cluster});
    }
  }
  std::ranges::sort(sample, {}, &SampledPage::page);
  return sample;
}

void limit_marks(std::vector<std::uint64_t>& marks) {
  if (marks.size() <= kMostMarks) return;
  std::erase_if(marks, [](std::uint64_t mark) {
    return features::kind_of(mark) == features::MarkKind::kText;
  });
  if (marks.size() <= kMostMarks) return;
  std::ranges::sort(marks, {}, mix);
  marks.resize(kMostMarks);
  std::ranges::sort(marks);
}

std::vector<PageId> pages_of(const std::vector<SampledPage>& sample) {
  std::vector<PageId> pages;
  pages.reserve(sample.size());
  for (const SampledPage& sampled_page : sample) pages.push_back(sampled_page.page);
  return pages;
}

}  // namespace pagekin::describe
