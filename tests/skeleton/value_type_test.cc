#include "pagekin/skeleton/value_type.h"

#include <gtest/gtest.h>

namespace pagekin::skeleton {
namespace {

TEST(ValueType, Money) {
  for (const char* text : {"$9,970", "$ 15,900", "$61,200 |", "12,50 \xe2\x82\xac", "EUR 12",
                           "US $10", "$10 - $20", "9.99 GBP"}) {
    EXPECT_EQ(type_of(text), ValueType::kMoney) << text;
  }
}

TEST(ValueType, Dates) {
  for (const char* text : {"2010-11-23", "11/17/2010", "November 28, 2010", "30 September 2008",
                           "June 2010", "2010-06-25 00:12:45", "Tue, 3rd May 2011"}) {
    EXPECT_EQ(type_of(text), ValueType::kDate) << text;
  }
}

TEST(ValueType, PhonesAndNumbers) {
  for (const char* text : {"(505) 266-0550", "410-825-0420", "+49 30 1234567"}) {
    EXPECT_EQ(type_of(text), ValueType::kPhone) << text;
  }
  for (const char* text : {"195", "205 lbs.", "45 %", "-3.5", "1,234,567", "#20"}) {
    EXPECT_EQ(type_of(text), ValueType::kNumber) << text;
  }
}

TEST(ValueType, AddressesOfPagesAndPeople) {
  EXPECT_EQ(type_of("http://a.example/x"), ValueType::kUrl);
  EXPECT_EQ(type_of("/img/a.PNG?w=3"), ValueType::kImage);
  EXPECT_EQ(type_of("ann@a.example"), ValueType::kEmail);
}

TEST(ValueType, AllElseIsText) {
  for (const char* text :
       {"", "Ray Allen", "6' 2\"", "1.6L I-4 16V DOHC", "28/36", "12345 Main Street", "Marchand 3",
        "1/2/3/4/5/6/7/8/9/10/11", "and/or"}) {
    EXPECT_EQ(type_of(text), ValueType::kText) << text;
  }
}

}  // namespace
}  // namespace pagekin::skeleton
