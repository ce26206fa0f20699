#include "pagekin/core/two_way_bytes.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

namespace pagekin {
namespace {

enum class Colour : std::uint8_t { kRed, kBlue };

struct Thing {
  std::uint32_t size = 0;
  std::uint32_t next = UINT32_MAX;
  Colour colour = Colour::kRed;
  bool is_old = false;
  bool is_odd = false;
  std::uint64_t hash = 0;
  double share = 0;
  std::vector<std::string> names;
  friend bool operator==(const Thing&, const Thing&) = default;
};

void fields(auto& io, auto& thing) {
  io.number(thing.size);
  io.maybe(thing.next, 10);
  io.below(thing.colour, 2);
  io.flags(thing.is_old, thing.is_odd);
  io.hash(thing.hash);
  io.share(thing.share);
  io.list(thing.names, 1, [&](auto& name) { io.text(name); });
}

std::string written(const Thing& thing) {
  VarintOut out;
  fields(out, thing);
  return out.bytes;
}

Thing read(std::string_view bytes) {
  VarintIn in(bytes, "a thing");
  Thing thing;
  fields(in, thing);
  EXPECT_TRUE(in.at_end());
  return thing;
}

std::string error_of_thing(std::string_view bytes) {
  try {
    read(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(TwoWayBytes, WhatIsWrittenIsReadBack) {
  const Thing thing{.size = 300,
                    .next = 9,
                    .colour = Colour::kBlue,
                    .is_old = false,
                    .is_odd = true,
                    .hash = 0x0123456789abcdef,
                    .share = 0.25,
                    .names = {"", "ann"}};
  EXPECT_EQ(read(written(thing)), thing);
  EXPECT_EQ(read(written({})), Thing());
}

TEST(TwoWayBytes, NumbersBeyondTheirRangeAreRefused) {
  const std::string range = "a number of a thing is out of its range";
  EXPECT_EQ(error_of_thing(written({.next = 10})), range);
  EXPECT_EQ(error_of_thing(written({.colour = static_cast<Colour>(2)})), range);
  EXPECT_EQ(error_of_thing(written({.share = 1.5})), "a number of a thing is not from 0 to 1");
  std::string large;
  append_varint(std::uint64_t{1} << 32, large);
  EXPECT_EQ(error_of_thing(large), "a number of a thing is too large");
  std::string flags = written({});
  flags[3] = 4;
  EXPECT_EQ(error_of_thing(flags), range);
}

TEST(TwoWayBytes, AnyBeginningIsRefused) {
  const std::string whole = written({.size = 7, .names = {"ann", "bob"}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of_thing(std::string_view(whole).substr(0, size)), "") << size;
  }
  std::string many = written({});
  many.back() = 100;  // names that are not there
  EXPECT_EQ(error_of_thing(many), "it ends too early");
}

}  // namespace
}  // namespace pagekin
