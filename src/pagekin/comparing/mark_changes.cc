#include "pagekin/comparing/mark_changes.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/describe/distinctive_marks.h"
#include "pagekin/features/marks.h"
#include "pagekin/url/page_address.h"

namespace pagekin::comparing {
namespace {

constexpr std::size_t kMostCompared = 256;  // templates
constexpr std::size_t kMostPages = 32;      // of a template and a side
constexpr std::size_t kFewestPairs = 3;
constexpr std::size_t kFewestPages = 10;  // of each side, if there are no pairs
constexpr std::size_t kMostNamed = 64;    // marks of a template and a list
constexpr std::size_t kNamesShown = 12;
constexpr double kNearlyAll = 0.9;
constexpr double kRare = 0.1;
constexpr double kSameForIndex = 0.8;  // least share of marks that are the same

using coverage::DiffRow;
using coverage::TemplatedPage;

// The pages of a template with the smallest hashes of their addresses.
std::vector<PageId> draw(std::span<const TemplatedPage> pages, std::vector<PageId> of_template) {
  std::ranges::sort(of_template, {}, [&](PageId page) {
    return std::pair(hash_bytes(url::address_key(pages[page].id)), page);
  });
  if (of_template.size() > kMostPages) of_template.resize(kMostPages);
  return of_template;
}

std::map<std::uint32_t, std::vector<PageId>> by_template(std::span<const TemplatedPage> pages) {
  std::map<std::uint32_t, std::vector<PageId>> lists;
  for (PageId page = 0; page < pages.size(); ++page) {
    lists[pages[page].template_number].push_back(page);
  }
  return lists;
}

bool is_text(std::uint64_t mark) { return features::kind_of(mark) == features::MarkKind::kText; }

}  // namespace

MarkChanges::MarkChanges(const coverage::TemplateDiff& diff, const SideInput& before,
                         const SideInput& now, bool same_numbers)
    : rows_(diff.rows.size()), told_apart_(diff.rows.size()) {
  std::vector<std::size_t> rows;  // that have both sides
  for (std::size_t i = 0; i < rows_; ++i) {
    const DiffRow& row = diff.rows[i];
    const bool is_matched = row.matched_by != coverage::MatchedBy::kNothing;
    if (!is_matched || row.state == coverage::DiffState::kOdd) continue;
    rows.push_back(i);
    told_apart_[i] = same_numbers && row.old_template != row.new_template;
  }
  std::ranges::stable_sort(rows, std::greater<>(), [&](std::size_t i) {
    const bool is_first = told_apart_[i];
    return std::pair(is_first, diff.rows[i].old_pages + diff.rows[i].new_pages);
  });
  if (rows.size() > kMostCompared) rows.resize(kMostCompared);

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<coverage::PagePair>> pairs;
  for (const coverage::PagePair& pair : diff.paired) {
    auto& list = pairs[{before.pages[pair.old_page].template_number,
                        now.pages[pair.new_page].template_number}];
    if (list.size() < kMostPages) list.push_back(pair);
  }
  const auto old_lists = by_template(before.pages);
  const auto new_lists = by_template(now.pages);
  for (const std::size_t i : rows) {
    const DiffRow& row = diff.rows[i];
    Compared compared{.row = i};
    const auto number = static_cast<std::uint32_t>(compared_.size());
    std::vector<PageId> chosen[2];
    const auto& paired = pairs[{row.old_template, row.new_template}];
    const bool has_pairs = paired.size() >= kFewestPairs;
    for (const coverage::PagePair& pair : paired) {
      if (!has_pairs) break;
      chosen[0].push_back(pair.old_page);
      chosen[1].push_back(pair.new_page);
    }
    bool is_enough = true;
    const auto prepare = [&](std::size_t side, const SideInput& input,
                             std::uint32_t template_number, const auto& lists,
                             std::uint32_t Counts::*count) {
      if (input.cores != nullptr) {
        compared.has_index = true;
        const auto core = input.cores->find(template_number);
        is_enough &= core != input.cores->end() && !core->second.empty();
        if (!is_enough) return;
        chosen[side].clear();
        compared.pages[side] = 1;
        for (const std::uint64_t mark : core->second) compared.counts[mark].*count = 1;
      } else if (!has_pairs) {
        chosen[side] = draw(input.pages, lists.at(template_number));
        is_enough &= told_apart_[i] || chosen[side].size() >= kFewestPages;
      }
    };
    prepare(0, before, row.old_template, old_lists, &Counts::of_old);
    if (is_enough) prepare(1, now, row.new_template, new_lists, &Counts::of_new);
    if (!is_enough) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      for (const PageId page : chosen[side]) wanted_[side].emplace(page, number);
    }
    compared_.push_back(std::move(compared));
  }
}

