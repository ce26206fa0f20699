// Which template each page has, from one of three sources: a clustering of the inputs, a table that
// an earlier run wrote, or an index or model that classifies the pages.
//
// Memory: the ids and some 30 bytes a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/progress.h"
#include "pagekin/core/text.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/same_again.h"
#include "pagekin/table/page_table.h"

namespace pagekin::clustering {

constexpr std::uint32_t kUngrouped = UINT32_MAX;

struct GroupedPages {
  struct Group {
    std::string id;    // of the template, as users see it
    std::string name;  // for people; may be empty
    std::size_t pages = 0;
    std::string given_name;  // of a table, see PageTableGroup
  };
  PageIds ids;
  std::vector<std::uint32_t> groups;    // by page, or kUngrouped
  std::vector<float> confidence;        // by page; negative: not known
  std::vector<std::uint32_t> variants;  // by page, see ClusterRun::variant_of(); may be empty
  std::vector<Group> all;               // by falling number of pages
  bool has_all_pages = true;            // of the inputs; a table may lack some
  bool is_of_store = false;             // see ClusterRun; the next two, too
  std::size_t earlier = 0;
  std::size_t seen_before = 0;
  reading::ReadCounts counts;  // of the run that found them; a table has none
  std::string caution;         // of the clustering, if there was one; empty: none

  // The group of a page by its unique id, and its confidence.
  struct Found {
    std::uint32_t group = kUngrouped;
    float confidence = -1;
    bool is_listed = false;  // whether the page is known, with or without a group
    PageId page = 0;         // if it is
  };
  Found find(std::string_view id) const;
  Found find(PageId page) const {
    return {.group = groups[page], .confidence = confidence[page], .is_listed = true, .page = page};
  }

  // What further readings of the inputs must give; valid as long as this object.
  reading::PagesBefore pages_before() const;

  // Of a page of a group; the group itself where variants are not known.
  std::uint32_t variant_of(PageId page) const {
    return variants.empty() ? groups[page] : variants[page];
  }
};

struct GroupOptions {
  input::Source source;
  std::string method = "auto";  // that clusters the inputs, unless one of the others is given
  std::string measure;
  std::string clusters;                     // a table of pages and templates
  std::string model;                        // a model or an index
  const table::PageTable* table = nullptr;  // in place of these: a table that was read already
};

GroupedPages grouped(const ClusterRun& run);

// Throws OptionError if both a table and a model are given; InputError when nothing can be read.
GroupedPages group_pages(const GroupOptions& options,
                         const std::function<void(const Incident&)>& on_incident = nullptr,
                         Progress* progress = nullptr, Progress* compare_progress = nullptr);

// Reads the inputs again. `extract` runs on any thread; it is called with the group of a page, or
// with nullptr where that is known only later. `take` is called in input order.
//   Extracted extract(const Page&, const GroupedPages::Found*, ExtractionNotes&)
//   void take(std::string_view id, const GroupedPages::Found&, Extracted&&)
// Throws InputError, naming `option`, if the inputs have other pages than before, or if no page is
// taken. Pages of a table may be missing, because a table need not be that of these inputs.
enum class Ungrouped : std::uint8_t {
  kPassedOver,  // take only pages with a group
  kTaken,       // take also pages that are listed without one
};
template <class Extracted, class Extract, class Take>
reading::ReadCounts read_grouped(const reading::ReadEachOptions& order, const GroupedPages& pages,
                                 std::string_view option, const Extract& extract, const Take& take,
                                 Ungrouped ungrouped = Ungrouped::kPassedOver);

// ---- Implementation.

// Whether the id as it was read identifies the page, because no other page has it.
bool is_unique(const GroupedPages& pages, std::string_view id);
// For inputs where no page has a template. `first`: the first page read.
[[noreturn]] void throw_no_template(const GroupedPages& pages, std::uint64_t read,
                                    std::string_view first);

template <class Extracted, class Extract, class Take>
reading::ReadCounts read_grouped(const reading::ReadEachOptions& order, const GroupedPages& pages,
                                 std::string_view option, const Extract& extract, const Take& take,
                                 Ungrouped ungrouped) {
  PageIds ids;
  reading::SameAgain same(pages.pages_before(), option);
  bool has_any = false;
  std::string first;
  reading::ReadCounts counts = reading::read_each<Extracted>(
      order, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        const std::string id = to_valid_utf8(page.id);
        if (!is_unique(pages, id)) return extract(page, nullptr, notes);
        const GroupedPages::Found found = pages.find(id);
        return extract(page, &found, notes);
      },
      [&](std::string_view id, Extracted&& extracted) {
        const std::optional<PageId> page = same.next(id);
        const GroupedPages::Found found = page ? pages.find(*page) : GroupedPages::Found();
        if (first.empty()) first = id;
        const bool is_taken =
            found.group != kUngrouped || (ungrouped == Ungrouped::kTaken && found.is_listed);
        if (!is_taken) return;
        has_any = true;
        take(id, found, std::move(extracted));
      });
  same.finish();
  if (!has_any && counts.clustered > 0) throw_no_template(pages, counts.clustered, first);
  return counts;
}

}  // namespace pagekin::clustering
