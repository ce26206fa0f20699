#include "pagekin/report/text_table.h"

#include <string>

#include <gtest/gtest.h>

namespace pagekin::report {
namespace {

TextTable example() {
  TextTable table;
  table.add("name", TextTable::Align::kLeft);
  table.add("first", TextTable::Align::kRight, 1);
  table.add("second", TextTable::Align::kRight, 2);
  table.add("third", TextTable::Align::kRight, 1);
  table.row({"a", "1", "22", "3"});
  table.row({"longer", "10", "-", "4", "a note"});
  return table;
}

TEST(TextTable, AlignsItsColumns) {
  EXPECT_EQ(example().text(),
            "name    first  second  third\n"
            "a           1      22      3\n"
            "longer     10       -      4  a note\n");
}

TEST(TextTable, LeavesOutTheLeastNeededColumnsWhereItIsNarrow) {
  EXPECT_EQ(example().text(28), example().text());
  EXPECT_EQ(example().text(27),
            "name    first  third\n"
            "a           1      3\n"
            "longer     10      4  a note\n"
            "not shown, for lack of width: second\n");
  EXPECT_EQ(example().text(19),
            "name    first\n"
            "a           1\n"
            "longer     10  a note\n"
            "not shown, for lack of width: second, third\n");
}

TEST(TextTable, KeepsWhatIsNeededAtAnyWidth) {
  EXPECT_EQ(example().text(1).substr(0, 5), "name\n");
}

}  // namespace
}  // namespace pagekin::report
