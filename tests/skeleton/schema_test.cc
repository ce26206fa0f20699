#include "pagekin/skeleton/schema.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

Schema small_schema() {
  std::vector<std::string> pages;
  for (int i = 0; i < 9; ++i) {
    pages.push_back("<h1>Name " + std::to_string(i) + "</h1><p class=price>$" +
                    std::to_string(9 * i) + "</p>");
  }
  Schema schema;
  TemplateSchema& one = schema.templates.emplace_back();
  one.id = "7";
  one.name = "products \xff";
  one.pages = 9;
  one.model = learn(pages);
  one.columns = columns_of(one.model);
  return schema;
}

TEST(Schema, ComesBackAsItWas) {
  const Schema schema = small_schema();
  const Schema again = from_json(to_json(schema));
  ASSERT_EQ(again.templates.size(), 1U);
  EXPECT_EQ(again.templates[0].id, "7");
  EXPECT_EQ(again.templates[0].pages, 9U);
  ASSERT_EQ(again.templates[0].columns.size(), schema.templates[0].columns.size());
  ASSERT_GE(again.templates[0].columns.size(), 2U);
  EXPECT_EQ(again.templates[0].columns[1].name, schema.templates[0].columns[1].name);
  EXPECT_EQ(to_bytes(again.templates[0].model), to_bytes(schema.templates[0].model));
}

TEST(Schema, ColumnsMayBeRenamed) {
  std::string json = to_json(small_schema());
  const std::size_t at = json.find("\"name\": \"price\"");
  ASSERT_NE(at, std::string::npos);
  json.replace(at, 15, "\"name\": \"cost\"");
  EXPECT_EQ(from_json(json).templates[0].columns[1].name, "cost");
}

TEST(Schema, OtherTextsAreRefused) {
  for (const char* text : {"", "[]", "{}", "{\"pagekin_schema\":2,\"templates\":[]}",
                           "{\"pagekin_schema\":1}", "{\"pagekin_schema\":1,\"templates\":[{}]}",
                           "{\"pagekin_schema\":1,\"templates\":[{\"template\":\"1\",\"model\":\"??"
                           "?\",\"columns\":[]}]}"}) {
    EXPECT_THROW(from_json(text), Error) << text;
  }
  const std::string json = to_json(small_schema());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = json;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  EXPECT_THROW(from_json(with("\"name\": \"price\"", "\"name\": \"title\"")), Error);
  EXPECT_THROW(from_json(with("\"name\": \"price\"", "\"name\": \"page\"")), Error);
  EXPECT_THROW(from_json(with("\"slot\": ", "\"slot\": 99")), Error);
}

}  // namespace
}  // namespace pagekin::skeleton
