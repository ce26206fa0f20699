#include "pagekin/report/dendrogram.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/report/dendrogram_rows.h"
#include "pagekin/report/dendrogram_svg.h"

namespace pagekin::report {
namespace {

using Ids = std::vector<std::string>;

std::string written(const Dendrogram& dendrogram, const Clustering& clustering, const Ids& ids,
                    DendrogramFormat format, double cut = 0.7,
                    std::size_t most_rows = kMostDendrogramRows) {
  std::string text;
  write_dendrogram(
      {.dendrogram = &dendrogram,
       .clustering = &clustering,
       .cut = cut,
       .id = [&](PageId page) { return std::string_view(ids[page]); }},
      format, [&](std::string_view bytes) { text += bytes; }, most_rows);
  return text;
}

std::string newick(const Dendrogram& dendrogram, const Ids& ids) {
  return written(dendrogram, dendrogram.cut_at(0.7), ids, DendrogramFormat::kNewick);
}

std::string svg(const Dendrogram& dendrogram, double cut, std::size_t most_rows) {
  Ids ids;
  for (std::size_t i = 0; i < dendrogram.pages(); ++i) ids.push_back("page" + std::to_string(i));
  return written(dendrogram, dendrogram.cut_at(cut), ids, DendrogramFormat::kSvg, cut, most_rows);
}

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

// n pages; each is merged with all pages before it.
Dendrogram chain(std::uint32_t pages) {
  std::vector<Link> links;
  for (std::uint32_t page = 1; page < pages; ++page) {
    links.push_back({page - 1, page, 1 - static_cast<float>(page) / static_cast<float>(pages)});
  }
  return Dendrogram(pages, links);
}

TEST(DendrogramFormat, IsKnownByTheEnding) {
  EXPECT_EQ(dendrogram_format_of("a.b/x.nwk"), DendrogramFormat::kNewick);
  EXPECT_EQ(dendrogram_format_of("x.json"), DendrogramFormat::kJson);
  EXPECT_EQ(dendrogram_format_of("x.svg"), DendrogramFormat::kSvg);
  EXPECT_EQ(dendrogram_format_of("x.png"), std::nullopt);
  EXPECT_EQ(dendrogram_format_of("svg"), std::nullopt);
}

TEST(Newick, LengthsAreDifferencesOfDistance) {
  const Dendrogram tree(4, {{1, 2, 0.9F}, {0, 1, 0.7F}, {3, 0, 0.25F}});
  EXPECT_EQ(newick(tree, {"a", "b", "c", "d"}),
            "(('a':0.300000,('b':0.100000,'c':0.100000):0.200000):0.450000,'d':0.750000);\n");
}

TEST(Newick, SeveralRootsHangUnderOneOfSimilarityZero) {
  const Dendrogram forest(4, {{1, 3, 0.75F}});
  EXPECT_EQ(newick(forest, {"a", "b", "c", "d"}),
            "(('b':0.250000,'d':0.250000):0.750000,\n'a':1.000000,\n'c':1.000000);\n");
  EXPECT_EQ(newick(Dendrogram(1), {"a"}), "'a';\n");
}

TEST(Newick, IdsAreInQuotes) {
  EXPECT_EQ(newick(Dendrogram(2, {{0, 1, 1.0F}}), {"it's (a, b):[c];", "http://x/_\t\xff"}),
            "('it''s (a, b):[c];':0.000000,'http://x/_\\t\xef\xbf\xbd':0.000000);\n");
}

TEST(Newick, DeepTreesAreFine) {
  const std::string text = newick(chain(100'000), Ids(100'000, "x"));
  EXPECT_EQ(count_of(text, "("), 99'999U);
  EXPECT_EQ(count_of(text, ")"), 99'999U);
  EXPECT_EQ(count_of(text, "'x'"), 100'000U);
  EXPECT_EQ(text.find(":-"), std::string::npos);
}

TEST(DendrogramJson, HoldsPagesAndMerges) {
  const Dendrogram tree(3, {{1, 2, 0.7F}, {0, 1, 1.0F / 3}});
  const auto json = nlohmann::json::parse(
      written(tree, tree.cut_at(0.5), {"a\"", "b", "\xe4"}, DendrogramFormat::kJson));
  EXPECT_EQ(json.at("pages"), (Ids{"a\"", "b", "\xef\xbf\xbd"}));
  ASSERT_EQ(json.at("merges").size(), 2U);
  EXPECT_EQ(json["merges"][0].dump(), R"({"left":1,"right":2,"similarity":0.7,"size":2})");
  EXPECT_EQ(json["merges"][1]["left"], 0);
  EXPECT_EQ(json["merges"][1]["right"], 3);
  EXPECT_EQ(json["merges"][1]["similarity"].get<float>(), 1.0F / 3);
  EXPECT_EQ(json["merges"][1]["size"], 3);
}

TEST(DendrogramJson, OfOnePage) {
  const auto json =
      nlohmann::json::parse(written(Dendrogram(1), {{0}, 1}, {"a"}, DendrogramFormat::kJson));
  EXPECT_EQ(json.at("pages").size(), 1U);
  EXPECT_TRUE(json.at("merges").empty());
}

TEST(DendrogramRows, LargerBranchesLieAbove) {
  const Dendrogram tree(5, {{3, 4, 0.9F}, {1, 2, 0.8F}, {2, 3, 0.7F}, {0, 1, 0.5F}});
  const DendrogramRows shown = rows_of(tree, 2, 100);
  EXPECT_EQ(shown.rows, (std::vector<std::uint32_t>{1, 2, 3, 4, 0}));
  EXPECT_EQ(shown.places, (std::vector<double>{4, 0, 1, 2, 3, 2.5, 0.5, 1.5, 2.75}));
  EXPECT_EQ(shown.roots, (std::vector<std::uint32_t>{8}));
}

TEST(DendrogramRows, WithTooManyPagesAClusterIsARow) {
  const Dendrogram tree(6, {{0, 1, 0.9F}, {2, 3, 0.8F}, {3, 4, 0.7F}, {4, 5, 0.5F}, {1, 2, 0.2F}});
  EXPECT_EQ(rows_of(tree, 3, 6).rows.size(), 6U);
  EXPECT_EQ(rows_of(tree, 3, 5).rows, (std::vector<std::uint32_t>{8, 5, 6}));  // 2 3 4; 5; 0 1
  EXPECT_EQ(rows_of(tree, 3, 3).rows, (std::vector<std::uint32_t>{8, 5, 6}));
}

TEST(DendrogramRows, WithTooManyClustersLowerMergesAreRows) {
  const Dendrogram tree(6, {{0, 1, 0.9F}, {2, 3, 0.8F}, {3, 4, 0.7F}, {4, 5, 0.5F}, {1, 2, 0.2F}});
  EXPECT_EQ(rows_of(tree, 3, 2).rows, (std::vector<std::uint32_t>{9, 6}));
  EXPECT_EQ(rows_of(tree, 3, 1).rows, (std::vector<std::uint32_t>{10}));
}

TEST(DendrogramRows, OfTooManyTreesTheLargestAreShown) {
  const Dendrogram forest(7, {{5, 6, 0.9F}, {2, 3, 0.8F}, {3, 4, 0.7F}});
  const DendrogramRows shown = rows_of(forest, 3, 3);
  EXPECT_EQ(shown.rows, (std::vector<std::uint32_t>{9, 7, 0}));
  EXPECT_EQ(shown.left_out, 1U);
  EXPECT_EQ(shown.left_out_pages, 1U);
}

TEST(DendrogramSvg, HasALabelAPageAndABranchAMerge) {
  const Dendrogram tree(5, {{3, 4, 0.9F}, {1, 2, 0.8F}, {2, 3, 0.6F}, {0, 1, 0.5F}});
  const std::string text = svg(tree, 0.7, 100);
  for (int page = 0; page < 5; ++page) {
    EXPECT_EQ(count_of(text, ": page" + std::to_string(page) + "<title>"), 1U) << text;
  }
  EXPECT_EQ(count_of(text, "<path"), 5U);  // four merges and the root
  EXPECT_EQ(count_of(text, "<title>similarity"), 4U);
  EXPECT_EQ(count_of(text, "class=\"cut\""), 1U);
  EXPECT_NE(text.find("3 clusters, cut at similarity 0.7"), std::string::npos);
  EXPECT_NE(text.find("<title>similarity 0.800000, cluster 1, 2 pages</title>"), std::string::npos);
  EXPECT_EQ(text, svg(tree, 0.7, 100));
}

TEST(DendrogramSvg, ManyPagesAreDrawnAsClusters) {
  const std::string text = svg(chain(5000), 0.5, 3000);
  EXPECT_NE(text.find("5,000 pages by similarity"), std::string::npos);
  EXPECT_NE(text.find("cluster 1, 2,501 pages: page0"), std::string::npos);
  EXPECT_EQ(count_of(text, "<text x="), 2500U);
  const std::string few = svg(chain(5000), 0.5, 10);
  EXPECT_EQ(count_of(few, "<text x="), 10U);
  EXPECT_NE(few.find(">4,991 pages: page0<title>"), std::string::npos);
}

TEST(DendrogramSvg, SaysWhatItLeavesOut) {
  EXPECT_NE(svg(Dendrogram(20), 0.5, 10).find("10 smaller trees of 10 pages not shown"),
            std::string::npos);
}

TEST(DendrogramSvg, OddIdsDoNoHarm) {
  const std::string text =
      written(Dendrogram(2, {{0, 1, 1.0F}}), {{0, 0}, 1},
              {"<script>&\"'\x01\n", std::string(5000, 'x') + "\xff"}, DendrogramFormat::kSvg);
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;&amp;"), std::string::npos);
  EXPECT_EQ(text.find('\x01'), std::string::npos);
  EXPECT_EQ(svg(Dendrogram(1), 0.7, 9).find("nan"), std::string::npos);
  EXPECT_EQ(svg(Dendrogram(3, {{0, 1, 1.0F}, {1, 2, 1.0F}}), 1, 9).find("nan"), std::string::npos);
}

TEST(DendrogramSvg, LabelsAreShortenedFromTheMiddle) {
  EXPECT_EQ(shortened_from_the_middle("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened_from_the_middle("abcdefg", 6),
            "ab\xe2\x80\xa6"
            "efg");
  EXPECT_EQ(shortened_from_the_middle("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", 3),
            "\xc3\xa4\xe2\x80\xa6\xc3\x9f");
}

}  // namespace
}  // namespace pagekin::report
