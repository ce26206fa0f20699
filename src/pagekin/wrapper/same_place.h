// Whether a slot is at the place of a field: to which slots of the labelled pages it is most alike.
//
// A labelled page says where a field is, and also where it is not: all its other slots hold
// something else. So a slot of another page that resembles one of these more than the labelled one
// is not the field, however well it would fit: the total of the cart in the header is not the price
// of a product that has none, and what stands behind "Reported by:" is not the owner. On a page
// that lacks the field no slot is it.
//
// How alike two slots are is counted by what keys of theirs agree, group by group: the text that
// labels them, the class names around them, their position, the text after them, where they link
// to. In each group the agreement that fewest slots of the labelled page share counts, 1 / their
// number.
//
// Cost: time O(keys of a slot * reference slots with the key); a key that more than kMaxSharing
// slots share is left out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/key_table.h"
#include "pagekin/wrapper/keys.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

constexpr std::size_t kMaxReferencePages = 6;  // labelled pages of a template that are kept
constexpr std::uint32_t kMaxReferenceSlot = 0xffff;

// What keys of a family say about the place of a slot.
enum class PlaceGroup : std::uint8_t { kPosition, kClass, kLabel, kNext, kLink, kEnd };
constexpr std::size_t kPlaceGroups = static_cast<std::size_t>(PlaceGroup::kEnd);
// kEnd: nothing.
PlaceGroup place_group_of(Family family);

// A reference slot is numbered by its page, among the reference pages, and its slot.
constexpr std::uint32_t reference_number(std::uint32_t page, std::uint32_t slot) {
  return (page << 16) | slot;
}
constexpr std::uint32_t page_of_reference(std::uint32_t number) { return number >> 16; }

// How alike a slot is to a reference slot.
struct Likeness {
  std::uint32_t reference = 0;
  float score = 0;
};

// Reference slots by their keys.
class References {
 public:
  References() = default;
  explicit References(std::vector<ReferenceKey> keys);

  // Adds all slots of a labelled page, as number `page`. `maker` is prepared for it.
  // Call finish() after the last page.
  void add_page(std::uint32_t page, KeyMaker& maker, std::uint32_t slots);
  void finish();

  bool empty() const { return keys_.empty(); }

  // The slots of each reference page that a slot with these keys is most alike to, by falling
  // score. `is_labelled`, see KeyMaker::is_labelled_in_run(): where a reference slot alone is
  // behind the same text, the numbers of texts in other ones say only where they are.
  void compare(std::span<const Key> keys, bool is_labelled, std::vector<Likeness>& likenesses);

  // The keys of these slots, which are ascending.
  std::vector<ReferenceKey> keys_of(const std::vector<std::uint32_t>& slots) const;

 private:
  // What the key of a reference slot says of it.
  struct Place {
    std::uint32_t at = 0;  // the place of the slot in slots_
    float weight = 0;
    std::uint8_t group = 0;
  };
  // How far a slot and a reference slot agree.
  struct Agreed {
    std::array<float, kPlaceGroups> in_group{};
    bool has_any = false;
  };

  void index_slots();
  void find_labelled(std::span<const Key> keys);
  // Whether another slot of its page is the only one behind the same text.
  bool is_only_number_at(std::uint32_t at) const;

  std::vector<ReferenceKey> keys_;    // by key, then slot
  std::vector<std::uint32_t> slots_;  // the reference slots, ascending
  KeyTable table_;                    // the distinct keys
  std::vector<std::uint32_t> begin_;  // by number of the key: where it begins in keys_
  std::vector<Place> places_;         // as in keys_
  std::vector<Agreed> agreed_;        // by place in slots_; of compare()
  std::vector<std::uint32_t> touched_;
  // By reference page: the place in slots_ of the only slot behind the same text; kNone: none.
  std::array<std::uint32_t, kMaxReferencePages> labelled_{};
};

// The likeness of two slots that agree so far in each group.
float likeness_score(const std::array<float, kPlaceGroups>& agreed);

// Which reference slots hold a field, and on which reference pages it was labelled.
struct FieldReferences {
  std::vector<std::uint32_t> own;  // ascending
  std::uint32_t pages = 0;         // a bit a page

  bool has_own(std::uint32_t reference) const;
};

// Whether a slot holds something else than the field.
bool is_elsewhere(std::span<const Likeness> likenesses, const FieldReferences& field);

}  // namespace pagekin::wrapper
