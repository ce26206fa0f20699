#include "pagekin/templates/packed_sets.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::templates {
namespace {

constexpr std::uint32_t kFewestSets = 4;      // least number of sets of a mark with a number
constexpr std::size_t kFewestToNumber = 512;  // marks without a number before the first numbering
// One mark in four without a number starts a new numbering; one in two if the last one was of no
// use.
constexpr std::size_t kPartWithout = 4;
constexpr std::size_t kLargerPartWithout = 2;

// The sets that contain a mark. They are identified by the sum of a random number for each
// set.
struct MarkUse {
  std::uint64_t mark = 0;
  std::uint64_t drawn = 0;
  std::uint32_t first = UINT32_MAX;
  std::uint32_t sets = 0;

  void count(std::uint32_t set) {
    drawn += mix(set + 1);
    first = std::min(first, set);
    ++sets;
  }
  // Orders marks by their first set, then those of more sets first. Marks of the same sets
  // are adjacent.
  friend bool operator<(const MarkUse& a, const MarkUse& b) {
    return std::tuple(a.first, b.sets, a.drawn, a.mark) <
           std::tuple(b.first, a.sets, b.drawn, b.mark);
  }
};

// Returns: the number of runs; for each run its distance from the end of the last run, and
// its size less 1; the number of marks without a number; and the differences between these.
std::string packed(std::span<const std::uint32_t> numbers, MarkSet others) {
  std::string runs;
  std::size_t run_count = 0;
  std::uint32_t last = 0;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    append_varint(numbers[begin] - last, runs);
    append_varint(end - begin - 1, runs);
    last = numbers[end - 1];
    begin = end;
    ++run_count;
  }
  std::string bytes;
  append_varint(run_count, bytes);
  bytes += runs;
  append_varint(others.size(), bytes);
  std::uint64_t before = 0;
  for (const std::uint64_t mark : others) append_varint(mark - std::exchange(before, mark), bytes);
  return bytes;
}

}  // namespace

void PackedSets::add(MarkSet set) {
  const Parts parts = parts_of(set);
  sets_.add(packed(parts.numbers, parts.others));
  marks_ += set.size();
  since_ += parts.others.size();
  const std::size_t part = is_numbering_useful_ ? kPartWithout : kLargerPartWithout;
  if (since_ > kFewestToNumber + marks_ / part) number_anew();
}

void PackedSets::replace(std::size_t i, MarkSet set) {
  const Parts parts = parts_of(set);
  sets_.replace(i, packed(parts.numbers, parts.others));
}

// Marks keep their numbers until all are numbered anew.
void PackedSets::keep(std::span<const std::uint32_t> kept) {
  ByteStrings sets;
  marks_ = 0;
  for (const std::uint32_t i : kept) {
    const Parts set = parts(i);
    marks_ += set.numbers.size() + set.others.size();
    sets.add(sets_[i]);
  }
  sets_ = std::move(sets);
}

std::vector<std::uint64_t> PackedSets::operator[](std::size_t i) const {
  const Parts set = parts(i);
  std::vector<std::uint64_t> marks;
  marks.reserve(set.others.size() + set.numbers.size());
  marks.assign(set.others.begin(), set.others.end());
  for (const std::uint32_t number : set.numbers) marks.push_back(numbered_[number]);
  std::sort(marks.begin(), marks.end());
  return marks;
}

PackedSets::Parts PackedSets::parts_of(MarkSet set) const {
  Parts parts;
  for (const std::uint64_t mark : set) {
    if (const auto number = numbers_.find(mark, mark_by_number())) {
      parts.numbers.push_back(*number);
    } else {
      parts.others.push_back(mark);
    }
  }
  std::sort(parts.numbers.begin(), parts.numbers.end());
  return parts;
}

PackedSets::Parts PackedSets::take(ByteReader& bytes) const {
  Parts parts;
  std::uint64_t next = 0;
  for (std::uint64_t runs = take_varint(bytes); runs > 0; --runs) {
    std::uint64_t number = (next == 0 ? 0 : next - 1) + take_varint(bytes);
    const std::uint64_t more = take_varint(bytes);
    if (number < next || number >= numbered_.size() || more >= numbered_.size() - number) {
      throw Error("a mark has no such number");
    }
    next = number + more + 1;
    for (; number < next; ++number) parts.numbers.push_back(static_cast<std::uint32_t>(number));
  }
  std::uint64_t mark = 0;
  for (std::uint64_t others = take_varint(bytes); others > 0; --others) {
    const std::uint64_t step = take_varint(bytes);
    if (step > UINT64_MAX - mark || (step == 0 && !parts.others.empty())) {
      throw Error("marks are out of order");
    }
    mark += step;
    parts.others.push_back(mark);
  }
  return parts;
}

