#include "pagekin/recognise/drift_words.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/features/features.h"
#include "pagekin/recognise/placeless_marks.h"
#include "pagekin/recognise/recogniser.h"

namespace pagekin::recognise {
namespace {

// A page whose text, word and address have its number in letters: digits are folded.
struct Design {
  std::string body = "<body>";
  std::string main = "<div class=entry><h1>{}</h1><p>Text of {}</p></div>";
  std::string footer = "<footer><ul><li><a href=/about>About</a></li></ul></footer>";

  std::string page(std::uint32_t number) const {
    const std::string word = "word" + std::string(number + 1, 'x');
    std::string html = "<html><head><title>{}</title></head>" + body +
                       "<header><nav><a href=/>Home</a></nav></header><main>" + main + "</main>" +
                       footer;
    for (std::size_t at = html.find("{}"); at != std::string::npos; at = html.find("{}")) {
      html.replace(at, 2, word);
    }
    return html;
  }
};

MarkedPage marked(std::string_view html, std::uint32_t number) {
  const features::Features read = features::extract({.id = "p", .body = html}, {.marks = true});
  return {.marks = placeless_marks(read.marks), .address = {1, 1000 + number}};
}

Drift drift_to(const Design& now) {
  std::vector<MarkedPage> known;
  std::vector<MarkedPage> batch;
  std::vector<std::string> pages;
  for (std::uint32_t i = 0; i < 12; ++i) {
    known.push_back(marked(Design{}.page(i), i));
    pages.push_back(now.page(i + 6));
    batch.push_back(marked(pages.back(), i + 6));
  }
  const Recogniser recogniser(known, std::vector<std::uint32_t>(known.size()), 1);
  std::vector<Drift> drifts;
  recogniser.recognise(batch, 1, &drifts);
  Drift* const moved = &drifts.at(0);
  explain_drifts({&moved, 1}, [&](std::uint32_t witness) -> std::optional<Page> {
    return Page{.id = "p", .body = pages.at(witness)};
  });
  return drifts.at(0);
}

using Texts = std::vector<std::string>;

TEST(DriftWords, NothingMoved) {
  const Drift drift = drift_to({});
  EXPECT_EQ(drift.drift, 0);
  EXPECT_EQ(drift.causes, Texts{});
}

TEST(DriftWords, NewElementNamesItsPartOfThePage) {
  const Drift drift =
      drift_to({.footer = "<footer><ul><li><a href=/about>About</a></li></ul>"
                          "<p class=legal><a rel=license href=/l>License</a></p></footer>"});
  EXPECT_GT(drift.drift, 0);
  EXPECT_LT(drift.drift, kRedesigned);
  EXPECT_EQ(drift.causes, Texts{"footer: new paragraph"});  // with its class and its link
}

TEST(DriftWords, NewNamesOfElementsThatWereThere) {
  const Drift drift = drift_to({.body = "<body class=page-v2>",
                                .main = "<div class='entry wide' id=text><h1>{}</h1>"
                                        "<p>Text of {}</p></div>"});
  Texts causes = drift.causes;
  std::ranges::sort(causes);
  EXPECT_EQ(causes, (Texts{"body class page-v2", "main column: div class wide",
                           "main column: div id text"}));
}

TEST(DriftWords, AnElementInThePlaceOfAnother) {
  const Drift drift =
      drift_to({.main = "<section class=entry><h1>{}</h1><p>Text of {}</p></section>"});
  EXPECT_EQ(drift.causes, Texts{"main column: div replaced by section"});
}

TEST(DriftWords, LostElementsAreFoundAgainAndLostNamesCounted) {
  const Drift drift = drift_to({.main = "<div><h1>{}</h1></div>"});
  EXPECT_EQ(drift.causes, (Texts{"main column: paragraph gone", "1 name gone"}));
}

TEST(DriftWords, PagesThatAreNotAtHandLeaveCounts) {
  Drift drift{.lost = {},
              .gained = {element_mark(html::kTagBody, html::kTagFooter, html::kTagP)},
              .witnesses = {0}};
  Drift* const moved = &drift;
  explain_drifts({&moved, 1}, [](std::uint32_t) { return std::optional<Page>(); });
  EXPECT_EQ(drift.causes, Texts{"1 new element"});
}

// Pages at known addresses show a redesign although none of them is recognised.
TEST(DriftWords, ARedesignIsWitnessedByAddresses) {
  Design now{.body = "<body id=app><table><tr><td>"};
  now.main = "<dl><dt>{}</dt><dd>Text of {}</dd></dl>";
  now.footer = "<form><input type=search><button>Go</button></form>";
  const Drift drift = drift_to(now);
  EXPECT_TRUE(is_witnessed(drift));
  EXPECT_GE(drift.at_home, 3U);
  EXPECT_GE(drift.drift, kRedesigned);
  EXPECT_FALSE(drift.causes.empty());
}

}  // namespace
}  // namespace pagekin::recognise
