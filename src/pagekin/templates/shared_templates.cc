#include "pagekin/templates/shared_templates.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/sketch/minhash.h"
#include "pagekin/templates/mark_overlap.h"
#include "pagekin/templates/site_groups.h"

namespace pagekin::templates {
namespace {

constexpr double kSame = 0.8;  // least Jaccard similarity of two cores
constexpr std::size_t kEntries = 64;
constexpr std::size_t kFewestMarks = 8;  // a smaller core carries too little information
constexpr std::size_t kAllPairs = 64;    // among that many cores of a band all pairs are compared
constexpr std::size_t kMostRounds = 8;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

using Key = std::uint32_t;  // hash of a band of a signature

struct Pair {
  double unlike = 0;  // the similarity with its sign turned, so that the most similar come first
  std::uint32_t a = 0;
  std::uint32_t b = 0;  // above a

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the default for a null pointer
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

std::uint64_t hash_of(std::span<const std::uint64_t> core) {
  return hash_bytes({reinterpret_cast<const char*>(core.data()), core.size_bytes()});
}

// The search for pairs of similar cores among templates that stand for all with an equal core.
class Sharing {
 public:
  Sharing(std::span<const SiteTemplate> templates, SiteGroups& groups, SharingWork& work)
      : templates_(templates), groups_(groups), work_(work) {}

  void join() {
    join_equal();
    make_keys();
    // A later round is of use only if a round left out pairs and joined others.
    while (work_.rounds < kMostRounds) {
      const bool is_complete = find_pairs();
      const bool has_joined = join_pairs();
      ++work_.rounds;
      if (is_complete || !has_joined) break;
      keep_one_of_each();
    }
    work_.lookups = groups_.lookups();
  }

 private:
  // Joins templates with equal cores. If a site has several of them, the first ones of all
  // sites are joined, then the second ones, and so on: this is what comes of joining pair by
  // pair. One template of each group stands for it in what follows.
  void join_equal() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_hash;
    by_hash.reserve(templates_.size());
    for (std::uint32_t i = 0; i < templates_.size(); ++i) {
      if (templates_[i].core.size() >= kFewestMarks) {
        by_hash.emplace_back(hash_of(templates_[i].core), i);
      }
    }
    std::sort(by_hash.begin(), by_hash.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_site;  // of one core: site, template
    for (std::size_t begin = 0; begin < by_hash.size();) {
      by_site.clear();
      std::size_t end = begin;
      for (; end < by_hash.size() && by_hash[end].first == by_hash[begin].first; ++end) {
        by_site.emplace_back(templates_[by_hash[end].second].site, by_hash[end].second);
      }
      join_equal(by_site);
      begin = end;
    }
    std::sort(items_.begin(), items_.end());
  }

  void join_equal(std::vector<std::pair<std::uint32_t, std::uint32_t>>& by_site) {
    std::sort(by_site.begin(), by_site.end());
    std::vector<std::uint32_t> first;  // by the number of equal templates before it on its site
    std::size_t before = 0;
    for (std::size_t i = 0; i < by_site.size(); ++i) {
      before = i > 0 && by_site[i].first == by_site[i - 1].first ? before + 1 : 0;
      if (before == first.size()) first.push_back(kNone);
      first[before] = std::min(first[before], by_site[i].second);
    }
    for (std::size_t i = 0; i < by_site.size(); ++i) {
      before = i > 0 && by_site[i].first == by_site[i - 1].first ? before + 1 : 0;
      const std::uint32_t item = by_site[i].second;
      if (!std::ranges::equal(templates_[first[before]].core, templates_[item].core)) {
        items_.push_back(item);  // two cores with one hash
      } else if (item != first[before]) {
        groups_.unite(first[before], item);
      }
    }
    items_.insert(items_.end(), first.begin(), first.end());
  }

  void make_keys() {
    bands_ = sketch::choose_bands(kEntries, kSame, 0.999).value_or(sketch::Bands{kEntries, 1});
    keys_.reserve(items_.size() * bands_.count);
    std::array<std::uint32_t, kEntries> signature{};
    for (const std::uint32_t item : items_) {
      sketch::minhash(templates_[item].core, signature);
      for (std::size_t band = 0; band < bands_.count; ++band) {
        std::uint64_t hash = band;
        for (std::size_t k = 0; k < bands_.width; ++k) {
          hash = mix(hash ^ signature[band * bands_.width + k]);
        }
        keys_.push_back(static_cast<Key>(hash >> 32));
      }
    }
  }

  Key key(std::size_t item, std::size_t band) const {
    return keys_[item * bands_.count + band % bands_.count];
  }

  // Orders the items so that those with the same key of this band are adjacent; among them,
  // those that agree in the next bands, too.
  void sort_by_band(std::vector<std::uint32_t>& order, std::size_t band) const {
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
      for (std::size_t k = band; k < band + bands_.count; ++k) {
        if (key(x, k) != key(y, k)) return key(x, k) < key(y, k);
      }
      return x < y;
    });
  }

