#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

TEST(PaperMeasures, ComeInTheOrderOfTheirRows) {
  EXPECT_EQ(paper_measures(),
            (std::vector<std::string>{"fingerprint", "tag_vector", "common_paths",
                                      "common_path_shingles", "tag_shingles", "md5", "mdh5"}));
}

}  // namespace
}  // namespace pagekin::measure
