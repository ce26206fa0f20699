// Nutch segments: folders with the pages of one fetch in content/ and their statuses in
// crawl_fetch/.
//
// Each of these folders has parts, part-r-00000 and so on: a MapFile, which is a folder with a
// SequenceFile named "data", or a SequenceFile itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/input/fetch_statuses.h"

namespace pagekin::input {

// Whether a folder is a segment: it has parts in content/, or lacks content/ and has parts in
// crawl_fetch/. Looks at names first, so that ordinary folders cost one call of the system.
bool is_segment(const std::string& folder);

// "a/b//" becomes "a/b".
std::string without_final_slashes(std::string path);

// The SequenceFile of pages in a folder that is a MapFile; empty if it is none.
std::string page_map_in(const std::string& folder);

// The statuses of the segment to which a file SEGMENT/content/PART/data or SEGMENT/content/PART
// belongs; null if there are none. Faults are added.
std::shared_ptr<const FetchStatuses> statuses_beside(const std::string& data,
                                                     std::vector<Incident>& faults);

}  // namespace pagekin::input
