// A clustering that is divided among machines is the same as one run.
#include "pagekin/distribute.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"

namespace {

using test::kCrawl;

pagekin::Page view_of(const pagekin::OwnedPage& page) {
  return {.id = page.id, .body = page.body, .charset = page.charset, .offset = page.offset};
}

std::vector<pagekin::ExtractedPage> extract_crawl(const std::string& method,
                                                  const std::string& measure = {}) {
  std::vector<pagekin::ExtractedPage> pages;
  const pagekin::PageExtractor extractor(method, measure);
  pagekin::take_pages({.inputs = {kCrawl}}, [&](pagekin::OwnedPage&& page) {
    pages.push_back(extractor.extract(view_of(page)));
  });
  return pages;
}

// Whether two labels of pages are the same partition.
template <class A, class B>
bool is_same_partition(const std::vector<A>& a, const std::vector<B>& b) {
  std::map<A, B> to;
  std::map<B, A> back;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to.try_emplace(a[i], b[i]).first->second != b[i]) return false;
    if (back.try_emplace(b[i], a[i]).first->second != a[i]) return false;
  }
  return a.size() == b.size();
}

TEST(Distribute, SitesThatAreLearnedAloneGiveTheClustersOfOneRun) {
  for (const std::string method : {"auto", "auto:evidence=content"}) {
    const pagekin::ClusterResult whole =
        pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = method});
    const std::vector<pagekin::ExtractedPage> pages = extract_crawl(method);
    ASSERT_EQ(pages.size(), whole.pages.size());
    std::map<std::uint64_t, std::vector<std::size_t>> sites;
    for (std::size_t i = 0; i < pages.size(); ++i) sites[pages[i].name.site].push_back(i);
    ASSERT_GT(sites.size(), 1U);

    pagekin::SiteLearner learner(method);
    std::vector<pagekin::LearnedSite> learned;
    for (auto& [site, members] : sites) {
      std::reverse(members.begin(), members.end());  // the order does not matter
      for (const std::size_t i : members) learner.add(pages[i].features);
      learned.push_back(learner.finish());
    }
    // From the last site to the first: that does not matter either.
    std::vector<pagekin::SiteCore> cores;
    std::map<std::uint64_t, std::size_t> begin;
    std::size_t number = learned.size();
    for (auto at = sites.rbegin(); at != sites.rend(); ++at) {
      begin[at->first] = cores.size();
      for (const std::string& core : learned[--number].cores) cores.push_back({at->first, core});
    }
    const std::vector<std::uint32_t> joined = pagekin::join_sites(cores);
    std::vector<std::uint32_t> labels(pages.size());
    std::vector<std::pair<std::size_t, std::uint32_t>> variants(pages.size());
    std::vector<float> confidence(pages.size());
    number = 0;
    for (const auto& [site, members] : sites) {
      const pagekin::LearnedSite& found = learned[number++];
      for (std::size_t i = 0; i < members.size(); ++i) {
        labels[members[i]] = joined[begin[site] + found.template_of[i]];
        variants[members[i]] = {number, found.variant_of[i]};
        confidence[members[i]] = found.confidence[i];
        EXPECT_LT(found.variant_of[i], found.variants);
      }
    }
    EXPECT_TRUE(is_same_partition(labels, whole.labels)) << method;
    EXPECT_TRUE(is_same_partition(variants, whole.variants)) << method;
    EXPECT_EQ(confidence, whole.confidence) << method;
  }
}

TEST(Distribute, ExtractedPagesGiveTheClustersOfOneRun) {
  for (const std::string method : {"auto", "fingerprint", "md5", "mdh5", "snn", "ahc"}) {
    const pagekin::ClusterResult whole =
        pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = method});
    pagekin::Clusterer clusterer({.method = method});
    for (const pagekin::ExtractedPage& page : extract_crawl(method)) {
      clusterer.add_extracted(page.name.id, page.features);
    }
    const pagekin::ClusterResult found = clusterer.finish();
    EXPECT_EQ(found.pages, whole.pages) << method;
    EXPECT_EQ(found.labels, whole.labels) << method;
    EXPECT_EQ(found.variants, whole.variants) << method;
  }
}

