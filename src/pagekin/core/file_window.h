// A sliding view of a file: the bytes from some offset on, contiguous in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "pagekin/core/byte_source.h"

namespace pagekin {

class FileWindow {
 public:
  static constexpr std::size_t step_bytes = std::size_t{3} << 18;  // read ahead

  explicit FileWindow(ByteSource& source) : source_(&source) {}

  // The bytes at `offset`: at least `wanted` of them unless the file ends before.
  // Valid until the next call. On a source that is not seekable, offsets must not
  // go back before the last one asked for. Throws what reading throws.
  std::string_view at(std::uint64_t offset, std::size_t wanted);

  // The first byte that can still be seen of a source that is not seekable.
  std::uint64_t begin() const { return begin_; }

  // Whether nothing follows the view last returned.
  bool at_end() const { return ended_; }

 private:
  std::size_t next_capacity() const;
  void make_room(std::size_t capacity);

  ByteSource* source_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::uint64_t begin_ = 0;  // file offset of buffer_[0]
  std::size_t size_ = 0;
  bool ended_ = false;
};

}  // namespace pagekin
