// Takes values from the front of bytes in which Hadoop wrote them.
//
// Numbers have the highest byte first. A "vint" has 1 to 9 bytes: the first one is the number
// itself, or says how many bytes follow and whether the number is negative. A text is a vint, the
// number of its bytes, and UTF-8. A short text has a length of 16 bits instead; Hadoop calls it
// UTF8, and only old files have it.
//
// No length is trusted. After a value that is not there, ok() is false, and all further values are
// 0 or empty.
//
// Source: org.apache.hadoop.io.WritableUtils, Text, UTF8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pagekin::hadoop {

class Writables {
 public:
  explicit Writables(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  // All bytes were taken, and each value was there.
  bool is_done() const { return ok_ && rest_.empty(); }
  std::string_view rest() const { return rest_; }

  std::string_view bytes(std::uint64_t count) {
    if (!ok_ || count > rest_.size()) return fail();
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::uint8_t byte() {
    const std::string_view taken = bytes(1);
    return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken[0]);
  }
  std::uint16_t uint16() { return static_cast<std::uint16_t>(number(2)); }
  std::int32_t int32() { return static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4))); }

  static int signed_byte(char byte) {
    const int value = static_cast<unsigned char>(byte);
    return value < 128 ? value : value - 256;
  }

  // The number of bytes that a vint with this first byte has.
  static std::size_t vint_size(char first) {
    const int value = signed_byte(first);
    if (value >= -112) return 1;
    return static_cast<std::size_t>(value < -120 ? -119 - value : -111 - value);
  }
  std::int64_t vint() {
    if (!ok_ || rest_.empty()) return fail(), 0;
    const int first = signed_byte(rest_[0]);
    const std::size_t size = vint_size(rest_[0]);
    bytes(1);
    if (size == 1) return first;
    const std::uint64_t value = number(size - 1);
    return static_cast<std::int64_t>(first < -120 ? ~value : value);
  }
  // A vint that counts something; a negative one is none.
  std::uint64_t count() {
    const std::int64_t value = vint();
    if (value < 0) fail();
    return ok_ ? static_cast<std::uint64_t>(value) : 0;
  }
  // An integer of 32 bits that counts something.
  std::uint64_t count32() {
    const std::int32_t value = int32();
    if (value < 0) fail();
    return ok_ ? static_cast<std::uint64_t>(value) : 0;
  }

  std::string_view text() { return bytes(count()); }
  std::string_view short_text() { return bytes(uint16()); }

 private:
  std::string_view fail() {
    ok_ = false;
    rest_ = {};
    return {};
  }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (const char c : bytes(size)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace pagekin::hadoop
