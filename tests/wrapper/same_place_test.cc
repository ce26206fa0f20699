#include "pagekin/wrapper/same_place.h"

#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/likeness.h"
#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

std::string random_page(std::mt19937& random) {
  const auto pick = [&](const std::vector<std::string>& words) {
    return words[random() % words.size()];
  };
  std::string html;
  for (unsigned i = 0; i < 3 + random() % 12; ++i) {
    const std::string tag = pick({"p", "div", "span", "td", "a href=/x"});
    html += "<" + tag + " class=" + pick({"a", "b", "c"}) + ">" +
            pick({"Price", "Weight", "12", "x y", "By"}) + "</" + tag.substr(0, tag.find(' ')) +
            ">";
  }
  return html;
}

std::vector<std::vector<Key>> keys_of_all(const PageSlots& page, const Vocabulary& vocabulary,
                                          KeyMaker& maker) {
  maker.prepare(page, vocabulary, page.text_count);
  std::vector<std::vector<Key>> all(page.text_count);
  for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
    const std::span<const Key> keys = maker.keys_of(slot);
    all[slot].assign(keys.begin(), keys.end());
  }
  return all;
}

TEST(SamePlace, ScoresAreThoseOfComparingEachPair) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const PageSlots labelled = test::slots_of(random_page(random));
    const PageSlots other = test::slots_of(random_page(random));
    VocabularyCounter counter;
    counter.add(labelled);
    counter.add(other);
    const Vocabulary vocabulary = counter.finish();
    KeyMaker maker;
    const std::vector<std::vector<Key>> labelled_keys = keys_of_all(labelled, vocabulary, maker);
    References references;
    references.add_page(0, maker, static_cast<std::uint32_t>(labelled.text_count));
    references.finish();
    std::vector<Likeness> likenesses;
    const bool is_labelled = round % 2 == 1;
    for (const std::vector<Key>& keys : keys_of_all(other, vocabulary, maker)) {
      references.compare(keys, is_labelled, likenesses);
      float best = 0;
      for (std::size_t at = 0; at < labelled_keys.size(); ++at) {
        best = std::max(best, reference::likeness(keys, labelled_keys, at, 20, is_labelled));
      }
      ASSERT_EQ(likenesses.empty(), best == 0);
      for (const Likeness& likeness : likenesses) {
        EXPECT_FLOAT_EQ(likeness.score, reference::likeness(keys, labelled_keys, likeness.reference,
                                                            20, is_labelled));
      }
      if (!likenesses.empty()) {
        EXPECT_FLOAT_EQ(likenesses.front().score, best);
      }
    }
  }
}

TEST(SamePlace, AnUnlabelledPageSaysNothing) {
  const std::vector<Likeness> likenesses = {{reference_number(0, 4), 5},
                                            {reference_number(1, 2), 1}};
  EXPECT_TRUE(is_elsewhere(likenesses, {.own = {reference_number(1, 2)}, .pages = 3}));
  EXPECT_FALSE(is_elsewhere(likenesses, {.own = {reference_number(1, 2)}, .pages = 2}));
  EXPECT_FALSE(is_elsewhere(likenesses, {.own = {reference_number(0, 4)}, .pages = 3}));
}

}  // namespace
}  // namespace pagekin::wrapper
