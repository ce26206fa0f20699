#include "pagekin/store/known_texts.h"

#include <limits>

#include "pagekin/core/error.h"

namespace pagekin::store {
namespace {

Hash128 keyed_hash(std::string_view text) {
  const std::uint64_t seed = process_seed();
  return {hash_bytes(text, seed), hash_bytes(text, mix(seed))};
}

}  // namespace

std::uint32_t KnownTexts::find(std::string_view text) const {
  const Hash128 hash = keyed_hash(text);
  const auto place = places_.find(hash.low, [&](std::uint32_t i) { return hashes_[i] == hash; });
  return place ? *place + 1 : 0;
}

KnownTexts::Added KnownTexts::add(std::string_view text) {
  if (hashes_.size() == std::numeric_limits<std::uint32_t>::max()) {
    if (const std::uint32_t number = find(text)) return {number, false};
    throw Error("a crawl store holds at most 4,294,967,295 addresses");
  }
  const Hash128 hash = keyed_hash(text);
  const auto next = static_cast<std::uint32_t>(hashes_.size());
  const std::uint32_t place = places_.find_or_add(
      hash.low, next, [&](std::uint32_t i) { return hashes_[i] == hash; },
      [&](std::uint32_t i) { return hashes_[i].low; });
  if (place == next) hashes_.push_back(hash);
  return {place + 1, place == next};
}

void KnownTexts::shrink(std::size_t size) {
  while (hashes_.size() > size) {
    places_.remove_last(hashes_.back().low, static_cast<std::uint32_t>(hashes_.size() - 1));
    hashes_.pop_back();
  }
}

}  // namespace pagekin::store
