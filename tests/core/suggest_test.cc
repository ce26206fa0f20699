#include "pagekin/core/suggest.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace pagekin {
namespace {

using Names = std::vector<std::string_view>;

// Every way to end the alignment of two prefixes, tried one after the other.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const std::string_view shorter_a = a.substr(0, a.size() - 1);
  const std::string_view shorter_b = b.substr(0, b.size() - 1);
  std::size_t least =
      std::min({slow_distance(shorter_a, b) + 1, slow_distance(a, shorter_b) + 1,
                slow_distance(shorter_a, shorter_b) + (a.back() == b.back() ? 0 : 1)});
  if (a.size() > 1 && b.size() > 1 && a.back() == shorter_b.back() &&
      shorter_a.back() == b.back()) {
    least =
        std::min(least, slow_distance(a.substr(0, a.size() - 2), b.substr(0, b.size() - 2)) + 1);
  }
  return least;
}

TEST(Suggest, DistanceOfTypingErrors) {
  EXPECT_EQ(typing_distance("cluster", "cluster"), 0U);
  EXPECT_EQ(typing_distance("clutser", "cluster"), 1U);  // swapped
  EXPECT_EQ(typing_distance("metod", "method"), 1U);
  EXPECT_EQ(typing_distance("", "abc"), 3U);
  EXPECT_EQ(typing_distance("ca", "abc"), 3U);  // no letter is touched twice
  EXPECT_EQ(typing_distance("PQ-Gram", "pq_gram"), 0U);
}

TEST(Suggest, DistanceIsThatOfItsSlowTwin) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    std::string a(random() % 7, ' ');
    std::string b(random() % 7, ' ');
    for (char& c : a) c = static_cast<char>('a' + random() % 3);
    for (char& c : b) c = static_cast<char>('a' + random() % 3);
    EXPECT_EQ(typing_distance(a, b), slow_distance(a, b)) << a << " " << b;
  }
}

TEST(Suggest, FindsWhatWasMeant) {
  const Names names = {"auto", "ahc", "fingerprint", "md5", "mdh5", "pq_gram"};
  EXPECT_EQ(nearest_names("fingerprnt", names), Names{"fingerprint"});
  EXPECT_EQ(nearest_names("finger", names), Names{"fingerprint"});  // its beginning
  EXPECT_EQ(nearest_names("gram", names), Names{"pq_gram"});        // a part of it
  EXPECT_EQ(nearest_names("md", names), Names{"md5"});
  EXPECT_EQ(nearest_names("mdx5", names), (Names{"md5", "mdh5"}));
  EXPECT_EQ(nearest_names("telepathy", names), Names{});
  EXPECT_EQ(nearest_names("", names), Names{});
  EXPECT_EQ(nearest_names("x", names), Names{});
  EXPECT_EQ(nearest_names(std::string(1000, 'a'), names), Names{});
}

TEST(Suggest, TheNearestOnlyAndThreeAtMost) {
  const Names names = {"aab", "aac", "aad", "aae", "aaaa"};
  EXPECT_EQ(nearest_names("aaa", names).size(), 3U);
  EXPECT_EQ(nearest_names("aab", names), Names{"aab"});
}

TEST(Suggest, Messages) {
  const Names names = {"single", "average"};
  EXPECT_EQ(did_you_mean("averge", names), "did you mean 'average'?");
  EXPECT_EQ(did_you_mean("zzz", names), "");
  EXPECT_EQ(choices_for("averge", names),
            "; did you mean 'average'? The choices are single, average");
  EXPECT_EQ(choices_for("zzz", names), "; choose one of single, average");
}

}  // namespace
}  // namespace pagekin
