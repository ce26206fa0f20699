#include "pagekin/recognise/recogniser.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"

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
constexpr double kCoreShare = 0.8;
constexpr double kRareShare = 0.2;
constexpr std::size_t kStoredPages = 32;  // of a template
constexpr std::size_t kTopPart = 4;       // the top pages are so much of the pages of a template
constexpr std::size_t kFewestTop = 3;
constexpr std::uint32_t kRecurs = 3;      // pages of a batch that make a mark more than content
constexpr std::size_t kFewPages = 3;      // a template of fewer pages shows nothing of what varies
constexpr double kFewestOwn = 0.5;        // weight of own marks below which there are none
constexpr std::size_t kPagesAtOnce = 16;  // that a thread takes
constexpr std::size_t kTags = 0;
constexpr std::size_t kNames = 1;

bool has_bit(std::span<const std::uint64_t> bits, std::size_t at) {
  return (bits[at / 64] >> (at % 64) & 1) != 0;
}
void set_bit(std::vector<std::uint64_t>& bits, std::size_t at) {
  bits[at / 64] |= std::uint64_t{1} << (at % 64);
}
std::uint32_t count_bits(std::span<const std::uint64_t> bits) {
  std::uint32_t count = 0;
  for (const std::uint64_t word : bits) count += static_cast<std::uint32_t>(std::popcount(word));
  return count;
}
std::uint64_t hash_of_marks(std::span<const std::uint32_t> marks) {
  return hash_bytes({reinterpret_cast<const char*>(marks.data()), marks.size_bytes()});
}
std::uint64_t hash_of_address(std::span<const std::uint64_t> marks) {
  return hash_bytes({reinterpret_cast<const char*>(marks.data()), marks.size_bytes()});
}
// Several templates: none of them.
void note(std::unordered_map<std::uint64_t, std::uint32_t>& templates, std::uint64_t key,
          std::uint32_t number) {
  const auto [at, is_new] = templates.try_emplace(key, number);
  if (!is_new && at->second != number) at->second = UINT32_MAX;
}
double share_of(double part, double whole) { return whole <= 0 ? 0 : part / whole; }

}  // namespace