TEST(Distribute, SimilarPagesOfBlocksGiveTheClustersOfOneRun) {
  for (const std::string measure : {"structure_style", "tag_shingles", "ted"}) {
    const std::string method = "snn";
    const pagekin::ClusterResult whole =
        pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = method, .measure = measure});
    const std::vector<pagekin::ExtractedPage> pages = extract_crawl(method, measure);
    pagekin::NeighbourSearch search(method, measure);
    ASSERT_TRUE(search.is_divisible());
    EXPECT_EQ(search.has_values(), measure != "ted");
    EXPECT_EQ(search.overlap(), 0.85);
    EXPECT_EQ(search.max_iterations(), 100);
    // Equal pages are one, in blocks of 10.
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> number_of;
    std::vector<std::uint32_t> weights;
    std::vector<std::string_view> distinct;
    for (const pagekin::ExtractedPage& page : pages) {
      const auto number = static_cast<std::uint32_t>(weights.size());
      const auto [known, is_new] = numbers.try_emplace(page.features, number);
      if (is_new) weights.push_back(0);
      if (is_new) distinct.push_back(known->first);
      number_of.push_back(known->second);
      ++weights[known->second];
    }
    std::vector<pagekin::NeighbourSearch::Pair> similar;
    const std::span<const std::string_view> all = distinct;
    for (std::size_t p = 0; p < all.size(); p += 10) {
      const auto first = all.subspan(p, std::min<std::size_t>(10, all.size() - p));
      const auto shift = [](std::size_t by) { return static_cast<std::uint32_t>(by); };
      for (const auto& [a, b] : search.pairs(first))
        similar.push_back({a + shift(p), b + shift(p)});
      for (std::size_t q = p + 10; q < all.size(); q += 10) {
        const auto second = all.subspan(q, std::min<std::size_t>(10, all.size() - q));
        for (const auto& [a, b] : search.pairs(first, second)) {
          similar.push_back({a + shift(p), b + shift(q)});
        }
      }
    }
    const std::vector<std::uint32_t> clusters = search.cluster(weights, similar);
    std::vector<std::uint32_t> labels;
    labels.reserve(pages.size());
    for (const std::uint32_t number : number_of) labels.push_back(clusters[number]);
    EXPECT_TRUE(is_same_partition(labels, whole.labels)) << measure;
    // Similar pages share a key that is a leading one for one of them.
    std::vector<std::map<std::uint64_t, bool>> keys_of(distinct.size());
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      for (const pagekin::BlockKey& key : search.keys(distinct[i]))
        keys_of[i][key.value] = key.is_leading;
    }
    for (const auto& [a, b] : similar) {
      const std::map<std::uint64_t, bool>& others = keys_of[b];
      EXPECT_TRUE(std::ranges::any_of(keys_of[a], [&](const auto& key) {
        const auto other = others.find(key.first);
        return other != others.end() && (key.second || other->second);
      }));
    }
    const std::vector<pagekin::NeighbourSearch::Pair> wrong{{0, 1'000'000}};
    EXPECT_THROW(search.cluster(weights, wrong), pagekin::Error);
  }
  for (const std::string method : {"ahc", "auto", "snn:neighbours=5", "snn:max_iterations=0"}) {
    const pagekin::NeighbourSearch search(method);
    EXPECT_FALSE(search.is_divisible()) << method;
    EXPECT_THROW(search.place("x"), pagekin::OptionError);
  }
  EXPECT_FALSE(pagekin::NeighbourSearch("snn", "path_cosine").is_divisible());
  EXPECT_FALSE(pagekin::NeighbourSearch("snn:search=lsh", "style").is_divisible());
}

