// Finds the marks (see features/marks.h) that a template gained and lost between two crawls.
//
// It compares up to 32 pages of each crawl: pages of the same addresses, if both crawls have three
// of them at least; else pages drawn by the hashes of their addresses, if there are ten of each.
// Fewer will do for templates that clustering both crawls together has separated, and that only
// their addresses match: it has said already that they differ, and the marks say how much. A mark
// was removed if at least nine tenths of the old pages have it and at most a tenth of the new ones,
// and added if it is the other way round. Of an index there are no pages, only the marks that
// nearly all pages have; these count as those of every page.
//
// A template has changed if a mark other than a text was added or removed. Texts alone do not
// count, because a list of the latest posts changes every day. With an index at least a fifth of
// the marks must differ, because of marks that not quite all pages have the index does not know.
//
// Cost: reads the inputs of both crawls twice, the second time only if a template has changed.
// Memory: 24 bytes for each mark of each template that is compared.
// Limits: the 256 largest templates, those that were separated before the others. What was
// separated apart and is not among them has changed, nobody knows how much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/coverage/template_diff.h"
#include "pagekin/diff.h"
#include "pagekin/features/named_mark.h"

namespace pagekin::comparing {

enum class Side : std::uint8_t { kOld, kNew };

struct NamedMarks {
  std::vector<std::string> names;  // the most informative first
  std::size_t marks = 0;           // with those that are not named
};

struct MarkChange {
  bool is_compared = false;  // otherwise only is_changed says something
  double kept = 1;  // share of the marks of nearly all pages, then or now, that is the same
  NamedMarks added;
  NamedMarks removed;
  bool is_changed = false;
};

constexpr double kMinorKept = 0.6;     // a template that keeps less has changed more than a little
constexpr double kModerateKept = 0.5;  // one that keeps less has a new design

inline Severity severity_of(const MarkChange& change) {
  if (!change.is_changed) return Severity::kNone;
  if (!change.is_compared) return Severity::kModerate;  // so that `changed` fires
  if (change.kept < kModerateKept) return Severity::kRedesign;
  return change.kept < kMinorKept ? Severity::kModerate : Severity::kMinor;
}

class MarkChanges {
 public:
  // The marks that nearly all pages of a template have, by template; from an index.
  using Cores = std::map<std::uint32_t, std::vector<std::uint64_t>>;

  struct SideInput {
    std::span<const coverage::TemplatedPage> pages;
    const Cores* cores = nullptr;  // of an index; null: pages can be read again
  };

  // Chooses the pages to compare. `same_numbers`: both crawls were clustered together.
  MarkChanges(const coverage::TemplateDiff& diff, const SideInput& before, const SideInput& now,
              bool same_numbers);

  // Whether any page of a side is needed for marks, and then for names.
  bool needs(Side side) const { return !wanted(side).empty(); }
  bool needs_names() const { return !names_.empty(); }

  // The rows that compare this page, most often none or one.
  bool is_wanted(Side side, PageId page) const { return wanted(side).contains(page); }

  void add(Side side, PageId page, std::span<const std::uint64_t> marks);

  // Call after all pages of both sides were added.
  void compare();

  bool wants_name(std::uint64_t mark) const { return names_.contains(mark); }
  void add_names(std::span<const features::NamedMark> named);

  // By row of the diff. Call once, after all names were added.
  std::vector<MarkChange> finish();

 private:
  struct Counts {
    std::uint32_t of_old = 0;
    std::uint32_t of_new = 0;
  };
  struct Compared {
    std::size_t row = 0;
    std::uint32_t pages[2] = {0, 0};  // by side; of an index 1
    bool has_index = false;
    std::unordered_map<std::uint64_t, Counts> counts;  // by mark
    std::vector<std::uint64_t> added;
    std::vector<std::uint64_t> removed;
    double kept = 1;
    bool is_changed = false;
  };
  using Wanted = std::unordered_map<PageId, std::uint32_t>;  // number in compared_, by page

  Wanted& wanted(Side side) { return wanted_[static_cast<std::size_t>(side)]; }
  const Wanted& wanted(Side side) const { return wanted_[static_cast<std::size_t>(side)]; }
  void compare(Compared& compared);
  NamedMarks name(const std::vector<std::uint64_t>& marks) const;

  std::size_t rows_;
  std::vector<bool> told_apart_;  // by row: matched, although both crawls together divide it
  std::vector<Compared> compared_;
  Wanted wanted_[2];
  std::unordered_map<std::uint64_t, std::string> names_;  // by mark
};

}  // namespace pagekin::comparing
