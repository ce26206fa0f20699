#include "pagekin/recognise/recogniser.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/features/marks.h"
#include "pagekin/recognise/known_pages.h"

namespace pagekin::recognise {
namespace {

std::uint32_t name_mark(std::uint32_t number) {
  return static_cast<std::uint32_t>(features::make_mark(0, features::MarkKind::kClass, number));
}

// A page with the frame of the site, the own marks of a template and one mark of its own.
// Numbers below 100 are the frame; template t has 100 t to 100 t + 19.
struct Site {
  std::uint32_t frame_from = 0;  // marks of the frame
  std::uint32_t frame_to = 30;
  std::uint32_t own_marks = 20;

  MarkedPage page(std::uint32_t number, std::uint32_t content, bool has_address = true) const {
    MarkedPage page;
    for (std::uint32_t i = frame_from; i < frame_to; ++i) page.marks.push_back(name_mark(i));
    for (std::uint32_t i = 0; i < own_marks; ++i) page.marks.push_back(name_mark(100 * number + i));
    page.marks.push_back(name_mark(10'000 + 1000 * number + content));
    std::ranges::sort(page.marks);
    if (has_address) page.address = {number, 100 + number * 1000 + content};
    return page;
  }
};

struct Known {
  std::vector<MarkedPage> pages;
  std::vector<std::uint32_t> template_of;

  void add(const Site& site, std::uint32_t number, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      pages.push_back(site.page(number + 1, i));
      template_of.push_back(number);
    }
  }
  Recogniser recogniser(std::size_t templates) const { return {pages, template_of, templates}; }
};

Known two_templates() {
  Known known;
  known.add({}, 0, 12);
  known.add({}, 1, 12);
  return known;
}

TEST(Recogniser, NamesTheTemplateOfAFurtherPage) {
  const Recogniser recogniser = two_templates().recogniser(2);
  for (std::uint32_t number : {0U, 1U}) {
    const Recognised page = recogniser.recognise(Site().page(number + 1, 500));
    EXPECT_TRUE(page.is_accepted);
    EXPECT_EQ(page.nearest, number);
    EXPECT_GE(page.score, kAccepted);
  }
}

// However strange it is among the others of its template.
TEST(Recogniser, APageThatIsKnownIsOfItsTemplate) {
  Known known = two_templates();
  MarkedPage odd = Site().page(2, 700);  // looks like the second template
  known.pages.push_back(odd);
  known.template_of.push_back(0);
  const Recogniser recogniser = known.recogniser(2);
  for (const bool has_address : {true, false}) {
    if (!has_address) odd.address.clear();
    const Recognised page = recogniser.recognise(odd);
    EXPECT_TRUE(page.is_accepted);
    EXPECT_EQ(page.nearest, 0U);
    EXPECT_EQ(page.score, 1);
    EXPECT_EQ(recogniser.recognise(std::vector<MarkedPage>{odd}, 1)[0].nearest, 0U);
  }
}

// The page at a known address now looks like another known template.
TEST(Recogniser, APageAtAKnownAddressIsOfItsTemplateOrOfNone) {
  const Recogniser recogniser = two_templates().recogniser(2);
  MarkedPage page = Site().page(2, 800);
  EXPECT_EQ(recogniser.recognise(page).nearest, 1U);
  EXPECT_TRUE(recogniser.recognise(page).is_accepted);
  page.address = Site().page(1, 3).address;
  EXPECT_EQ(recogniser.recognise(page).nearest, 0U);
  for (const Recognised& found : recogniser.recognise(std::vector<MarkedPage>(4, page), 1)) {
    EXPECT_EQ(found.nearest, 0U);
    EXPECT_FALSE(found.is_accepted);  // it lost all that was its own
  }
}

// Newcomers are compared with what the template is now, as pages at known addresses show it.
TEST(Recogniser, NewcomersAreComparedWithThePagesOfTheBatch) {
  const Recogniser recogniser = two_templates().recogniser(2);
  const Site moved{.frame_from = 15, .frame_to = 45};
  std::vector<MarkedPage> batch;
  for (std::uint32_t i = 0; i < 8; ++i) batch.push_back(moved.page(1, i));
  for (std::uint32_t i = 0; i < 8; ++i) batch.push_back(moved.page(1, 300 + i));
  for (std::uint32_t i = 0; i < 8; ++i) batch.push_back(Site().page(1, 400 + i));  // as it was
  const std::vector<Recognised> found = recogniser.recognise(batch, 1);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_TRUE(found[i].is_accepted) << i;
    EXPECT_EQ(found[i].nearest, 0U) << i;
  }
  EXPECT_GT(found[8].score, found[16].score);
}

// Pages with the same marks are known as one page. What only that page has was there before.
TEST(Recogniser, ATemplateKnownByOnePageHasNotGainedItsMarks) {
  Known known = two_templates();
  known.add({}, 2, 1);
  const Recogniser recogniser = known.recogniser(3);
  const std::vector<MarkedPage> batch(6, Site().page(3, 0));
  std::vector<Drift> drifts;
  for (const Recognised& found : recogniser.recognise(batch, 1, &drifts)) {
    EXPECT_TRUE(found.is_accepted);
    EXPECT_EQ(found.nearest, 2U);
  }
  EXPECT_EQ(drifts[2].drift, 0);
}

TEST(Recogniser, APageOfAnotherTemplateIsOfNone) {
  const Recogniser recogniser = two_templates().recogniser(2);
  EXPECT_FALSE(recogniser.recognise(Site().page(3, 1)).is_accepted);
  EXPECT_FALSE(recogniser.recognise(MarkedPage()).is_accepted);
  EXPECT_FALSE(Recogniser().recognise(Site().page(1, 1)).is_accepted);
}

// The whole site lost half of its frame and gained another half.
TEST(Recogniser, ABatchShowsThatTheFrameHasMoved) {
  const Recogniser recogniser = two_templates().recogniser(2);
  const Site moved{.frame_from = 15, .frame_to = 45};
  std::vector<MarkedPage> batch;
  for (std::uint32_t i = 0; i < 10; ++i) batch.push_back(moved.page(1, i));
  for (std::uint32_t i = 0; i < 10; ++i) batch.push_back(moved.page(2, 200 + i, false));
  for (std::uint32_t i = 0; i < 10; ++i) batch.push_back(moved.page(3, i, false));
  std::vector<Drift> drifts;
  const std::vector<Recognised> found = recogniser.recognise(batch, 1, &drifts);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(found[i].is_accepted) << i;
    EXPECT_EQ(found[i].nearest, i / 10) << i;
  }
  for (std::size_t i = 20; i < 30; ++i) EXPECT_FALSE(found[i].is_accepted) << i;
  ASSERT_EQ(drifts.size(), 2U);
  EXPECT_EQ(drifts[0].pages, 10U);
  EXPECT_EQ(drifts[0].lost.size(), 15U);
  EXPECT_EQ(drifts[0].gained.size(), 15U);
  EXPECT_GT(drifts[0].drift, 0.3);
  EXPECT_EQ(drifts[0].own_lost, 0);
}

// Pages of a template that is not known look like its sibling that has lost something.
TEST(Recogniser, ALossThatOnlyPagesWithUnknownAddressesShowCountsAgainstThem) {
  const Recogniser recogniser = two_templates().recogniser(2);
  const Site less{.own_marks = 12};
  EXPECT_FALSE(recogniser.recognise(less.page(1, 500)).is_accepted);
  std::vector<MarkedPage> batch;
  for (std::uint32_t i = 0; i < 10; ++i) batch.push_back(less.page(1, 500 + i));
  for (const Recognised& found : recogniser.recognise(batch, 1)) EXPECT_FALSE(found.is_accepted);
  // Pages at known addresses say that it is the template that has lost it.
  for (std::uint32_t i = 0; i < 6; ++i) batch.push_back(less.page(1, i));
  for (const Recognised& found : recogniser.recognise(batch, 1)) EXPECT_TRUE(found.is_accepted);
}

TEST(Recogniser, WithoutAChangeThereIsNoDrift) {
  const Recogniser recogniser = two_templates().recogniser(2);
  std::vector<MarkedPage> batch;
  for (std::uint32_t i = 0; i < 10; ++i) batch.push_back(Site().page(1, i));
  std::vector<Drift> drifts;
  recogniser.recognise(batch, 1, &drifts);
  EXPECT_EQ(drifts[0].drift, 0);
  EXPECT_TRUE(drifts[0].lost.empty());
  EXPECT_TRUE(drifts[0].gained.empty());
}

TEST(Recogniser, NeitherThreadsNorTheOrderOfKnownPagesMatter) {
  Known known = two_templates();
  const Recogniser recogniser = known.recogniser(2);
  std::ranges::reverse(known.pages);
  std::ranges::reverse(known.template_of);
  const Recogniser other = known.recogniser(2);
  std::vector<MarkedPage> batch;
  for (std::uint32_t i = 0; i < 60; ++i) {
    batch.push_back(Site{.frame_from = i % 3, .own_marks = 20 - i % 7}.page(1 + i % 3, i));
  }
  const std::vector<Recognised> one = recogniser.recognise(batch, 1);
  const std::vector<Recognised> four = other.recognise(batch, 4);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    EXPECT_EQ(one[i].score, four[i].score);
    EXPECT_EQ(one[i].nearest, four[i].nearest);
  }
}

TEST(KnownPages, ComeBackFromBytes) {
  const std::vector<MarkedPage> pages{Site().page(1, 2), Site().page(2, 3), {}};
  const std::string bytes = to_bytes(pages);
  const std::vector<MarkedPage> back = pages_from_bytes(bytes);
  ASSERT_EQ(back.size(), pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(back[i].marks, pages[i].marks);
    EXPECT_EQ(back[i].address, pages[i].address);
  }
  EXPECT_THROW(pages_from_bytes(bytes.substr(0, bytes.size() - 1)), Error);
  std::string disordered = to_bytes(std::vector<MarkedPage>{{.marks = {5, 5}, .address = {}}});
  EXPECT_THROW(pages_from_bytes(disordered), Error);
}

}  // namespace
}  // namespace pagekin::recognise
