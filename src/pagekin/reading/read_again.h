// Reads the pages of an earlier reading once more: all of them, or chosen ones.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/maybe_pages.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/reading/same_again.h"

namespace pagekin::reading {

struct ReadAgain {
  ReadCounts counts;
  std::string first;  // the id of the first page that was read
};

// Calls take(page, extracted) with the numbers that pages had before, in input order. What cannot
// be read was reported before. Throws InputError, naming `option`, if the inputs have changed.
//   Extracted extract(const Page&, ExtractionNotes&)  on any thread
template <class Extracted, class Extract, class Take>
ReadAgain read_again(ReadEachOptions order, const PagesBefore& before, std::string_view option,
                     const Extract& extract, const Take& take) {
  order.source.strict = false;
  ReadAgain result;
  SameAgain same(before, option);
  PageIds ids;
  result.counts =
      read_each<Extracted>(order, ids, extract, [&](std::string_view id, Extracted&& extracted) {
        if (result.first.empty()) result.first = id;
        if (const std::optional<PageId> page = same.next(id)) take(*page, std::move(extracted));
      });
  same.finish();
  return result;
}

// Reads the chosen pages again; their numbers ascend.
//   Extracted extract(const Page&, std::span<const PageId> candidates, ExtractionNotes&)
// The page is one of the candidates, or none of the chosen pages (core/maybe_pages.h).
template <class Extracted, class Extract, class Take>
ReadAgain read_chosen(const ReadEachOptions& order, const PagesBefore& before,
                      std::span<const PageId> chosen, const Extract& extract, const Take& take) {
  const MaybePages maybe(*before.ids, chosen);
  using Kept = std::optional<Extracted>;
  return read_again<Kept>(
      order, before, {},
      [&](const Page& page, ExtractionNotes& notes) -> Kept {
        const std::span<const PageId> candidates = maybe.of(page.id);
        if (candidates.empty()) return std::nullopt;
        return extract(page, candidates, notes);
      },
      [&](PageId page, Kept&& kept) {
        if (kept && std::ranges::binary_search(chosen, page)) take(page, *std::move(kept));
      });
}

}  // namespace pagekin::reading
