#include "pagekin/visual/group_view.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"

namespace pagekin::visual {
namespace {

using picture::Outline;
using picture::PagePicture;

constexpr std::size_t kMostDoubtful = 3;
constexpr std::size_t kPathLabels = 3;

std::vector<std::uint64_t> places_of(const Outline& outline) {
  std::vector<std::uint64_t> places;
  places.reserve(outline.nodes.size());
  for (const picture::OutlineNode& node : outline.nodes) places.push_back(node.place);
  sort_unique(places);
  return places;
}

double distance(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  const std::size_t common = count_common(a, b);
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 0 : 1 - static_cast<double>(common) / static_cast<double>(all);
}

// The first one or else the medoid, then the most different ones: positions in `places`.
std::vector<std::size_t> choose(const std::vector<std::vector<std::uint64_t>>& places,
                                std::size_t most, std::optional<std::size_t> first) {
  const std::size_t n = places.size();
  std::vector<double> distances(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      distances[i * n + j] = distances[j * n + i] = distance(places[i], places[j]);
    }
  }
  std::vector<double> sums(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) sums[i] += distances[i * n + j];
  }
  std::vector<std::size_t> chosen;
  if (n == 0 || most == 0) return chosen;
  const auto medoid = static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin());
  chosen.push_back(first.value_or(medoid));
  std::vector<double> nearest(n, 2);  // distance to what is chosen
  while (chosen.size() < std::min(n, most)) {
    for (std::size_t i = 0; i < n; ++i) {
      nearest[i] = std::min(nearest[i], distances[i * n + chosen.back()]);
    }
    for (const std::size_t item : chosen) nearest[item] = -1;
    chosen.push_back(static_cast<std::size_t>(std::ranges::max_element(nearest) - nearest.begin()));
  }
  return chosen;
}

// By node of an outline: the hash of its place for comparing two pages of one template. What is
// certainly the same thing has the same place whatever class it has: an element with the same id,
// and the only child of its parent.
std::vector<std::uint64_t> kept_places_of(const Outline& outline) {
  std::vector<std::uint32_t> children(outline.nodes.size());
  for (std::size_t i = 1; i < outline.nodes.size(); ++i) ++children[outline.nodes[i].parent];
  std::vector<std::uint64_t> places;
  places.reserve(outline.nodes.size());
  for (std::size_t i = 0; i < outline.nodes.size(); ++i) {
    const picture::OutlineNode& node = outline.nodes[i];
    std::string_view label = outline.label(node);
    if (i > 0 && children[node.parent] == 1) {
      label = label.substr(0, label.find_first_of("#."));
    } else if (const std::size_t id = label.find('#'); id != label.npos) {
      label = label.substr(0, label.find('.', id));
    }
    places.push_back(hash_bytes(label, i == 0 ? 0 : places[node.parent]));
  }
  return places;
}

// Gives boxes the numbers of their places and texts.
class Numbering {
 public:
  void number(ShownPage& page, const PagePicture& picture, std::vector<std::string>& places) {
    const std::vector<std::uint64_t> kept = kept_places_of(picture.outline);
    for (const picture::Box& box : picture.wireframe.boxes) {
      const picture::OutlineNode& node = picture.outline.nodes[box.node];
      const auto [place, is_new] =
          places_.try_emplace(kept[box.node], static_cast<std::uint32_t>(places.size()));
      if (is_new) places.push_back(picture::path_of(picture.outline, box.node, kPathLabels));
      page.places.push_back(place->second);
      page.texts.push_back(
          node.text_hash == 0
              ? 0
              : texts_.try_emplace(node.text_hash, static_cast<std::uint32_t>(texts_.size() + 1))
                    .first->second);
    }
  }

  // After all pages have got numbers: what the picture of a page does not show because it is cut.
  void number_below(ShownPage& page, const PagePicture& picture) const {
    if (!picture.wireframe.is_cut) return;
    std::set<std::uint32_t> below;
    for (const std::uint64_t kept : kept_places_of(picture.outline)) {
      if (const auto place = places_.find(kept); place != places_.end())
        below.insert(place->second);
    }
    for (const std::uint32_t shown : page.places) below.erase(shown);
    page.below.assign(below.begin(), below.end());
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> texts_;
};

}  // namespace

std::string_view to_text(Why why) {
  switch (why) {
    case Why::kTypical:
      return "typical";
    case Why::kDifferent:
      return "different";
    case Why::kDoubtful:
      return "doubtful";
  }
  return "";
}

