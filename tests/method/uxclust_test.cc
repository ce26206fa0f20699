// contract/method_contract_test.cc checks what every method promises. This file tests the
// clusters that links make.
#include "reference/uxclust.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/random.h"
#include "pagekin/method/method.h"

#include "support/rounds.h"

namespace pagekin::method {
namespace {

using reference::LinkedPage;

// ---- Against the slow reference.

constexpr std::uint32_t kMostPages = 40;

LinkedPage random_linked_page(Random& random, std::uint32_t number, std::uint32_t pages) {
  constexpr std::uint32_t kTemplates = 4;
  const auto name = [](std::uint32_t n) { return std::string(1 + n % 3, 'p') + std::to_string(n); };
  LinkedPage page{.id = name(number), .address = name(number)};
  if (random.chance(0.1)) page.address = name(random.below(pages));  // of another page
  for (std::uint32_t i = random.below(6); i > 0; --i) {
    page.links.emplace_back(name(random.below(pages + 3)),
                            "x" + std::to_string(random.below(1 + pages / 4)));
  }
  const std::uint32_t made_from = random.below(kTemplates);
  for (std::uint32_t path = 0; path < 8; ++path) {
    if (random.chance(0.9)) page.paths.insert(mix(10 * made_from + path));
  }
  page.fingerprint = {0,
                      1,
                      2,
                      3,
                      static_cast<std::uint8_t>(2 * made_from),
                      static_cast<std::uint8_t>(3 * made_from)};
  for (std::uint32_t edits = random.below(3); edits > 0; --edits) {
    page.fingerprint[random.below(6)] = static_cast<std::uint8_t>(random.below(4));
  }
  if (random.chance(0.1)) page.fingerprint.resize(random.below(6));
  return page;
}

std::vector<LinkedPage> random_site(Random& random) {
  std::vector<LinkedPage> pages;
  const std::uint32_t count = 1 + random.below(kMostPages);
  for (std::uint32_t i = 0; i < count; ++i) pages.push_back(random_linked_page(random, i, count));
  if (random.chance(0.5)) pages.push_back(pages.front());  // once more
  for (LinkedPage& page : pages) {  // as extracted: only the first link to an address counts
    std::set<std::string> known{page.address};
    std::erase_if(page.links, [&](const auto& link) { return !known.insert(link.first).second; });
  }
  return pages;
}

features::Features features_of(const LinkedPage& page) {
  features::Features features{.fingerprint = page.fingerprint};
  features.page_id = page.id;
  features.address = hash_bytes(page.address);
  for (const auto& [address, xpath] : page.links) {
    features.link_xpaths.push_back({hash_bytes(address), hash_bytes(xpath, 1)});
  }
  features.leaf_paths.assign(page.paths.begin(), page.paths.end());
  return features;
}

Clustering clusters_of(const std::vector<LinkedPage>& pages, const std::string& spec,
                       unsigned threads = 1) {
  const auto method = make(spec);
  for (const LinkedPage& page : pages) method->add(features_of(page));
  return method->finish({.threads = threads, .check = threads > 1}).clusters;
}

XpathOptions random_options(Random& random) {
  return {.cut_off = 1 + random.below(6),
          .samples = 1 + random.below(6),
          .occurrence = random.below(8) * 0.1,
          .similar = random.below(11) * 0.1,
          .seed = random.below(100),
          .verify = static_cast<Verify>(random.below(3)),
          .drop_small = random.chance(0.3)};
}

std::string spec_of(const XpathOptions& options) {
  constexpr std::string_view verify[] = {"off", "samples", "all"};
  return fmt::format(
      "uxclust:cut_off={},samples={},occurrence={:.1f},similar={:.1f},seed={},verify={},"
      "drop_small={}",
      options.cut_off, options.samples, options.occurrence, options.similar, options.seed,
      verify[static_cast<std::size_t>(options.verify)], options.drop_small);
}

TEST(Uxclust, IsWhatTheDefinitionSays) {
  std::set<int> counts;
  for (std::uint64_t seed = 0; seed < test::rounds(600U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::vector<LinkedPage> pages = random_site(random);
    const XpathOptions options = random_options(random);
    const Clustering expected = reference::uxclust(pages, options);
    counts.insert(expected.cluster_count);
    ASSERT_EQ(clusters_of(pages, spec_of(options)), expected) << spec_of(options);
  }
  EXPECT_GT(counts.size(), 10U);  // the results vary
}

TEST(Uxclust, NeitherTheOrderOfPagesNorTheNumberOfThreadsMatters) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::vector<LinkedPage> pages = random_site(random);
    const std::string spec = spec_of(random_options(random));
    std::vector<std::size_t> order(pages.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    std::vector<LinkedPage> shuffled;
    for (const std::size_t i : order) shuffled.push_back(pages[i]);
    const Clustering found = clusters_of(shuffled, spec, 3);
    std::vector<int> labels(pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) labels[order[i]] = found.labels[i];
    ASSERT_EQ(canonical(labels), clusters_of(pages, spec)) << spec;
  }
}

// ---- On pages of HTML.

struct HtmlPage {
  std::string id;
  std::string body;
};

struct Made {
  std::vector<int> labels;
  std::string report;
};

Made run(const std::vector<HtmlPage>& pages, std::string_view spec, std::string_view measure = {}) {
  const auto method = make(spec, measure);
  for (const HtmlPage& page : pages) {
    method->add(features::extract(Page{.id = page.id, .body = page.body}, method->needs()));
  }
  MethodResult result = method->finish();
  return {std::move(result.clusters.labels), std::move(result.report)};
}

// A shop. On the home page, a menu leads to categories and a list to news. Categories list
// their products. All products are of one template, and so are all categories.
std::vector<HtmlPage> shop(int categories = 3, int products = 4) {
  std::vector<HtmlPage> pages;
  std::string home = "<body class=home><div><ul>";
  for (int c = 0; c < categories; ++c) home += fmt::format("<li><a href=/c{}/>c</a></li>", c);
  home += "</ul></div><div><p><a href=news.html>n</a></p></div>";
  pages.push_back({"https://shop.example/", home});
  pages.push_back(
      {"https://shop.example/news.html", "<body class=news><article><h1>n</h1></article>"});
  for (int c = 0; c < categories; ++c) {
    std::string list = "<body class=list><h1>c</h1><table>";
    for (int p = 0; p < products; ++p) {
      list += fmt::format("<tr><td><a href=p{}.html>p</a></td></tr>", p);
      pages.push_back(
          {fmt::format("https://shop.example/c{}/p{}.html", c, p),
           "<body class=product><dl><dt>price</dt><dd>1</dd></dl><form><input><select></select>"});
    }
    pages.push_back({fmt::format("https://shop.example/c{}/index.html", c), list + "</table>"});
  }
  return pages;
}

std::vector<std::string> ids_with(const std::vector<HtmlPage>& pages, const Made& made,
                                  std::string_view id) {
  int label = -2;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].id == id) label = made.labels[i];
  }
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (made.labels[i] == label) ids.push_back(pages[i].id.substr(20));
  }
  return ids;
}

