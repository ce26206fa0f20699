// Takes pieces from the front of a query while it is read.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::wrapper {

constexpr std::size_t kMaxQuerySteps = 600;

class QuerySource {
 public:
  // `language`: for messages. Both must outlive the object.
  QuerySource(std::string_view text, std::string_view language)
      : all_(trim(text, " \t\r\n")), language_(language) {}

  bool at_end() const { return at_ == all_.size(); }
  std::string_view rest() const { return all_.substr(at_); }
  char peek() const { return at_end() ? '\0' : all_[at_]; }
  char next() { return all_[at_++]; }  // not at the end
  bool take(std::string_view text) {
    if (!rest().starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  void need(std::string_view text) {
    if (!take(text)) fail("'" + std::string(text) + "' is missing");
  }
  bool skip_blanks() {
    const std::size_t begin = at_;
    while (peek() == ' ' || peek() == '\t' || peek() == '\n') ++at_;
    return at_ > begin;
  }
  std::uint32_t number(std::uint32_t least = 1) {
    std::uint32_t value = 0;
    const auto [end, status] = std::from_chars(all_.data() + at_, all_.data() + all_.size(), value);
    if (status != std::errc() || value < least) {
      fail("a number from " + std::to_string(least) + " is missing");
    }
    at_ = static_cast<std::size_t>(end - all_.data());
    return value;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw Error("the " + std::string(language_) + " '" + printable(all_.substr(0, 200)) +
                "' is not understood at byte " + std::to_string(at_ + 1) + ": " + problem);
  }

  // Letters, digits, '-', '_' and all bytes beyond ASCII.
  static constexpr bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' ||
           c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

 private:
  std::string_view all_;
  std::string_view language_;
  std::size_t at_ = 0;
};

}  // namespace pagekin::wrapper
