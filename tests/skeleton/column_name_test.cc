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
  EXPECT_EQ(name_of_label("\xc2\xbb"), "") << "a mark";
  EXPECT_EQ(name_of_label("\xe2\x80\xba Forum \xe2\x86\x92"), "forum");
  EXPECT_EQ(name_of_label("\xef\x80\x97"), "") << "of an icon font";
  EXPECT_EQ(name_of_label("\xd0\xa6\xd0\xb5\xd0\xbd\xd0\xb0:"), "\xd0\xa6\xd0\xb5\xd0\xbd\xd0\xb0");
  EXPECT_EQ(name_of_label("\xe4\xbb\xb7\xe6\xa0\xbc"), "\xe4\xbb\xb7\xe6\xa0\xbc");
  EXPECT_EQ(name_of_label("\xef\xbf\xbd"), "");
  EXPECT_LE(name_of_label(std::string(200, 'x')).size(), kMaxNameBytes);
}

TEST(ColumnName, OfAClassName) {
  EXPECT_EQ(name_of_class("ctl00_lblListPrice"), "price");
  EXPECT_EQ(name_of_class("product-title"), "product_title");
  EXPECT_EQ(name_of_class("col-left"), "");
  EXPECT_EQ(name_of_class("x7"), "");
  EXPECT_EQ(name_of_class("fa-calendar"), "");
  EXPECT_EQ(name_of_class("icon-clock"), "");
  EXPECT_EQ(name_of_class("fabric-colour"), "fabric_colour");
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
