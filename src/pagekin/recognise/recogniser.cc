#include "pagekin/recognise/recogniser.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "pagekin/core/parallel.h"
#include "pagekin/recognise/recogniser_parts.h"

namespace pagekin::recognise {
namespace {

constexpr double kLimit = 0.5;          // strangeness at which the score is 0.5
constexpr double kFamiliar = 1.0;       // more, if the address is known as one of the template
constexpr double kMisfit = 2;           // less, for an address that is unlike those of the template
constexpr double kSure = 0.4;           // a page that is less strange shows what its template has
constexpr double kMargin = 0.01;        // of similarity, to the second template
constexpr double kOwnLost = 0.5;        // share of a template's own marks that may be lost
constexpr double kOwnLostAtHome = 0.8;  // the same, of pages whose address is known
constexpr double kNoveltyWeight = 2;
constexpr std::size_t kFewestPresent = 5;  // pages of the batch that stand for their template
constexpr double kSteepness = 4;
constexpr std::uint32_t kRecurs = 3;      // pages of a batch that make a mark more than content
constexpr std::size_t kPagesAtOnce = 16;  // that a thread takes

}  // namespace

// How unlike the nearest addresses of the template this one is: 0 to 1; 0 if either has none.
double Recogniser::address_distance(std::uint32_t number, std::span<const std::uint64_t> address,
                                    std::uint32_t self) const {
  if (address.empty()) return 0;
  std::vector<double> similar;
  for (const std::uint32_t page : templates_[number].stored) {
    const std::vector<std::uint64_t>& other = stored_[page].address;
    if (page == self || other.empty()) continue;
    std::size_t both = 0;
    for (const std::uint64_t mark : other) {
      both += std::ranges::binary_search(address, mark) ? 1U : 0U;
    }
    similar.push_back(share_of(static_cast<double>(both),
                               static_cast<double>(address.size() + other.size() - both)));
  }
  if (similar.empty()) return 0;
  std::ranges::sort(similar, std::greater<>());
  similar.resize(std::min(similar.size(), neighbour_count));
  double sum = 0;
  for (const double share : similar) sum += share;
  return 1 - sum / static_cast<double>(similar.size());
}

Recogniser::Near Recogniser::nearest(std::uint32_t number, const Seen& page, const Moved* moved,
                                     std::uint32_t self) const {
  const Template& known = templates_[number];
  const bool has_lost = moved != nullptr && moved->any_lost;
  Bits without_lost;
  if (has_lost) {
    without_lost = page.bits;
    for (std::size_t w = 0; w < words(); ++w) without_lost[w] &= ~moved->lost[w];
  }
  const Bits& own_bits = has_lost ? without_lost : page.bits;
  const std::uint32_t own = count_bits(own_bits);
  Near near;
  std::array<double, neighbour_count> best{};
  for (std::size_t c = 0; c < known.stored.size(); ++c) {
    const std::uint32_t candidate = known.stored[c];
    if (candidate == self) continue;
    const std::uint32_t both = count_common(own_bits, stored_[candidate].bits);
    const std::uint32_t theirs = has_lost ? moved->kept[c] : stored_[candidate].kept;
    const double similarity = share_of(both, own + theirs - both);
    std::size_t place = std::min(near.count, neighbour_count);
    while (place > 0 && similarity > best[place - 1]) --place;
    if (place == neighbour_count) continue;
    if (near.count < neighbour_count) ++near.count;
    for (std::size_t i = near.count - 1; i > place; --i) {
      best[i] = best[i - 1];
      near.pages[i] = near.pages[i - 1];
    }
    best[place] = similarity;
    near.pages[place] = candidate;
  }
  for (std::size_t i = 0; i < near.count; ++i) near.similarity += best[i];
  near.similarity = share_of(near.similarity, static_cast<double>(near.count));
  return near;
}

// A page whose address is known is compared with the template of that address alone: it is of that
// or of none.
Recogniser::Ranked Recogniser::rank(const Seen& page, std::span<const Moved> moved) const {
  Ranked ranked;
  const auto near_of = [&](std::uint32_t number) {
    return nearest(number, page, moved.empty() ? nullptr : &moved[number], unknown_template);
  };
  if (page.home != unknown_template) {
    ranked.best = page.home;
    ranked.near = near_of(page.home);
    return ranked;
  }
  bool is_first = true;
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    if (templates_[number].stored.empty()) continue;
    const Near near = near_of(number);
    if (is_first || near.similarity > ranked.near.similarity) {
      ranked.second = is_first ? 0 : ranked.near.similarity;
      ranked.best = number;
      ranked.near = near;
    } else {
      ranked.second = std::max(ranked.second, near.similarity);
    }
    is_first = false;
  }
  return ranked;
}

