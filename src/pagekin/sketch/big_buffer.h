// Raw memory for large tables, on huge pages if the system offers them.
//
// Random access to hundreds of megabytes spends much time on address translation; 2 MB
// pages avoid most of it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace pagekin::sketch {

// Uninitialised bytes, aligned for any type of number used here.
class BigBuffer {
 public:
  BigBuffer() = default;

  explicit BigBuffer(std::size_t size) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    constexpr std::size_t cache_line = 64;
    const std::size_t alignment = size >= huge_page ? huge_page : cache_line;
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    bytes_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (bytes_ == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // Only advice: without huge pages the system uses small ones.
    if (alignment == huge_page) (void)madvise(bytes_.get(), rounded, MADV_HUGEPAGE);
#endif
  }

  std::byte* data() const { return bytes_.get(); }

 private:
  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::byte, Free> bytes_;
};

}  // namespace pagekin::sketch
