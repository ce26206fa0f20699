#include "pagekin/sketch/match_keys.h"

#include <cstddef>

namespace pagekin::sketch {
namespace {

constexpr std::size_t kLeastEntries = 4;  // shorter fingerprints match only equal ones
constexpr char kWhole = 'w';
constexpr char kWildcard = '*';

}  // namespace

std::vector<MatchKey> match_keys(features::Fingerprint fingerprint, int max_edits) {
  const std::string entries(fingerprint.begin(), fingerprint.end());
  std::vector<MatchKey> keys{{kWhole + entries, true}};
  if (max_edits == 0 || entries.size() < kLeastEntries) return keys;
  keys.reserve(2 * entries.size() + 1);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string rest = entries.substr(0, i) + entries.substr(i + 1);
    keys.push_back({std::string{kWildcard, static_cast<char>(i)} + rest, true});
    // Without any entry of a run of equal ones, the same is left.
    const bool is_repeated = i > 0 && entries[i] == entries[i - 1];
    if (rest.size() >= kLeastEntries && !is_repeated) keys.push_back({kWhole + rest, false});
  }
  return keys;
}

}  // namespace pagekin::sketch
