#include "pagekin/maintext/metadata.h"

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/maintext/element_roles.h"

namespace pagekin::maintext {
namespace {

Metadata metadata_of(std::string_view html) {
  dom::Builder builder;
  const dom::Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
  skeleton::PageNodes nodes;
  skeleton::read_nodes(tree, {}, nodes);
  return read_metadata(tree, nodes, read_element_roles(tree, nodes));
}

TEST(Metadata, FromMetaElements) {
  const Metadata page = metadata_of(
      "<html lang=' en-GB'><title>A &amp; B</title><meta name=Author content='Ann Lee'>"
      "<meta property=article:published_time content=2024-05-01>"
      "<link rel='nofollow canonical' href='/a?b=1&amp;c=2'>");
  EXPECT_EQ(page.title, "A & B");
  EXPECT_EQ(page.author, "Ann Lee");
  EXPECT_EQ(page.date, "2024-05-01");
  EXPECT_EQ(page.language, "en-GB");
  EXPECT_EQ(page.address, "/a?b=1&c=2");
}

TEST(Metadata, FromJsonLd) {
  const Metadata page = metadata_of(
      "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"@type\":\"Person\","
      "\"name\":\"Ann Lee\"},\"datePublished\":\"2024-05-02\"}</script>");
  EXPECT_EQ(page.author, "Ann Lee");
  EXPECT_EQ(page.date, "2024-05-02");
}

TEST(Metadata, FromTheText) {
  const Metadata page = metadata_of(
      "<meta name=author content='https://example.org/ann'><h1>Head</h1><a rel=author "
      "href=/ann>Ann "
      "Lee</a><time datetime=2024-05-03>May</time><meta property=og:locale content=de_AT>");
  EXPECT_EQ(page.title, "Head");
  EXPECT_EQ(page.author, "Ann Lee");
  EXPECT_EQ(page.date, "2024-05-03");
  EXPECT_EQ(page.language, "de-AT");
  EXPECT_EQ(page.address, "");
}

TEST(Metadata, ADateOfAnotherItemIsPassedOver) {
  const std::string own = "<h1>Head</h1><time datetime=2024-05-03>May</time><p>Text</p>";
  for (const char* other : {"<aside>Related <time datetime=2020-01-01>x</time></aside>",
                            "<div class=comments><time datetime=2020-01-01>x</time></div>",
                            "<div class=popular><i itemprop=datePublished content=2020-01-01>x</i>"
                            "</div>"}) {
    EXPECT_EQ(metadata_of(other + own).date, "2024-05-03") << other;
    EXPECT_EQ(metadata_of(own + other).date, "2024-05-03") << other;
    EXPECT_EQ(metadata_of("<h1>Head</h1>" + std::string(other)).date, "") << other;
  }
  EXPECT_EQ(metadata_of("<article><h1>Head</h1><footer><time datetime=2024-05-03>May</time>").date,
            "2024-05-03")
      << "the footer of an article";
  EXPECT_EQ(metadata_of("<form>" + own + "</form>").date, "2024-05-03") << "around the title";
}

TEST(Metadata, TheDateNearestToTheTitle) {
  const std::string list = "<ul><li><time datetime=2020-01-01>x</time><li>y<li>z</ul>";
  EXPECT_EQ(metadata_of(list + "<h1>Head</h1><p><time datetime=2024-05-03>May</time>").date,
            "2024-05-03");
  EXPECT_EQ(metadata_of("<time datetime=2024-05-03>May</time><h1>Head</h1><p>Text" + list).date,
            "2024-05-03");
  EXPECT_EQ(metadata_of("<h1>Head</h1><time datetime=2020-01-01>x</time><p>Text<p>"
                        "<time itemprop=datePublished datetime=2024-05-03>May</time>")
                .date,
            "2024-05-03")
      << "a declared one";
}

TEST(Metadata, APageMaySayNothing) {
  const Metadata page = metadata_of("<p>text");
  EXPECT_EQ(page.title + page.author + page.date + page.language + page.address, "");
}

}  // namespace
}  // namespace pagekin::maintext
