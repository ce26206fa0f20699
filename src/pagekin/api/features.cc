#include "pagekin/features/features.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "pagekin/compare.h"
#include "pagekin/features.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/encoding.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/url/page_shape.h"

namespace pagekin {
namespace {

std::string hex(const Hash128& hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

// Levels of a tree that is given as sizes of subtrees in document order.
std::size_t depth_of(const std::vector<std::uint32_t>& sizes) {
  std::vector<std::size_t> ends;  // of the subtrees around an element
  std::size_t deepest = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    while (!ends.empty() && ends.back() <= i) ends.pop_back();
    ends.push_back(i + sizes[i]);
    deepest = std::max(deepest, ends.size());
  }
  return deepest;
}

std::vector<std::string> limits_of(const dom::LimitsHit& limits) {
  std::vector<std::string> names;
  if (limits.depth) names.emplace_back(to_text(Reason::kTooDeep));
  if (limits.elements) names.emplace_back(to_text(Reason::kTooManyElements));
  if (limits.attributes) names.emplace_back(to_text(Reason::kTooManyAttributes));
  return names;
}

}  // namespace

PageFeatures extract_features(const Page& page, int fingerprint_length) {
  PageFeatures result;
  result.fingerprint = fingerprint(page, fingerprint_length);
  features::Features found = features::extract(
      page,
      {.head_hash = true, .tag_hash = true, .tree = true, .class_names = true, .marks = true});
  result.tag_hash = hex(found.tag_hash);
  result.head_hash = hex(found.head_hash);
  for (const html::TagId tag : found.tree.tags) {
    ++result.elements[std::string(html::tag_name(tag))];
  }
  result.element_count = found.tree.size();
  result.depth = depth_of(found.tree.sizes);
  result.class_names = std::move(found.class_names);
  result.marks = std::move(found.marks);
  std::unordered_map<std::uint64_t, std::string> names;
  for (features::NamedMark& named_mark : features::named_marks(page)) {
    names.emplace(named_mark.mark, std::move(named_mark.name));
  }
  result.mark_names.reserve(result.marks.size());
  for (const std::uint64_t mark : result.marks) {
    const auto name = names.find(mark);
    result.mark_names.push_back(name == names.end() ? std::string() : name->second);
  }
  result.host = url::page_host(page.id);
  result.url_shape = url::page_shape(page.id);
  result.limits = limits_of(found.limits);
  return result;
}

std::string page_text(const Page& page) {
  return html::decode(page.body, html::choose_encoding(page.body, page.charset).encoding);
}

}  // namespace pagekin
