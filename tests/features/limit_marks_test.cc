#include "pagekin/features/limit_marks.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/core/random.h"
#include "pagekin/features/features.h"
#include "pagekin/features/marks.h"

namespace pagekin::features {
namespace {

using Marks = std::vector<std::uint64_t>;

std::uint64_t numbered_mark(std::uint64_t place, MarkKind kind, std::uint64_t value) {
  return make_mark(place << 32, kind, value);
}

TEST(LimitMarks, LeavesAPageBelowTheLimitAlone) {
  const Marks before{numbered_mark(1, MarkKind::kPath, 5), numbered_mark(2, MarkKind::kClass, 1)};
  Marks marks = before;
  EXPECT_EQ(limit_marks(marks, 2), 0U);
  EXPECT_EQ(marks, before);
}

TEST(LimitMarks, TakesFromThePlaceWithTheMostValues) {
  Marks marks;
  for (std::uint64_t place = 1; place <= 30; ++place) {
    for (std::uint64_t value = 0; value < 3; ++value) {
      marks.push_back(numbered_mark(place, MarkKind::kClass, value));
    }
  }
  Marks of_template = marks;
  for (std::uint64_t value = 0; value < 5000; ++value) {
    marks.push_back(numbered_mark(99, MarkKind::kClass, value));
  }
  std::sort(marks.begin(), marks.end());
  EXPECT_EQ(limit_marks(marks, 200), 4890U);
  EXPECT_EQ(marks.size(), 200U);
  EXPECT_TRUE(std::is_sorted(marks.begin(), marks.end()));
  std::sort(of_template.begin(), of_template.end());
  EXPECT_TRUE(std::includes(marks.begin(), marks.end(), of_template.begin(), of_template.end()));
}

// The slow reference: rounds, each with the smallest hash of every place and kind.
Marks naive(const Marks& marks, std::size_t most) {
  std::map<std::pair<std::uint32_t, MarkKind>, std::map<std::uint64_t, std::uint64_t>> places;
  for (const std::uint64_t one : marks) places[{place_of(one), kind_of(one)}][mix(one)] = one;
  Marks kept;
  while (kept.size() < most) {
    std::map<std::uint64_t, std::uint64_t> round;  // by hash
    for (auto& [place, values] : places) {
      if (values.empty()) continue;
      round.insert(*values.begin());
      values.erase(values.begin());
    }
    for (const auto& [hash, one] : round) {
      if (kept.size() < most) kept.push_back(one);
    }
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

TEST(LimitMarks, AreThoseOfTheReference) {
  Random random(23);
  for (int round = 0; round < 200; ++round) {
    Marks marks;
    for (std::uint32_t i = 0; i < 300; ++i) {
      marks.push_back(numbered_mark(random.below(1 + random.below(60)),
                                    static_cast<MarkKind>(1 + random.below(5)), random.below(100)));
    }
    std::sort(marks.begin(), marks.end());
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    const std::size_t most = random.below(static_cast<std::uint32_t>(marks.size()));
    Marks limited = marks;
    EXPECT_EQ(limit_marks(limited, most), marks.size() - most);
    EXPECT_EQ(limited, naive(marks, most)) << round;
  }
}

TEST(LimitMarks, HoldForAPageAndItsAddressAndAreTold) {
  std::string body;
  for (int i = 0; i < 12'000; ++i) {
    std::string name;
    for (int k = i; k > 0; k /= 26) name += static_cast<char>('a' + k % 26);
    body += "<p class=x" + name + ">";
  }
  std::string address = "http://example.com";
  for (int i = 0; i < 60; ++i) address += "/a-b-c-d-e-" + std::string(1 + i % 7, 'x');
  const Page page{.id = address, .body = body};
  const Features features = extract(page, {.marks = true, .url_shape = true});
  EXPECT_EQ(features.marks.size(), kMostMarksKept);
  EXPECT_GT(features.left_out.marks, 3'000U);
  EXPECT_EQ(features.url_marks.size(), kMostUrlMarksKept);
  EXPECT_GT(features.left_out.url_marks, 0U);
  EXPECT_FALSE(features.left_out.links);
  const Features small = extract({.id = "a", .body = "<p class=x>"}, {.marks = true});
  EXPECT_FALSE(small.left_out.any());
}

}  // namespace
}  // namespace pagekin::features
