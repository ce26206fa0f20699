// The bundled example crawl, as users of the library read it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pagekin/pagekin.h"

#include "tests/source_dir.h"

namespace test {

inline const std::string kCrawl = std::string(PAGEKIN_SOURCE_DIR) + "/examples/crawl.warc.gz";
inline const std::string kLabels = std::string(PAGEKIN_SOURCE_DIR) + "/examples/crawl.labels.tsv";

inline std::vector<pagekin::OwnedPage> pages_of_crawl() {
  std::vector<pagekin::OwnedPage> pages;
  pagekin::take_pages({.inputs = {kCrawl}},
                      [&](pagekin::OwnedPage&& page) { pages.push_back(std::move(page)); });
  return pages;
}

}  // namespace test
