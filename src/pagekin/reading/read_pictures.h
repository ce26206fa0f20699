// Reads chosen pages again, for pictures of them.
//
// Cost: reads the inputs once; parses only the chosen pages. Memory: what is kept of these, and a
// second copy of the ids.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/reading/page_origins.h"
#include "pagekin/reading/same_again.h"

namespace pagekin::reading {

// `chosen` ascends. Returns a picture for each; it is empty if the page is not in the inputs, as a
// page of an earlier run of an index. Throws InputError when the inputs have changed.
std::vector<picture::PagePicture> read_pictures(const input::Source& source,
                                                const PagesBefore& before,
                                                std::span<const PageId> chosen,
                                                Progress* progress = nullptr);

// The same for the text of pages as UTF-8.
std::vector<std::string> read_texts(const input::Source& source, const PagesBefore& before,
                                    std::span<const PageId> chosen, Progress* progress = nullptr);

// The text of one page as UTF-8; nothing if it is not in the inputs any more. `id` is its unique
// id. Cost: reads the input that has the page, up to the page.
std::optional<std::string> read_text(const input::Source& source, std::string_view id,
                                     const PageOrigins& origins, PageId page);

// Chooses pages of each group: those of `first`, in this order, then those whose ids have the
// smallest hashes, so that the order of pages does not matter.
class PictureSample {
 public:
  // group_of: by page, below `groups`; no_group: none.
  static constexpr std::uint32_t no_group = UINT32_MAX;
  PictureSample(const PageIds& ids, std::span<const std::uint32_t> group_of, std::size_t groups,
                std::span<const std::vector<PageId>> first, std::size_t most_of_group);

  const std::vector<PageId>& pages() const { return pages_; }  // ascending
  // By group: numbers in pages().
  const std::vector<std::vector<std::uint32_t>>& members() const { return members_; }

 private:
  std::vector<PageId> pages_;
  std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace pagekin::reading
