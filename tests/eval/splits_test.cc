#include "pagekin/eval/splits.h"

#include <algorithm>
#include <map>
#include <set>

#include "pagekin/core/random.h"

namespace pagekin::eval {
namespace {

// Classes of 1 to 40 pages, mixed.
struct Corpus {
  explicit Corpus(std::uint64_t seed) {
    Random random(seed);
    const std::uint32_t class_count = 2 + random.below(12);
    for (std::uint32_t number = 0; number < class_count; ++number) {
      const std::uint32_t size = random.chance(0.3) ? 1 + random.below(3) : 1 + random.below(40);
      for (std::uint32_t i = 0; i < size; ++i) {
        classes.push_back(static_cast<int>(number));
      }
    }
    for (std::size_t i = classes.size(); i > 1; --i) {
      std::swap(classes[i - 1], classes[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (std::size_t i = 0; i < classes.size(); ++i) keys.push_back(random.next());
  }
  LabelledPages labelled() const { return {classes, keys}; }
  int class_of(std::uint32_t page) const { return classes[page]; }
  std::map<int, std::size_t> sizes() const {
    std::map<int, std::size_t> sizes;
    for (const int number : classes) ++sizes[number];
    return sizes;
  }
  std::map<int, std::size_t> sizes(const std::vector<std::uint32_t>& pages) const {
    std::map<int, std::size_t> counts;
    for (const std::uint32_t page : pages) ++counts[class_of(page)];
    return counts;
  }
  std::vector<int> classes;
  std::vector<std::uint64_t> keys;
};

TEST(CrossvalSplits, EveryPageIsTestedOnceAndNoClassGoesUnlearnt) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Corpus corpus(seed);
    const int fold_count = 2 + static_cast<int>(seed % 11);
    const std::vector<Split> folds = stratified_folds(corpus.labelled(), fold_count);
    ASSERT_EQ(folds.size(), static_cast<std::size_t>(fold_count));
    std::vector<int> tested(corpus.classes.size());
    std::size_t fewest = corpus.classes.size();
    std::size_t most = 0;
    for (const Split& fold : folds) {
      ASSERT_EQ(fold.train.size() + fold.test.size(), corpus.classes.size());
      fewest = std::min(fewest, fold.test.size());
      most = std::max(most, fold.test.size());
      auto learnt = corpus.sizes(fold.train);
      auto asked = corpus.sizes(fold.test);
      for (const std::uint32_t page : fold.test) {
        ++tested[page];
        ASSERT_FALSE(std::ranges::binary_search(fold.train, page));
      }
      for (const auto& [number, size] : corpus.sizes()) {
        if (size >= 2) {
          ASSERT_GE(learnt[number], 1u);
        }
        // As evenly as the size allows.
        const auto count = static_cast<std::size_t>(fold_count);
        ASSERT_LE(asked[number], (size + count - 1) / count);
        ASSERT_GE(asked[number], size / count);
      }
    }
    EXPECT_TRUE(std::ranges::all_of(tested, [](int times) { return times == 1; }));
    EXPECT_LE(most - fewest, 1u);
  }
}

TEST(CrossvalSplits, DoNotDependOnTheOrderOfPages) {
  const Corpus corpus(7);
  const std::vector<Split> folds = stratified_folds(corpus.labelled(), 5);
  Corpus reversed = corpus;
  std::ranges::reverse(reversed.classes);
  std::ranges::reverse(reversed.keys);
  const auto last = static_cast<std::uint32_t>(corpus.classes.size() - 1);
  const std::vector<Split> again = stratified_folds(reversed.labelled(), 5);
  for (std::size_t i = 0; i < folds.size(); ++i) {
    std::vector<std::uint32_t> mirrored;
    for (const std::uint32_t page : again[i].test) mirrored.push_back(last - page);
    std::ranges::sort(mirrored);
    EXPECT_EQ(mirrored, folds[i].test);
  }
}

TEST(CrossvalSplits, AFixedNumberOfPagesAClassLeavesOneToTest) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Corpus corpus(seed);
    const Split split = split_per_class(corpus.labelled(), 10);
    EXPECT_EQ(split.train.size() + split.test.size(), corpus.classes.size());
    auto learnt = corpus.sizes(split.train);
    auto asked = corpus.sizes(split.test);
    for (const auto& [number, size] : corpus.sizes()) {
      EXPECT_EQ(learnt[number], std::min<std::size_t>(10, size - 1));
      EXPECT_GE(asked[number], 1u);
    }
  }
}

TEST(CrossvalSplits, EveryClassIsLeftOutOnceAsAWhole) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Corpus corpus(seed);
    const Split learnt = split_per_class(corpus.labelled(), 3);
    const int at_a_time = 1 + static_cast<int>(seed % 3);
    const std::vector<Split> rounds = leave_classes_out(corpus.labelled(), learnt.train, at_a_time);
    std::size_t tested = 0;
    for (const Split& round : rounds) {
      const auto left_out = corpus.sizes(round.test);
      EXPECT_LE(left_out.size(), static_cast<std::size_t>(at_a_time));
      tested += round.test.size();
      for (const auto& [number, size] : left_out) EXPECT_EQ(size, corpus.sizes()[number]);
      std::size_t others = 0;
      for (const std::uint32_t page : learnt.train) {
        others += left_out.contains(corpus.class_of(page)) ? 0 : 1;
      }
      EXPECT_EQ(round.train.size(), others);
      for (const std::uint32_t page : round.train) {
        EXPECT_FALSE(left_out.contains(corpus.class_of(page)));
      }
    }
    EXPECT_EQ(tested, corpus.classes.size());
  }
}

TEST(CrossvalSplits, ASampleGivesEachClassItsShare) {
  const std::vector<int> classes = [] {
    std::vector<int> made(1000, 0);
    made.insert(made.end(), 100, 1);
    made.insert(made.end(), 3, 2);
    made.insert(made.end(), 1, 3);
    return made;
  }();
  std::vector<std::uint64_t> keys;
  Random random(1);
  for (std::size_t i = 0; i < classes.size(); ++i) keys.push_back(random.next());
  const LabelledPages pages{classes, keys};
  std::map<int, int> sizes;
  for (const std::uint32_t page : stratified_sample(pages, 110)) ++sizes[classes[page]];
  EXPECT_EQ(sizes, (std::map<int, int>{{0, 100}, {1, 10}, {2, 2}, {3, 1}}));
  EXPECT_EQ(stratified_sample(pages, 5000).size(), classes.size());
}

}  // namespace
}  // namespace pagekin::eval
