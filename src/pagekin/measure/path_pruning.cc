#include "pagekin/measure/path_pruning.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "pagekin/core/error.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::measure {
namespace {

static_assert(std::endian::native == std::endian::little, "stored numbers are little-endian");

constexpr int kPartBits = 4;

// Calls visit(path, number of pages that have it) for the paths whose highest bits are
// `part`, in ascending order. `buffer` is scratch memory.
template <class Visit>
void count_pages(std::span<const features::Features> pages, std::uint64_t part,
                 std::vector<std::uint64_t>& buffer, Visit visit) {
  buffer.clear();
  for (const features::Features& page : pages) {
    const auto first = static_cast<std::ptrdiff_t>(buffer.size());
    for (const std::uint64_t path : page.document_paths) {
      if (path >> (64 - kPartBits) == part) buffer.push_back(path);
    }
    // A path counts once for a page.
    std::sort(buffer.begin() + first, buffer.end());
    buffer.erase(std::unique(buffer.begin() + first, buffer.end()), buffer.end());
  }
  features::sort_hashes(buffer);
  for (std::size_t begin = 0; begin < buffer.size();) {
    std::size_t end = begin + 1;
    while (end < buffer.size() && buffer[end] == buffer[begin]) ++end;
    visit(buffer[begin], end - begin);
    begin = end;
  }
}

}  // namespace

void PathPruning::fit(std::span<const features::Features> pages) {
  kept_.clear();
  keeps_all_ = pages.size() < 3;
  if (keeps_all_) return;
  std::vector<std::uint64_t> buffer;
  for (std::uint64_t part = 0; part < std::uint64_t{1} << kPartBits; ++part) {
    count_pages(pages, part, buffer, [&](std::uint64_t path, std::size_t page_count) {
      if (page_count >= 2 && page_count < pages.size()) kept_.push_back(path);
    });
  }
  kept_.shrink_to_fit();
}

void PathPruning::prune(std::vector<std::uint64_t>& paths) const {
  if (keeps_all_) return;
  std::erase_if(paths,
                [&](std::uint64_t path) { return !std::ranges::binary_search(kept_, path); });
}

std::string PathPruning::learnt() const {
  if (keeps_all_) return {};
  const std::uint64_t count = kept_.size();
  std::string bytes((1 + kept_.size()) * sizeof count, '\0');
  std::memcpy(bytes.data(), &count, sizeof count);
  if (count > 0) std::memcpy(bytes.data() + sizeof count, kept_.data(), count * sizeof count);
  return bytes;
}

void PathPruning::learn(std::string_view bytes) {
  kept_.clear();
  keeps_all_ = bytes.empty();
  if (keeps_all_) return;
  std::uint64_t count = 0;
  if (bytes.size() % sizeof count != 0) throw Error("the list of kept paths ends too early");
  std::memcpy(&count, bytes.data(), sizeof count);
  if (count != bytes.size() / sizeof count - 1) {
    throw Error("the list of kept paths has another length than it says");
  }
  kept_.resize(count);
  if (count > 0) std::memcpy(kept_.data(), bytes.data() + sizeof count, count * sizeof count);
  if (std::ranges::adjacent_find(kept_, std::greater_equal<>()) != kept_.end()) {
    throw Error("the list of kept paths is not in order");
  }
}

}  // namespace pagekin::measure
