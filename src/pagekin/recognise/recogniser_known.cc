// What a Recogniser knows of templates, from their pages.
#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/recognise/recogniser.h"
#include "pagekin/recognise/recogniser_parts.h"

namespace pagekin::recognise {
namespace {

constexpr std::size_t kFewPages = 3;  // a template of fewer pages shows nothing of what varies

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

}  // namespace

std::vector<bool> pages_to_store(std::span<const std::uint64_t> hashes,
                                 std::span<const std::uint32_t> template_of,
                                 std::size_t templates) {
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> of_template(templates);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    of_template[template_of[i]].emplace_back(hashes[i], i);
  }
  std::vector<bool> is_stored(hashes.size());
  for (auto& pages : of_template) {
    std::ranges::sort(pages);
    for (std::size_t i = 0; i < std::min(pages.size(), kStoredPages); ++i) {
      is_stored[pages[i].second] = true;
    }
  }
  return is_stored;
}

Recogniser::Recogniser(std::span<const MarkedPage> pages,
                       std::span<const std::uint32_t> template_of, std::size_t templates)
    : templates_(templates) {
  // Some pages of each template, any part of them, whatever their order.
  std::vector<std::vector<std::pair<std::uint64_t, std::uint32_t>>> of_template(templates);
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const std::uint64_t hash = hash_of_marks(pages[i].marks);
    ++templates_[template_of[i]].pages;
    if (!pages[i].marks.empty()) {
      of_template[template_of[i]].emplace_back(hash, i);
      note(template_of_page_, hash, template_of[i]);
    }
    if (pages[i].address.empty()) continue;
    const std::uint64_t address = hash_of_address(pages[i].address);
    // Digits of addresses are folded: an address of several pages is a pattern.
    const auto [at, is_new] = template_of_address_.try_emplace(address, template_of[i]);
    if (!is_new) at->second = unknown_template;
    if (!pages[i].marks.empty()) note(template_of_page_, mix(hash + address), template_of[i]);
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
    column_of_[all[i]] = static_cast<std::uint32_t>(columns_.size());
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
      for_each_bit(stored_[page].bits, [&](std::size_t c) { ++known.counts[c]; });
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
    Template& known = templates_[number];
    for_each_bit(known.core, [&](std::size_t c) { known.own += own_weight(number, c); });
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
    if (const std::uint32_t* const column = column_of_.find(mark)) {
      set_bit(seen.bits, *column);
    } else if (extra != nullptr) {
      while (next < extra->marks.size() && extra->marks[next] < mark) ++next;
      if (next < extra->marks.size() && extra->marks[next] == mark) set_bit(seen.extra, next);
    }
  }
  return seen;
}

}  // namespace pagekin::recognise
