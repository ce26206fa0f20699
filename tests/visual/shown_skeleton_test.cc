#include "pagekin/visual/shown_skeleton.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/clustering/template_models.h"
#include "pagekin/comparing/diff_crawls.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/visual/run_report.h"

#include "support/temp_dir.h"

namespace pagekin::visual {
namespace {

using nlohmann::json;
using skeleton::PartKind;

std::vector<skeleton::Part> parts_of(const std::vector<std::string>& pages) {
  skeleton::Learner learner;
  for (const std::string& body : pages) {
    skeleton::PageNodes nodes;
    reading::ExtractionNotes notes;
    clustering::read_page_nodes({.id = "http://a.test/", .body = body, .charset = "utf-8"},
                                skeleton::kLearnLimits, nodes, notes);
    learner.add(std::move(nodes));
  }
  return learner.finish().parts;
}

const ShownPart* find_part(const ShownPart& part, const std::string& label) {
  if (part.label == label) return &part;
  for (const ShownPart& child : part.children) {
    if (const ShownPart* const found = find_part(child, label)) return found;
  }
  return nullptr;
}

TEST(ShownSkeleton, HasElementsWithTheirTextsBelowTheBody) {
  const ShownSkeleton found = shown_skeleton(parts_of(
      {"<title>1</title><body><header>Shop</header><h1>Kettle</h1><ul class=x><li>a<li>b<li>c</ul>"
       "<p class=sale>sale</p>",
       "<title>2</title><body><header>Shop</header><h1>Pan</h1><ul class=x><li>d</ul>",
       "<title>3</title><body><header>Shop</header><h1>Pot</h1><ul class=x><li>e<li>f</ul>"}));
  ASSERT_EQ(found.root.label, "body");
  EXPECT_EQ(found.root.pages, 3U);
  EXPECT_EQ(found.left_out, 0U);
  ASSERT_NE(find_part(found.root, "header"), nullptr);
  EXPECT_EQ(find_part(found.root, "header")->kind, PartKind::kFixed);
  EXPECT_EQ(find_part(found.root, "header")->text, "Shop");
  EXPECT_TRUE(find_part(found.root, "header")->children.empty());
  ASSERT_NE(find_part(found.root, "h1"), nullptr);
  EXPECT_EQ(find_part(found.root, "h1")->kind, PartKind::kVarying);
  ASSERT_NE(find_part(found.root, "p"), nullptr);  // one page in three has its class
  EXPECT_EQ(find_part(found.root, "p")->kind, PartKind::kOptional);
  EXPECT_EQ(find_part(found.root, "p")->pages, 1U);
  ASSERT_NE(find_part(found.root, "ul.x"), nullptr);
  const ShownPart* const item = find_part(found.root, "li");
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(item->kind, PartKind::kRepeated);
  EXPECT_EQ(item->least, 1U);
  EXPECT_EQ(item->most, 3U);
  EXPECT_EQ(find_part(found.root, "title"), nullptr);
}

TEST(ShownSkeleton, KeepsTheOrderOfThePage) {
  const ShownSkeleton found = shown_skeleton(
      parts_of({"<body><nav>n</nav><main>m</main><footer>f</footer>",
                "<body><nav>n</nav><aside>a</aside><main>m</main><footer>f</footer>"}));
  std::vector<std::string> labels;
  for (const ShownPart& part : found.root.children) labels.push_back(part.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"nav", "aside", "main", "footer"}));
}

TEST(ShownSkeleton, LeavesOutRareAndDeepPartsFirst) {
  std::vector<std::string> pages;
  for (int i = 0; i < 10; ++i) {
    pages.push_back("<body><main>x</main>");
    if (i == 0) pages.back() += "<div><div><div><section>deep</section></div></div></div>";
  }
  const ShownSkeleton found = shown_skeleton(parts_of(pages), 3);
  EXPECT_EQ(found.parts, 3U);
  EXPECT_EQ(found.left_out, 3U);  // two of the divs, and the section
  EXPECT_NE(find_part(found.root, "main"), nullptr);
  EXPECT_EQ(find_part(found.root, "section"), nullptr);
}

TEST(ShownSkeleton, TextsBesideElementsArePartsOfTheirOwn) {
  const ShownSkeleton found = shown_skeleton(
      parts_of({"<body><p>Price: <b>1</b> only</p>", "<body><p>Price: <b>2</b> only</p>"}));
  const ShownPart* const paragraph = find_part(found.root, "p");
  ASSERT_NE(paragraph, nullptr);
  std::vector<std::string> labels;
  for (const ShownPart& part : paragraph->children) labels.push_back(part.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"text", "b", "text"}));
}

// What both sides of a comparison show, by the words of the new side.
TEST(ShownSkeleton, BothSidesOfAComparisonHaveTheirs) {
  const test::TempDir folder;
  for (const bool is_new : {false, true}) {
    for (int i = 0; i < 12; ++i) {
      const std::string n = std::to_string(i);
      folder.write((is_new ? "new/" : "old/") + n + ".html",
                   "<body class=shop><main><h1>Item " + n + "</h1><p class=about>About " + n +
                       " and more</p></main>" +
                       (is_new ? "<section class=reviews><h2>Reviews</h2></section>" : ""));
    }
  }
  const std::vector<std::string> before = {(folder.path() / "old").string()};
  const std::vector<std::string> now = {(folder.path() / "new").string()};
  const comparing::CrawlDiff diff = comparing::diff_crawls({.before = before, .now = now});
  const ReportTexts texts =
      make_report({}, comparison_of(diff), before, now, {.title = "test"}, nullptr);
  const json rows = json::parse(texts.data)["rows"];
  std::string old_side;
  std::string new_side;
  for (const json& row : rows) {
    if (!row["old"].is_null()) old_side += row["old"]["skeleton"].dump();
    if (!row["now"].is_null()) new_side += row["now"]["skeleton"].dump();
  }
  EXPECT_NE(old_side.find("p.about"), std::string::npos) << old_side;
  EXPECT_EQ(old_side.find("section.reviews"), std::string::npos) << old_side;
  EXPECT_NE(new_side.find("section.reviews"), std::string::npos) << new_side;
  EXPECT_NE(new_side.find("\"pages\":12"), std::string::npos) << new_side;
}

}  // namespace
}  // namespace pagekin::visual
