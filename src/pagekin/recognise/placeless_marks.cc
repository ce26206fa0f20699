#include "pagekin/recognise/placeless_marks.h"

#include <algorithm>
#include <span>

#include "pagekin/core/hash.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::recognise {
namespace {

using features::MarkKind;

constexpr std::uint64_t kValueBits = 0x1fff'ffff;

// A path whose 64 bits are known, with its last two tags.
struct KnownPath {
  std::uint64_t path = 0;
  html::TagId parent = html::kNoTag;
  html::TagId tag = html::kNoTag;
};

std::vector<html::TagId> order_tags_by_use() {
  std::vector<html::TagId> tags{html::kTagDiv,  html::kTagA,    html::kTagSpan, html::kTagLi,
                                html::kTagP,    html::kTagUl,   html::kTagImg,  html::kTagH2,
                                html::kTagH3,   html::kTagMeta, html::kTagLink, html::kTagScript,
                                html::kTagTd,   html::kTagTr,   html::kTagCode, html::kTagPre,
                                html::kTagHead, html::kTagBody, html::kTagHtml};
  for (html::TagId tag = html::kNoTag + 1; tag < html::kKnownTagEnd; ++tag) {
    if (std::ranges::find(tags, tag) == tags.end()) tags.push_back(tag);
  }
  return tags;
}

// The mark of an element that keeps its place, from its mark with a place.
std::uint32_t mark_of_placed(std::uint64_t mark) {
  return static_cast<std::uint32_t>(features::make_mark(0, MarkKind::kPath, mix(mark)));
}

// Adds the marks of the elements. `paths`: the marks of kind kPath, ascending.
void add_tags(std::span<const std::uint64_t> paths, std::vector<std::uint32_t>& all) {
  const std::span<const html::TagId> tags = tags_by_use();
  std::vector<std::uint8_t> is_read(paths.size());
  std::vector<KnownPath> known{{.path = features::kEmptyPath}};
  for (std::size_t i = 0; i < known.size(); ++i) {
    const KnownPath above = known[i];
    const std::uint32_t place = features::place_of(above.path);
    const auto begin = std::ranges::lower_bound(paths, place, {}, features::place_of);
    auto end = begin;
    std::size_t left = 0;
    for (; end != paths.end() && features::place_of(*end) == place; ++end) {
      left += is_read[static_cast<std::size_t>(end - paths.begin())] == 0 ? 1U : 0U;
    }
    for (std::size_t t = 0; t < tags.size() && left > 0; ++t) {
      const std::uint64_t path = features::path_to_element(above.path, tags[t]);
      for (auto at = begin; at != end; ++at) {
        const auto number = static_cast<std::size_t>(at - paths.begin());
        if (((*at ^ path) & kValueBits) != 0 || is_read[number] != 0) continue;
        is_read[number] = 1;
        --left;
        all.push_back(element_mark(above.parent, above.tag, tags[t]));
        known.push_back({.path = path, .parent = above.tag, .tag = tags[t]});
      }
    }
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (is_read[i] != 0) continue;
    all.push_back(mark_of_placed(paths[i]));
  }
}

}  // namespace

std::uint64_t element_place(html::TagId grandparent, html::TagId parent) {
  return mix(mix(grandparent + std::uint64_t{1}) + parent) * 31;
}

std::uint32_t element_mark_at(std::uint64_t place, html::TagId tag) {
  return static_cast<std::uint32_t>(features::make_mark(0, MarkKind::kPath, mix(place + tag)));
}

std::uint32_t element_mark(html::TagId grandparent, html::TagId parent, html::TagId tag) {
  return element_mark_at(element_place(grandparent, parent), tag);
}

std::uint32_t placed_element_mark(std::uint64_t above, std::uint64_t path) {
  return mark_of_placed(features::make_mark(above, MarkKind::kPath, path));
}

std::span<const html::TagId> tags_by_use() {
  static const std::vector<html::TagId> tags = order_tags_by_use();
  return tags;
}

PlacelessKind placeless_kind(std::uint32_t mark) {
  switch (features::kind_of(mark)) {
    case MarkKind::kPath:
      return PlacelessKind::kTag;
    case MarkKind::kText:
      return PlacelessKind::kText;
    default:
      return PlacelessKind::kName;
  }
}

std::vector<std::uint32_t> placeless_marks(std::span<const std::uint64_t> marks) {
  std::vector<std::uint32_t> all;
  std::vector<std::uint64_t> paths;
  all.reserve(marks.size());
  for (const std::uint64_t mark : marks) {
    const MarkKind kind = features::kind_of(mark);
    if (kind == MarkKind::kUrl || kind == MarkKind::kLink) continue;
    if (kind == MarkKind::kPath) {
      paths.push_back(mark);
    } else {
      all.push_back(static_cast<std::uint32_t>(mark));
    }
  }
  add_tags(paths, all);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace pagekin::recognise
