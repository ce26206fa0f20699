#include "pagekin/templates/acceptance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"

#include "reference/acceptance.h"
#include "support/rounds.h"

namespace pagekin::templates {
namespace {

using features::MarkKind;
using Marks = std::vector<std::uint64_t>;

// Marks `first` to `last` of a kind, all at different places.
Marks some(MarkKind kind, std::uint64_t first, std::uint64_t last) {
  Marks marks;
  for (std::uint64_t i = first; i <= last; ++i) marks.push_back(make_mark(i << 32, kind, i));
  return marks;
}

Marks together(std::vector<Marks> parts) {
  Marks all;
  for (const Marks& part : parts) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

Acceptance learn_acceptance(const std::vector<std::vector<Marks>>& templates) {
  std::vector<MarkSet> pages;
  std::vector<std::uint32_t> template_of;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    for (const Marks& page : templates[i]) {
      pages.emplace_back(page);
      template_of.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return {pages, template_of, templates.size()};
}

// A product with content of its own, and with reviews or without.
Marks product(std::uint64_t number) {
  std::vector<Marks> parts = {some(MarkKind::kPath, 1, 40), some(MarkKind::kClass, 1, 20),
                              some(MarkKind::kText, 1, 10),
                              some(MarkKind::kText, 1000 * number, 1000 * number + 30)};
  if (number % 2 == 0) parts.push_back(some(MarkKind::kClass, 21, 25));
  return together(parts);
}

std::vector<Marks> products(std::uint64_t count) {
  std::vector<Marks> pages;
  for (std::uint64_t i = 1; i <= count; ++i) pages.push_back(product(i));
  return pages;
}

TEST(AcceptanceTest, AFurtherPageOfTheTemplateIsAccepted) {
  const Acceptance acceptance = learn_acceptance({products(10)});
  EXPECT_GE(acceptance.score(0, product(11)), 0.85);
  EXPECT_GE(acceptance.score(0, product(12)), 0.85);
}

TEST(AcceptanceTest, APageThatLacksWhatAllPagesHaveIsNot) {
  const Acceptance acceptance = learn_acceptance({products(10)});
  const Marks page = together({some(MarkKind::kPath, 1, 40), some(MarkKind::kClass, 1, 4)});
  EXPECT_LT(acceptance.score(0, page), kAccepted);
}

TEST(AcceptanceTest, APageThatHasMuchThatNoPageHasIsNot) {
  const Acceptance acceptance = learn_acceptance({products(10)});
  const Marks page = together({product(11), some(MarkKind::kClass, 500, 540)});
  EXPECT_LT(acceptance.score(0, page), kAccepted);
}

TEST(AcceptanceTest, TextsThatAPageAddsAreContent) {
  const Acceptance acceptance = learn_acceptance({products(10)});
  const Marks page = together({product(11), some(MarkKind::kText, 50'000, 50'400)});
  EXPECT_EQ(acceptance.score(0, page), acceptance.score(0, product(11)));
}

TEST(AcceptanceTest, ATemplateOfFewMarksAttractsNoOtherPage) {
  // A redirect: a title and a paragraph. The page has all of that.
  const Marks redirect = some(MarkKind::kPath, 1, 5);
  const Acceptance acceptance = learn_acceptance({{redirect, redirect, redirect}});
  EXPECT_GE(acceptance.score(0, redirect), 0.85);
  EXPECT_LT(acceptance.score(0, product(1)), 0.2);
}

TEST(AcceptanceTest, PagesThatVaryMuchMakeTheTestMild) {
  const auto page = [](std::uint64_t number) {  // each has a third of its names for itself
    return together({some(MarkKind::kPath, 1, 40), some(MarkKind::kClass, 1, 20),
                     some(MarkKind::kClass, 100 * number, 100 * number + 9)});
  };
  std::vector<Marks> varied;
  for (std::uint64_t i = 1; i <= 10; ++i) varied.push_back(page(i));
  std::vector<Marks> plain(10,
                           together({some(MarkKind::kPath, 1, 40), some(MarkKind::kClass, 1, 20)}));
  const Acceptance acceptance = learn_acceptance({varied, plain});
  EXPECT_GE(acceptance.score(0, page(11)), 0.85);
  EXPECT_LT(acceptance.score(1, page(11)), kAccepted);
}

TEST(AcceptanceTest, OnePageIsMeasuredByWhatIsUsualOnTheSite) {
  const Acceptance acceptance = learn_acceptance({products(10), {some(MarkKind::kPath, 60, 90)}});
  EXPECT_EQ(acceptance.usual(1).adds, acceptance.usual(0).adds);
  EXPECT_GE(acceptance.score(1, some(MarkKind::kPath, 60, 90)), 0.85);
  EXPECT_LT(acceptance.score(1, product(1)), 0.1);
}

TEST(AcceptanceTest, ATemplateWithoutPagesFitsNothing) {
  const Acceptance acceptance = learn_acceptance({products(3), {}});
  EXPECT_EQ(acceptance.score(1, product(1)), 0);
  EXPECT_EQ(acceptance.score(1, {}), 0);
}

TEST(AcceptanceTest, EmptyPagesAreCompared) {
  const Acceptance acceptance = learn_acceptance({{{}, {}, {}}, products(3)});
  EXPECT_GE(acceptance.score(0, {}), 0.85);
  EXPECT_LT(acceptance.score(1, {}), kAccepted);
}

// A random page: most marks of a pool of its template, and some of its own.
Marks random_page(Random& random, std::uint64_t pool) {
  Marks page;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto kind = static_cast<MarkKind>(1 + i % 5);
    const std::uint64_t own = random.below(10) == 0 ? 1 + random.below(1000) : 0;
    if (random.below(12) != 0) page.push_back(make_mark((pool + i) << 40, kind, own));
  }
  std::sort(page.begin(), page.end());
  page.erase(std::unique(page.begin(), page.end()), page.end());
  return page;
}

TEST(AcceptanceTest, IsThatOfTheReferenceInAnyOrderOfThePages) {
  Random random(20);
  for (int round = 0; round < test::rounds(24); ++round) {
    std::vector<std::vector<Marks>> templates(1 + random.below(3));
    for (std::size_t i = 0; i < templates.size(); ++i) {
      const std::uint64_t pages = 2 + random.below(12);
      for (std::uint64_t k = 0; k < pages; ++k) {
        templates[i].push_back(random_page(random, 30 * i));
      }
    }
    const Acceptance acceptance = learn_acceptance(templates);
    auto reversed = templates;
    for (auto& pages : reversed) std::reverse(pages.begin(), pages.end());
    const Acceptance again = learn_acceptance(reversed);
    for (std::uint32_t i = 0; i < templates.size(); ++i) {
      std::vector<reference::Marks> pages;
      for (const Marks& page : templates[i]) pages.emplace_back(page.begin(), page.end());
      for (int k = 0; k < 5; ++k) {
        const Marks page = random_page(random, 30 * random.below(3));
        const double expected = reference::acceptance_score(pages, {page.begin(), page.end()});
        EXPECT_NEAR(acceptance.score(i, page), expected, 0.000501);
        EXPECT_EQ(acceptance.score(i, page), again.score(i, page));
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::templates
