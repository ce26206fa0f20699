// The public WARC suites beside the checkout.
#pragma once

#include <filesystem>
#include <string_view>

#include "support/shared.h"

namespace pagekin::test {

inline std::filesystem::path warc_suite() { return shared_dir() / "suites" / "warc"; }

// Whether a file of the suites is a WARC file; the others are ARC files, or compressed in a
// format that is not read.
inline bool is_warc_name(std::string_view file) {
  return !file.ends_with(".arc") && !file.ends_with(".arc.gz") && !file.ends_with(".lz4") &&
         (!file.ends_with(".gz") || file.ends_with(".warc.gz"));
}

}  // namespace pagekin::test
