#include "pagekin/describe/listed_marks.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::describe {
namespace {

TEST(ListedMarks, AddressesAreLeftOutAndPathsComeLast) {
  ClusterDescription description;
  description.held_together_by = {{.names = {"main > ul > li", "ul.items"}, .marks = 2},
                                  {.names = {"address: \"shop\" in segment 0"}, .marks = 1},
                                  {.names = {"th \"Price\"", "?"}, .marks = 1}};
  EXPECT_EQ(listed_marks(description),
            (std::vector<std::string>{"ul.items", "th \"Price\"", "main > ul > li"}));
}

}  // namespace
}  // namespace pagekin::describe