Recogniser::Recogniser(std::span<const MarkedPage> pages,
                       std::span<const std::uint32_t> template_of, std::size_t templates)
    : templates_(templates) {
  // Some pages of each template, any part of them, whatever their order.
  std::vector<std::vector<std::pair<std::uint64_t, std::uint32_t>>> of_template(templates);
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const std::uint64_t hash = hash_of_marks(pages[i].marks);
    of_template[template_of[i]].emplace_back(hash, i);
    ++templates_[template_of[i]].pages;
    note(template_of_page_, hash, template_of[i]);
    if (pages[i].address.empty()) continue;
    const std::uint64_t address = hash_of_address(pages[i].address);
    // Digits of addresses are folded: an address of several pages is a pattern.
    const auto [at, is_new] = template_of_address_.try_emplace(address, template_of[i]);
    if (!is_new) at->second = unknown_template;
    note(template_of_page_, mix(hash + address), template_of[i]);
  }
  std::vector<std::uint32_t> chosen;
  for (std::size_t number = 0; number < templates; ++number) {
    auto& order = of_template[number];
    std::ranges::sort(order);
    order.resize(std::min(order.size(), kStoredPages));
    for (const auto& [hash, page] : order) {
      templates_[number].stored.push_back(static_cast<std::uint32_t>(chosen.size()));
      chosen.push_back(page);
    }
  }
  // Columns: marks of at least two of them, and all marks of a page that is alone.
  std::vector<std::uint32_t> all;
  for (const std::uint32_t page : chosen) {
    const auto& marks = pages[page].marks;
    all.insert(all.end(), marks.begin(), marks.end());
    // A template that is known by one page has no other page to share its marks with.
    const bool is_alone = templates_[template_of[page]].stored.size() == 1;
    if (is_alone) all.insert(all.end(), marks.begin(), marks.end());
  }
  std::ranges::sort(all);
  std::size_t kind = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] != all[i - 1] || (i > 1 && all[i] == all[i - 2])) continue;
    const auto own_kind = static_cast<std::size_t>(placeless_kind(all[i]));
    while (kind < own_kind) {  // kinds begin with a word
      kind_end_[kind] = (columns_.size() + 63) / 64;
      columns_.resize(kind_end_[kind] * 64, 0);
      kind_begin_[++kind] = columns_.size() / 64;
    }
    column_of_.emplace(all[i], static_cast<std::uint32_t>(columns_.size()));
    columns_.push_back(all[i]);
  }
  for (; kind < kPlacelessKinds; ++kind) {
    kind_end_[kind] = (columns_.size() + 63) / 64;
    columns_.resize(kind_end_[kind] * 64, 0);
    if (kind + 1 < kPlacelessKinds) kind_begin_[kind + 1] = kind_end_[kind];
  }
  for (const std::uint32_t page : chosen) {
    Seen seen = see(pages[page], nullptr);
    Stored& stored = stored_.emplace_back();
    stored.kept = count_bits(seen.bits);
    stored.bits = std::move(seen.bits);
    stored.totals = seen.totals;
    stored.address = pages[page].address;
  }
  for (Template& known : templates_) {
    known.counts.resize(columns_.size());
    known.core.resize(words());
    known.any.resize(words());
    for (const std::uint32_t page : known.stored) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (has_bit(stored_[page].bits, c)) ++known.counts[c];
      }
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (known.counts[c] == 0) continue;
      set_bit(known.any, c);
      if (known.counts[c] >= kCoreShare * static_cast<double>(known.stored.size())) {
        set_bit(known.core, c);
      }
    }
  }
  for (std::uint32_t number = 0; number < templates; ++number) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      templates_[number].own += own_weight(number, c);
    }
  }
  // What is usual: each page compared with the others of its template.
  Shares everyone{};
  double everyones_distance = 0;
  std::size_t compared = 0;
  for (std::uint32_t number = 0; number < templates; ++number) {
    Template& known = templates_[number];
    if (known.stored.size() < 2) continue;
    for (const std::uint32_t page : known.stored) {
      const Seen seen{.bits = stored_[page].bits, .extra = {}, .totals = stored_[page].totals};
      const Shares own = shares(seen, nearest(number, seen, nullptr, page), nullptr);
      for (std::size_t i = 0; i < share_count; ++i) {
        known.usual[i] += own[i] / static_cast<double>(known.stored.size());
        everyone[i] += own[i];
      }
      const double distance = address_distance(number, stored_[page].address, page);
      known.usual_distance += distance / static_cast<double>(known.stored.size());
      everyones_distance += distance;
      ++compared;
    }
  }
  for (Template& known : templates_) {
    // A template whose pages have little in common must not take every strange page.
    const bool is_small = known.stored.size() < kFewPages;
    for (std::size_t i = 0; i < share_count; ++i) {
      const double mean = share_of(everyone[i], static_cast<double>(compared));
      known.usual[i] = is_small ? mean : std::min(known.usual[i], mean);
    }
    if (is_small) {
      known.usual_distance = share_of(everyones_distance, static_cast<double>(compared));
    }
  }
}

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
  for (const double one : similar) sum += one;
  return 1 - sum / static_cast<double>(similar.size());
}

// How far a mark is one of this template alone: the share of its pages that have it, less that of
// the other templates. Marks outside of the core have none.
double Recogniser::own_weight(std::uint32_t number, std::size_t column) const {
  const Template& known = templates_[number];
  if (!has_bit(known.core, column)) return 0;
  double others = 0;
  std::size_t count = 0;
  for (const Template& other : templates_) {
    if (&other == &known || other.stored.empty()) continue;
    others += static_cast<double>(other.counts[column]) / static_cast<double>(other.stored.size());
    ++count;
  }
  const double own =
      static_cast<double>(known.counts[column]) / static_cast<double>(known.stored.size());
  return std::max(0.0, own - share_of(others, static_cast<double>(count)));
}

Recogniser::Seen Recogniser::see(const MarkedPage& page, const Extra* extra) const {
  Seen seen;
  seen.bits.resize(words());
  if (extra != nullptr) seen.extra.resize((extra->marks.size() + 63) / 64);
  const auto look_up = [](const auto& templates, std::uint64_t key) {
    const auto at = templates.find(key);
    return at == templates.end() ? unknown_template : at->second;
  };
  const std::uint64_t hash = hash_of_marks(page.marks);
  if (!page.address.empty()) {
    const std::uint64_t address = hash_of_address(page.address);
    seen.home = look_up(template_of_address_, address);
    seen.same = look_up(template_of_page_, mix(hash + address));
  }
  if (seen.same == unknown_template) seen.same = look_up(template_of_page_, hash);
  if (seen.same != unknown_template) seen.home = seen.same;
  std::size_t next = 0;
  for (const std::uint32_t mark : page.marks) {
    ++seen.totals[static_cast<std::size_t>(placeless_kind(mark))];
    const auto at = column_of_.find(mark);
    if (at != column_of_.end()) {
      set_bit(seen.bits, at->second);
    } else if (extra != nullptr) {
      while (next < extra->marks.size() && extra->marks[next] < mark) ++next;
      if (next < extra->marks.size() && extra->marks[next] == mark) set_bit(seen.extra, next);
    }
  }
  return seen;
}

