#include "pagekin/templates/voters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pagekin/core/hash.h"
#include "pagekin/templates/join_groups.h"
#include "pagekin/templates/rounded.h"
#include "pagekin/templates/row_sums.h"

namespace pagekin::templates {
namespace {

struct Range {
  float VoterSetting::*field;
  float from;
  float to;
};
constexpr std::array kRanges{
    Range{&VoterSetting::half, 2, 8},
    Range{&VoterSetting::size, 0.1F, 0.35F},
    Range{&VoterSetting::any, 0.03F, 0.1F},
    Range{&VoterSetting::forgiven, 0.1F, 0.7F},
    Range{&VoterSetting::rare_own, 0, 0.8F},
    Range{&VoterSetting::rare_common, 0.3F, 1},
    Range{&VoterSetting::texts, 0.15F, 0.7F},
    Range{&VoterSetting::larger, 0, 0.12F},
    Range{&VoterSetting::common, 0.2F, 1},
    Range{&VoterSetting::crossing, -2, 4},  // a third of the voters ignore it
    Range{&VoterSetting::top, 0.5F, 3},
    Range{&VoterSetting::replaced, 0, 4},
    Range{&VoterSetting::constant, 2, 10},
    Range{&VoterSetting::limit, 0.022F, 0.05F},
};

// On a site of fewer pages, fewer pages of a group suffice to trust it: its templates have fewer.
constexpr float kManyPages = 100;

}  // namespace

VoterSetting middle_setting() {
  VoterSetting setting;
  for (const auto& [field, from, to] : kRanges) setting.*field = (from + to) / 2;
  return setting;
}

VoterSetting voter_setting(std::size_t voter) {
  VoterSetting setting;
  for (std::size_t i = 0; i < kRanges.size(); ++i) {
    const auto [field, from, to] = kRanges[i];
    const auto drawn = static_cast<float>(mix(voter * 16 + i + 1) >> 40) * 0x1p-24F;
    setting.*field = std::max(0.0F, from + (to - from) * drawn);
  }
  return setting;
}

VoterSeparation::VoterSeparation(const VoterGroups& groups, const BlockFacts& facts,
                                 const VoterSetting& setting)
    : setting_(setting),
      own_(groups.row_size()),
      replaced_(groups.row_size()),
      common_(groups.row_size()),
      any_(groups.weights()) {
  for (std::size_t i = 0; i < facts.rarity.size(); ++i) {
    float own = any_[i] * std::pow(facts.rarity[i], setting.rare_own) *
                std::exp(-setting.crossing * facts.crossing[i]);
    if (facts.is_text[i] != 0) own *= setting.texts;
    if (facts.is_top[i] != 0) own *= 1 + setting.top;
    own_[i] = rounded(own);
    replaced_[i] = rounded(own * setting.replaced);
    common_[i] =
        rounded(any_[i] * (std::pow(facts.rarity[i], setting.rare_common) + setting.common));
  }
}

double VoterSeparation::operator()(const VoterGroups& groups, std::size_t a, std::size_t b) const {
  const EvidenceWeights weights{.own = own_.data(),
                                .replaced = replaced_.data(),
                                .common = common_.data(),
                                .any = any_.data()};
  const SubstitutionSums sums =
      evidence_sums(groups.evidence(a), groups.evidence(b), weights, groups.row_size());
  const float common = sums.common + setting_.constant;
  const float evidence =
      std::min(sums.own_a, sums.own_b) + setting_.larger * std::max(sums.own_a, sums.own_b);
  const float difference =
      std::min(sums.more_a, sums.more_b) + setting_.forgiven * std::max(sums.more_a, sums.more_b);
  const float smaller = std::min(groups.pages(a), groups.pages(b));
  const float half = setting_.half * std::min(1.0F, groups.all_pages() / kManyPages);
  const float trust =
      smaller / (smaller + half) * std::pow(2 * smaller / groups.all_pages(), setting_.size);
  return trust * evidence / (evidence + common) + setting_.any * difference / (difference + common);
}

std::vector<std::uint32_t> vote(VoterGroups groups, const BlockFacts& facts,
                                const VoterSetting& setting) {
  const VoterSeparation separation(groups, facts, setting);
  return join_groups(groups, separation, setting.limit);
}

}  // namespace pagekin::templates
