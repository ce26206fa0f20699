#include "pagekin/wrapper/values_in_order.h"

#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

using Places = std::vector<SlotRange>;

TEST(ValuesInOrder, AValueThatAlsoStandsElsewhereIsTakenWhereTheOthersAre) {
  EXPECT_EQ(values_in_order(std::vector<Places>{{{2, 2}, {30, 30}}, {{3, 3}}, {{5, 6}, {9, 9}}}),
            (Places{{2, 2}, {3, 3}, {5, 6}}));
  EXPECT_EQ(values_in_order(std::vector<Places>{{{1, 1}, {8, 8}}, {{9, 9}}}),
            (Places{{8, 8}, {9, 9}}));
}

TEST(ValuesInOrder, EqualValuesHaveAPlaceEach) {
  EXPECT_EQ(values_in_order(std::vector<Places>{{{1, 1}, {3, 3}}, {{2, 2}}, {{1, 1}, {3, 3}}}),
            (Places{{1, 1}, {2, 2}, {3, 3}}));
}

TEST(ValuesInOrder, ASecondCopyWithMarksIsKept) {
  EXPECT_EQ(values_in_order(std::vector<Places>{{{1, 1}, {11, 11}}, {{2, 2}, {13, 13}}}),
            (Places{{1, 1}, {2, 2}, {11, 11}, {13, 13}}));
}

TEST(ValuesInOrder, ValuesThatAreNotInTheirOrderHaveNone) {
  EXPECT_TRUE(values_in_order(std::vector<Places>{{{5, 5}}, {{4, 4}}}).empty());
  EXPECT_TRUE(values_in_order({}).empty());
}

}  // namespace
}  // namespace pagekin::wrapper
