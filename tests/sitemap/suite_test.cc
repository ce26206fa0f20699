// Every file of the suite of sitemaps, with the counts it states.
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "pagekin/sitemap/sitemap.h"

#include "support/shared.h"

namespace pagekin::sitemap {
namespace {

std::filesystem::path suite() { return test::shared_dir() / "suites" / "sitemaps"; }

TEST(SitemapSuite, EveryFileHasItsCount) {
  PAGEKIN_NEEDS_SHARED();
  // Counts that the suite states in words, or not at all (extensions).
  std::map<std::string, std::size_t> counts = {
      {"crawler-commons/sitemap.badns.xml", 2},
      {"crawler-commons/sitemap.index.xml", 15},
      {"crawler-commons/atom.xml", 1},
      {"crawler-commons/sitemap-with-bom.txt", 2},
      {"crawler-commons/do-not-visit.txt", 1},
      {"crawler-commons/extension/hebdenbridgetimes-articles-sitemap.xml", 74},
      {"crawler-commons/extension/pagemaps-sitemap.xml", 2},
      {"crawler-commons/extension/shinpaideshou-news-sitemap.xml", 3},
      {"crawler-commons/extension/sitemap-images.xml", 1},
      {"crawler-commons/extension/sitemap-links.xml", 3},
      {"crawler-commons/extension/sitemap-mobile.xml", 3},
      {"crawler-commons/extension/sitemap-news.xml", 2},
      {"crawler-commons/extension/sitemap-videos-tvshow.xml", 1},
      {"crawler-commons/extension/sitemap-videos.xml", 3},
  };
  const auto expected = nlohmann::json::parse(test::read_file(suite() / "EXPECT.json"));
  for (const auto& [name, count] : expected["files"].items()) {
    if (count.is_number()) counts[name] = count.get<std::size_t>();
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(suite())) {
    const std::string name = entry.path().lexically_relative(suite()).string();
    if (!entry.is_regular_file() || !name.starts_with("crawler-commons")) continue;
    ++files;
    ASSERT_TRUE(counts.contains(name)) << name;
    const Sitemap sitemap = read_sitemap(test::read_file(entry.path()));
    EXPECT_EQ(sitemap.addresses.size(), counts[name]) << name;
    EXPECT_EQ(sitemap.kind == Kind::kIndex, name.ends_with("index.xml")) << name;
    for (const Note& note : sitemap.notes) EXPECT_FALSE(note.is_damage) << name << note.what;
  }
  EXPECT_EQ(files, 20U);
}

TEST(SitemapSuite, AtomGivesThePageOfAnEntry) {
  PAGEKIN_NEEDS_SHARED();
  const Sitemap feed = read_sitemap(test::read_file(suite() / "crawler-commons" / "atom.xml"));
  EXPECT_EQ(feed.addresses.at(0), "http://example.org/2003/12/13/atom03");
}

}  // namespace
}  // namespace pagekin::sitemap