Recogniser::Shares Recogniser::shares(const Seen& page, const Near& near,
                                      const Moved* moved) const {
  Shares result{};
  for (std::size_t kind = 0; kind < kPlacelessKinds; ++kind) {
    for (std::size_t i = 0; i < near.count; ++i) {
      const Bits& bits = stored_[near.pages[i]].bits;
      const auto kept = [&](std::size_t w) {
        return bits[w] & ~(moved != nullptr ? moved->lost[w] : 0);
      };
      const std::uint32_t size = count_bits(kind_begin_[kind], kind_end_[kind], kept);
      const std::uint32_t both = count_bits(kind_begin_[kind], kind_end_[kind],
                                            [&](std::size_t w) { return kept(w) & page.bits[w]; });
      result[kind] += share_of(size - both, size) / static_cast<double>(near.count);
    }
  }
  for (const std::size_t kind : {kTags, kNames}) {
    std::uint32_t had = 0;
    std::uint32_t gained = 0;
    for (std::size_t w = kind_begin_[kind]; w < kind_end_[kind]; ++w) {
      std::uint64_t theirs = 0;
      for (std::size_t i = 0; i < near.count; ++i) theirs |= stored_[near.pages[i]].bits[w];
      const std::uint64_t not_counted = moved != nullptr ? moved->gained[w] : 0;
      had += bits_of_word(theirs & page.bits[w] & ~not_counted);
      gained += bits_of_word(page.bits[w] & not_counted);
    }
    if (moved != nullptr) gained += moved->extra_of(page.extra, kind);
    const double all = page.totals[kind] - gained;
    result[kPlacelessKinds + kind] = std::clamp(1 - share_of(had, all), 0.0, all <= 0 ? 0.0 : 1.0);
  }
  return result;
}

double Recogniser::strangeness(std::uint32_t number, const Shares& shares) const {
  double sum = 0;
  for (std::size_t i = 0; i < share_count; ++i) {
    sum += std::sqrt(shares[i]) - std::sqrt(templates_[number].usual[i]);
  }
  return sum;
}

Recognised Recogniser::judge(const MarkedPage& page, const Seen& seen, const Ranked& ranked,
                             double strangeness, double own_lost) const {
  double limit = kLimit;
  double most_lost = kOwnLost;
  if (seen.home == ranked.best) {
    limit += kFamiliar;
    most_lost = kOwnLostAtHome;
  } else {
    const double distance = address_distance(ranked.best, page.address, unknown_template);
    const double usual = templates_[ranked.best].usual_distance;
    limit -= kMisfit * std::max(0.0, std::sqrt(distance) - std::sqrt(usual));
  }
  if (seen.same == ranked.best) {
    return {.nearest = ranked.best, .is_accepted = true, .score = 1, .similarity = 1, .margin = 1};
  }
  Recognised result{.nearest = ranked.best,
                    .strangeness = strangeness,
                    .similarity = ranked.near.similarity,
                    .margin = ranked.near.similarity - ranked.second};
  // Rounded, so that all mathematical libraries give the same value.
  result.score = std::round(1000 / (1 + std::exp(kSteepness * (strangeness - limit)))) / 1000;
  if (result.margin < kMargin || own_lost > most_lost) {
    result.score = std::min(result.score, kAccepted - 0.001);
  }
  result.is_accepted = result.score >= kAccepted;
  return result;
}

MarkedPage Recogniser::known_page(std::uint32_t stored) const {
  MarkedPage page;
  page.address = stored_[stored].address;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (has_bit(stored_[stored].bits, c)) page.marks.push_back(columns_[c]);
  }
  return page;
}

void Recogniser::judge_newcomers(std::span<const MarkedPage> pages, std::span<const Seen> seen,
                                 unsigned threads, std::vector<Recognised>& result) const {
  std::vector<std::vector<std::uint32_t>> present(templates_.size());
  std::vector<std::uint32_t> newcomers;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (seen[i].home == unknown_template) {
      newcomers.push_back(i);
    } else if (result[i].is_accepted && result[i].nearest == seen[i].home &&
               present[seen[i].home].size() < kStoredPages) {
      present[seen[i].home].push_back(i);
    }
  }
  std::vector<MarkedPage> known;
  std::vector<std::uint32_t> template_of;
  bool is_any = false;
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    if (present[number].size() >= kFewestPresent) {
      is_any = true;
      for (const std::uint32_t page : present[number]) known.push_back(pages[page]);
    } else {
      present[number].clear();
      for (const std::uint32_t page : templates_[number].stored) known.push_back(known_page(page));
    }
    template_of.resize(known.size(), number);
  }
  if (!is_any || newcomers.empty()) return;
  const Recogniser now(known, template_of, templates_.size());
  for_parts(threads, newcomers.size(), kPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = newcomers[k];
      if (seen[i].same != unknown_template) continue;
      const Seen again = now.see(pages[i], nullptr);
      const Ranked ranked = now.rank(again, {});
      if (!present[ranked.best].empty()) {
        const double strange =
            now.strangeness(ranked.best, now.shares(again, ranked.near, nullptr));
        result[i] = now.judge(pages[i], again, ranked, strange, 0);
      } else if (result[i].nearest != ranked.best) {
        result[i].score = std::min(result[i].score, kAccepted - 0.001);
        result[i].is_accepted = false;
      }
    }
  });
}

