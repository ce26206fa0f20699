#include "pagekin/features/tag_hash.h"

#include <bit>

namespace pagekin::features {

// The hashed bytes are those of the numbers in memory.
static_assert(std::endian::native == std::endian::little,
              "tag hashes are of little-endian numbers");

void TagHash::clear() {
  tags_.clear();
  head_size_ = 0;
  head_is_complete_ = false;
}

void TagHash::push(html::TagId tag, bool is_end) {
  tags_.push_back(tag);
  const bool ends_head = is_end && tag == html::kTagHead;
  const bool begins_body = !is_end && (tag == html::kTagBody || tag == html::kTagFrameset);
  if (head_is_complete_ || !(ends_head || (begins_body && head_size_ == 0))) return;
  head_size_ = tags_.size();
  head_is_complete_ = ends_head;
}

Hash128 TagHash::whole() const { return of_first(tags_.size()); }

Hash128 TagHash::head() const { return of_first(head_size_ == 0 ? tags_.size() : head_size_); }

Hash128 TagHash::of_first(std::size_t count) const {
  const auto* const bytes = reinterpret_cast<const char*>(tags_.data());
  return hash_bytes_128({bytes, count * sizeof(html::TagId)});
}

}  // namespace pagekin::features
