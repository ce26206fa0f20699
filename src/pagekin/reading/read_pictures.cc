#include "pagekin/reading/read_pictures.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::reading {
namespace {

// Makes something of each chosen page.
template <class Made, class Make>
std::vector<Made> make_of_chosen(const input::Source& source, const PagesBefore& before,
                                 std::span<const PageId> chosen, Progress* progress,
                                 const Make& make) {
  std::vector<Made> result(chosen.size());
  read_chosen<Made>(
      {.source = source, .progress = progress}, before, chosen,
      [&](const Page& page, std::span<const PageId>, ExtractionNotes&) { return make(page); },
      [&](PageId page, Made&& made) {
        const auto place = std::ranges::lower_bound(chosen, page);
        result[static_cast<std::size_t>(place - chosen.begin())] = std::move(made);
      });
  return result;
}

}  // namespace

std::vector<picture::PagePicture> read_pictures(const input::Source& source,
                                                const PagesBefore& before,
                                                std::span<const PageId> chosen,
                                                Progress* progress) {
  return make_of_chosen<picture::PagePicture>(source, before, chosen, progress,
                                              picture::picture_of);
}

std::vector<std::string> read_texts(const input::Source& source, const PagesBefore& before,
                                    std::span<const PageId> chosen, Progress* progress) {
  return make_of_chosen<std::string>(source, before, chosen, progress, picture::text_of);
}

std::optional<std::string> read_text(const input::Source& source, std::string_view id,
                                     const PageOrigins& origins, PageId page) {
  struct Found {};  // ends the reading
  input::Source where = source;
  where.strict = false;
  const bool has_origin = origins.has(page);
  if (has_origin) {
    const auto found = std::ranges::find(where.inputs, origins.input(page), &store::shown_name);
    if (found != where.inputs.end()) where.inputs = {*found};
  }
  const std::string_view ids[] = {id};
  const MaybePages wanted(ids);
  std::optional<std::string> text;
  PageIds again;
  using Kept = std::optional<std::string>;
  try {
    read_each<Kept>(
        {.source = where}, again,
        [&](const Page& candidate, ExtractionNotes&) -> Kept {
          if (!wanted.has(candidate.id)) return std::nullopt;
          if (has_origin && candidate.offset != origins.offset(page)) return std::nullopt;
          return picture::text_of(candidate);
        },
        [&](std::string_view unique, Kept&& made) {
          // The place distinguishes pages of one id; without it, all inputs are read, so the id
          // does.
          if (!made || (!has_origin && unique != id)) return;
          text = *std::move(made);
          throw Found();
        });
  } catch (const Found&) {
    // The rest of the input is not needed.
  }
  return text;
}

PictureSample::PictureSample(const PageIds& ids, std::span<const std::uint32_t> group_of,
                             std::size_t groups, std::span<const std::vector<PageId>> first,
                             std::size_t most_of_group) {
  struct Ranked {
    std::uint64_t rank = 0;
    PageId page = 0;
    bool operator<(const Ranked& other) const {
      return std::tie(rank, page) < std::tie(other.rank, other.page);
    }
  };
  // The smallest ranks of each group; the largest of them is on top.
  std::vector<std::priority_queue<Ranked>> best(groups);
  const auto offer = [&](std::uint32_t group, Ranked ranked) {
    if (group >= groups) return;
    std::priority_queue<Ranked>& queue = best[group];
    if (queue.size() < most_of_group) {
      queue.push(ranked);
    } else if (ranked < queue.top()) {
      queue.pop();
      queue.push(ranked);
    }
  };
  // Ranks of the first pages are below those of hashes, of which one bit is set for this.
  constexpr std::uint64_t later = std::uint64_t{1} << 63;
  std::vector<bool> is_first(ids.size(), false);
  for (std::uint32_t group = 0; group < std::min(groups, first.size()); ++group) {
    for (std::uint64_t i = 0; i < first[group].size(); ++i) {
      const PageId page = first[group][i];
      if (is_first[page]) continue;
      is_first[page] = true;
      offer(group, {i, page});
    }
  }
  for (PageId page = 0; page < ids.size(); ++page) {
    if (!is_first[page]) offer(group_of[page], {hash_bytes(ids[page]) | later, page});
  }
  std::vector<std::vector<PageId>> chosen(groups);
  for (std::size_t group = 0; group < groups; ++group) {
    for (; !best[group].empty(); best[group].pop()) chosen[group].push_back(best[group].top().page);
    std::ranges::reverse(chosen[group]);
    pages_.insert(pages_.end(), chosen[group].begin(), chosen[group].end());
  }
  std::ranges::sort(pages_);
  members_.resize(groups);
  for (std::size_t group = 0; group < groups; ++group) {
    members_[group].reserve(chosen[group].size());
    for (const PageId page : chosen[group]) {
      members_[group].push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(pages_, page) - pages_.begin()));
    }
  }
}

}  // namespace pagekin::reading
