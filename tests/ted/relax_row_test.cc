#include "pagekin/ted/relax_row.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin::ted {
namespace {

template <class Cell>
class RelaxRow : public testing::Test {};

struct CellNames {
  template <class Cell>
  static std::string GetName(int) {
    return "Cells" + std::to_string(8 * sizeof(Cell));
  }
};

using Cells = testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(RelaxRow, Cells, CellNames);

// Tests numbers in [0, bound), rows at any address, and results in place and elsewhere.
template <class Cell>
void compare(Random& random, std::size_t count, std::uint64_t bound, Cell remove, Cell insert) {
  const auto number = [&] { return static_cast<Cell>(random.next() % bound); };
  const std::size_t shift = random.below(8);
  std::vector<Cell> above(count + shift);
  std::vector<Cell> match(count + shift);
  for (Cell& cell : above) cell = number();
  for (Cell& cell : match) cell = number();
  const Cell before = number();

  std::vector<Cell> expected(count);
  relax_row_plainly(above.data() + shift, match.data() + shift, expected.data(), count, before,
                    remove, insert);
  std::vector<Cell> out(count + 2, 77);
  relax_row(above.data() + shift, match.data() + shift, out.data() + 1, count, before, remove,
            insert);
  ASSERT_EQ(std::vector<Cell>(out.begin() + 1, out.end() - 1), expected);
  ASSERT_EQ(out.front(), 77);
  ASSERT_EQ(out.back(), 77);
  relax_row(above.data() + shift, match.data() + shift, match.data() + shift, count, before, remove,
            insert);
  ASSERT_EQ(std::vector<Cell>(match.begin() + static_cast<std::ptrdiff_t>(shift), match.end()),
            expected);
}

TYPED_TEST(RelaxRow, IsTheSameByVectorsAndCellByCell) {
  Random random(31);
  for (std::size_t count = 0; count <= 100; ++count) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      compare<TypeParam>(random, count, 1 + random.below(60), 1, 1);
      compare<TypeParam>(random, count, 1 + random.below(3000),
                         static_cast<TypeParam>(1 + random.below(90)),
                         static_cast<TypeParam>(1 + random.below(90)));
    }
  }
}

TYPED_TEST(RelaxRow, DoesNotOverflowWithLargeCosts) {
  constexpr TypeParam kLarge = kFar<TypeParam>;
  Random random(32);
  for (std::size_t count = 0; count <= 100; ++count) {
    for (int repeat = 0; repeat < 10; ++repeat) {
      compare<TypeParam>(random, count, std::uint64_t{kLarge} + 1, kLarge, kLarge / 2);
      compare<TypeParam>(random, count, std::uint64_t{kLarge} + 1, kLarge / 3, kLarge);
      compare<TypeParam>(random, count, std::uint64_t{kLarge} + 1, 3, kLarge / 7);
      compare<TypeParam>(random, count, std::uint64_t{kLarge} + 1, 1, 1);
    }
  }
}

TYPED_TEST(RelaxRow, CarriesACheapCellToTheEndOfTheRow) {
  const std::vector<TypeParam> dear(1000, 30000);
  std::vector<TypeParam> out(1000);
  relax_row<TypeParam>(dear.data(), dear.data(), out.data(), out.size(), 5, 2, 3);
  for (std::size_t j = 0; j < out.size(); ++j) ASSERT_EQ(out[j], 5 + 3 * (j + 1));
}

}  // namespace
}  // namespace pagekin::ted