GroupView view_of(std::span<const std::uint32_t> members, std::span<const PagePicture> pictures,
                  std::span<const std::uint32_t> doubtful, std::size_t most,
                  std::optional<std::uint32_t> typical) {
  GroupView view;
  std::vector<std::uint32_t> usable;
  for (const std::uint32_t member : members) {
    if (!pictures[member].is_empty()) usable.push_back(member);
  }
  std::vector<std::vector<std::uint64_t>> places;
  places.reserve(usable.size());
  for (const std::uint32_t member : usable) places.push_back(places_of(pictures[member].outline));

  const auto show = [&](std::uint32_t picture, Why why) {
    ShownPage& page = view.shown.emplace_back();
    page.picture = picture;
    page.why = why;
  };
  std::optional<std::size_t> first;
  for (std::size_t i = 0; typical && i < usable.size(); ++i) {
    if (usable[i] == *typical) first = i;
  }
  for (const std::size_t index : choose(places, most, first)) {
    show(usable[index], view.shown.empty() ? Why::kTypical : Why::kDifferent);
  }
  std::size_t shown_doubtful = 0;
  for (const std::uint32_t member : doubtful) {
    if (pictures[member].is_empty() || shown_doubtful == kMostDoubtful) continue;
    const auto known = std::ranges::find(view.shown, member, &ShownPage::picture);
    if (known == view.shown.end()) {
      show(member, Why::kDoubtful);
    } else if (known != view.shown.begin()) {
      known->why = Why::kDoubtful;
    }
    ++shown_doubtful;
  }
  Numbering numbering;
  for (ShownPage& page : view.shown) numbering.number(page, pictures[page.picture], view.places);
  for (ShownPage& page : view.shown) numbering.number_below(page, pictures[page.picture]);

  view.sampled = usable.size();
  std::map<std::uint64_t, std::uint32_t> counts;
  for (const std::vector<std::uint64_t>& page : places) {
    for (const std::uint64_t place : page) ++counts[place];
  }
  view.shares.reserve(counts.size());
  for (const auto& [place, count] : counts) {
    view.shares.push_back({place, static_cast<float>(count) / static_cast<float>(places.size())});
  }
  return view;
}

double similarity(std::span<const PlaceShare> a, std::span<const PlaceShare> b) {
  double least = 0;
  double most = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].place < b[j].place)) {
      most += a[i++].share;
    } else if (i == a.size() || b[j].place < a[i].place) {
      most += b[j++].share;
    } else {
      least += std::min(a[i].share, b[j].share);
      most += std::max(a[i++].share, b[j++].share);
    }
  }
  return most > 0 ? least / most : 1;
}

void write_view(report::JsonWriter& json, const GroupView& view) {
  json.member("sampled", view.sampled).key("places").values(view.places);
}

void write_wireframe(report::JsonWriter& json, const PagePicture& picture, const ShownPage& page,
                     std::span<const std::uint64_t> common) {
  const picture::Wireframe& wireframe = picture.wireframe;
  json.key("wire").begin_object().member("height", wireframe.height);
  json.member("cut", wireframe.is_cut).key("boxes").begin_array();
  for (std::size_t i = 0; i < wireframe.boxes.size(); ++i) {
    const picture::Box& box = wireframe.boxes[i];
    const std::uint64_t place = picture.outline.nodes[box.node].place;
    const int bit = std::ranges::binary_search(common, place) ? kCommonBox : 0;
    json.value(static_cast<int>(box.kind) | bit).value(box.x).value(box.y).value(box.width);
    json.value(box.height).value(page.places[i]).value(page.texts[i]);
  }
  json.end_array();
  if (!page.below.empty()) {
    json.key("below").values(page.below);
  }
  json.end_object();
}

std::vector<std::uint64_t> common_places(std::span<const GroupView> views) {
  std::unordered_map<std::uint64_t, std::size_t> counts;
  std::size_t groups = 0;
  for (const GroupView& view : views) {
    groups += view.shares.empty() ? 0 : 1;
    for (const PlaceShare& place_share : view.shares) {
      if (place_share.share >= 0.5F) ++counts[place_share.place];
    }
  }
  std::vector<std::uint64_t> common;
  if (groups < 3) return common;
  for (const auto& [place, count] : counts) {
    if (10 * count >= 7 * groups) common.push_back(place);
  }
  std::ranges::sort(common);
  return common;
}

}  // namespace pagekin::visual
