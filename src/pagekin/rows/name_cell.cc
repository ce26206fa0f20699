#include "pagekin/rows/name_cell.h"

#include <algorithm>
#include <vector>

#include "pagekin/core/text.h"
#include "pagekin/rows/layout_names.h"

namespace pagekin::rows {
namespace {

constexpr std::size_t kMostNameBytes = 40;
constexpr std::size_t kMostHeaderText = 40;

std::string name_of_tag(html::TagId tag) {
  const std::string_view name = html::tag_name(tag);
  return name.empty() ? "item" : std::string(name);
}

}  // namespace

std::string name_of_text(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
                           static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) {
      name += to_lower(c);
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
    if (name.size() >= kMostNameBytes && static_cast<unsigned char>(c) < 0x80) break;
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

std::map<std::uint32_t, std::string> header_row(const LaidPages& pages, const Region& region) {
  std::map<std::uint32_t, std::string> headers;
  if (region.headers.empty()) return headers;
  const RegionRow& row = region.headers.front();
  const RowPage& page = pages.page(row.page);
  for (const std::uint32_t element : row.elements) {
    for (std::uint32_t c = page.elements[element].first_child; c != kNone;
         c = page.elements[c].next) {
      const std::string text = page.text_of(c);
      if (page.elements[c].column != kNone && !text.empty() && text.size() <= kMostHeaderText) {
        headers[page.elements[c].column] = text;
      }
    }
  }
  return headers;
}

std::string name_of_cell(const LaidPages& pages, const Region& region,
                         const std::map<std::uint32_t, std::string>& headers,
                         const CellSource& source) {
  const std::vector<Place>& places = pages.tree().places;
  std::vector<std::uint32_t> above;  // from the place up to the row
  for (std::uint32_t p = source.place; p != kNone; p = places[p].parent) {
    above.push_back(p);
    if (std::ranges::binary_search(region.places, p)) break;
  }
  std::string name;
  for (const std::uint32_t p : above) {
    if (places[p].called == Called::kHeader || places[p].called == Called::kLabel) {
      name = name_of_text(places[p].name);
    } else if (places[p].called == Called::kColumn) {
      const auto at = headers.find(static_cast<std::uint32_t>(std::stoul(places[p].name)));
      if (at != headers.end()) name = name_of_text(at->second);
    }
    if (!name.empty()) break;
  }
  for (const std::uint32_t p : above) {
    if (!name.empty()) break;
    name = name_of_text(places[p].title);
    const bool is_row = std::ranges::binary_search(region.places, p);
    if (name.empty() && places[p].called == Called::kClass && !is_row &&
        !is_layout_name(places[p].name)) {
      name = name_of_text(places[p].name);
    }
  }
  const html::TagId tag = places[source.place].tag;
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) {
    name = tag == html::kTagA && source.part != Part::kAttribute ? "link" : name_of_tag(tag);
  }
  if (source.part == Part::kAttribute) {
    switch (source.attribute()) {
      case Source::kHref:
        return name + "_url";
      case Source::kSrc:
      case Source::kDataSrc:
        return name + "_image";
      case Source::kDatetime:
        return name + "_datetime";
      case Source::kTitle:
        return name + "_title";
      case Source::kAlt:
        return name + "_alt";
      case Source::kContent:
        return name + "_content";
      case Source::kValue:
        return name + "_value";
      default:
        break;
    }
  }
  return name;
}

std::string name_of_record(const LaidPages& pages, const Region& region) {
  const std::vector<Place>& places = pages.tree().places;
  std::uint32_t p = region.start == kNone ? region.places.front() : region.start;
  for (int level = 0; level < 4 && p != kNone; ++level, p = places[p].parent) {
    const bool may_name = places[p].called == Called::kLabel ||
                          (places[p].called == Called::kClass && !is_layout_name(places[p].name));
    if (!may_name) continue;
    std::string name = name_of_text(places[p].name);
    if (!name.empty() && !is_digit(name.front())) return name;
  }
  return "rows";
}

}  // namespace pagekin::rows
