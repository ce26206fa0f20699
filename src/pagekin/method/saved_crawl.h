// What the method auto saves: the evidence it looked at, and its pages.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/templates/crawl_pages.h"

namespace pagekin::method {

struct SavedCrawl {
  std::string evidence;
  templates::CrawlPages pages;
};

// Throws Error for bytes that are not what the method saves.
SavedCrawl read_saved_crawl(std::string_view bytes);

}  // namespace pagekin::method
