#include "pagekin/report/axis.h"

#include <cmath>
#include <string>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::report {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(RoundTicks, CoverTheRangeInRoundSteps) {
  EXPECT_EQ(texts(round_ticks(0, 1, 6)), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(texts(round_ticks(0.1, 0.9, 6)), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(texts(round_ticks(0, 0.3, 4)), (Texts{"0", "0.1", "0.2", "0.3"}));
  EXPECT_EQ(texts(round_ticks(-3, 12, 6)), (Texts{"-5", "0", "5", "10", "15"}));
  EXPECT_EQ(texts(round_ticks(0, 73'000, 6)), (Texts{"0", "20000", "40000", "60000", "80000"}));
}

TEST(RoundTicks, AreFewAndCoverAnyRange) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const double low = (random.unit() - 0.5) * std::pow(10, random.below(12)) / 1e5;
    const double high = low + random.unit() * std::pow(10, random.below(12)) / 1e5 + 1e-7;
    const auto ticks = round_ticks(low, high, 6);
    ASSERT_GE(ticks.size(), 2U);
    ASSERT_LE(ticks.size(), 6U);
    const double slack = 1e-6 * (ticks.back().at - ticks.front().at);
    EXPECT_LE(ticks.front().at, low + slack);
    EXPECT_GE(ticks.back().at, high - slack);
  }
}

TEST(ShortNumber, HasNoNeedlessDigits) {
  EXPECT_EQ(short_number(0.30000000000000004), "0.3");
  EXPECT_EQ(short_number(100000), "100000");
  EXPECT_EQ(short_number(-0.25), "-0.25");
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(2e12), "2e+12");
}

}  // namespace
}  // namespace pagekin::report