PackedSets::Parts PackedSets::parts(std::size_t i) const {
  ByteReader bytes(sets_[i]);
  return take(bytes);
}

// Returns the marks that are in enough sets, in the order of their new numbers.
std::vector<std::uint64_t> PackedSets::marks_to_number() const {
  std::vector<MarkUse> found(numbered_.size());  // numbered marks, then the others
  // Marks, and a set that contains each.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> others;
  for (std::uint32_t number = 0; number < numbered_.size(); ++number) {
    found[number].mark = numbered_[number];
  }
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Parts set = parts(i);
    for (const std::uint32_t number : set.numbers) found[number].count(i);
    for (const std::uint64_t mark : set.others) others.emplace_back(mark, i);
  }
  std::sort(others.begin(), others.end());
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (i == 0 || others[i].first != others[i - 1].first) {
      if (!found.empty() && found.back().sets < kFewestSets) found.pop_back();
      found.push_back({.mark = others[i].first});
    }
    found.back().count(others[i].second);
  }
  std::erase_if(found, [](const MarkUse& mark_use) { return mark_use.sets < kFewestSets; });
  std::sort(found.begin(), found.end());
  std::vector<std::uint64_t> marks;
  marks.reserve(found.size());
  for (const MarkUse& mark_use : found) marks.push_back(mark_use.mark);
  return marks;
}

void PackedSets::number_anew() {
  PackedSets anew;
  anew.numbered_ = marks_to_number();
  for (std::uint32_t i = 0; i < anew.numbered_.size(); ++i) {
    anew.numbers_.find_or_add(anew.numbered_[i], i, anew.mark_by_number());
  }
  std::vector<std::optional<std::uint32_t>> renumbered;  // by old number
  for (const std::uint64_t mark : numbered_) {
    renumbered.push_back(anew.numbers_.find(mark, anew.mark_by_number()));
  }
  std::size_t others = 0;  // marks without a number, before and after
  std::size_t others_left = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const Parts set = parts(i);
    Parts now = anew.parts_of(set.others);
    others += set.others.size();
    others_left += now.others.size();
    for (const std::uint32_t number : set.numbers) {
      if (renumbered[number]) {
        now.numbers.push_back(*renumbered[number]);
      } else {
        now.others.push_back(numbered_[number]);
      }
    }
    std::sort(now.numbers.begin(), now.numbers.end());
    std::sort(now.others.begin(), now.others.end());
    anew.sets_.add(packed(now.numbers, now.others));
  }
  anew.marks_ = marks_;
  anew.is_numbering_useful_ = others_left < others - others / kPartWithout;
  *this = std::move(anew);
}

// Writes the marks by number, the number of sets, and the sets.
void PackedSets::save(const std::function<void(std::string_view)>& write) const {
  write_list(numbered_, write);
  const auto count = static_cast<std::uint32_t>(size());
  write(bytes_of(count));
  for (std::size_t i = 0; i < size(); ++i) write(sets_[i]);
}

void PackedSets::load(ByteReader& bytes) {
  *this = {};
  numbered_ = read_list<std::uint64_t>(bytes);
  for (std::uint32_t i = 0; i < numbered_.size(); ++i) {
    if (numbers_.find_or_add(numbered_[i], i, mark_by_number()) != i) {
      throw Error("a mark has two numbers");
    }
  }
  const auto count = bytes.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    ByteReader ahead = bytes;
    const Parts parts = take(ahead);
    if (std::any_of(parts.others.begin(), parts.others.end(), [&](std::uint64_t mark) {
          return numbers_.find(mark, mark_by_number()).has_value();
        })) {
      throw Error("a mark is not known by its number");
    }
    marks_ += parts.numbers.size() + parts.others.size();
    sets_.add(bytes.bytes(bytes.left() - ahead.left()));
  }
}

}  // namespace pagekin::templates
