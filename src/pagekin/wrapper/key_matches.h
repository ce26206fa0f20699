// The keys of all labelled slots, and the slots of all pages that have one of them.
//
// Cost: time O(slots * families), one lookup a key; memory of one entry a match.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/wrapper/key_table.h"
#include "pagekin/wrapper/keys.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"

namespace pagekin::wrapper {

// A slot that has a key.
struct Match {
  std::uint32_t page = 0;
  std::uint32_t slot = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

class KeyMatches {
 public:
  KeyMatches(const TemplatePages& pages, std::span<const PlacedField> fields,
             const FamilySet& families);

  // The keys of a labelled slot.
  const std::vector<Key>& keys_of(std::uint32_t page, std::uint32_t slot) const {
    return keys_of_.at({page, slot});
  }
  // The number of one of these keys.
  std::uint32_t number_of(const Key& key) const { return table_.find(key.hash); }

  // The slots with a key by its number, in the order of pages and slots: of all pages; of one.
  std::span<const Match> with(std::uint32_t key) const { return matches_[key]; }
  std::span<const Match> with(std::uint32_t key, std::uint32_t page) const;

 private:
  void collect_keys(const TemplatePages& pages, std::span<const PlacedField> fields);
  void find_matches(const TemplatePages& pages);
  void note(std::uint64_t key, const Match& match);

  FamilySet families_;
  bool has_attributes_ = false;  // some labelled slots are attributes
  KeyMaker maker_;
  KeyTable table_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Key>> keys_of_;  // page and slot
  std::vector<std::vector<Match>> matches_;                                      // by key
};

}  // namespace pagekin::wrapper
