#include "pagekin/templates/packed_sets.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/byte_strings.h"
#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/rounds.h"
#include "templates/sites.h"

namespace pagekin::templates {
namespace {

std::string saved_sets(const PackedSets& sets) {
  std::string bytes;
  sets.save([&](std::string_view piece) { bytes += piece; });
  return bytes;
}

PackedSets loaded_sets(std::string_view bytes) {
  PackedSets sets;
  ByteReader reader(bytes);
  sets.load(reader);
  EXPECT_TRUE(reader.at_end());
  return sets;
}

// The slow reference keeps the sets unpacked.
void expect_same(const PackedSets& sets, const test::Site& expected) {
  ASSERT_EQ(sets.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(sets[i], expected[i]) << i;
}

void keep_some(Random& random, PackedSets& sets, test::Site& expected) {
  std::vector<std::uint32_t> kept;
  test::Site left;
  std::size_t marks = 0;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    if (random.chance(0.5)) continue;
    kept.push_back(i);
    marks += expected[i].size();
    left.push_back(std::move(expected[i]));
  }
  sets.keep(kept);
  expected = std::move(left);
  EXPECT_EQ(sets.marks(), marks);
}

TEST(PackedSets, GiveBackWhatWasAddedWhateverBecameOfIt) {
  for (std::uint64_t seed = 0; seed < test::rounds(200U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    test::Site expected;
    PackedSets sets;
    for (const test::Marks& page : test::random_site(random, 1 + random.below(300))) {
      if (!expected.empty() && random.chance(0.1)) {
        const std::uint32_t at = random.below(static_cast<std::uint32_t>(expected.size()));
        sets.replace(at, page);
        expected[at] = page;
      } else {
        sets.add(page);
        expected.push_back(page);
      }
      if (random.chance(0.02)) sets = loaded_sets(saved_sets(sets));
      if (random.chance(0.02)) keep_some(random, sets, expected);
    }
    expect_same(sets, expected);
    expect_same(loaded_sets(saved_sets(sets)), expected);
  }
}

TEST(PackedSets, HoldAnyMarks) {
  PackedSets sets;
  const test::Site any{{}, {0}, {UINT64_MAX}, {0, 1, UINT64_MAX - 1, UINT64_MAX}};
  for (int i = 0; i < 500; ++i) {
    for (const test::Marks& marks : any) sets.add(marks);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) ASSERT_EQ(sets[i], any[i % any.size()]);
}

// 150 marks of a template and its optional parts, and 30 of this page only.
test::Marks long_page(Random& random, std::uint32_t number) {
  test::Marks marks;
  for (std::uint32_t part = 0; part < 15; ++part) {
    if (part % 3 == 0 && random.chance(0.5)) continue;
    for (std::uint32_t i = 0; i < 10; ++i) marks.push_back(mix(1000 * number + 10 * part + i));
  }
  for (int i = 0; i < 30; ++i) marks.push_back(random.next());
  return test::as_set(marks);
}

TEST(PackedSets, TakeLittleMoreThanWhatIsUniqueToASet) {
  Random random(1);
  PackedSets sets;
  for (std::uint32_t i = 0; i < 1000; ++i) sets.add(long_page(random, i / 250));  // one by one
  EXPECT_LE(saved_sets(sets).size() / 1000, 30 * 9 + 30U);
}

TEST(PackedSets, TheirBytesAreTheSameInEveryProcess) {
  Random random(2);
  PackedSets sets;
  for (std::uint32_t i = 0; i < 300; ++i) sets.add(long_page(random, i % 3));
  EXPECT_EQ(hash_bytes(saved_sets(sets)), 11'088'971'454'366'022'175U);
}

TEST(PackedSets, BytesThatWereTamperedWithAreRefusedOrReadAsSets) {
  Random random(3);
  PackedSets sets;
  for (std::uint32_t i = 0; i < 60; ++i) sets.add(long_page(random, i % 2));
  const std::string bytes = saved_sets(sets);
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    ByteReader cut(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(PackedSets().load(cut), Error) << size;
  }
  for (int i = 0; i < test::rounds(2000); ++i) {
    std::string wrong = bytes;
    wrong[random.below(static_cast<std::uint32_t>(bytes.size()))] =
        static_cast<char>(random.below(256));
    PackedSets read;
    ByteReader reader(wrong);
    try {
      read.load(reader);
    } catch (const Error&) {
      continue;
    }
    for (std::size_t k = 0; k < read.size(); ++k) {
      const test::Marks marks = read[k];
      EXPECT_EQ(test::as_set(marks), marks);
    }
  }
}

TEST(ByteStrings, AreKeptInOrderAndCanBeReplaced) {
  Random random(4);
  ByteStrings pieces;
  std::vector<std::string> expected;
  for (int i = 0; i < 3000; ++i) {
    const std::string piece(random.below(40), static_cast<char>('a' + i % 26));
    if (i > 0 && i % 3 == 0) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(expected.size()));
      pieces.replace(at, piece);
      expected[at] = piece;
    } else {
      pieces.add(piece);
      expected.push_back(piece);
    }
  }
  ASSERT_EQ(pieces.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(pieces[i], expected[i]);
}

}  // namespace
}  // namespace pagekin::templates