Recognised Recogniser::recognise(const MarkedPage& page) const {
  if (empty()) return {};
  const Seen seen = see(page, nullptr);
  const Ranked ranked = rank(seen, {});
  return judge(page, seen, ranked, strangeness(ranked.best, shares(seen, ranked.near, nullptr)), 0);
}

std::vector<Recognised> Recogniser::recognise(std::span<const MarkedPage> pages, unsigned threads,
                                              std::vector<Drift>* drifts) const {
  std::vector<Recognised> result(pages.size());
  if (drifts != nullptr) drifts->assign(templates_.size(), {});
  if (empty()) return result;
  Extra extra;
  std::vector<std::uint32_t> unknown;
  for (const MarkedPage& page : pages) {
    for (const std::uint32_t mark : page.marks) {
      if (placeless_kind(mark) == PlacelessKind::kText) break;  // the last ones
      if (column_of_.find(mark) == nullptr) unknown.push_back(mark);
    }
  }
  std::ranges::sort(unknown);
  for (std::size_t i = 0, end = 0; i < unknown.size(); i = end) {
    while (end < unknown.size() && unknown[end] == unknown[i]) ++end;
    if (end - i >= kRecurs) extra.marks.push_back(unknown[i]);
  }
  std::vector<Seen> seen(pages.size());
  std::vector<Ranked> ranked(pages.size());
  for_parts(threads, pages.size(), kPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      seen[i] = see(pages[i], &extra);
      ranked[i] = rank(seen[i], {});
    }
  });
  std::vector<Moved> moved = drift_of(seen, ranked, extra);
  std::vector<double> strange(pages.size());
  for_parts(threads, pages.size(), kPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ranked[i] = rank(seen[i], moved);
      const std::uint32_t best = ranked[i].best;
      strange[i] = strangeness(best, shares(seen[i], ranked[i].near, &moved[best]));
    }
  });
  // What pages that are surely of a template have, and what several pages of the batch have.
  for (Moved& moved_template : moved) {
    moved_template.seen.resize(words());
    moved_template.seen_extra.resize((extra.marks.size() + 63) / 64);
  }
  std::vector<std::uint32_t> counts(columns_.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (std::size_t w = 0; w < words(); ++w) {
      for (std::uint64_t left = seen[i].bits[w]; left != 0; left &= left - 1) {
        ++counts[w * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
    if (strange[i] > kSure) continue;
    Moved& own = moved[ranked[i].best];
    for (std::size_t w = 0; w < words(); ++w) own.seen[w] |= seen[i].bits[w];
    for (std::size_t w = 0; w < own.seen_extra.size(); ++w) own.seen_extra[w] |= seen[i].extra[w];
  }
  Bits recurs(words());
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] >= kRecurs) set_bit(recurs, c);
  }
  for_parts(threads, pages.size(), kPagesAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t best = ranked[i].best;
      const double all =
          strange[i] + kNoveltyWeight * novelty(templates_[best], moved[best], seen[i], recurs);
      result[i] = judge(pages[i], seen[i], ranked[i], all, moved[best].own_lost);
    }
  });
  judge_newcomers(pages, seen, threads, result);
  if (drifts == nullptr) return result;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (result[i].is_accepted) ++(*drifts)[result[i].nearest].pages;
  }
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    Drift& drift = (*drifts)[number];
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (has_bit(moved[number].lost, c)) drift.lost.push_back(columns_[c]);
      if (has_bit(moved[number].gained, c)) drift.gained.push_back(columns_[c]);
    }
    for (std::size_t c = 0; c < extra.marks.size(); ++c) {
      if (has_bit(moved[number].gained_extra, c)) drift.gained.push_back(extra.marks[c]);
    }
    const double core = count_bits(templates_[number].core);
    const double moves = static_cast<double>(drift.lost.size() + drift.gained.size());
    drift.drift = std::min(1.0, share_of(moves, core + static_cast<double>(drift.gained.size())));
    drift.own_lost = moved[number].own_lost;
    drift.at_home = moved[number].at_home;
    drift.witnesses = std::move(moved[number].witnesses);
  }
  return result;
}

}  // namespace pagekin::recognise
