// Hashes of bytes and words: the same on every machine, part of stored formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pagekin {

// XXH3 of the bytes. For tables that hold strings an attacker chooses, pass a
// seed from process_seed(), so that collisions cannot be prepared.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};
Hash128 hash_bytes_128(std::string_view bytes);

// A random number drawn once per process. Never let it reach any output.
std::uint64_t process_seed();

// For unordered containers whose keys are strings that strangers chose; finds by
// string_view. Their order of iteration differs between runs: never let it show.
struct KeyedHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view key) const { return hash_bytes(key, process_seed()); }
};

// A 64-bit mixer (the finaliser of SplitMix64): every input bit moves every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace pagekin
