#include "pagekin/clustering/stratified_sample.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"

namespace pagekin::clustering {
namespace {

constexpr std::uint64_t kDefaultPerTemplate = 3;

// The smallest whole number that is not below a share of a count. Errors of rounding do not count.
std::uint64_t share_of(double share, std::uint64_t count) {
  return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count) - 1e-9));
}

class Sampler {
 public:
  Sampler(std::span<const SampleCandidate> candidates, const SampleOptions& options)
      : candidates_(candidates), options_(&options) {
    hashes_.reserve(candidates.size());
    for (const SampleCandidate& candidate : candidates) {
      hashes_.push_back(hash_bytes(candidate.page, mix(options.seed)));
      if (candidate.group == kLeftOutOfSample) continue;
      if (candidate.group >= groups_.size()) groups_.resize(candidate.group + std::size_t{1});
      groups_[candidate.group].push_back(hashes_.size() - 1);
    }
    std::erase_if(groups_, [](const Group& group) { return group.empty(); });
    std::ranges::stable_sort(groups_, [](const Group& a, const Group& b) {
      return std::pair(b.size(), a.front()) < std::pair(a.size(), b.front());
    });
  }

  PageSample run() {
    for (Group& group : groups_) sort(group);
    const std::vector<std::uint64_t> counts = count_by_template();
    PageSample sample{.pages = {}, .templates = groups_.size()};
    std::vector<bool> is_chosen(candidates_.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (std::size_t k = 0; k < counts[i]; ++k) {
        const std::size_t page = groups_[i][k];
        is_chosen[page] = true;
        sample.pages.push_back(
            {page, represents(groups_[i], k) ? Drawn::kRepresentative : Drawn::kWithinTemplate});
      }
      if (counts[i] == 0) continue;
      ++sample.covered_templates;
      sample.covered_pages += groups_[i].size();
    }
    draw_from_all(is_chosen, sample);
    return sample;
  }

 private:
  using Group = std::vector<std::size_t>;  // positions of candidates

  void sort(Group& group) const {
    std::ranges::sort(group, {}, [&](std::size_t page) {
      const SampleCandidate& candidate = candidates_[page];
      return std::tuple(!candidate.representative,
                        candidate.representative ? -candidate.confidence : 0, hashes_[page],
                        candidate.page);
    });
    if (candidates_[group.front()].representative) return;
    const auto best = std::ranges::max_element(
        group, {}, [&](std::size_t page) { return candidates_[page].confidence; });
    std::rotate(group.begin(), best, best + 1);
  }

  // Whether the k-th page of a sorted group is there because it stands for the group.
  bool represents(const Group& group, std::size_t k) const {
    const SampleCandidate& candidate = candidates_[group[k]];
    return candidate.representative || (k == 0 && candidate.confidence >= 0);
  }

  std::uint64_t most_by_template() const {
    if (!options_->total) return UINT64_MAX;
    const double most = static_cast<double>(*options_->total) / (1 + options_->random_share);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(most)));
  }

  std::uint64_t wanted_of(const Group& group) const {
    std::uint64_t least = kDefaultPerTemplate;
    if (options_->per_template) {
      least = *options_->per_template;
    } else if (options_->fraction) {
      least = 1;
    } else if (options_->total) {
      least = UINT64_MAX;
    }
    const std::uint64_t share = share_of(options_->fraction.value_or(0), group.size());
    return std::min<std::uint64_t>(group.size(), std::max(least, share));
  }

  // Gives places in rounds, so that a total is spread over all templates.
  std::vector<std::uint64_t> count_by_template() const {
    std::vector<std::uint64_t> counts(groups_.size());
    std::vector<std::uint64_t> wanted;
    for (const Group& group : groups_) wanted.push_back(wanted_of(group));
    std::uint64_t left = most_by_template();
    for (bool has_given = true; has_given && left > 0;) {
      has_given = false;
      for (std::size_t i = 0; i < counts.size() && left > 0; ++i) {
        if (counts[i] == wanted[i]) continue;
        ++counts[i];
        --left;
        has_given = true;
      }
    }
    return counts;
  }

  void draw_from_all(const std::vector<bool>& is_chosen, PageSample& sample) const {
    std::uint64_t count = share_of(options_->random_share, sample.pages.size());
    if (options_->total) {
      count = std::min(
          count, *options_->total - std::min<std::uint64_t>(*options_->total, sample.pages.size()));
    }
    if (count == 0) return;
    std::vector<std::size_t> others;
    for (std::size_t page = 0; page < candidates_.size(); ++page) {
      if (!is_chosen[page]) others.push_back(page);
    }
    // Hashed again: the first pages by the hash itself are those that templates would get next.
    std::ranges::sort(others, {}, [&](std::size_t page) {
      return std::pair(mix(hashes_[page] + 1), candidates_[page].page);
    });
    others.resize(std::min<std::size_t>(others.size(), count));
    for (const std::size_t page : others) sample.pages.push_back({page, Drawn::kFromAll});
  }

  std::span<const SampleCandidate> candidates_;
  const SampleOptions* options_;
  std::vector<std::uint64_t> hashes_;  // by candidate
  std::vector<Group> groups_;          // the largest first
};

}  // namespace

PageSample stratified_sample(std::span<const SampleCandidate> candidates,
                             const SampleOptions& options) {
  check_options(options);
  return Sampler(candidates, options).run();
}

}  // namespace pagekin::clustering
