#include "pagekin/method/kept_ids.h"

#include "pagekin/templates/track_templates.h"

namespace pagekin::method {

std::vector<std::uint32_t> kept_ids(std::span<const std::uint32_t> earlier,
                                    const Clustering& clusters, std::uint32_t next_id) {
  if (!earlier.empty()) {
    return templates::track_templates(earlier, clusters, {}, {}, next_id).id_of;
  }
  std::vector<std::uint32_t> ids;
  for (const int number : numbers_by_size(clusters)) {
    ids.push_back(static_cast<std::uint32_t>(number) + next_id - 1);
  }
  return ids;
}

}  // namespace pagekin::method
