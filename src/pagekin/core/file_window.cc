#include "pagekin/core/file_window.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "pagekin/core/stop.h"

namespace pagekin {

std::string_view FileWindow::at(std::uint64_t offset, std::size_t wanted) {
  const bool seekable = source_->size().has_value();
  if (seekable && (offset < begin_ || offset > begin_ + size_)) {
    begin_ = offset;
    size_ = 0;
    ended_ = false;
  }
  // Forward over a pipe: read and drop what lies between.
  while (!seekable && offset > begin_ + size_ && !ended_) {
    begin_ += size_;
    size_ = 0;
    make_room(step_bytes);
    size_ = source_->read_at(begin_, {buffer_.get(), capacity_});
    ended_ = size_ == 0;
  }
  std::uint64_t skipped = std::min<std::uint64_t>(offset - begin_, size_);
  if (size_ - skipped < wanted && !ended_) {
    check_stop();
    // Bytes are moved only when at least as many are dropped, so that small steps through a long
    // window cost no more than reading it.
    if (skipped != 0 && skipped >= size_ - skipped) {
      std::memmove(buffer_.get(), buffer_.get() + skipped, size_ - skipped);
      begin_ += skipped;
      size_ -= static_cast<std::size_t>(skipped);
      skipped = 0;
    }
    while (size_ - skipped < wanted && !ended_) {
      // Room grows with what arrives, never by what a header promised.
      if (capacity_ - size_ < step_bytes / 2) make_room(next_capacity());
      const std::size_t got =
          source_->read_at(begin_ + size_, {buffer_.get() + size_, capacity_ - size_});
      ended_ = got == 0;
      size_ += got;
    }
  }
  const auto start = static_cast<std::size_t>(std::min<std::uint64_t>(offset - begin_, size_));
  return {buffer_.get() + start, size_ - start};
}

// Room grows with what arrives, never by what a header promised, and a small file needs little. One
// byte more than the file has shows that it ends.
std::size_t FileWindow::next_capacity() const {
  const std::size_t usual = std::max(2 * size_, 2 * step_bytes);
  const std::optional<std::uint64_t> total = source_->size();
  if (!total || *total < begin_ + size_) return usual;
  return static_cast<std::size_t>(std::min<std::uint64_t>(usual, *total - begin_ + 1));
}

void FileWindow::make_room(std::size_t capacity) {
  if (capacity <= capacity_) return;
  capacity = std::max(capacity, capacity_ + capacity_ / 2);
  std::unique_ptr<char[]> larger(new char[capacity]);
  if (size_ != 0) std::memcpy(larger.get(), buffer_.get(), size_);
  buffer_ = std::move(larger);
  capacity_ = capacity;
}

}  // namespace pagekin
