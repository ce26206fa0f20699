#include "pagekin/templates/site_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pagekin::templates {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

SiteGroups::SiteGroups(std::span<const std::uint32_t> sites)
    : sites_(sites), parent_(sites.size()), next_(sites.size()), size_(sites.size(), 1) {
  std::iota(parent_.begin(), parent_.end(), 0);
  std::iota(next_.begin(), next_.end(), 0);
}

std::uint32_t SiteGroups::find(std::uint32_t item) {
  while (parent_[item] != item) {
    parent_[item] = parent_[parent_[item]];
    item = parent_[item];
  }
  return item;
}

bool SiteGroups::have_common_site(std::uint32_t small, std::uint32_t large) {
  std::uint32_t member = small;
  do {
    ++lookups_;
    const bool is_common = size_[large] == 1 ? site_of(member) == site_of(large)
                                             : present_.contains(pair_key(large, site_of(member)));
    if (is_common) return true;
    member = next_[member];
  } while (member != small);
  return false;
}

bool SiteGroups::unite(std::uint32_t a, std::uint32_t b) {
  std::uint32_t large = find(a);
  std::uint32_t small = find(b);
  if (large == small) return false;
  if (std::pair(size_[large], small) < std::pair(size_[small], large)) std::swap(large, small);
  // Groups only grow, so what was refused once stays refused.
  const std::uint64_t both = pair_key(std::min(large, small), std::max(large, small));
  if (refused_.contains(both)) return false;
  if (have_common_site(small, large)) {
    refused_.insert(both);
    return false;
  }
  if (size_[large] == 1) present_.insert(pair_key(large, site_of(large)));
  std::uint32_t member = small;
  do {
    present_.insert(pair_key(large, site_of(member)));
    if (size_[small] > 1) present_.erase(pair_key(small, site_of(member)));
    member = next_[member];
  } while (member != small);
  std::swap(next_[small], next_[large]);  // joins the two rings
  parent_[small] = large;
  size_[large] += size_[small];
  return true;
}

}  // namespace pagekin::templates
