// Where the own part of a page begins, for pictures of its upper part.
//
// Pages of a site have the same header and menu, whatever their template, so pictures of their
// upper parts look alike. An element is shared if more than half of the other pages of the site
// have one with the same tags, texts and pictures, whatever its other attributes. The shared
// elements that come before a tenth of the letters that are the page's own are its shared start.
//
// Cost: linear in the pages, whose trees are built one after the other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::picture {

// A page of a template each: its text in UTF-8, and its site.
struct StartedPage {
  std::string_view text;
  std::string_view site;
};

// For each page a style sheet that hides its shared start, by the places of the elements; empty
// where nothing is shared, or nothing else is there.
std::vector<std::string> hide_shared_starts(std::span<const StartedPage> pages);

}  // namespace pagekin::picture
