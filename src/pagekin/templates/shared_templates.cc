#include "pagekin/templates/shared_templates.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/sketch/minhash.h"
#include "pagekin/templates/mark_overlap.h"

namespace pagekin::templates {
namespace {

constexpr double kSame = 0.8;  // least Jaccard similarity of two cores
constexpr std::size_t kEntries = 64;
constexpr std::size_t kFewestMarks = 8;  // a smaller core carries too little information

struct Pair {
  double similarity = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

// Returns the similar pairs of templates of different sites, the most similar first.
std::vector<Pair> similar_pairs(std::span<const SiteTemplate> templates) {
  const sketch::Bands bands =
      sketch::choose_bands(kEntries, kSame, 0.999).value_or(sketch::Bands{kEntries, 1});
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint32_t>> meeting;
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    if (templates[i].core.size() < kFewestMarks) continue;
    std::array<std::uint32_t, kEntries> signature{};
    sketch::minhash(templates[i].core, signature);
    for (std::size_t band = 0; band < bands.count; ++band) {
      std::uint64_t hash = band;
      for (std::size_t k = 0; k < bands.width; ++k) {
        hash = mix(hash ^ signature[band * bands.width + k]);
      }
      meeting[{band, hash}].push_back(i);
    }
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> candidates;
  for (const auto& [band, met] : meeting) {
    for (std::size_t i = 0; i < met.size(); ++i) {
      for (std::size_t j = i + 1; j < met.size(); ++j) candidates.emplace_back(met[i], met[j]);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::vector<Pair> pairs;
  for (const auto& [a, b] : candidates) {
    if (templates[a].site == templates[b].site) continue;
    const double similarity = mark_overlap(templates[a].core, templates[b].core);
    if (similarity >= kSame) pairs.push_back({similarity, a, b});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
    return std::tuple(-x.similarity, x.a, x.b) < std::tuple(-y.similarity, y.a, y.b);
  });
  return pairs;
}

}  // namespace

std::vector<std::uint32_t> shared_templates(std::span<const SiteTemplate> templates) {
  std::vector<std::uint32_t> joined(templates.size());
  std::vector<std::vector<std::uint32_t>> members(templates.size());
  // Sites of the members, ascending.
  std::vector<std::vector<std::uint32_t>> sites(templates.size());
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    joined[i] = i;
    members[i] = {i};
    sites[i] = {templates[i].site};
  }
  for (const Pair& pair : similar_pairs(templates)) {
    const std::uint32_t into = std::min(joined[pair.a], joined[pair.b]);
    const std::uint32_t from = std::max(joined[pair.a], joined[pair.b]);
    if (into == from) continue;
    std::vector<std::uint32_t> both;
    std::set_intersection(sites[into].begin(), sites[into].end(), sites[from].begin(),
                          sites[from].end(), std::back_inserter(both));
    if (!both.empty()) continue;
    std::vector<std::uint32_t> all;
    std::merge(sites[into].begin(), sites[into].end(), sites[from].begin(), sites[from].end(),
               std::back_inserter(all));
    sites[into] = std::move(all);
    for (const std::uint32_t member : members[from]) joined[member] = into;
    members[into].insert(members[into].end(), members[from].begin(), members[from].end());
    members[from].clear();
  }
  std::vector<std::uint32_t> number(templates.size());
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < templates.size(); ++i) {
    if (joined[i] == i) number[i] = next++;
  }
  for (std::uint32_t& label : joined) label = number[label];
  return joined;
}

}  // namespace pagekin::templates
