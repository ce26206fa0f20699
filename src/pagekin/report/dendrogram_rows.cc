#include "pagekin/report/dendrogram_rows.h"

#include <algorithm>
#include <functional>

namespace pagekin::report {
namespace {

std::size_t size_of(const Dendrogram& dendrogram, std::uint32_t number) {
  return number < dendrogram.pages() ? 1 : dendrogram.merges()[number - dendrogram.pages()].size;
}

std::vector<std::uint32_t> first_pages_of(const Dendrogram& dendrogram) {
  std::vector<std::uint32_t> first;
  first.reserve(dendrogram.pages() + dendrogram.merges().size());
  for (std::uint32_t page = 0; page < dendrogram.pages(); ++page) first.push_back(page);
  for (const Merge& merge : dendrogram.merges()) first.push_back(first[merge.left]);
  return first;
}

// The number of first merges that are hidden within rows.
std::size_t hidden_merges(const Dendrogram& dendrogram, std::size_t made, std::size_t most) {
  if (dendrogram.pages() <= most) return 0;
  return std::min(std::max(made, dendrogram.pages() - most), dendrogram.merges().size());
}

}  // namespace

std::vector<std::uint32_t> roots_of(const Dendrogram& dendrogram) {
  const std::size_t numbers = dendrogram.pages() + dendrogram.merges().size();
  std::vector<bool> is_joined(numbers);
  for (const Merge& merge : dendrogram.merges()) {
    is_joined[merge.left] = true;
    is_joined[merge.right] = true;
  }
  const std::vector<std::uint32_t> first = first_pages_of(dendrogram);
  std::vector<std::uint32_t> roots;
  for (std::uint32_t number = 0; number < numbers; ++number) {
    if (!is_joined[number]) roots.push_back(number);
  }
  std::ranges::sort(roots, {}, [&](std::uint32_t number) { return first[number]; });
  std::ranges::stable_sort(roots, std::greater{},
                           [&](std::uint32_t number) { return size_of(dendrogram, number); });
  return roots;
}

DendrogramRows rows_of(const Dendrogram& dendrogram, std::size_t made, std::size_t most) {
  DendrogramRows found{.roots = roots_of(dendrogram), .first_pages = first_pages_of(dendrogram)};
  const std::size_t one_row = dendrogram.pages() + hidden_merges(dendrogram, made, most);

  while (found.roots.size() > most) {
    ++found.left_out;
    found.left_out_pages += size_of(dendrogram, found.roots.back());
    found.roots.pop_back();
  }
  found.places.assign(found.first_pages.size(), -1);
  std::vector<std::uint32_t> waiting(found.roots.rbegin(), found.roots.rend());
  while (!waiting.empty()) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    if (number < one_row) {
      found.places[number] = static_cast<double>(found.rows.size());
      found.rows.push_back(number);
      continue;
    }
    const Merge& merge = dendrogram.merges()[number - dendrogram.pages()];
    const bool left_is_larger = size_of(dendrogram, merge.left) >= size_of(dendrogram, merge.right);
    waiting.push_back(left_is_larger ? merge.right : merge.left);
    waiting.push_back(left_is_larger ? merge.left : merge.right);
  }
  for (std::size_t i = one_row - dendrogram.pages(); i < dendrogram.merges().size(); ++i) {
    const Merge& merge = dendrogram.merges()[i];
    const double left = found.places[merge.left];
    if (left < 0) continue;  // below a root that is left out
    found.places[dendrogram.pages() + i] = (left + found.places[merge.right]) / 2;
  }
  return found;
}

}  // namespace pagekin::report
