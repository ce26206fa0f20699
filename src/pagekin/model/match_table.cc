#include "pagekin/model/match_table.h"

#include <algorithm>

namespace pagekin::model {
namespace {

sketch::FingerprintIndexOptions index_options(int length, int max_edits) {
  return {.length = length,
          .max_edits = max_edits,
          .split = length > sketch::kDefaultSplit ? sketch::kDefaultSplit
                                                  : sketch::proportional_split(length)};
}

}  // namespace

MatchTable::MatchTable(const Model& model, const measure::Measure& measure) {
  const measure::MatchKey key = measure.match_key().value();
  hash_ = key.hash;
  if (hash_ == nullptr) {
    index_ = std::make_unique<sketch::FingerprintIndex>(
        index_options(measure.needs().fingerprint_length, key.max_edits));
  }
  for (const Example& example : model.examples) {
    const std::size_t group =
        index_ ? index_->add(example.features.fingerprint)
               : hashes_.try_emplace(example.features.*hash_, hashes_.size()).first->second;
    if (group == groups_.size()) groups_.emplace_back();
    groups_[group].push_back({example.class_number, example.pages, 1});
  }
}

void MatchTable::vote(std::size_t group, float similarity, std::vector<Votes>& votes) const {
  for (const Votes& more : groups_[group]) {
    const auto mine = std::ranges::find(votes, more.class_number, &Votes::class_number);
    if (mine == votes.end()) {
      votes.push_back({more.class_number, more.pages, similarity});
    } else {
      mine->pages += more.pages;
      mine->similarity = std::max(mine->similarity, similarity);
    }
  }
}

MatchTable::Winner MatchTable::find(const features::Features& page) const {
  std::vector<Votes> votes;
  if (index_) {
    for (const auto node : index_->find(page.fingerprint)) {
      const features::Fingerprint other = index_->fingerprint(node);
      const auto longer = static_cast<double>(std::max(other.size(), page.fingerprint.size()));
      const bool is_equal = std::ranges::equal(other, page.fingerprint);
      vote(node, is_equal ? 1 : static_cast<float>(1 - 1 / longer), votes);
    }
  } else if (const auto group = hashes_.find(page.*hash_); group != hashes_.end()) {
    vote(group->second, 1, votes);
  }

  Winner winner;
  std::ranges::sort(votes, {}, &Votes::class_number);
  std::uint64_t most = 0;
  for (const Votes& class_votes : votes) {
    winner.classes.push_back(static_cast<int>(class_votes.class_number));
    if (class_votes.pages <= most) continue;
    most = class_votes.pages;
    winner.class_number = winner.classes.back();
    winner.similarity = class_votes.similarity;
  }
  return winner;
}

}  // namespace pagekin::model
