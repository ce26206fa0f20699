#include "pagekin/core/page_ids.h"

#include <algorithm>
#include <cstring>

#include "pagekin/core/hash.h"

namespace pagekin {

std::string_view PageIds::operator[](PageId page) const { return {starts_[page], lengths_[page]}; }

std::string_view PageIds::add(std::string_view id) {
  const auto next = static_cast<std::uint32_t>(size());
  const std::uint32_t first = find_or_add(id);
  if (first == next) return store(id);
  std::uint32_t& number = repeats_.try_emplace(first, 1).first->second;
  std::string unique;
  do {
    unique = std::string(id) + "#" + std::to_string(++number);
  } while (find_or_add(unique) != next);
  return store(unique);
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

std::uint32_t PageIds::find_or_add(std::string_view id) {
  // Seeded, because page ids come from untrusted input.
  const auto hash = [](std::string_view text) { return hash_bytes(text, process_seed()); };
  return numbers_.find_or_add(
      hash(id), static_cast<std::uint32_t>(size()),
      [&](std::uint32_t page) { return (*this)[page] == id; },
      [&](std::uint32_t page) { return hash((*this)[page]); });
}

}  // namespace pagekin
