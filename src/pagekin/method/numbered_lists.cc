#include "pagekin/method/numbered_lists.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::method {
namespace {

// Zigzag coding: maps the differences 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
std::uint64_t folded(std::int64_t step) {
  return step < 0 ? 2 * static_cast<std::uint64_t>(-(step + 1)) + 1
                  : 2 * static_cast<std::uint64_t>(step);
}
std::int64_t unfolded(std::uint64_t number) {
  const auto half = static_cast<std::int64_t>(number / 2);
  return number % 2 == 1 ? -half - 1 : half;
}

}  // namespace

std::uint32_t NumberedLists::number_of(std::uint64_t value) {
  const auto next = static_cast<std::uint32_t>(values_.size());
  const std::uint32_t number =
      numbers_.find_or_add(value, next, [this](std::uint32_t known) { return values_[known]; });
  if (number == next) values_.push_back(value);
  return number;
}

void NumberedLists::add(std::span<const std::uint64_t> list) {
  // The hash is seeded, so that no page can be made to have the hash of another page's
  // list.
  const std::string_view bytes(reinterpret_cast<const char*>(list.data()), list.size_bytes());
  const std::uint64_t key = hash_bytes(bytes, process_seed());
  const auto next = static_cast<std::uint32_t>(keys_.size());
  const std::uint32_t which =
      by_key_.find_or_add(key, next, [this](std::uint32_t known) { return keys_[known]; });
  lists_.push_back(which);
  if (which < next) return;
  keys_.push_back(key);
  std::vector<std::uint32_t> numbers;
  numbers.reserve(list.size());
  for (const std::uint64_t value : list) numbers.push_back(number_of(value));
  if (kind_ == Kind::kSet) std::sort(numbers.begin(), numbers.end());
  std::string packed;
  const std::size_t stride = kind_ == Kind::kPairs ? 2 : 1;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t before = i < stride ? 0 : numbers[i - stride];
    append_varint(folded(numbers[i] - before), packed);
  }
  packed_.add(packed);
}

std::vector<std::uint32_t> NumberedLists::numbers(std::size_t list) const {
  std::vector<std::uint32_t> numbers;
  const std::size_t stride = kind_ == Kind::kPairs ? 2 : 1;
  ByteReader bytes(packed_[lists_[list]]);
  while (!bytes.at_end()) {
    const std::int64_t before = numbers.size() < stride ? 0 : numbers[numbers.size() - stride];
    numbers.push_back(static_cast<std::uint32_t>(before + unfolded(take_varint(bytes))));
  }
  return numbers;
}

std::vector<std::uint64_t> NumberedLists::values(std::size_t list) const {
  std::vector<std::uint64_t> values;
  for (const std::uint32_t number : numbers(list)) values.push_back(values_[number]);
  if (kind_ == Kind::kSet) std::sort(values.begin(), values.end());
  return values;
}

}  // namespace pagekin::method
