#include "pagekin/extraction/read_field_labels.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace pagekin::extraction {
namespace {

bool may_be(const std::string& label, const std::string& value) {
  const test::TempDir folder;
  const std::string path = folder.write("labels.tsv", "page\tfield\tvalue\na\tx\t" + label + "\n");
  const std::vector<wrapper::GivenLabel> labels = read_field_labels(path);
  if (labels.size() != 1) return false;
  const std::vector<std::string> readings = readings_of_value(labels.front().text);
  return std::ranges::find(readings, value) != readings.end();
}

TEST(FieldLabels, BackslashesMayBeWrittenAsTheyAre) {
  EXPECT_TRUE(may_be(R"(C:\temp\new)", R"(C:\temp\new)"));
  EXPECT_TRUE(may_be(R"(C:\\temp)", R"(C:\temp)"));  // as an escape
  EXPECT_TRUE(may_be(R"(a\\b)", R"(a\\b)"));
}

TEST(FieldLabels, ReferencesMayBeThoseOfTheSource) {
  EXPECT_TRUE(may_be("R&amp;D", "R&D"));
  EXPECT_TRUE(may_be("R&amp;D", "R&amp;D"));
  EXPECT_FALSE(may_be("R&amp;D", "RD"));
}

}  // namespace
}  // namespace pagekin::extraction
