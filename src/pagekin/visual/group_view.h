// Which pages a report shows of a group: typical and unusual ones.
//
// The typical page is the medoid of the sampled pages: the one with the least sum of distances.
// The next are the most different ones: each is as far as possible from those chosen before it.
// The distance of two pages is 1 minus the Jaccard index of the places of their outlines (see
// picture/outline.h).
//
// Cost: O(s^2) in the sampled pages of the group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::visual {

enum class Why : std::uint8_t { kTypical, kDifferent, kDoubtful };
std::string_view to_text(Why why);

struct ShownPage {
  std::uint32_t picture = 0;  // an index into the pictures
  Why why = Why::kTypical;
  // By box of its wireframe: what it belongs to, as indexes into GroupView::places, and the number
  // of its text within the group, 0 for none.
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> texts;
  // Places of other pages of the group that this page has below the end of its picture, ascending.
  std::vector<std::uint32_t> below;
};

// The share of the sampled pages of a group that have a place.
struct PlaceShare {
  std::uint64_t place = 0;
  float share = 0;
};

struct GroupView {
  std::vector<ShownPage> shown;
  std::vector<std::string> places;  // readable
  std::size_t sampled = 0;          // pages that were chosen from
  std::vector<PlaceShare> shares;   // ascending by place
};

// `members`: indexes into `pictures`; empty pictures are passed over. `doubtful`: those of them
// that are in doubt, the worst first. `most`: typical and different pages. `typical`: the member
// that counts as typical instead of the medoid.
GroupView view_of(std::span<const std::uint32_t> members,
                  std::span<const picture::PagePicture> pictures,
                  std::span<const std::uint32_t> doubtful, std::size_t most,
                  std::optional<std::uint32_t> typical = std::nullopt);

// The weighted Jaccard index of the shares of two groups.
double similarity(std::span<const PlaceShare> a, std::span<const PlaceShare> b);

// Appends the members "sampled" and "places" of an open object.
void write_view(report::JsonWriter& json, const GroupView& view);

// The member "wire" of an open object. Boxes at the places `common`, ascending, get the bit
// kCommonBox in their kind.
constexpr int kCommonBox = 32;
void write_wireframe(report::JsonWriter& json, const picture::PagePicture& picture,
                     const ShownPage& page, std::span<const std::uint64_t> common = {});

// The places that half of the pages of at least seven in ten groups have: the frame around what
// distinguishes these groups. Ascending; none of fewer than three groups.
std::vector<std::uint64_t> common_places(std::span<const GroupView> views);

}  // namespace pagekin::visual
