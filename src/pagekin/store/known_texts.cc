#include "pagekin/store/known_texts.h"

#include <limits>

#include "pagekin/core/error.h"

namespace pagekin::store {
namespace {

constexpr std::size_t kFirstSlots = 64;

Hash128 keyed_hash(std::string_view text) {
  const std::uint64_t seed = process_seed();
  return {hash_bytes(text, seed), hash_bytes(text, mix(seed))};
}

}  // namespace

KnownTexts::KnownTexts() : slots_(kFirstSlots) {}

std::uint32_t KnownTexts::find(std::string_view text) const {
  return slots_[slot_of(keyed_hash(text))];
}

KnownTexts::Added KnownTexts::add(std::string_view text) {
  const Hash128 hash = keyed_hash(text);
  std::size_t slot = slot_of(hash);
  if (slots_[slot] != 0) return {slots_[slot], false};
  if (hashes_.size() == std::numeric_limits<std::uint32_t>::max()) {
    throw Error("a crawl store holds at most 4,294,967,295 addresses");
  }
  if (hashes_.size() + 1 > slots_.size() / 4 * 3) {
    grow();
    slot = slot_of(hash);
  }
  hashes_.push_back(hash);
  slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
  return {slots_[slot], true};
}

void KnownTexts::shrink(std::size_t size) {
  while (hashes_.size() > size) {
    slots_[slot_of(hashes_.back())] = 0;
    hashes_.pop_back();
  }
}

std::size_t KnownTexts::slot_of(const Hash128& hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash.low & mask;
  while (slots_[slot] != 0 && hashes_[slots_[slot] - 1] != hash) slot = (slot + 1) & mask;
  return slot;
}

void KnownTexts::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    slots_[slot_of(hashes_[i])] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace pagekin::store
