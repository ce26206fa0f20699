#include "pagekin/skeleton/learn.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/skeleton/near_label.h"

#include "skeleton/learned.h"

namespace pagekin::skeleton {
namespace {

using Texts = std::vector<std::string>;

// A shop: a heading, a price with a label, facts told apart by labels, reviews, and a menu.
std::string shop_page(int number) {
  const std::string n = std::to_string(number);
  std::string page = "<title>Kettle " + n +
                     " - Shop</title><ul class=menu><li>Home<li>Offers</ul>"
                     "<h1>Kettle " +
                     n + "</h1><p class=price>$" + std::to_string(10 + number) +
                     "</p>"
                     "<table class=facts><tr><th>Weight:</th><td>" +
                     n + " kg</td></tr>";
  if (number % 3 != 0)
    page +=
        "<tr><th>Colour:</th><td>" + std::string(number % 2 == 0 ? "red" : "blue") + "</td></tr>";
  page += "<tr><th>Maker:</th><td>Maker " + std::to_string(number % 7) + "</td></tr></table>";
  page += "<div class=reviews>";
  for (int i = 0; i < 1 + number % 4; ++i) {
    page += "<div class=review><b class=author>Author " + n + std::to_string(i) +
            "</b><p class=words>Words " + n + std::to_string(i) + "</p></div>";
  }
  page += "</div><p class=stock>Height: " + n + "<br>Depth: 2" + n + "</p>";
  if (number % 5 == 0) page += "<p class=sale>On sale</p>";
  return page + "<img class=photo src=/img/" + n +
         ".jpg alt='Kettle'><div class=foot>All rights reserved</div>";
}

Texts shop(int pages) {
  Texts all;
  for (int i = 1; i <= pages; ++i) all.push_back(shop_page(i));
  return all;
}

TEST(Learn, ColumnsHaveNamesTypesAndValues) {
  const TemplateModel model = learn(shop(30));
  ASSERT_NE(column(model, "title"), nullptr);
  ASSERT_NE(column(model, "price"), nullptr);
  EXPECT_EQ(column(model, "price")->type, ValueType::kMoney);
  ASSERT_NE(column(model, "weight"), nullptr);
  EXPECT_EQ(column(model, "weight")->type, ValueType::kNumber);
  EXPECT_EQ(column(model, "weight")->label, "Weight:");
  ASSERT_NE(column(model, "colour"), nullptr);
  EXPECT_EQ(column(model, "colour")->pages, 20U);
  EXPECT_EQ(values(model, "title", shop_page(99)), Texts{"Kettle 99"});
  EXPECT_EQ(values(model, "weight", shop_page(99)), Texts{"99 kg"});
  EXPECT_EQ(values(model, "colour", shop_page(99)), Texts{});
  EXPECT_EQ(values(model, "maker", shop_page(98)), Texts{"Maker 0"});
}

TEST(Learn, TextsThatBeginWithTheirLabelAreToldApart) {
  const TemplateModel model = learn(shop(30));
  EXPECT_EQ(values(model, "height", shop_page(50)), Texts{"Height: 50"});
  EXPECT_EQ(values(model, "depth", shop_page(50)), Texts{"Depth: 250"});
}

TEST(Learn, RepeatedPartsAreLists) {
  const TemplateModel model = learn(shop(30));
  const Slot* const author = column(model, "author");
  ASSERT_NE(author, nullptr);
  EXPECT_TRUE(author->rule.is_list);
  EXPECT_EQ(model.record_of(*author), nullptr);
  EXPECT_EQ(values(model, "author", shop_page(3)),
            (Texts{"Author 30", "Author 31", "Author 32", "Author 33"}));
}

TEST(Learn, ListsWhoseValuesRecordsHaveAreNoColumns) {
  Texts pages;
  for (int page = 0; page < 30; ++page) {
    std::string reviews;
    for (int i = 0; i < 1 + page % 4; ++i) {
      const std::string word(2, static_cast<char>('a' + (page + 7 * i) % 26));
      reviews += "<div class=review><b class=author>" + word + std::to_string(page) +
                 "</b><p class=words>" + std::to_string(i) + word + "</p></div>";
    }
    pages.push_back("<h1>Kettle " + std::to_string(page) + "</h1><div>" + reviews + "</div>");
  }
  const TemplateModel model = learn_with_records(pages);
  EXPECT_EQ(column(model, "author"), nullptr);
  EXPECT_EQ(column(model, "words"), nullptr);
  const Slot* const author = column(model, "review.author");
  ASSERT_NE(author, nullptr);
  const rows::RecordRule* const reviews = model.record_of(*author);
  ASSERT_NE(reviews, nullptr);
  EXPECT_EQ(reviews->name, "review");
  EXPECT_EQ(reviews->pages, 30U);
  // The model as bytes has the same records.
  const TemplateModel read = from_bytes(to_bytes(model));
  EXPECT_EQ(read.record_of(*column(read, "review.words"))->rows, reviews->rows);
}

// Reviews of which each page has three, with stars that many pages have, and facts in rows.
std::string rated_page(int number) {
  std::string page = "<h1>Jug " + std::to_string(number) + "</h1><table>";
  for (const char* const label : {"Height", "Width"}) {
    page += std::string("<tr><td class=label>") + label + "</td><td class=size>" +
            std::to_string(number) + label + "</td><td class=unit>unit " + std::to_string(number) +
            "</td></tr>";
  }
  page += "</table><ul>";
  for (int i = 0; i < 3; ++i) {
    page += "<li class=review><b class=author>Ann " + std::to_string(number * 3 + i) +
            "</b><i class=stars>" + std::to_string(4 + (number * 7 + i * i) % 2) +
            " of 5</i><q class=words>Good " + std::to_string(number * 3 + i) + "</q></li>";
  }
  return page + "</ul>";
}

TEST(Learn, RecordsAreListsWhateverTheirNumberAndTheirCommonTexts) {
  Texts pages;
  for (int i = 1; i <= 20; ++i) pages.push_back(rated_page(i));
  const TemplateModel model = learn(pages);
  for (const char* const name : {"author", "words"}) {
    ASSERT_NE(column(model, name), nullptr) << name;
    EXPECT_TRUE(column(model, name)->rule.is_list) << name;
  }
  EXPECT_EQ(values(model, "words", rated_page(7)), (Texts{"Good 21", "Good 22", "Good 23"}));
  // Rows of a label and its values are no records.
  EXPECT_EQ(values(model, "height", rated_page(7)), Texts{"7Height"});
  EXPECT_EQ(values(model, "width", rated_page(7)), Texts{"7Width"});
}

// Rows of a label and its value, then rows of several texts without labels.
std::string player_page(int number) {
  std::string page = "<h1>Player " + std::to_string(number) + "</h1><table>";
  for (const char* const label : {"Height", "Weight", "Born", "School"}) {
    page += std::string("<tr><th>") + label + "</th><td>" + std::to_string(number) + label +
            " <a href=/a>" + std::to_string(number) + " more</a>, </td></tr>";
  }
  page += "<tr><th>Career</th></tr>";
  for (int i = 0; i < 1 + number % 3; ++i) {
    const std::string year = std::to_string(1950 + number * 5 + i);
    page += "<tr><td>from " + year + " <a href=/b>Team " + year + "</a> to " + year +
            " <a href=/c>City " + year + "</a> then " + year + "</td></tr>";
  }
  return page + "</table>";
}

TEST(Learn, RowsWithoutALabelMayStandBetweenThoseWithOne) {
  Texts pages;
  for (int i = 1; i <= 21; ++i) pages.push_back(player_page(i));
  const TemplateModel model = learn(pages);
  EXPECT_EQ(values(model, "height", player_page(7)), Texts{"7Height"});
  EXPECT_EQ(values(model, "weight", player_page(7)), Texts{"7Weight"});
}

// Tiles of which some are first in their row, some on sale, with numbers of rooms of which every
// page has the common ones, and a page that may be out of stock.
std::string tiles_page(int number) {
  std::string page = std::string("<div class='page ") + (number % 3 != 0 ? "instock" : "") +
                     "'><h1 class=name>List " + std::to_string(number) +
                     "</h1><p class=lead>Lead " + std::to_string(number) + "</p></div><ul>";
  const int tiles = 6 + number % 4;
  for (int i = 0; i < tiles; ++i) {
    const std::string n = std::to_string(number * 10 + i);
    page += std::string("<li class='tile") + (i % 3 == 0 ? " first" : "") +
            (i % 2 == number % 2 ? " sale" : "") + "'><a class=pic href=/t/" + n + ">Tile " + n +
            "</a><b class=name>Tile " + n + "</b><i class=rooms>" +
            std::to_string(1 + i / (1 + number % 3) * number % 23) + " rooms</i></li>";
  }
  return page + "</ul>";
}

TEST(Learn, StatesOfElementsAreNoPlaces) {
  Texts pages;
  for (int i = 1; i <= 24; ++i) pages.push_back(tiles_page(i));
  const TemplateModel model = learn(pages);
  std::size_t lists = 0;
  for (const Slot& slot : model.slots) {
    if (slot.dropped == Dropped::kNo && slot.rule.is_list) ++lists;
  }
  EXPECT_EQ(lists,
            3U);  // the name, of which the text of the link is a copy; the address; the rooms
  ASSERT_NE(column(model, "title"), nullptr);
  EXPECT_EQ(column(model, "title")->pages, 24U);
  ASSERT_NE(column(model, "lead"), nullptr);
  EXPECT_EQ(column(model, "lead")->pages, 24U);
}

TEST(Learn, AValueThatEveryPageHasSomewhereIsAValue) {
  Texts pages;
  for (int i = 1; i <= 24; ++i) pages.push_back(tiles_page(i));
  const TemplateModel model = learn(pages);
  ASSERT_NE(column(model, "rooms"), nullptr);
  const Texts rooms = values(model, "rooms", tiles_page(5));
  EXPECT_EQ(rooms,
            (Texts{"1 rooms", "1 rooms", "1 rooms", "6 rooms", "6 rooms", "6 rooms", "11 rooms"}));
  EXPECT_EQ(values(model, "rooms", tiles_page(4)).size(), 6U);
}

// Teams of a match stand beside each other in each row: their class names tell who is who.
TEST(Learn, PartsToPlayAreNoStates) {
  Texts pages;
  for (int p = 1; p <= 20; ++p) {
    std::string page = "<table>";
    for (int i = 0; i < 3 + p % 3; ++i) {
      const std::string n = std::to_string(p * 10 + i);
      page += "<tr><td class='team home'><img src=/h" + n + "><a href=/h/" + n + ">Home " + n +
              "</a></td><td class='team away'><img src=/a" + n + "><a href=/a/" + n + ">Away " + n +
              "</a></td></tr>";
    }
    pages.push_back(page + "</table>");
  }
  const TemplateModel model = learn(pages);
  std::size_t texts = 0;
  for (const Slot& slot : model.slots) {
    if (slot.dropped == Dropped::kNo && slot.source == Source::kText) ++texts;
  }
  EXPECT_EQ(texts, 2U);
}

TEST(Learn, LabelsThatVaryAreNoColumns) {
  Texts pages;
  for (int i = 1; i <= 20; ++i) {
    pages.push_back("<h1>House " + std::to_string(i) + "</h1><p><b class=what>" +
                    (i % 2 == 0 ? "Room:" : "Rooms:") + "</b><span class=rooms>" +
                    std::to_string(i) + "</span></p>");
  }
  const TemplateModel model = learn(pages);
  EXPECT_EQ(column(model, "what"), nullptr);
  EXPECT_NE(column(model, "rooms"), nullptr);
}

// What stands before the value is one of two regions, each on a part of the pages.
TEST(Learn, ACategoryIsNotTheNameOfWhatFollows) {
  const auto pages_with = [](std::string_view before, std::string_view other) {
    Texts pages;
    for (int i = 1; i <= 20; ++i) {
      pages.push_back("<h1>House " + std::to_string(i) + "</h1><p><b>" +
                      std::string(i % 3 == 0 ? other : before) + "</b> <span class=rooms>" +
                      std::to_string(i) + "</span></p>");
    }
    return pages;
  };
  const TemplateModel regions = learn(pages_with("South", "North"));
  EXPECT_EQ(column(regions, "south"), nullptr);
  EXPECT_NE(column(regions, "rooms"), nullptr);
  const TemplateModel labelled = learn(pages_with("Bedrooms", "Bedrooms"));
  EXPECT_NE(column(labelled, "bedrooms"), nullptr) << "the same text on all pages is a label";
}

TEST(NearLabel, BelongsToWhatStandsBesideIt) {
  const auto is_near = [](std::string_view html, std::string_view label, std::string_view text) {
    const PageNodes page = nodes_of(html);
    std::uint32_t at = kNone;
    for (std::uint32_t i = 0; i < page.texts.size(); ++i) {
      if (page.text(page.texts[i]) == label) at = i;
      if (page.text(page.texts[i]) == text) return is_near_label(page, at, i);
    }
    ADD_FAILURE() << text;
    return false;
  };
  EXPECT_TRUE(is_near("<table><tr><th>Price</th><td>$1</td></tr></table>", "Price", "$1"));
  EXPECT_TRUE(is_near("<dl><dt>Price<dd><b>$1</b></dl>", "Price", "$1"));
  EXPECT_TRUE(is_near("<p><b>Price</b> : $1</p>", "Price", ": $1"));
  EXPECT_TRUE(is_near("<div><div><span>Price</span></div><div><i>from</i> <b>$1</b></div></div>",
                      "Price", "$1"));
  EXPECT_FALSE(is_near("<ul><li>Home</li><li>Offers</li></ul><p>$1</p>", "Offers", "$1"));
  EXPECT_FALSE(is_near("<ul><li>Home</li></ul><h1>Pan</h1><p>$1</p>", "Home", "$1"));
  EXPECT_FALSE(
      is_near("<h3>Facts</h3><div><div><div><div>$1</div></div></div></div>", "Facts", "$1"));
}

TEST(Learn, ConstantPartsAreNoColumns) {
  const TemplateModel model = learn(shop(30));
  for (const Slot& slot : model.slots) {
    if (slot.dropped != Dropped::kNo) continue;
    for (const std::string& example : slot.examples) {
      EXPECT_NE(example, "Home");
      EXPECT_NE(example, "On sale");
      EXPECT_NE(example, "All rights reserved");
    }
  }
}

TEST(Learn, AttributesAreColumns) {
  const TemplateModel model = learn(shop(30));
  EXPECT_EQ(values(model, "photo_image", shop_page(5)), Texts{"/img/5.jpg"});
  ASSERT_NE(column(model, "photo_image"), nullptr);
  EXPECT_EQ(column(model, "photo_image")->type, ValueType::kImage);
}

TEST(Learn, CopiesAreDropped) {
  Texts pages;
  for (int i = 0; i < 10; ++i) {
    const std::string n = std::to_string(i * 7 + 1);
    pages.push_back("<h1>Name " + n + "</h1><p>x<div class=crumb>Name " + n + "</div>");
  }
  const TemplateModel model = learn(pages);
  std::size_t copies = 0;
  for (const Slot& slot : model.slots) copies += slot.dropped == Dropped::kCopy ? 1U : 0U;
  EXPECT_EQ(copies, 1U);
  EXPECT_NE(column(model, "title"), nullptr);
}

TEST(Learn, ColumnsBeyondTheLimitAreDropped) {
  const TemplateModel model = learn(shop(30), {.most_columns = 3});
  std::size_t kept = 0;
  for (const Slot& slot : model.slots) kept += slot.dropped == Dropped::kNo ? 1U : 0U;
  EXPECT_EQ(kept, 3U);
}

TEST(Learn, PartsOfTheSkeleton) {
  const TemplateModel model = learn(shop(30));
  ASSERT_NE(part(model, "h1"), nullptr);
  EXPECT_EQ(part(model, "h1")->kind, PartKind::kFixed);
  EXPECT_EQ(part(model, "h1")->pages, 30U);
  ASSERT_NE(part(model, "div", ".review"), nullptr);
  EXPECT_EQ(part(model, "div", ".review")->kind, PartKind::kRepeated);
  EXPECT_EQ(part(model, "div", ".review")->pages, 30U);
  EXPECT_GT(part(model, "div", ".review")->instances, 60U);
  // A third of the pages lack it, so its class name is known by its place alone.
  std::size_t rows = 0;
  for (const Part& one : model.parts) {
    if (one.tag != "tr") continue;
    ++rows;
    EXPECT_EQ(one.kind, one.label == "Colour:" ? PartKind::kOptional : PartKind::kFixed)
        << one.label;
  }
  EXPECT_EQ(rows, 3U);
  // Parents come before their children.
  for (std::size_t i = 1; i < model.parts.size(); ++i) EXPECT_LT(model.parts[i].parent, i);
}

TEST(Learn, TextsOfTheSkeleton) {
  const TemplateModel model = learn(shop(30));
  bool has_fixed = false;
  bool has_slot = false;
  for (const Part& one : model.parts) {
    if (!one.is_text) continue;
    if (one.text == "All rights reserved") has_fixed = one.kind == PartKind::kFixed;
    if (one.kind == PartKind::kVarying && one.slot != kNone &&
        model.slots[one.slot].name == "price") {
      has_slot = true;
    }
  }
  EXPECT_TRUE(has_fixed);
  EXPECT_TRUE(has_slot);
}

// A column of one value takes the first. That more stands there is not kept silent.
TEST(Learn, FurtherValuesAtAPlaceOfOneAreCounted) {
  const auto page = [](int number, int authors) {
    std::string html = "<h1>Post " + std::to_string(number) + "</h1>";
    for (int i = 0; i < authors; ++i) {
      html += "<b class=author>Author " + std::to_string(10 * number + i) + "</b>";
    }
    return html + "<p>Imprint</p>";
  };
  Texts pages;
  for (int i = 0; i < 30; ++i) pages.push_back(page(i, i == 7 ? 2 : 1));
  const TemplateModel model = learn(pages);
  ASSERT_NE(column(model, "author"), nullptr);
  EXPECT_FALSE(column(model, "author")->rule.is_list);
  const Applier applier(model);
  Applier::Workspace workspace;
  Applied applied;
  const auto crowded = [&](const std::string& html) {
    applier.apply(nodes_of(html), workspace, applied);
    Texts names;
    for (const std::uint32_t slot : applied.crowded) names.push_back(model.slots[slot].name);
    return names;
  };
  EXPECT_EQ(crowded(pages[6]), Texts());
  EXPECT_EQ(crowded(pages[7]), Texts({"author"}));
  EXPECT_EQ(crowded(page(31, 5)), Texts({"author"}));
  EXPECT_EQ(crowded(page(31, 1) + "<b class=author>Author 310</b>"), Texts()) << "the same again";
}

TEST(Learn, FitTellsHowMuchOfTheTemplateAPageHas) {
  const TemplateModel model = learn(shop(30));
  const Applier applier(model);
  Applier::Workspace workspace;
  Applied applied;
  applier.apply(nodes_of(shop_page(77)), workspace, applied);
  EXPECT_GT(applied.fit, 0.9);
  applier.apply(nodes_of("<p>something else</p>"), workspace, applied);
  EXPECT_LT(applied.fit, 0.1);
}

TEST(Learn, TooFewPagesGiveNoModel) {
  EXPECT_TRUE(learn(shop(1)).empty());
  EXPECT_TRUE(learn(Texts{}).empty());
  EXPECT_FALSE(learn(shop(2)).empty());
}

TEST(Learn, TheSamePagesGiveTheSameModel) {
  EXPECT_EQ(to_bytes(learn(shop(20))), to_bytes(learn(shop(20))));
}

TEST(Learn, OddPagesDoNoHarm) {
  Texts pages = shop(10);
  pages.push_back("");
  pages.push_back(std::string(3000, '<') + "div>");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<div><b>";
  pages.push_back(deep + "x");
  std::string wide;
  for (int i = 0; i < 30000; ++i) wide += "<p>" + std::to_string(i);
  pages.push_back(wide);
  const TemplateModel model = learn(pages);
  EXPECT_EQ(model.pages, 14U);
  EXPECT_EQ(values(model, "title", shop_page(99)), Texts{"Kettle 99"});
  EXPECT_NO_THROW(values(model, "title", wide));
}

TEST(ModelBytes, ComeBackAsTheyWere) {
  const TemplateModel model = learn(shop(20));
  const std::string bytes = to_bytes(model);
  const TemplateModel again = from_bytes(bytes);
  EXPECT_EQ(to_bytes(again), bytes);
  EXPECT_EQ(values(again, "weight", shop_page(99)), Texts{"99 kg"});
}

TEST(ModelBytes, DamageIsFound) {
  const std::string bytes = to_bytes(learn(shop(10)));
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] ^=
        static_cast<char>(1 << random.below(8));
    EXPECT_THROW(from_bytes(damaged), Error);
  }
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    EXPECT_THROW(from_bytes(std::string_view(bytes).substr(0, size)), Error);
  }
}

}  // namespace
}  // namespace pagekin::skeleton
