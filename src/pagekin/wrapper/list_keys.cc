#include "pagekin/wrapper/list_keys.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_set>
#include <utility>

#include "pagekin/core/sorted.h"
#include "pagekin/core/stop.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxListKeys = 8;

std::vector<std::uint64_t> distinct(std::vector<std::uint64_t> hashes) {
  sort_unique(hashes);
  return hashes;
}

// Whether the slots with this key hold the true values of a labelled page and nothing else.
bool has_exactly(const PageSlots& page, std::span<const Match> with_key,
                 const std::vector<std::uint64_t>& wanted) {
  if (with_key.size() < wanted.size()) return false;
  std::vector<std::uint64_t> found;
  for (const Match& match : with_key) {
    found.push_back(page.slots[match.slot].hash);
    if (!std::ranges::binary_search(wanted, found.back())) return false;
  }
  return distinct(std::move(found)) == wanted;
}

}  // namespace

std::vector<Selector> list_keys(const TemplatePages& pages, const KeyMatches& matches,
                                const PlacedField& field, const FieldVotes& votes) {
  if (!field.is_list()) return {};
  struct ListKey {
    Key key;
    std::size_t agreed = 0;  // pages on which the winner has the key
  };
  std::vector<ListKey> found;
  std::vector<std::vector<std::uint64_t>> wanted;  // by labelled page: its values
  for (const PlacedField::Placed& placed : field.placed) wanted.push_back(distinct(placed.hashes));
  const auto consider = [&](const Key& key) {
    const std::uint32_t number = matches.number_of(key);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::uint32_t page = field.placed[i].page;
      if (!has_exactly(pages[page], matches.with(number, page), wanted[i])) return;
    }
    std::size_t agreed = 0;
    std::size_t answered = 0;
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      if (votes.slots[page] == kNone) continue;
      ++answered;
      const std::uint64_t value = pages[page].slots[votes.slots[page]].hash;
      const bool has_value = std::ranges::any_of(
          matches.with(number, page),
          [&](const Match& match) { return pages[page].slots[match.slot].hash == value; });
      agreed += has_value ? 1 : 0;
    }
    if (agreed * 2 >= answered) found.push_back({key, agreed});
  };
  std::unordered_set<std::uint64_t> seen;
  for (const PlacedField::Placed& placed : field.placed) {
    for (const std::uint32_t slot : placed.slots) {
      check_stop();
      for (const Key& key : matches.keys_of(placed.page, slot)) {
        if (seen.insert(key.hash).second) consider(key);
      }
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &ListKey::agreed);
  if (found.size() > kMaxListKeys) found.resize(kMaxListKeys);
  std::vector<Selector> keys;
  for (const ListKey& one : found) {
    keys.push_back({.family = one.key.family, .key = one.key.hash, .weight = 1});
  }
  return keys;
}

}  // namespace pagekin::wrapper
