// A list of many fingerprints.
//
// Records of equal size are stored in blocks, each as large as all blocks before it
// together, so that adding never moves anything.
//
// Cost: 1 + length bytes a fingerprint, however short it is. Memory of the last block that
// was not written yet is reserved but not used.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pagekin/features/fingerprint.h"
#include "pagekin/sketch/big_buffer.h"

namespace pagekin::sketch {

using features::Fingerprint;

class FingerprintStore {
 public:
  // For fingerprints of at most `length` entries.
  explicit FingerprintStore(std::size_t length) : record_size_(1 + length) {}

  // Adds a fingerprint. They are numbered 0, 1, 2, ...
  void add(Fingerprint entries) {
    if (size_ == capacity_) {
      const std::size_t more = capacity_ == 0 ? first_block : capacity_;
      blocks_.emplace_back(more * record_size_);
      capacity_ += more;
    }
    std::byte* const bytes = record(size_++);
    bytes[0] = static_cast<std::byte>(entries.size());
    if (!entries.empty()) std::memcpy(bytes + 1, entries.data(), entries.size());
  }

  Fingerprint operator[](std::size_t number) const {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(record(number));
    return {bytes + 1, bytes[0]};
  }

  // Prefetches the memory of a fingerprint that will be read soon. Inlined because the
  // compiler would remove a call that does nothing else.
  [[gnu::always_inline]] void prefetch(std::size_t number) const {
    const std::byte* const bytes = record(number);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + record_size_ - 1);
  }

  std::size_t size() const { return size_; }
  std::size_t memory_bytes() const { return size_ * record_size_; }

 private:
  static constexpr std::size_t first_block = 1024;  // fingerprints

  [[gnu::always_inline]] std::byte* record(std::size_t number) const {
    const auto block = static_cast<std::size_t>(std::bit_width(number / first_block));
    const std::size_t before = block == 0 ? 0 : first_block << (block - 1);
    return blocks_[block].data() + (number - before) * record_size_;
  }

  std::size_t record_size_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::vector<BigBuffer> blocks_;
};

}  // namespace pagekin::sketch
