// UTF-8 decoding, one byte at a time, as the Encoding standard (whatwg.org, 8.1.1)
// words it: the slow, obvious twin of decode(bytes, Encoding::kUtf8). It keeps a
// byte order mark.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::reference {

class Utf8Decoder {
 public:
  std::string decode(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
      // A byte that is put back is read again with nothing pending.
      if (take(static_cast<unsigned char>(bytes[at]))) ++at;
    }
    if (needed_ != 0) error();
    return out_;
  }

 private:
  // False when the byte is to be read again.
  bool take(unsigned char byte) {
    if (needed_ == 0) {
      start(byte);
      return true;
    }
    if (byte < lower_ || byte > upper_) {
      reset();
      error();
      return false;
    }
    lower_ = 0x80;
    upper_ = 0xBF;
    pending_ += static_cast<char>(byte);
    if (++seen_ == needed_) {
      out_ += pending_;
      reset();
    }
    return true;
  }

  void start(unsigned char byte) {
    if (byte <= 0x7F) {
      out_ += static_cast<char>(byte);
      return;
    }
    if (byte < 0xC2 || byte > 0xF4) {
      error();
      return;
    }
    needed_ = byte <= 0xDF ? 1 : byte <= 0xEF ? 2 : 3;
    if (byte == 0xE0) lower_ = 0xA0;
    if (byte == 0xED) upper_ = 0x9F;
    if (byte == 0xF0) lower_ = 0x90;
    if (byte == 0xF4) upper_ = 0x8F;
    pending_ = static_cast<char>(byte);
  }

  void error() { out_ += "\xEF\xBF\xBD"; }

  void reset() {
    needed_ = seen_ = 0;
    lower_ = 0x80;
    upper_ = 0xBF;
    pending_.clear();
  }

  int needed_ = 0, seen_ = 0;
  unsigned lower_ = 0x80, upper_ = 0xBF;
  std::string pending_, out_;
};

inline std::string decode_utf8(std::string_view bytes) { return Utf8Decoder().decode(bytes); }

}  // namespace pagekin::reference
