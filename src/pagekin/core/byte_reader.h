// Reading back bytes that may have been tampered with: nothing is believed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "pagekin/core/error.h"

namespace pagekin {

static_assert(std::endian::native == std::endian::little, "stored numbers are little-endian");

// The bytes of a number as they are stored. Valid as long as the number.
template <class Number>
std::string_view bytes_of(const Number& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}
template <class Number>
std::string_view bytes_of(const Number&& number) = delete;

// Takes bytes from the front of a text; throws Error when there are not enough.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view bytes(std::size_t count) {
    if (count > rest_.size()) throw Error("it ends too early");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  template <class Number>
  Number number() {
    Number value{};
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
    return value;
  }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

}  // namespace pagekin
