// Keys of template fingerprints, so that fingerprints that match find each other although no
// machine has all of them.
//
// A key is a pattern. It is a centre for some of the fingerprints that have it. Two fingerprints
// match (see fingerprint_index.h) exactly if they share a key that is a centre for one of them:
//
//   the fingerprint itself                             a centre
//   the fingerprint with a wildcard for one entry      a centre: all that have it match each other
//   the fingerprint without one entry                  no centre: it matches only what is equal to
//   it
//
// So in a connected component of matches, all that share a key are joined with any one of its
// centres, if there is a centre.
//
// Cost: at most 2 n + 1 keys of at most n + 2 bytes for n entries.
#pragma once

#include <string>
#include <vector>

#include "pagekin/features/fingerprint.h"

namespace pagekin::sketch {

struct MatchKey {
  std::string value;
  bool is_centre = false;
  friend bool operator==(const MatchKey&, const MatchKey&) = default;
};

// `max_edits`: 0 or 1.
std::vector<MatchKey> match_keys(features::Fingerprint fingerprint, int max_edits);

}  // namespace pagekin::sketch
