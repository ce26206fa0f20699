// Reads flatbuffers, which hold the metadata of Arrow. Every access is checked.
//
// Source: FlatBuffers, "Internals".
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "pagekin/core/error.h"

namespace pagekin::table {

// A table of a flatbuffer. Throws InputError for what lies outside of the bytes.
class FlatTable {
 public:
  FlatTable(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {
    const auto back = static_cast<std::int64_t>(value<std::int32_t>(at));
    const std::int64_t table = static_cast<std::int64_t>(at) - back;
    if (table < 0 || table > static_cast<std::int64_t>(bytes.size())) fail();
    fields_at_ = static_cast<std::size_t>(table);
    fields_bytes_ = value<std::uint16_t>(fields_at_);
  }
  static FlatTable root(std::string_view bytes) {
    return {bytes, FlatTable(bytes).value<std::uint32_t>(0)};
  }

  template <class Number>
  Number number(int field, Number otherwise = 0) const {
    const std::size_t at = place(field);
    return at == 0 ? otherwise : value<Number>(at);
  }
  std::optional<FlatTable> table(int field) const {
    const std::size_t at = place(field);
    if (at == 0) return std::nullopt;
    return FlatTable(bytes_, at + value<std::uint32_t>(at));
  }
  std::string_view text(int field) const {
    const auto [at, count] = vector(field, 1);
    return bytes_.substr(at, count);
  }
  // Where the items of a vector begin, and how many there are; none where it is absent.
  std::pair<std::size_t, std::size_t> vector(int field, std::size_t item_bytes) const {
    const std::size_t at = place(field);
    if (at == 0) return {0, 0};
    const std::size_t begin = at + value<std::uint32_t>(at);
    const std::size_t count = value<std::uint32_t>(begin);
    if (begin + 4 > bytes_.size() || count > (bytes_.size() - begin - 4) / item_bytes) fail();
    return {begin + 4, count};
  }
  // The item of a vector of tables, whose place is `at`.
  FlatTable item(std::size_t at) const { return {bytes_, at + value<std::uint32_t>(at)}; }

  template <class Number>
  Number value(std::size_t at) const {
    if (at > bytes_.size() || bytes_.size() - at < sizeof(Number)) fail();
    Number number{};
    std::memcpy(&number, bytes_.data() + at, sizeof number);
    return number;
  }

 private:
  explicit FlatTable(std::string_view bytes) : bytes_(bytes) {}
  [[noreturn]] static void fail() { throw InputError("the Arrow metadata is damaged"); }
  // 0: the field is absent.
  std::size_t place(int field) const {
    const std::size_t entry = 4 + 2 * static_cast<std::size_t>(field);
    if (entry + 2 > fields_bytes_) return 0;
    const auto offset = value<std::uint16_t>(fields_at_ + entry);
    return offset == 0 ? 0 : at_ + offset;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t fields_at_ = 0;
  std::size_t fields_bytes_ = 0;
};

}  // namespace pagekin::table
