// Structs that are written and read back by one description of their fields, so that the two cannot
// differ.
//
// A description is a function template fields(io, value) that names the fields in their order. With
// a VarintOut it writes them; with a VarintIn, whose value is not constant, it reads them. Numbers
// are varints, hashes 8 bytes, texts and lists have their size before them. A reader believes
// nothing: a size never exceeds what is left, and numbers beyond their range throw Error.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin {

class VarintOut {
 public:
  static constexpr bool reads = false;
  std::string bytes;

  template <class Number>
  void number(const Number& value) {
    append_varint(static_cast<std::uint64_t>(value), bytes);
  }
  template <class Number>
  void below(const Number& value, std::uint64_t) {
    number(value);
  }
  // The largest number stands for none; others are below `end`.
  void maybe(const std::uint32_t& value, std::uint64_t = 0) {
    number(value == UINT32_MAX ? 0 : std::uint64_t{value} + 1);
  }
  template <class... Flags>
  void flags(const Flags&... flags) {
    std::uint64_t all = 0;
    unsigned bit = 0;
    ((all |= std::uint64_t{flags ? 1U : 0U} << bit++), ...);
    number(all);
  }
  void hash(const std::uint64_t& value) { bytes += bytes_of(value); }
  void share(const double& value) { hash(std::bit_cast<std::uint64_t>(value)); }
  void text(const std::string& value) {
    number(value.size());
    bytes += value;
  }
  // The number is the fewest bytes that an entry takes, which a reader needs.
  template <class List, class Each>
  void list(const List& list, std::size_t, const Each& each) {
    number(list.size());
    for (const auto& entry : list) each(entry);
  }
};

class VarintIn {
 public:
  static constexpr bool reads = true;

  // `of`: what the bytes are, for errors: "a record".
  VarintIn(std::string_view bytes, std::string_view of) : reader_(bytes), of_(of) {}

  template <class Number>
  void number(Number& value) {
    const std::uint64_t given = take_varint(reader_);
    if (given > std::numeric_limits<Number>::max()) fail("is too large");
    value = static_cast<Number>(given);
  }
  template <class Number>
  void below(Number& value, std::uint64_t end) {
    const std::uint64_t given = take_varint(reader_);
    if (given >= end) fail("is out of its range");
    value = static_cast<Number>(given);
  }
  void maybe(std::uint32_t& value, std::uint64_t end = UINT32_MAX) {
    std::uint64_t given = 0;
    below(given, end + 1);
    value = given == 0 ? UINT32_MAX : static_cast<std::uint32_t>(given - 1);
  }
  template <class... Flags>
  void flags(Flags&... flags) {
    std::uint64_t all = 0;
    below(all, std::uint64_t{1} << sizeof...(flags));
    unsigned bit = 0;
    ((flags = (all >> bit++ & 1U) != 0), ...);
  }
  void hash(std::uint64_t& value) { value = reader_.number<std::uint64_t>(); }
  void share(double& value) {
    value = std::bit_cast<double>(reader_.number<std::uint64_t>());
    if (!(value >= 0 && value <= 1)) fail("is not from 0 to 1");
  }
  void text(std::string& value) {
    value = reader_.bytes(static_cast<std::size_t>(take_varint(reader_)));
  }
  template <class List, class Each>
  void list(List& list, std::size_t least_bytes, const Each& each) {
    const std::uint64_t size = take_varint(reader_);
    if (size > reader_.left() / least_bytes) throw Error("it ends too early");
    list.resize(static_cast<std::size_t>(size));
    for (auto& entry : list) each(entry);
  }
  bool at_end() const { return reader_.at_end(); }

 private:
  [[noreturn]] void fail(std::string_view how) const {
    throw Error("a number of " + std::string(of_) + " " + std::string(how));
  }

  ByteReader reader_;
  std::string_view of_;
};

}  // namespace pagekin
