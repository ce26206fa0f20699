// Groups of templates in which no site occurs twice. Groups are united step by step.
//
// Cost: expected time O(size of the smaller group) to unite two groups, so O(n log n) for all
// n templates. A refusal costs as much, but only once for the same two groups. Memory about 50
// bytes a template.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::templates {

class SiteGroups {
 public:
  // One group for each template. `sites` has the site of each template.
  explicit SiteGroups(std::span<const std::uint32_t> sites);

  std::uint32_t find(std::uint32_t item);

  // Unites the groups of two templates, unless they have a site in common. Returns whether
  // two groups became one.
  bool unite(std::uint32_t a, std::uint32_t b);

  // The number of sites that were looked up so far.
  std::size_t lookups() const { return lookups_; }

 private:
  struct KeyHash {
    std::size_t operator()(std::uint64_t key) const { return mix(key ^ process_seed()); }
  };
  using Keys = std::unordered_set<std::uint64_t, KeyHash>;

  std::uint32_t site_of(std::uint32_t item) const { return sites_[item]; }
  bool have_common_site(std::uint32_t small, std::uint32_t large);

  std::span<const std::uint32_t> sites_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> next_;  // the members of a group form a ring
  std::vector<std::uint32_t> size_;  // by root
  Keys present_;                     // root and site, for groups of several members
  Keys refused_;                     // two roots whose groups have a site in common
  std::size_t lookups_ = 0;
};

}  // namespace pagekin::templates
