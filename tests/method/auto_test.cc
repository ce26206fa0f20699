// contract/method_contract_test.cc checks what every method promises, the tests of
// templates/ check how templates are learned. This file tests the method itself
// (auto_method in methods.inc).
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/page.h"
#include "pagekin/features/features.h"
#include "pagekin/method/method.h"
#include "pagekin/templates/hints.h"

namespace pagekin::method {
namespace {

struct TestPage {
  std::string id;
  std::string body;
};

features::Features features_for(const TestPage& page, const Method& method) {
  return features::extract({.id = page.id, .body = page.body}, method.needs());
}

Clustering cluster_by_auto(const std::vector<TestPage>& pages, std::string_view spec = "auto") {
  const auto method = make(spec);
  for (const TestPage& page : pages) method->add(features_for(page, *method));
  return method->finish().clusters;
}

// A shop: products and lists, with optional parts.
std::vector<TestPage> shop_pages(const std::string& host, int pages,
                                 std::string_view name = "Shop") {
  std::vector<TestPage> made;
  for (int i = 0; i < pages; ++i) {
    const std::string number = std::to_string(i);
    std::string body = "<title>" + std::string(name) + "</title><body><div class=top><a href=/>" +
                       std::string(name) + "</a><ul class=menu><li>Home<li>Help</ul></div>";
    if (i % 2 == 0) {
      body += "<div class=product id=p" + number + "><h1>Thing number " + number +
              "</h1><table class=facts><tr><th>Price<td>" + number + "</table><p class=buy>Buy";
      if (i % 4 == 0) body += "<div class=reviews><h2>Reviews</h2><p>Fine</div>";
      body += "</div>";
    } else {
      body += "<ol class=results>";
      for (int k = 0; k <= i % 7; ++k) body += "<li class=hit><a href=x>Item</a>";
      body += "</ol><form class=filter><input name=q><button>Search</button></form>";
    }
    made.push_back({"https://" + host + (i % 2 == 0 ? "/p/" : "/list/") + number,
                    body + "<div class=foot><a href=/imprint>Imprint</a></div>"});
  }
  return made;
}

TEST(AutoMethod, NeedsNothingToBeChosen) {
  const Clustering clusters = cluster_by_auto(shop_pages("a.example", 40));
  EXPECT_EQ(clusters.cluster_count, 2);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(clusters.labels[i], static_cast<int>(i % 2));
}

TEST(AutoMethod, ContentAloneDoesNotReadAddresses) {
  std::vector<TestPage> pages = shop_pages("a.example", 40);
  const Clustering by_address = cluster_by_auto(pages, "auto:evidence=content");
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].id = "https://a.example/" + std::to_string(i * 7919 % 101);
  }
  EXPECT_EQ(cluster_by_auto(pages, "auto:evidence=content"), by_address);
  EXPECT_THROW(make("auto:evidence=some"), Error);
}

TEST(AutoMethod, OneProgramOnTwoSitesIsOneTemplateEach) {
  std::vector<TestPage> pages = shop_pages("a.example", 40);
  const std::vector<TestPage> other = shop_pages("b.example", 40);
  pages.insert(pages.end(), other.begin(), other.end());
  EXPECT_EQ(cluster_by_auto(pages).cluster_count, 2);
}

TEST(AutoMethod, SitesWithNothingInCommonStayApart) {
  std::vector<TestPage> pages = shop_pages("a.example", 40);
  for (int i = 0; i < 10; ++i) {
    pages.push_back({"https://b.example/" + std::to_string(i),
                     "<body><article><header><h2>N</h2></header><section><blockquote>Q"
                     "</blockquote></section><footer><nav><b>x</b></nav></footer></article>"});
  }
  const Clustering clusters = cluster_by_auto(pages);
  EXPECT_EQ(clusters.cluster_count, 3);
  EXPECT_EQ(clusters.labels.back(), 2);
}

TEST(AutoMethod, GoesOnWhereAnotherRunEnded) {
  std::vector<TestPage> pages = shop_pages("a.example", 60);
  const std::vector<TestPage> other = shop_pages("b.example", 30);
  pages.insert(pages.begin() + 20, other.begin(), other.end());
  const Clustering at_once = cluster_by_auto(pages);

  std::string saved;
  for (std::size_t begin = 0; begin < pages.size(); begin += 30) {
    const auto method = make("auto");
    if (begin > 0) {
      EXPECT_EQ(method->persistent()->load(saved), begin);
    }
    for (std::size_t i = begin; i < begin + 30; ++i) method->add(features_for(pages[i], *method));
    if (begin + 30 == pages.size()) {
      EXPECT_EQ(method->finish().clusters, at_once);
    }
    saved.clear();
    method->persistent()->save([&](std::string_view piece) { saved += piece; });
  }
}

TEST(AutoMethod, RefusesWhatAnotherRunDidNotSave) {
  const auto method = make("auto");
  for (const TestPage& page : shop_pages("a.example", 10)) method->add(features_for(page, *method));
  std::string saved;
  method->persistent()->save([&](std::string_view piece) { saved += piece; });
  EXPECT_THROW(make("auto:evidence=content")->persistent()->load(saved), Error);
  EXPECT_THROW(make("auto")->persistent()->load(saved + "x"), Error);
  for (std::size_t size = 0; size < saved.size(); size += 61) {
    EXPECT_THROW(make("auto")->persistent()->load(saved.substr(0, size)), Error) << size;
  }
  std::string wrong = saved;
  wrong.back() = 77;  // a page that refers to no stored page
  EXPECT_THROW(make("auto")->persistent()->load(wrong), Error);
}

