// The keys of all labelled slots, and the slots of all pages that have one of them, with the slots
// of the labelled pages that they resemble most (same_place.h).
//
// Cost: time O(slots * families), one lookup a key; memory of one entry a match.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/core/key_numbers.h"
#include "pagekin/wrapper/key_table.h"
#include "pagekin/wrapper/keys.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/same_place.h"
#include "pagekin/wrapper/template_pages.h"

namespace pagekin::wrapper {

// A slot that has a key.
struct Match {
  std::uint32_t page = 0;
  std::uint32_t slot = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

// Of a value of several texts, so many and the last have keys that may find it.
constexpr std::uint32_t kFirstTexts = 3;

class KeyMatches {
 public:
  KeyMatches(const TemplatePages& pages, std::span<const PlacedField> fields,
             const FamilySet& families);

  // Which reference slots hold the field.
  FieldReferences references_of(const PlacedField& field) const;
  // Whether a slot that has one of the keys holds something else than the field. On reference
  // pages nothing is said: the labels are there.
  bool is_elsewhere(const Match& match, const FieldReferences& field) const;
  // The keys of all reference slots that slots of some page resemble.
  std::vector<ReferenceKey> reference_keys() const;

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
  void collect_references(const TemplatePages& pages, std::span<const PlacedField> fields);
  void collect_keys(const TemplatePages& pages, std::span<const PlacedField> fields);
  void find_matches(const TemplatePages& pages);
  // The keys of a slot of the page that maker_ is prepared for; valid until the next call.
  std::span<const Key> made_keys(std::uint32_t slot);
  bool note(std::uint64_t key, const Match& match);
  std::uint32_t compare(std::span<const Key> keys, bool is_labelled);
  std::uint32_t slot_count(const PageSlots& page) const;

  FamilySet families_;
  bool has_attributes_ = false;  // some labelled slots are attributes
  KeyMaker maker_;
  std::vector<Key> kept_;  // of made_keys()
  KeyTable table_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Key>> keys_of_;  // page and slot
  std::vector<std::vector<Match>> matches_;                                      // by key
  std::vector<std::uint32_t> reference_pages_;  // numbers of labelled pages
  References references_;
  // By page and slot: the number of its likenesses; kNone: it has none of the keys, or is on a
  // reference page.
  std::vector<std::vector<std::uint32_t>> compared_;
  std::vector<std::uint64_t> compared_keys_;  // by number: a hash of the keys that were compared
  KeyNumbers numbers_;                        // of compared_keys_
  std::vector<Likeness> likenesses_;
  std::vector<std::size_t> first_likeness_ = {0};  // by number, and the end of all
  std::vector<Likeness> alike_;                    // of compare()
};

}  // namespace pagekin::wrapper
