// Reads what the method fingerprint saved in an index.
//
// Numbers are little-endian. The format: the size of the options as text in 4 bytes, and
// the text; the number of distinct fingerprints in 4; each fingerprint as its size in 1
// byte and its entries; the number of pages in 4; for each page the number of its
// fingerprint in 4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/fingerprint.h"

namespace pagekin::method {

struct SavedFingerprints {
  std::string options;                              // "length=25,max_edits=1,..."
  std::vector<features::Fingerprint> fingerprints;  // views of the saved bytes
  std::vector<std::uint32_t> pages;                 // by page: the number of its fingerprint
};

// Throws Error for bytes that the method cannot have saved.
SavedFingerprints read_saved_fingerprints(std::string_view bytes);

}  // namespace pagekin::method
