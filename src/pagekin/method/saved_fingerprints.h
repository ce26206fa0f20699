// What the method `fingerprint` leaves in an index, for those who read it.
//
// Numbers are little-endian: the options as text and its size in 4 bytes; the number of
// distinct fingerprints in 4; each as its size in 1 byte and its entries; the number of
// pages in 4; for each page the number of its fingerprint in 4.
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
  std::vector<std::uint32_t> pages;                 // of each page the number of its fingerprint
};

// Throws Error for bytes that the method cannot have saved.
SavedFingerprints read_saved_fingerprints(std::string_view bytes);

}  // namespace pagekin::method