TEST(Distribute, PagesThatShareAKeyWithACentreAreOfOneCluster) {
  for (const std::string method :
       {"fingerprint", "fingerprint:max_edits=0", "fingerprint:length=9"}) {
    const pagekin::ClusterResult whole =
        pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = method});
    const std::vector<pagekin::ExtractedPage> pages = extract_crawl(method);
    const pagekin::FingerprintMatcher matcher(method);
    std::map<std::string, std::vector<std::pair<std::size_t, bool>>> by_key;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      for (const pagekin::MatchKey& key : matcher.keys(pages[i].features)) {
        by_key[key.value].emplace_back(i, key.is_centre);
      }
    }
    std::vector<std::size_t> labels(pages.size());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = i;
    for (const auto& [key, members] : by_key) {
      const auto centre = std::ranges::find_if(members, [](const auto& x) { return x.second; });
      if (centre == members.end()) continue;
      for (const auto& [page, is_centre] : members) {
        const std::size_t from = labels[page];
        std::ranges::replace(labels, from, labels[centre->first]);
      }
    }
    EXPECT_TRUE(is_same_partition(labels, whole.labels)) << method;
  }
  EXPECT_THROW(pagekin::FingerprintMatcher("md5"), pagekin::OptionError);
  EXPECT_THROW(pagekin::FingerprintMatcher("fingerprint:max_edits=7"), pagekin::OptionError);
}

TEST(Distribute, RulesOfPagesInMemory) {
  const pagekin::PageExtractor extractor("fingerprint");
  const pagekin::ExtractedPage empty =
      extractor.extract_supplied({.id = "http://a.example/", .body = ""}, 0);
  ASSERT_TRUE(empty.incident);
  EXPECT_EQ(empty.incident->reason, pagekin::Reason::kEmpty);
  EXPECT_TRUE(empty.features.empty());
  const std::string html = "<html><body><p>text</p><b>more</b></body></html>";
  const pagekin::ExtractedPage cut =
      extractor.extract_supplied({.id = "http://a.example/", .body = html}, 20);
  ASSERT_TRUE(cut.incident);
  EXPECT_EQ(cut.incident->reason, pagekin::Reason::kTooLong);
  EXPECT_EQ(cut.features,
            extractor.extract({.id = "http://a.example/", .body = html.substr(0, 20)}).features);
  const pagekin::ExtractedPage whole =
      extractor.extract_supplied({.id = "http://a.example/", .body = html}, 1000);
  EXPECT_FALSE(whole.incident);
  EXPECT_NE(whole.features, cut.features);

  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "<div>";
  const pagekin::ExtractedPage limited =
      pagekin::PageExtractor("auto").extract({.id = "http://a.example/", .body = deep});
  ASSERT_TRUE(limited.incident);
  EXPECT_EQ(limited.incident->reason, pagekin::Reason::kTooDeep);
}

TEST(Distribute, NamesAndAddresses) {
  EXPECT_EQ(pagekin::name_page("http://A.example/x").site,
            pagekin::name_page("http://a.example/y#2").site);
  EXPECT_EQ(pagekin::name_page("x/y.html").site, 0U);
  EXPECT_EQ(pagekin::name_page("a\xff").id.find('\xff'), std::string::npos);
  EXPECT_EQ(pagekin::address_parts("http://a.example/blog/17").host, "a.example");
  EXPECT_EQ(pagekin::address_parts("x/y.html").host, "");
}

TEST(Distribute, WrongOptionsAndBytes) {
  EXPECT_THROW(pagekin::PageExtractor("nonsense"), pagekin::OptionError);
  EXPECT_THROW(pagekin::PageExtractor("uxclust"), pagekin::OptionError);
  EXPECT_THROW(pagekin::SiteLearner("fingerprint"), pagekin::OptionError);
  EXPECT_THROW(pagekin::SiteLearner("auto:evidence=nothing"), pagekin::OptionError);
  const std::string cut(7, 'x');
  const std::vector<pagekin::SiteCore> cores{{1, cut}};
  EXPECT_THROW(pagekin::join_sites(cores), pagekin::Error);

  // No shorter and no longer bytes are taken for features, and none ends the program.
  const std::string good = extract_crawl("auto").front().features;
  pagekin::SiteLearner learner;
  learner.add(good);
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_THROW(learner.add(std::string_view(good).substr(0, size)), pagekin::Error) << size;
  }
  EXPECT_THROW(learner.add(good + "x"), pagekin::Error);
  std::string other = good;
  other[0] = 2;
  EXPECT_THROW(learner.add(other), pagekin::Error);
  pagekin::Clusterer clusterer({.method = "fingerprint"});
  EXPECT_THROW(clusterer.add_extracted("x", "nonsense"), pagekin::Error);
}

}  // namespace
