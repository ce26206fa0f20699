// Texts that are known again, numbered from 1 in the order in which they were added. Of a text
// only a hash of 128 bits is kept, keyed by a number that is drawn once per process, so that
// nobody can prepare two texts with the same one.
//
// Those added last can be taken back: the slots are what they were before, because each text
// stands in the first free slot of its time (linear probing), and a larger table is filled in
// the order of the numbers.
//
// Cost: 22 to 45 bytes a text; one or two cache misses a look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::store {

class KnownTexts {
 public:
  KnownTexts();

  // Its number; 0: not known.
  std::uint32_t find(std::string_view text) const;
  // Its number, and whether it is new.
  struct Added {
    std::uint32_t number = 0;
    bool is_new = false;
  };
  Added add(std::string_view text);

  std::size_t size() const { return hashes_.size(); }

  // Takes back all but the first `size`.
  void shrink(std::size_t size);

 private:
  // The slot of this hash, or the empty one where it would stand.
  std::size_t slot_of(const Hash128& hash) const;
  void grow();

  std::vector<Hash128> hashes_;       // of number 1, 2 ...
  std::vector<std::uint32_t> slots_;  // numbers; 0: empty; a power of two of them
};

}  // namespace pagekin::store
