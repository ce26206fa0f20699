#include "pagekin/features/class_names.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/core/hash.h"
#include "pagekin/features/sorted_hashes.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"

namespace pagekin::features {

std::vector<std::uint64_t> class_names(const dom::Tree& tree) {
  std::vector<std::uint64_t> names;
  std::vector<bool> is_read(tree.attributes.size());
  std::string buffer;
  for (const dom::AttributeRange range : tree.attribute_ranges) {
    // Elements that share attributes share all of them.
    if (range.count == 0 || is_read[range.begin]) continue;
    is_read[range.begin] = true;
    for (std::uint32_t i = range.begin; i < range.begin + range.count; ++i) {
      const dom::Attribute& attribute = tree.attributes[i];
      if (attribute.known != dom::AttributeName::kClass) continue;
      for_each_word(html::decode_references(tree.view(attribute.value), true, buffer),
                    [&](std::string_view name) { names.push_back(hash_bytes(name)); });
    }
  }
  make_set(names);
  return names;
}

}  // namespace pagekin::features
