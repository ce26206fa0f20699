#include "pagekin/core/page_ids.h"

#include <algorithm>
#include <cstring>

#include "pagekin/core/hash.h"

namespace pagekin {
namespace {

// Seeded, because page ids come from untrusted input.
std::uint64_t hash_of(std::string_view id) { return hash_bytes(id, process_seed()); }

}  // namespace

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

std::optional<PageId> PageIds::find(std::string_view id) const {
  return numbers_.find(hash_of(id), [&](std::uint32_t page) { return (*this)[page] == id; });
}

std::optional<PageId> PageIds::find_unrepeated(std::string_view id) const {
  // If two pages were read with it, there is a page with this number, which may be a third one.
  return find(std::string(id) + "#2") ? std::nullopt : find(id);
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
  return numbers_.find_or_add(
      hash_of(id), static_cast<std::uint32_t>(size()),
      [&](std::uint32_t page) { return (*this)[page] == id; },
      [&](std::uint32_t page) { return hash_of((*this)[page]); });
}

}  // namespace pagekin