using Ids = std::vector<std::string>;

TEST(Uxclust, ClustersAShopByItsLinks) {
  const std::vector<HtmlPage> pages = shop();
  const Made made = run(pages, "uxclust:cut_off=2");
  // Products are reached at tr[1] to tr[4], categories at li[1] to li[3]: groups of three
  // and of one page.
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c0/p0.html").size(), 12U);
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/news.html"), Ids{"/news.html"});
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/"), Ids{"/"});
  EXPECT_NE(made.report.find("groups      8 by XPath; of 2 pages or more: 4 with 12 pages\n"),
            std::string::npos)
      << made.report;
}

TEST(Uxclust, TheCutOffIsScaledToTheCrawl) {
  EXPECT_EQ(scaled_cut_off(600, 1), 1u);
  EXPECT_EQ(scaled_cut_off(1529, 1), 1u);
  EXPECT_EQ(scaled_cut_off(1531, 1), 2u);
  EXPECT_EQ(scaled_cut_off(76'503, 1), 100u);
  EXPECT_EQ(scaled_cut_off(10'000'000, 1), 100u) << "as in the paper";
  EXPECT_EQ(scaled_cut_off(76'503, 50), 2u) << "many small sites are no large one";
  EXPECT_EQ(scaled_cut_off(0, 0), 1u);

  const std::vector<HtmlPage> pages = shop();
  const Made made = run(pages, "uxclust");
  EXPECT_EQ(made.labels, run(pages, "uxclust:cut_off=1").labels);
  EXPECT_NE(made.report.find("of 1 page or more"), std::string::npos) << made.report;
}

TEST(Uxclust, SmallGroupsAreNotMergedWithEachOther) {
  const std::vector<HtmlPage> pages = shop();
  const Made made = run(pages, "uxclust:cut_off=4");  // no group is that large
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c0/p0.html"),
            (Ids{"/c0/p0.html", "/c1/p0.html", "/c2/p0.html"}));
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c1/index.html"), Ids{"/c1/index.html"});
}

TEST(Uxclust, SmallGroupsJoinTheClusterTheyAreLike) {
  std::vector<HtmlPage> pages = shop();
  pages.push_back({"https://shop.example/new-product.html", pages[2].body});  // not linked
  const Made made = run(pages, "uxclust:cut_off=3");
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/new-product.html").size(), 13U);
}

TEST(Uxclust, DroppedSmallGroupsAreLeftOut) {
  const std::vector<HtmlPage> pages = shop();
  const Made made = run(pages, "uxclust:cut_off=3,drop_small=true");
  EXPECT_EQ(made.labels[0], kLeftOut);
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c0/p0.html").size(), 12U);
  EXPECT_EQ(std::ranges::count(made.labels, kLeftOut), 5);
}

HtmlPage& page_of(std::vector<HtmlPage>& pages, std::string_view id) {
  return *std::ranges::find(pages, id, &HtmlPage::id);
}

TEST(Uxclust, SplitsOffPagesThatAreNotWhatTheirGroupIs) {
  std::vector<HtmlPage> pages = shop(9, 2);
  page_of(pages, "https://shop.example/c1/p0.html").body =
      "<body><p>x<h2>Sorry</h2><blockquote><b>no</b></blockquote><hr>";
  for (const std::string_view verify : {"samples", "all"}) {
    const Made made = run(pages, fmt::format("uxclust:cut_off=2,samples=9,verify={}", verify));
    EXPECT_EQ(ids_with(pages, made, "https://shop.example/c1/p0.html"), Ids{"/c1/p0.html"});
    EXPECT_EQ(ids_with(pages, made, "https://shop.example/c1/p1.html").size(), 17U);
    EXPECT_NE(made.report.find("            https://shop.example/c1/p0.html\n"), std::string::npos)
        << made.report;
  }
  const Made made = run(pages, "uxclust:cut_off=2");
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c1/p0.html").size(), 18U);
  EXPECT_EQ(made.report.find("verify"), std::string::npos);
}

TEST(Uxclust, AQuietRedirectIsPutWhereItBelongs) {
  std::vector<HtmlPage> pages = shop(9, 2);
  page_of(pages, "https://shop.example/c1/p0.html").body =
      page_of(pages, "https://shop.example/c0/index.html").body;
  const Made made = run(pages, "uxclust:cut_off=1,verify=all");
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c1/p0.html").size(), 10U);
  EXPECT_EQ(ids_with(pages, made, "https://shop.example/c0/index.html").size(), 10U);
}

TEST(Uxclust, TheSeedPageMayBeNamed) {
  // From b the page a is reached at p[1], from the shortest id at p[2].
  const std::vector<HtmlPage> pages = {
      {"s.html", "<p>x</p><p><a href=a1.html>a</a></p><p><a href=b1.html>b</a></p>"},
      {"a1.html", "<p>"},
      {"b1.html", "<p><a href=a1.html>a</a></p><p>x</p><p><a href=c1.html>a</a></p>"},
      {"c1.html", "<p>"}};
  EXPECT_EQ(run(pages, "uxclust:cut_off=100").labels, (std::vector<int>{0, 1, 2, 2}));
  EXPECT_EQ(run(pages, "uxclust:cut_off=100,seed_page=b1.html").labels,
            (std::vector<int>{0, 1, 2, 3}));
  EXPECT_THROW(run(pages, "uxclust:seed_page=d1.html"), Error);
}

TEST(Uxclust, TheSameXPathOfAnotherSiteIsAnotherGroup) {
  std::vector<HtmlPage> pages;
  for (const std::string_view host : {"a.example", "b.example"}) {
    pages.push_back({fmt::format("https://{}/", host), "<body><p><a href=/one>1</a>"});
    pages.push_back({fmt::format("https://{}/one", host), "<body><i>"});
  }
  pages[0].body += "<p><a href=//b.example/one>elsewhere</a>";  // leads to another site
  EXPECT_EQ(run(pages, "uxclust:cut_off=100").labels, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(run(pages, "uxclust:cut_off=1").labels, (std::vector<int>{0, 1, 0, 1}));
}

TEST(Uxclust, TakesMeasuresOfSetsAndNoOthers) {
  const std::vector<HtmlPage> pages = shop();
  for (const auto* measure : {"style", "pq_gram", "tag_shingles", "tree_paths", "path_jaccard",
                              "path_cosine:prune=false", "common_path_shingles:shingle=2"}) {
    const Made made = run(pages, "uxclust:cut_off=2", measure);
    EXPECT_EQ(ids_with(pages, made, "https://shop.example/c0/p0.html").size(), 12U) << measure;
  }
  for (const auto* measure : {"ted", "fingerprint", "md5", "tag_vector", "structure_style"}) {
    EXPECT_THROW(make("uxclust", measure), Error) << measure;
  }
}

}  // namespace
}  // namespace pagekin::method
