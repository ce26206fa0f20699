#include "pagekin/method/agreement.h"

#include <algorithm>

#include "pagekin/sketch/fingerprint_index.h"

namespace pagekin::method {

Agreement agreement(std::size_t page_count,
                    const std::function<std::vector<std::uint8_t>(std::size_t)>& fingerprint) {
  Agreement found{.agrees = std::vector<bool>(page_count, true)};
  if (page_count < 2) return found;
  sketch::FingerprintIndex index({.length = features::kTemplateFingerprintLength});
  std::vector<std::uint32_t> nodes;
  nodes.reserve(page_count);
  for (std::size_t page = 0; page < page_count; ++page)
    nodes.push_back(index.add(fingerprint(page)));

  std::vector<std::size_t> sizes(index.node_count());  // sizes of kinds, by their first node
  for (const std::uint32_t node : nodes) ++sizes[index.cluster(node)];
  const auto most = std::ranges::max_element(sizes);
  found.has_kind = 2 * *most > page_count;
  if (!found.has_kind) return found;
  const auto kind = static_cast<std::uint32_t>(most - sizes.begin());
  for (std::size_t page = 0; page < page_count; ++page) {
    found.agrees[page] = index.cluster(nodes[page]) == kind;
  }
  return found;
}

}  // namespace pagekin::method