void MarkChanges::add(Side side, PageId page, std::span<const std::uint64_t> marks) {
  const auto found = wanted(side).find(page);
  if (found == wanted(side).end()) return;
  Compared& compared = compared_[found->second];
  ++compared.pages[static_cast<std::size_t>(side)];
  for (const std::uint64_t mark : marks) {
    Counts& counts = compared.counts[mark];
    ++(side == Side::kOld ? counts.of_old : counts.of_new);
  }
}

void MarkChanges::compare(Compared& compared) {
  std::size_t common = 0;
  std::size_t all = 0;
  for (const auto& [mark, counts] : compared.counts) {
    const double before = static_cast<double>(counts.of_old) / compared.pages[0];
    const double now = static_cast<double>(counts.of_new) / compared.pages[1];
    if (before >= kNearlyAll && now <= kRare) compared.removed.push_back(mark);
    if (now >= kNearlyAll && before <= kRare) compared.added.push_back(mark);
    if (is_text(mark)) continue;
    all += before >= kNearlyAll || now >= kNearlyAll ? 1 : 0;
    common += before >= kNearlyAll && now >= kNearlyAll ? 1 : 0;
  }
  compared.counts.clear();
  if (all > 0) compared.kept = static_cast<double>(common) / static_cast<double>(all);
  const auto has_more_than_texts = [](const std::vector<std::uint64_t>& marks) {
    return !std::ranges::all_of(marks, is_text);
  };
  compared.is_changed =
      has_more_than_texts(compared.added) || has_more_than_texts(compared.removed);
  if (compared.has_index && compared.kept >= kSameForIndex) compared.is_changed = false;
  if (!compared.is_changed) {
    compared.added.clear();
    compared.removed.clear();
  }
  for (std::vector<std::uint64_t>* const marks : {&compared.added, &compared.removed}) {
    // Paths say least, and there are many.
    std::ranges::sort(*marks, {}, [](std::uint64_t mark) {
      return std::pair(features::kind_of(mark) == features::MarkKind::kPath, mark);
    });
    for (std::size_t i = 0; i < std::min(marks->size(), kMostNamed); ++i) {
      names_.try_emplace((*marks)[i]);
    }
  }
}

void MarkChanges::compare() {
  for (Compared& compared : compared_) {
    if (compared.pages[0] > 0 && compared.pages[1] > 0) compare(compared);
  }
}

void MarkChanges::add_names(std::span<const features::NamedMark> named) {
  for (const features::NamedMark& named_mark : named) {
    const auto found = names_.find(named_mark.mark);
    if (found != names_.end() && found->second.empty()) found->second = named_mark.name;
  }
}

NamedMarks MarkChanges::name(const std::vector<std::uint64_t>& marks) const {
  std::vector<describe::RatedName> names;
  for (const std::uint64_t mark : marks) {
    const auto found = names_.find(mark);
    if (found == names_.end() || found->second.empty()) continue;
    names.push_back({features::kind_of(mark), found->second});
  }
  return {.names = describe::choose_names(std::move(names), kNamesShown), .marks = marks.size()};
}

std::vector<MarkChange> MarkChanges::finish() {
  std::vector<MarkChange> changes(rows_);
  for (std::size_t i = 0; i < rows_; ++i) changes[i].is_changed = told_apart_[i];
  for (const Compared& compared : compared_) {
    if (compared.pages[0] == 0 || compared.pages[1] == 0) continue;
    changes[compared.row] = {.is_compared = true,
                             .kept = compared.kept,
                             .added = name(compared.added),
                             .removed = name(compared.removed),
                             .is_changed = compared.is_changed};
  }
  return changes;
}

}  // namespace pagekin::comparing
