// A list of many short byte strings.
//
// They are stored in chunks of 64, so that only the last chunk has spare capacity, and
// replacing a string moves only the bytes of its chunk.
// Cost: 4 bytes a string beyond its own bytes.
// Limits: 4 GB in a chunk; strings below 64 MB cannot reach that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin {

class ByteStrings {
 public:
  std::size_t size() const { return size_; }

  void add(std::string_view text) {
    if (size_ % in_chunk == 0) {
      if (!chunks_.empty()) chunks_.back().bytes.shrink_to_fit();
      chunks_.emplace_back();
      // There may be a million lists of a single string.
      if (size_ > 0) chunks_.back().ends.reserve(in_chunk);
    }
    Chunk& chunk = chunks_.back();
    chunk.bytes += text;
    chunk.ends.push_back(static_cast<std::uint32_t>(chunk.bytes.size()));
    ++size_;
  }

  std::string_view operator[](std::size_t i) const {
    const Chunk& chunk = chunks_[i / in_chunk];
    const std::uint32_t begin = chunk.begin(i % in_chunk);
    return std::string_view(chunk.bytes).substr(begin, chunk.ends[i % in_chunk] - begin);
  }

  void replace(std::size_t i, std::string_view text) {
    Chunk& chunk = chunks_[i / in_chunk];
    const std::size_t at = i % in_chunk;
    const std::uint32_t begin = chunk.begin(at);
    const std::uint32_t size = chunk.ends[at] - begin;
    chunk.bytes.replace(begin, size, text);
    for (std::size_t k = at; k < chunk.ends.size(); ++k) {
      chunk.ends[k] += static_cast<std::uint32_t>(text.size()) - size;
    }
  }

 private:
  static constexpr std::size_t in_chunk = 64;
  struct Chunk {
    std::string bytes;
    std::vector<std::uint32_t> ends;  // by string

    std::uint32_t begin(std::size_t at) const { return at == 0 ? 0 : ends[at - 1]; }
  };

  std::size_t size_ = 0;
  std::vector<Chunk> chunks_;
};

}  // namespace pagekin
