#include "pagekin/core/dendrogram.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace pagekin {

Dendrogram::Dendrogram(std::size_t pages, std::vector<Link> links) : pages_(pages) {
  std::ranges::stable_sort(links, std::greater{}, &Link::similarity);
  std::vector<std::uint32_t> parents(pages);  // by page; a root is its own
  std::iota(parents.begin(), parents.end(), 0U);
  const auto root_of = [&](std::uint32_t page) {
    while (parents[page] != page) page = parents[page] = parents[parents[page]];
    return page;
  };
  struct Root {
    std::uint32_t number = 0;
    std::uint32_t size = 1;
    std::uint32_t first = 0;  // page
  };
  std::vector<Root> roots(pages);
  for (std::uint32_t page = 0; page < pages; ++page) roots[page] = {page, 1, page};
  for (const Link& link : links) {
    std::uint32_t left = root_of(link.a);
    std::uint32_t right = root_of(link.b);
    if (left == right) continue;
    if (roots[left].first > roots[right].first) std::swap(left, right);
    const Merge merge{.left = roots[left].number,
                      .right = roots[right].number,
                      .similarity = link.similarity,
                      .size = roots[left].size + roots[right].size};
    const std::uint32_t first = roots[left].first;
    if (roots[left].size < roots[right].size) std::swap(left, right);
    parents[right] = left;
    roots[left] = {static_cast<std::uint32_t>(pages + merges_.size()), merge.size, first};
    merges_.push_back(merge);
  }
}

Clustering Dendrogram::cut_at(double similarity) const {
  const auto threshold = static_cast<float>(similarity);
  const auto end = std::ranges::find_if(
      merges_, [&](const Merge& merge) { return merge.similarity < threshold; });
  return after(static_cast<std::size_t>(end - merges_.begin()));
}

Clustering Dendrogram::cut_into(std::size_t clusters) const {
  const std::size_t wanted = pages_ > clusters ? pages_ - clusters : 0;
  return after(std::min(wanted, merges_.size()));
}

// From the last merge back: what belongs to a merge belongs to what that belongs to.
Clustering Dendrogram::after(std::size_t merges) const {
  std::vector<std::uint32_t> top(pages_ + merges);  // by number: the cluster it ends up in
  std::iota(top.begin(), top.end(), 0U);
  for (std::size_t i = merges; i-- > 0;) {
    top[merges_[i].left] = top[pages_ + i];
    top[merges_[i].right] = top[pages_ + i];
  }
  return canonical({top.begin(), top.begin() + static_cast<std::ptrdiff_t>(pages_)});
}

}  // namespace pagekin
