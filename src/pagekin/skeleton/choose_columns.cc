#include "pagekin/skeleton/choose_columns.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/describe_slot.h"
#include "pagekin/skeleton/find_title.h"

namespace pagekin::skeleton {
namespace {

constexpr double kCopyShare = 0.95;  // of common pages with equal values
constexpr std::size_t kMostLinks =
    5;  // columns of addresses of links; of pictures; of meta elements

class Chooser {
 public:
  Chooser(const LearnedPages& pages, std::span<const FoundSlot> found, const LearnOptions& options,
          TemplateModel& model)
      : all_(pages), found_(found), options_(options), model_(model) {}

  void run() {
    model_.slots.resize(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      described_.push_back(describe_slot(all_, found_[i], model_.slots[i]));
    }
    name_title();
    drop_copies();
    drop_addresses();
    drop_least_useful();
    name_all();
  }

 private:
  // At most one column is called "title".
  void name_title() {
    const std::optional<std::size_t> title = find_title(all_, found_, model_.slots);
    if (!title) return;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      DescribedSlot& one = described_[i];
      if (i == *title && one.named_by != NameSource::kItemprop) {
        one.name = "title";
        one.named_by = NameSource::kHeading;
      } else if (one.named_by == NameSource::kHeading && one.name == "title") {
        one.name = "heading";
      }
    }
  }

  // Addresses of links and pictures beyond the most useful, and those that lead nowhere.
  void drop_addresses() {
    const auto kind_of = [](Source source) {
      switch (source) {
        case Source::kHref:
          return 0;
        case Source::kSrc:
        case Source::kAlt:
          return 1;
        case Source::kMeta:
          return 2;
        default:
          return 3;
      }
    };
    std::vector<std::size_t> by_use;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      Slot& slot = model_.slots[i];
      if (slot.dropped != Dropped::kNo || kind_of(slot.source) == 3) continue;
      const bool leads_nowhere =
          slot.source == Source::kHref &&
          std::ranges::all_of(slot.examples, [](const std::string& example) {
            return example.starts_with('#') || starts_with_ignoring_case(example, "javascript:");
          });
      if (leads_nowhere) {
        slot.dropped = Dropped::kNoLetters;
      } else {
        by_use.push_back(i);
      }
    }
    std::ranges::stable_sort(by_use, std::greater<>(),
                             [&](std::size_t i) { return described_[i].score; });
    std::size_t kept[3] = {};
    for (const std::size_t i : by_use) {
      if (kept[kind_of(model_.slots[i].source)]++ >= kMostLinks) {
        model_.slots[i].dropped = Dropped::kOverLimit;
      }
    }
  }

  // Of two columns with the same values the better named one stays, of equal ones that with more
  // values, of these the first.
  void drop_copies() {
    const std::size_t count = described_.size();
    const auto is_kept = [&](std::size_t i) { return model_.slots[i].dropped == Dropped::kNo; };
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count && is_kept(i); ++j) {
        if (!is_kept(j) || !are_copies(described_[i], described_[j])) continue;
        const bool second_is_better = is_better(j, i);
        model_.slots[second_is_better ? i : j].dropped = Dropped::kCopy;
      }
    }
  }

  static bool are_copies(const DescribedSlot& a, const DescribedSlot& b) {
    if (a.found->rule.is_list != b.found->rule.is_list) return false;
    if (a.found->rule.is_list) return are_copied_lists(a, b);
    const std::uint32_t more = std::max(a.found->pages, b.found->pages);
    const std::uint32_t fewer = std::min(a.found->pages, b.found->pages);
    if (fewer < kCopyShare * more) return false;
    std::uint32_t differ = 0;
    const auto allowed = static_cast<std::uint32_t>((1 - kCopyShare) * more);
    for (std::size_t page = 0; page < a.first_values.size(); ++page) {
      if (a.first_values[page] != b.first_values[page] && ++differ > allowed) return false;
    }
    return true;
  }

  static bool are_copied_lists(const DescribedSlot& a, const DescribedSlot& b) {
    const std::size_t more = std::max(a.entries.size(), b.entries.size());
    const std::size_t fewer = std::min(a.entries.size(), b.entries.size());
    const double least = kCopyShare * static_cast<double>(more);
    if (static_cast<double>(fewer) < least) return false;
    std::size_t common = 0;
    auto other = b.entries.begin();
    for (const std::uint64_t entry : a.entries) {
      while (other != b.entries.end() && *other < entry) ++other;
      if (other == b.entries.end()) break;
      if (*other != entry) continue;
      ++common;
      ++other;
    }
    return static_cast<double>(common) >= least;
  }

  bool is_better(std::size_t i, std::size_t j) const {
    const bool i_is_text = model_.slots[i].source == Source::kText;
    const bool j_is_text = model_.slots[j].source == Source::kText;
    if (i_is_text != j_is_text) return i_is_text;
    if (described_[i].named_by != described_[j].named_by) {
      return described_[i].named_by < described_[j].named_by;
    }
    return model_.slots[i].pages > model_.slots[j].pages;
  }

  void drop_least_useful() {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      if (model_.slots[i].dropped == Dropped::kNo) kept.push_back(i);
    }
    if (kept.size() <= options_.most_columns) return;
    std::ranges::stable_sort(kept, std::greater<>(),
                             [&](std::size_t i) { return described_[i].score; });
    for (std::size_t i = options_.most_columns; i < kept.size(); ++i) {
      model_.slots[kept[i]].dropped = Dropped::kOverLimit;
    }
  }

  // Columns first, so that dropped slots do not take their names.
  void name_all() {
    UniqueColumnNames names;
    for (const std::string_view reserved : {"page", "template", "confidence"}) {
      names.add(std::string(reserved));
    }
    for (const bool is_dropped : {false, true}) {
      for (std::size_t i = 0; i < described_.size(); ++i) {
        Slot& slot = model_.slots[i];
        if (slot.dropped == Dropped::kJoined) continue;
        if ((slot.dropped != Dropped::kNo) == is_dropped) slot.name = names.add(described_[i].name);
      }
    }
  }

  const LearnedPages& all_;
  std::span<const FoundSlot> found_;
  const LearnOptions& options_;
  TemplateModel& model_;
  std::vector<DescribedSlot> described_;
};

}  // namespace

void choose_columns(const LearnedPages& pages, std::span<const FoundSlot> found,
                    const LearnOptions& options, TemplateModel& model) {
  Chooser(pages, found, options, model).run();
}

}  // namespace pagekin::skeleton