  // Fills pairs_. Returns whether all pairs that agree in a band were compared.
  bool find_pairs() {
    pairs_.clear();
    bool is_complete = true;
    std::vector<std::uint32_t> order(items_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    // By item: whether it was among few in the bands so far, one bit a band.
    std::vector<std::uint64_t> was_among_few(items_.size(), 0);
    for (std::size_t band = 0; band < bands_.count; ++band) {
      check_stop();
      sort_by_band(order, band);
      const std::size_t known = pairs_.size();
      for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && key(order[end], band) == key(order[begin], band)) ++end;
        const std::span<const std::uint32_t> met(order.data() + begin, end - begin);
        if (met.size() <= kAllPairs) {
          compare_all(met, band, was_among_few);
        } else {
          compare_some(met);
          is_complete = false;
        }
        begin = end;
      }
      const auto middle = pairs_.begin() + static_cast<std::ptrdiff_t>(known);
      std::sort(middle, pairs_.end());
      std::inplace_merge(pairs_.begin(), middle, pairs_.end());
      pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
      work_.most_pairs = std::max(work_.most_pairs, pairs_.size());
    }
    return is_complete;
  }

  void compare_all(std::span<const std::uint32_t> met, std::size_t band,
                   std::vector<std::uint64_t>& was_among_few) {
    for (std::size_t i = 0; i < met.size(); ++i) {
      for (std::size_t j = i + 1; j < met.size(); ++j) {
        if (!met_before(met[i], met[j], band, was_among_few)) compare(met[i], met[j]);
      }
    }
    for (const std::uint32_t item : met) was_among_few[item] |= std::uint64_t{1} << band;
  }

  // Whether the two were compared in an earlier band.
  bool met_before(std::uint32_t x, std::uint32_t y, std::size_t band,
                  const std::vector<std::uint64_t>& was_among_few) const {
    for (std::size_t k = 0; k < band; ++k) {
      if (key(x, k) == key(y, k) && (was_among_few[x] >> k & 1) != 0) return true;
    }
    return false;
  }

  void compare_some(std::span<const std::uint32_t> met) {
    const std::uint32_t least = *std::min_element(met.begin(), met.end());
    for (std::size_t i = 0; i < met.size(); ++i) {
      if (met[i] != least) compare(met[i], least);
      if (i > 0 && met[i - 1] != least && met[i] != least) compare(met[i - 1], met[i]);
    }
  }

  void compare(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t a = std::min(items_[x], items_[y]);
    const std::uint32_t b = std::max(items_[x], items_[y]);
    const MarkSet core_a = templates_[a].core;
    const MarkSet core_b = templates_[b].core;
    if (templates_[a].site == templates_[b].site || groups_.find(a) == groups_.find(b)) return;
    // The overlap is at most the quotient of the sizes.
    const auto [few, many] = std::minmax({core_a.size(), core_b.size()});
    if (static_cast<double>(few) < kSame * static_cast<double>(many)) return;
    ++work_.compared;
    const double similarity = mark_overlap(core_a, core_b);
    if (similarity >= kSame) pairs_.push_back({-similarity, a, b});
  }

  bool join_pairs() {
    bool has_joined = false;
    for (const Pair& pair : pairs_) has_joined = groups_.unite(pair.a, pair.b) || has_joined;
    return has_joined;
  }

  // Of the items of a group, keeps the first.
  void keep_one_of_each() {
    std::vector<char> is_seen(templates_.size(), 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      char& seen = is_seen[groups_.find(items_[i])];
      if (std::exchange(seen, 1) != 0) continue;
      items_[kept] = items_[i];
      std::copy_n(keys_.begin() + static_cast<std::ptrdiff_t>(i * bands_.count), bands_.count,
                  keys_.begin() + static_cast<std::ptrdiff_t>(kept * bands_.count));
      ++kept;
    }
    items_.resize(kept);
    keys_.resize(kept * bands_.count);
  }

  std::span<const SiteTemplate> templates_;
  SiteGroups& groups_;
  SharingWork& work_;
  std::vector<std::uint32_t> items_;  // templates that stand for others with an equal core
  sketch::Bands bands_;
  std::vector<Key> keys_;  // by item and band
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<std::uint32_t> shared_templates(std::span<const SiteTemplate> templates,
                                            SharingWork* work) {
  std::vector<std::uint32_t> sites(templates.size());
  for (std::size_t i = 0; i < templates.size(); ++i) sites[i] = templates[i].site;
  SiteGroups groups(sites);
  SharingWork own;
  Sharing(templates, groups, work == nullptr ? own : *work).join();

  std::vector<std::uint32_t> number(templates.size(), kNone);  // by group
  std::vector<std::uint32_t> joined(templates.size());
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    std::uint32_t& label = number[groups.find(i)];
    if (label == kNone) label = next++;
    joined[i] = label;
  }
  return joined;
}

}  // namespace pagekin::templates