TEST(AutoMethod, AnIndexKeepsHintsAndVariants) {
  const std::vector<TestPage> pages = shop_pages("a.example", 60);
  std::string saved;
  std::vector<std::uint32_t> variants;
  {
    const auto method = make("auto");
    for (std::size_t i = 0; i < 40; ++i) method->add(features_for(pages[i], *method));
    templates::Hints hints;
    hints.add_name(0, "with reviews");
    hints.add_name(2, "without reviews");
    const MethodResult result = method->finish({.hints = &hints});
    const Clustering& clusters = result.clusters;
    EXPECT_NE(clusters.labels[0], clusters.labels[2]);
    EXPECT_EQ(result.hinted_names[static_cast<std::size_t>(clusters.labels[2])], "without reviews");
    variants = result.variants;
    method->persistent()->save([&](std::string_view piece) { saved += piece; });
  }
  const auto method = make("auto");
  method->persistent()->load(saved);
  for (std::size_t i = 40; i < pages.size(); ++i) method->add(features_for(pages[i], *method));
  templates::Hints newer;
  newer.add_name(2, "plain");
  const MethodResult result = method->finish({.hints = &newer});
  const Clustering& clusters = result.clusters;
  EXPECT_NE(clusters.labels[0], clusters.labels[2]);
  const std::vector<std::string>& names = result.hinted_names;
  EXPECT_EQ(names[static_cast<std::size_t>(clusters.labels[0])], "with reviews");
  EXPECT_EQ(names[static_cast<std::size_t>(clusters.labels[2])], "plain")
      << "the newer name counts";
  const std::vector<std::uint32_t>& now = result.variants;
  ASSERT_EQ(now.size(), pages.size());
  EXPECT_EQ(now[0], variants[0]);
  EXPECT_EQ(now[2], variants[2]);
}

TEST(AutoMethod, HintsHoldOverSitesAndForEqualPages) {
  std::vector<TestPage> pages = shop_pages("a.example", 40);
  const std::vector<TestPage> other = shop_pages("b.example", 40);
  pages.insert(pages.end(), other.begin(), other.end());
  pages.push_back({"https://a.example/copy", pages[0].body});
  const auto method = make("auto");
  for (const TestPage& page : pages) method->add(features_for(page, *method));
  templates::Hints hints;
  hints.add_name(0, "product of a");
  hints.add_name(40, "product of b");  // one template without the hints
  hints.add_name(80, "copy");          // the same marks as page 0
  hints.add_same(1, 41);
  const MethodResult result = method->finish({.hints = &hints});
  const Clustering& clusters = result.clusters;
  EXPECT_EQ(clusters.cluster_count, 4);
  EXPECT_NE(clusters.labels[0], clusters.labels[40]);
  EXPECT_NE(clusters.labels[0], clusters.labels[80]);
  EXPECT_EQ(clusters.labels[1], clusters.labels[41]);
  EXPECT_EQ(result.hinted_names[static_cast<std::size_t>(clusters.labels[80])], "copy");
}

// Returns what the next run says about the templates: `first` are the pages of the first
// run, `then` those of the next.
std::vector<TemplateChange> changes_after(const std::vector<TestPage>& first,
                                          const std::vector<TestPage>& then) {
  std::string saved;
  const auto before = make("auto");
  for (const TestPage& page : first) before->add(features_for(page, *before));
  const MethodResult once = before->finish();
  EXPECT_TRUE(once.clusters.cluster_count > 0 && once.changes.empty());
  before->persistent()->save([&](std::string_view piece) { saved += piece; });
  const auto method = make("auto");
  method->persistent()->load(saved);
  for (const TestPage& page : then) method->add(features_for(page, *method));
  return method->finish().changes;
}

TEST(AutoMethod, ReportsARedesignAndNothingElse) {
  const std::vector<TestPage> all = shop_pages("a.example", 80);
  const std::vector<TestPage> first(all.begin(), all.begin() + 40);
  std::vector<TestPage> then(all.begin() + 40, all.end());
  for (const TemplateChange& change : changes_after(first, then)) {
    EXPECT_EQ(change.fate, TemplateFate::kSame);
    EXPECT_EQ(change.earlier, 20U);
    EXPECT_EQ(change.added, 20U);
  }
  for (std::size_t i = 0; i < then.size(); i += 2) {
    then[i].body =
        "<title>Shop</title><body><main class=new><header><h2>Thing</h2></header>"
        "<section class=card><dl><dt>Price<dd>1</dl><button class=cart>Add</button></section>"
        "<aside class=more><nav><i>Like this</i></nav></aside></main>";
  }
  std::size_t of_new = 0;
  std::size_t unseen = 0;
  for (const TemplateChange& change : changes_after(first, then)) {
    of_new += change.fate == TemplateFate::kNew ? change.added : 0;
    unseen += change.fate == TemplateFate::kUnseen ? change.earlier : 0;
  }
  EXPECT_EQ(of_new, 20U);
  EXPECT_EQ(unseen, 20U);
}

}  // namespace
}  // namespace pagekin::method
