// Matching of robots.txt patterns by definition: which prefixes of the pattern match which
// prefixes of the path, all of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pagekin::reference {

inline bool path_matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::vector<std::vector<bool>> matches(pattern.size() + 1, std::vector<bool>(path.size() + 1));
  matches[0][0] = true;
  for (std::size_t i = 1; i <= pattern.size(); ++i) {
    for (std::size_t j = 0; j <= path.size(); ++j) {
      if (pattern[i - 1] == '*') {
        matches[i][j] = matches[i - 1][j] || (j > 0 && matches[i][j - 1]);
      } else {
        matches[i][j] = j > 0 && pattern[i - 1] == path[j - 1] && matches[i - 1][j - 1];
      }
    }
  }
  if (to_the_end) return matches[pattern.size()][path.size()];
  for (std::size_t j = 0; j <= path.size(); ++j) {
    if (matches[pattern.size()][j]) return true;
  }
  return false;
}

}  // namespace pagekin::reference
