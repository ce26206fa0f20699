#include "pagekin/table/hybrid_runs.h"

#include <algorithm>
#include <bit>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kGroup = 8;

// The length of the run of equal numbers at the start, at most `most`.
std::size_t run_length(std::span<const std::uint32_t> numbers, std::size_t most) {
  std::size_t length = 0;
  while (length < std::min(most, numbers.size()) && numbers[length] == numbers[0]) ++length;
  return length;
}

void append_run(std::uint32_t number, std::size_t length, int bits, std::string& out) {
  append_varint(length << 1, out);
  for (int shift = 0; shift < bits; shift += 8) out += static_cast<char>(number >> shift);
}

// Zeros fill the last group.
void append_groups(std::span<const std::uint32_t> numbers, int bits, std::string& out) {
  const std::size_t groups = (numbers.size() + kGroup - 1) / kGroup;
  append_varint(groups << 1 | 1, out);
  std::uint64_t waiting = 0;
  int waiting_bits = 0;
  for (std::size_t i = 0; i < groups * kGroup; ++i) {
    waiting |= std::uint64_t{i < numbers.size() ? numbers[i] : 0} << waiting_bits;
    waiting_bits += bits;
    for (; waiting_bits >= 8; waiting_bits -= 8, waiting >>= 8) out += static_cast<char>(waiting);
  }
}

std::uint64_t read_head(ByteReader& reader) {
  std::uint64_t head = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    head |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return head;
  }
  throw Error("a run has no length");
}

}  // namespace

int bits_for(std::uint32_t largest) {
  return std::max(1, static_cast<int>(std::bit_width(largest)));
}

void append_hybrid_runs(std::span<const std::uint32_t> numbers, int bits, std::string& out) {
  while (!numbers.empty()) {
    const std::size_t run = run_length(numbers, numbers.size());
    if (run >= kGroup || run == numbers.size()) {
      append_run(numbers[0], run, bits, out);
      numbers = numbers.subspan(run);
      continue;
    }
    // Whole groups, up to the next one with which a run begins.
    std::size_t end = 0;
    do {
      end += kGroup;
    } while (end < numbers.size() && run_length(numbers.subspan(end), kGroup) < kGroup);
    end = std::min(end, numbers.size());
    append_groups(numbers.first(end), bits, out);
    numbers = numbers.subspan(end);
  }
}

std::vector<std::uint32_t> read_hybrid_runs(std::string_view bytes, int bits, std::size_t count) {
  if (bits < 0 || bits > 32) throw Error("numbers of " + std::to_string(bits) + " bits");
  std::vector<std::uint32_t> numbers;
  if (bits == 0) {
    numbers.resize(count);
    return numbers;
  }
  ByteReader reader(bytes);
  while (numbers.size() < count) {
    const std::uint64_t head = read_head(reader);
    const std::size_t left = count - numbers.size();
    if ((head & 1) == 0) {
      std::uint32_t number = 0;
      for (int shift = 0; shift < bits; shift += 8) {
        number |= std::uint32_t{reader.number<std::uint8_t>()} << shift;
      }
      if (head == 0) throw Error("a run of no numbers");
      numbers.insert(numbers.end(), std::min<std::uint64_t>(head >> 1, left), number);
      continue;
    }
    // The last group may be cut short: what is missing is never asked for.
    const std::uint64_t groups = head >> 1;
    if (groups == 0) throw Error("a group of no numbers");
    const std::size_t wanted = groups > left / kGroup ? left : groups * kGroup;
    std::uint64_t waiting = 0;
    int waiting_bits = 0;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
      for (; waiting_bits < bits; waiting_bits += 8, ++taken) {
        waiting |= std::uint64_t{reader.number<std::uint8_t>()} << waiting_bits;
      }
      numbers.push_back(static_cast<std::uint32_t>(waiting & ((std::uint64_t{1} << bits) - 1)));
      waiting >>= bits;
      waiting_bits -= bits;
    }
    if (numbers.size() < count) reader.bytes(groups * static_cast<std::size_t>(bits) - taken);
  }
  return numbers;
}

}  // namespace pagekin::table
