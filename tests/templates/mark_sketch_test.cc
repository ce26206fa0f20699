#include "pagekin/templates/mark_sketch.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"

#include "support/rounds.h"

namespace pagekin::templates {
namespace {

using Answer = OpenSketch::Answer;

std::vector<std::uint64_t> random_marks(Random& random, std::size_t count, bool texts = false) {
  std::vector<std::uint64_t> marks;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = texts && i % 2 == 0 ? features::MarkKind::kText : features::MarkKind::kClass;
    marks.push_back(features::make_mark(random.next(), kind, random.next()));
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

std::string sketch_of(MarkSet marks) {
  std::string bytes;
  append_sketch(marks, bytes);
  return bytes;
}

TEST(MarkSketch, FindsEveryMarkOfThePage) {
  Random random(1);
  for (const std::size_t count : {0U, 1U, 2U, 30U, 300U, 440U}) {
    const auto marks = random_marks(random, count, true);
    const OpenSketch sketch(sketch_of(marks));
    for (const std::uint64_t mark : marks) EXPECT_EQ(sketch.has(mark), Answer::kYes);
  }
}

TEST(MarkSketch, HoldsThePlacesOfAllMarksInOrder) {
  for (std::uint64_t seed = 0; seed < test::rounds(300U); ++seed) {
    Random random(seed);
    const auto marks = random_marks(random, random.below(441), true);
    const OpenSketch sketch(sketch_of(marks));
    std::vector<std::uint32_t> places;  // some twice
    for (const std::uint64_t mark : marks) places.push_back(sketch.place_of(mark));
    std::sort(places.begin(), places.end());
    EXPECT_TRUE(std::ranges::equal(sketch.taken(), places)) << seed;
  }
}

TEST(MarkSketch, SeldomFindsAnother) {
  Random random(2);
  const auto marks = random_marks(random, 300);
  const OpenSketch sketch(sketch_of(marks));
  std::size_t mistaken = 0;
  for (const std::uint64_t mark : random_marks(random, 10'000)) {
    EXPECT_NE(sketch.has(mark), Answer::kUnknown);
    mistaken += sketch.has(mark) == Answer::kYes ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(mistaken) / 10'000, 1.0 / 64, 0.005);
}

TEST(MarkSketch, TakesAboutAByteAMarkAndNeverMoreThanStated) {
  Random random(3);
  EXPECT_LE(sketch_of(random_marks(random, 300)).size(), 330U);
  for (const std::size_t count : {440U, 441U, 1000U, 20'000U}) {
    EXPECT_LE(sketch_of(random_marks(random, count, true)).size(), 500U);
  }
}

TEST(MarkSketch, OfTooManyMarksItKnowsWhichItCannotTell) {
  Random random(4);
  const auto marks = random_marks(random, 2000, true);
  const OpenSketch sketch(sketch_of(marks));
  std::size_t known = 0;
  std::size_t known_texts = 0;
  for (const std::uint64_t mark : marks) {
    EXPECT_NE(sketch.has(mark), Answer::kNo);
    if (sketch.has(mark) == Answer::kUnknown) continue;
    ++known;
    if (features::kind_of(mark) == features::MarkKind::kText) ++known_texts;
  }
  EXPECT_GE(known, 400U);
  EXPECT_LE(known_texts, known / 2);  // marks that make templates are kept first
}

TEST(MarkSketch, IsTakenFromTheFrontAsItIs) {
  Random random(5);
  std::string bytes;
  std::vector<std::string> sketches;
  for (int i = 0; i < 50; ++i) {
    sketches.push_back(sketch_of(random_marks(random, random.below(900), true)));
    bytes += sketches.back();
  }
  ByteReader reader(bytes);
  for (const std::string& sketch : sketches) EXPECT_EQ(take_sketch(reader), sketch);
  EXPECT_TRUE(reader.at_end());
  for (const std::size_t size : {0U, 1U, 9U, 12U}) {
    ByteReader cut(std::string_view(sketches[1]).substr(0, size));
    EXPECT_THROW(take_sketch(cut), Error) << size;
  }
}

}  // namespace
}  // namespace pagekin::templates
