#include "pagekin/report/json_writer.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace pagekin::report {
namespace {

TEST(JsonWriter, BreaksLinesWhereItIsTold) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("pages", 12).member("name", "a\"b");
  json.on_line(2).key("scores").begin_array().decimal(0.5).decimal(-1e-9).end_array();
  json.on_line(2).key("none").begin_array().end_array();
  json.on_line(0).end_object();
  EXPECT_EQ(json.finish(),
            "{\n  \"pages\": 12, \"name\": \"a\\\"b\",\n  \"scores\": [0.500000, 0.000000],\n"
            "  \"none\": []\n}\n");
}

TEST(JsonWriter, WritesEveryKindOfValue) {
  JsonWriter json;
  json.begin_array().value(true).value(-3).value(std::size_t{7}).null().value("x\xFF");
  json.decimal(std::numeric_limits<double>::quiet_NaN()).decimal(0.1239, 3);
  json.shortest(0.1).shortest(0.1F).end_array();
  EXPECT_EQ(json.finish(), "[true, -3, 7, null, \"x\xEF\xBF\xBD\", null, 0.124, 0.1, 0.1]\n");
}

TEST(JsonWriter, HandsOverPiecesThatMakeTheWhole) {
  std::string whole;
  std::size_t pieces = 0;
  JsonWriter json([&](std::string_view piece) {
    whole += piece;
    ++pieces;
  });
  json.begin_array();
  for (int i = 0; i < 50'000; ++i) json.on_line(2).value(i);
  json.on_line(0).end_array();
  EXPECT_EQ(json.finish(), "");
  EXPECT_GT(pieces, 2U);
  EXPECT_EQ(nlohmann::json::parse(whole).size(), 50'000U);
}

TEST(JsonWriter, EndsEachOfSeveralLines) {
  JsonWriter json;
  for (int i = 0; i < 2; ++i) json.begin_object().member("i", i).end_object().end_line();
  EXPECT_EQ(json.finish(), "{\"i\": 0}\n{\"i\": 1}\n");
}

}  // namespace
}  // namespace pagekin::report
