// Small numbers as Parquet keeps levels and positions in a dictionary: runs of equal numbers, and
// groups of eight numbers in as few bits as they need.
//
// Source: Apache Parquet, "Encodings", RLE / bit-packing hybrid: a head (varint) whose lowest bit
// distinguishes a run (count of numbers, then the number in whole bytes) from groups (count of
// groups of eight, then their bits, the lowest first). Cost: linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::table {

// The bits that numbers up to `largest` need, at least 1.
int bits_for(std::uint32_t largest);

// Appends the numbers, each below 2^bits; bits is 1 to 32.
void append_hybrid_runs(std::span<const std::uint32_t> numbers, int bits, std::string& out);

// Reads back `count` numbers; bits is 0 to 32. Throws Error if the bytes are too few or damaged.
std::vector<std::uint32_t> read_hybrid_runs(std::string_view bytes, int bits, std::size_t count);

}  // namespace pagekin::table
