#include "pagekin/features/content_key.h"

#include <cstddef>

#include "pagekin/features/feature_list.h"

namespace pagekin::features {
namespace {

// Hashes the fields one after the other, empty ones too.
class Key {
 public:
  template <class T>
  void add(const std::vector<T>& part) {
    static_assert(std::has_unique_object_representations_v<T>);
    add_bytes(part.data(), part.size() * sizeof(T));
  }
  void add(const Hash128& hash) {
    add(hash.low);
    add(hash.high);
  }
  void add(const dom::TagTree& tree) {
    add(tree.tags);
    add(tree.sizes);
  }
  void add(const FirstTags& tags) { add_bytes(tags.data(), tags.size()); }

  std::uint64_t value() const { return value_; }

 private:
  void add(std::uint64_t number) { value_ = mix(value_ ^ number) + 1; }
  void add_bytes(const void* bytes, std::size_t size) {
    add(hash_bytes({static_cast<const char*>(bytes), size}));
  }

  std::uint64_t value_ = 0;
};

}  // namespace

std::uint64_t content_key(const Features& page) {
  Key key;
  for_each_compared([&](const auto& field) { key.add(page.*field.member); });
  return key.value();
}

std::vector<std::uint64_t> content_keys(std::span<const Features> pages) {
  std::vector<std::uint64_t> keys;
  keys.reserve(pages.size());
  for (const Features& page : pages) keys.push_back(content_key(page));
  return keys;
}

}  // namespace pagekin::features
