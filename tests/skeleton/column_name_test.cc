#include "pagekin/skeleton/column_name.h"

#include <gtest/gtest.h>

namespace pagekin::skeleton {
namespace {

TEST(ColumnName, OfALabel) {
  EXPECT_EQ(name_of_label("Pub. Date:"), "pub_date");
  EXPECT_EQ(name_of_label("ISBN-13"), "isbn_13");
  EXPECT_EQ(name_of_label("Stra\xc3\x9f"
                          "e"),
            "stra\xc3\x9f"
            "e");
  EXPECT_EQ(name_of_label("12:"), "");
  EXPECT_EQ(name_of_label("\xef\xbf\xbd"), "");
  EXPECT_LE(name_of_label(std::string(200, 'x')).size(), kMaxNameBytes);
}

TEST(ColumnName, OfAClassName) {
  EXPECT_EQ(name_of_class("ctl00_lblListPrice"), "price");
  EXPECT_EQ(name_of_class("product-title"), "product_title");
  EXPECT_EQ(name_of_class("col-left"), "");
  EXPECT_EQ(name_of_class("x7"), "");
}

TEST(ColumnName, AllAreDifferent) {
  UniqueColumnNames names;
  EXPECT_EQ(names.add("price"), "price");
  EXPECT_EQ(names.add("price"), "price_2");
  EXPECT_EQ(names.add("price_2"), "price_2_2");
  EXPECT_EQ(names.add(""), "value");
}

}  // namespace
}  // namespace pagekin::skeleton
