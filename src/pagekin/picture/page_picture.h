// What a report shows of a page: title, wireframe, outline and links.
//
// Cost: that of building the tree, of outline.h and wireframe.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/picture/outline.h"
#include "pagekin/picture/wireframe.h"

namespace pagekin::picture {

constexpr std::size_t kMostLinks = 400;  // of a page that are kept

// A link, and the element of the outline that it is or is in.
struct PlacedLink {
  std::string target;  // a page id: the address without its fragment, or a path
  std::uint32_t node = 0;
};

struct PagePicture {
  std::string title;  // at most 160 bytes
  Wireframe wireframe;
  Outline outline;  // without node_of
  std::vector<PlacedLink> links;

  bool is_empty() const { return outline.nodes.empty(); }
};

PagePicture picture_of(const Page& page);

// The body as UTF-8, decoded as browsers decode it.
std::string text_of(const Page& page);

}  // namespace pagekin::picture
