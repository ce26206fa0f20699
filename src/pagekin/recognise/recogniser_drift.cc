// How far templates have moved, and what is new in a batch.
#include <algorithm>
#include <cmath>

#include "pagekin/recognise/recogniser.h"
#include "pagekin/recognise/recogniser_parts.h"

namespace pagekin::recognise {
namespace {

constexpr double kRareShare = 0.2;   // of the witnesses that may still have a lost mark
constexpr std::size_t kTopPart = 4;  // the top pages are so much of the pages of a template
constexpr std::size_t kFewestTop = 3;
constexpr double kFewestOwn = 0.5;          // weight of own marks below which there are none
constexpr std::size_t kMostWitnesses = 64;  // that are named

}  // namespace

bool is_witnessed(const Drift& drift) { return drift.pages > 0 || drift.at_home >= kFewestTop; }

std::vector<Recogniser::Moved> Recogniser::drift_of(std::span<const Seen> pages,
                                                    std::span<const Ranked> ranked,
                                                    const Extra& extra) const {
  std::vector<Moved> moved(templates_.size());
  std::vector<std::vector<std::uint32_t>> of_template(templates_.size());
  // Pages whose addresses are known are sure witnesses of what their template has become.
  std::vector<std::vector<std::uint32_t>> anchors(templates_.size());
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    of_template[ranked[i].best].push_back(i);
    if (pages[i].home == ranked[i].best) anchors[ranked[i].best].push_back(i);
  }
  const std::size_t extra_words = (extra.marks.size() + 63) / 64;
  // Tags come before names.
  const auto tags_end = static_cast<std::size_t>(
      std::ranges::partition_point(
          extra.marks,
          [](std::uint32_t mark) { return placeless_kind(mark) == PlacelessKind::kTag; }) -
      extra.marks.begin());
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    const Template& known = templates_[number];
    Moved& own = moved[number];
    own.extra_tags_end = tags_end;
    own.lost.resize(words());
    own.gained.resize(words());
    own.gained_extra.resize(extra_words);
    std::vector<std::uint32_t>& mine = of_template[number];
    if (mine.size() < kFewestTop) continue;
    std::ranges::stable_sort(mine, [&](std::uint32_t a, std::uint32_t b) {
      return ranked[a].near.similarity > ranked[b].near.similarity;
    });
    if (anchors[number].size() >= kFewestTop) {
      mine = anchors[number];
    } else {
      mine.resize(std::max(kFewestTop, std::min(mine.size(), known.pages) / kTopPart));
    }
    own.at_home = anchors[number].size();
    own.witnesses = mine;
    own.witnesses.resize(std::min(mine.size(), kMostWitnesses));
    const double most = kRareShare * static_cast<double>(mine.size());
    const double least = kCoreShare * static_cast<double>(mine.size());
    double lost_weight = 0;
    // By column and extra mark: the witnesses that have it.
    std::vector<std::uint32_t> having(columns_.size());
    std::vector<std::uint32_t> having_extra(extra.marks.size());
    for (const std::uint32_t page : mine) {
      for_each_bit(pages[page].bits, [&](std::size_t c) { ++having[c]; });
      for_each_bit(pages[page].extra, [&](std::size_t c) { ++having_extra[c]; });
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool is_core = has_bit(known.core, c);
      if (!is_core && known.counts[c] > 0) continue;
      const std::uint32_t have = having[c];
      if (is_core && static_cast<double>(have) <= most) {
        set_bit(own.lost, c);
        own.any_lost = true;
        lost_weight += own_weight(number, c);
      } else if (!is_core && have > 0 && static_cast<double>(have) >= least) {
        set_bit(own.gained, c);
      }
    }
    for (std::size_t c = 0; c < extra.marks.size(); ++c) {
      if (static_cast<double>(having_extra[c]) >= least) set_bit(own.gained_extra, c);
    }
    own.own_lost = known.own > kFewestOwn ? lost_weight / known.own : 0;
    if (!own.any_lost) continue;
    for (const std::uint32_t page : known.stored) {
      own.kept.push_back(stored_[page].kept - count_common(stored_[page].bits, own.lost));
    }
  }
  return moved;
}

std::uint32_t Recogniser::Moved::extra_of(const Bits& extra, std::size_t kind) const {
  std::uint32_t count = 0;
  for (std::size_t w = 0; w < extra.size(); ++w) {
    const std::uint64_t both = extra[w] & gained_extra[w];
    if (both == 0) continue;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      if ((both >> bit & 1) == 0) continue;
      const bool is_tag = w * 64 + bit < extra_tags_end;
      count += is_tag == (kind == kTags) ? 1U : 0U;
    }
  }
  return count;
}

// The square roots of the shares of its tags and names that announce another template.
double Recogniser::novelty(const Template& known, const Moved& moved, const Seen& page,
                           const Bits& recurs) const {
  std::array<std::uint32_t, 2> novel{};
  std::array<std::uint32_t, 2> gained{};
  for (const std::size_t kind : {kTags, kNames}) {
    for (std::size_t w = kind_begin_[kind]; w < kind_end_[kind]; ++w) {
      const std::uint64_t others = ~(known.any[w] | moved.seen[w] | moved.gained[w]);
      novel[kind] += bits_of_word(page.bits[w] & others & recurs[w]);
      gained[kind] += bits_of_word(page.bits[w] & moved.gained[w]);
    }
    gained[kind] += moved.extra_of(page.extra, kind);
  }
  for (std::size_t w = 0; w < page.extra.size(); ++w) {
    const std::uint64_t others = page.extra[w] & ~(moved.seen_extra[w] | moved.gained_extra[w]);
    for (std::size_t bit = 0; others >> bit != 0; ++bit) {
      if ((others >> bit & 1) != 0) ++novel[w * 64 + bit < moved.extra_tags_end ? kTags : kNames];
      if (bit == 63) break;
    }
  }
  double sum = 0;
  for (const std::size_t kind : {kTags, kNames}) {
    sum += std::sqrt(std::min(
        1.0, share_of(novel[kind], page.totals[kind] - static_cast<double>(gained[kind]))));
  }
  return sum;
}

}  // namespace pagekin::recognise
