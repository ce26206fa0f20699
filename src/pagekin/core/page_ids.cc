#include "pagekin/core/page_ids.h"

#include <algorithm>
#include <cstring>

#include "pagekin/core/hash.h"

namespace pagekin {

std::string_view PageIds::operator[](PageId page) const { return {starts_[page], lengths_[page]}; }

std::string_view PageIds::add(std::string_view id) {
  if (slots_.size() < 2 * (size() + 1)) grow();
  const std::size_t slot = slot_of(id);
  if (slots_[slot] == 0) {
    slots_[slot] = static_cast<std::uint32_t>(size() + 1);
    return store(id);
  }
  std::uint32_t& number = repeats_.try_emplace(slots_[slot] - 1, 1).first->second;
  std::string unique;
  do {
    unique = std::string(id) + "#" + std::to_string(++number);
  } while (contains(unique));
  slots_[slot_of(unique)] = static_cast<std::uint32_t>(size() + 1);
  return store(unique);
}

std::optional<PageId> PageIds::find(std::string_view id) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t found = slots_[slot_of(id)];
  if (found == 0) return std::nullopt;
  return found - 1;
}

std::string_view PageIds::store(std::string_view id) {
  if (id.size() > left_) {
    left_ = std::max(block_bytes, id.size());
    blocks_.emplace_back(new char[left_]);
    next_ = blocks_.back().get();
  }
  if (!id.empty()) std::memcpy(next_, id.data(), id.size());
  starts_.push_back(next_);
  lengths_.push_back(static_cast<std::uint32_t>(id.size()));
  next_ += id.size();
  left_ -= id.size();
  return (*this)[static_cast<PageId>(size() - 1)];
}

std::size_t PageIds::slot_of(std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  // Seeded, because page ids come from untrusted input.
  std::size_t slot = hash_bytes(id, process_seed()) & mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot] - 1] != id) slot = (slot + 1) & mask;
  return slot;
}

void PageIds::grow() {
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t page = 0; page < size(); ++page) {
    std::size_t slot = hash_bytes((*this)[page], process_seed()) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = page + 1;
  }
}

}  // namespace pagekin
