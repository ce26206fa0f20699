#include "pagekin/sketch/gap_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pagekin::sketch {
namespace {

constexpr std::size_t kFewestHomes = 16;

// Slots after the last home, for tags that were pushed back: their first number, and how
// many of them stay empty. What fits into one array then fits into the next larger one,
// where homes are 1.5 times as far from the end, whatever the rounding.
constexpr std::size_t kRoomBehind = 64;
constexpr std::size_t kSpareAtEnd = 4;

}  // namespace

void GapTable::insert(std::uint32_t tag, std::uint32_t value) {
  if (homes_ == 0) {
    resize(kFewestHomes, kRoomBehind);
  } else if (size_ * 4 >= homes_ * 3) {
    resize(homes_ + homes_ / 2, slots_ - homes_);
  }
  while (!try_insert({tag, value})) resize(homes_, 2 * (slots_ - homes_));
}

bool GapTable::try_insert(Slot added) {
  Slot* const place = slots() + (find(added.tag) - slots());
  Slot* gap = place;
  while (gap->tag != empty_slot.tag) ++gap;
  if (gap + kSpareAtEnd >= slots() + slots_) return false;
  std::copy_backward(place, gap, gap + 1);
  *place = added;
  ++size_;
  return true;
}

void GapTable::replace(std::uint32_t tag, std::uint32_t value) {
  Slot* out = slots() + (find(tag) - slots());
  Slot* in = out;
  while (in->tag == tag) ++in;
  size_ -= static_cast<std::size_t>(in - out - 1);
  *out++ = {tag, value};

  // The following slots move up, but not beyond their homes, until one stays.
  for (; in > out; ++in) {
    Slot* const place = in->tag == empty_slot.tag ? in : std::max(out, slots() + home(in->tag));
    const Slot moved = *in;
    while (out < place) *out++ = empty_slot;
    if (moved.tag == empty_slot.tag) return;
    *out++ = moved;
  }
}

void GapTable::resize(std::size_t homes, std::size_t room_behind) {
  const std::size_t count = homes + room_behind;
  const BigBuffer old = std::exchange(buffer_, BigBuffer(count * sizeof(Slot)));
  const Slot* const old_slots = reinterpret_cast<const Slot*>(old.data());
  const Slot* const old_end = old_slots + std::exchange(slots_, count);
  homes_ = homes;

  // There is no branch on whether a slot is a gap, because it would be unpredictable: a gap
  // is copied too, onto a gap at or after `out`, and then not counted.
  std::memset(static_cast<void*>(slots()), 0xff, slots_ * sizeof(Slot));
  Slot* out = slots();
  for (const Slot* slot = old_slots; slot != old_end; ++slot) {
    Slot* const place = std::max(out, slots() + home(slot->tag));
    *place = *slot;
    out = slot->tag == empty_slot.tag ? out : place + 1;
  }
}

}  // namespace pagekin::sketch