Recogniser::Near Recogniser::nearest(std::uint32_t number, const Seen& page, const Moved* moved,
                                     std::uint32_t self) const {
  const Template& known = templates_[number];
  const std::uint64_t* const lost =
      moved != nullptr && moved->any_lost ? moved->lost.data() : nullptr;
  std::uint32_t own = 0;
  for (std::size_t w = 0; w < words(); ++w) {
    own +=
        static_cast<std::uint32_t>(std::popcount(page.bits[w] & ~(lost != nullptr ? lost[w] : 0)));
  }
  Near near;
  std::array<double, neighbour_count> best{};
  for (const std::uint32_t candidate : known.stored) {
    if (candidate == self) continue;
    const Bits& bits = stored_[candidate].bits;
    std::uint32_t both = 0;
    std::uint32_t theirs = stored_[candidate].kept;
    if (lost == nullptr) {
      for (std::size_t w = 0; w < bits.size(); ++w) {
        both += static_cast<std::uint32_t>(std::popcount(page.bits[w] & bits[w]));
      }
    } else {
      theirs = 0;
      for (std::size_t w = 0; w < bits.size(); ++w) {
        const std::uint64_t kept = bits[w] & ~lost[w];
        theirs += static_cast<std::uint32_t>(std::popcount(kept));
        both += static_cast<std::uint32_t>(std::popcount(page.bits[w] & kept));
      }
    }
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
      std::uint32_t size = 0;
      std::uint32_t both = 0;
      for (std::size_t w = kind_begin_[kind]; w < kind_end_[kind]; ++w) {
        const std::uint64_t kept = bits[w] & ~(moved != nullptr ? moved->lost[w] : 0);
        size += static_cast<std::uint32_t>(std::popcount(kept));
        both += static_cast<std::uint32_t>(std::popcount(kept & page.bits[w]));
      }
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
      had += static_cast<std::uint32_t>(std::popcount(theirs & page.bits[w] & ~not_counted));
      gained += static_cast<std::uint32_t>(std::popcount(page.bits[w] & not_counted));
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
    const double most = kRareShare * static_cast<double>(mine.size());
    const double least = kCoreShare * static_cast<double>(mine.size());
    double lost_weight = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const bool is_core = has_bit(known.core, c);
      if (!is_core && known.counts[c] > 0) continue;
      std::size_t have = 0;
      for (const std::uint32_t page : mine) have += has_bit(pages[page].bits, c) ? 1U : 0U;
      if (is_core && static_cast<double>(have) <= most) {
        set_bit(own.lost, c);
        own.any_lost = true;
        lost_weight += own_weight(number, c);
      } else if (!is_core && have > 0 && static_cast<double>(have) >= least) {
        set_bit(own.gained, c);
      }
    }
    for (std::size_t c = 0; c < extra.marks.size(); ++c) {
      std::size_t have = 0;
      for (const std::uint32_t page : mine) have += has_bit(pages[page].extra, c) ? 1U : 0U;
      if (static_cast<double>(have) >= least) set_bit(own.gained_extra, c);
    }
    own.own_lost = known.own > kFewestOwn ? lost_weight / known.own : 0;
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
      novel[kind] += static_cast<std::uint32_t>(std::popcount(page.bits[w] & others & recurs[w]));
      gained[kind] += static_cast<std::uint32_t>(std::popcount(page.bits[w] & moved.gained[w]));
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
      if (!column_of_.contains(mark)) unknown.push_back(mark);
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
  for (Moved& one : moved) {
    one.seen.resize(words());
    one.seen_extra.resize((extra.marks.size() + 63) / 64);
  }
  std::vector<std::uint32_t> counts(columns_.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (std::size_t c = 0; c < counts.size(); ++c) counts[c] += has_bit(seen[i].bits, c) ? 1U : 0U;
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
  }
  return result;
}

}  // namespace pagekin::recognise
