// What a crawl did and what its store holds, for people to read.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pagekin/crawl/crawler.h"
#include "pagekin/crawl/import.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::report {

std::string summarise(const crawl::CrawlReport& report);
std::string summarise(const crawl::ImportReport& report);

// A table with one line a host and the columns of Table 1 of Grigalis and Cenys 2014: pages,
// their size, their mean size, XPaths of links through which pages were first reached, and the
// number of these with at least `cut_off` pages; then the numbers of other addresses. The largest
// hosts come first, at most `most`. Columns of lesser use are left out where the table does not
// fit into `width` columns; 0: it may have any width.
std::string table_of_hosts(std::span<const store::HostSummary> hosts, std::size_t cut_off,
                           std::size_t most = 20, std::size_t width = 0);

}  // namespace pagekin::report
