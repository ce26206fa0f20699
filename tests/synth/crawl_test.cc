#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/synth/synth.h"

#include "synth/markup.h"

namespace pagekin::synth {
namespace {

using test::Tag;
using test::tags_of;

std::uint64_t hash_of(const SynthPage& page, std::uint64_t before) {
  return hash_bytes(page.url + '\n' + page.path + '\n' + page.template_name + '\n' + page.html,
                    before);
}

TEST(Crawl, MakesTheSamePagesOnEveryMachine) {
  const Crawl crawl({.templates = 20, .pages = 5000, .seed = 42});
  std::uint64_t hash = 0;
  for (std::uint64_t n = 0; n < 200; ++n) hash = hash_of(crawl.page(n), hash);
  // This hash changes with the generator, and so do the labels of stored crawls.
  EXPECT_EQ(hash, 14590000093532862190ULL);
}

TEST(Crawl, MakesAPageFromItsNumberAlone) {
  const Crawl forward({.pages = 100});
  const Crawl backward({.pages = 100});
  std::map<std::uint64_t, std::uint64_t> hashes;
  SynthPage reused;
  for (std::uint64_t n = 0; n < 100; ++n) {
    forward.page(n, reused);
    hashes[n] = hash_of(reused, 0);
  }
  for (std::uint64_t n = 100; n-- > 0;) EXPECT_EQ(hash_of(backward.page(n), 0), hashes[n]);
}

TEST(Crawl, DiffersBetweenSeeds) {
  EXPECT_NE(Crawl({.seed = 1}).page(7).html, Crawl({.seed = 2}).page(7).html);
}

TEST(Crawl, BalancesItsTags) {
  const Crawl crawl({.templates = 120, .pages = 360, .sites = 30});
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    EXPECT_TRUE(test::balanced(tags_of(page.html))) << page.url << ' ' << page.template_name;
  }
}

TEST(Crawl, VariesThePagesOfATemplate) {
  const Crawl crawl({.templates = 10, .pages = 400, .sites = 2});
  std::map<std::string, std::set<std::size_t>> tag_counts;
  std::map<std::string, std::pair<std::size_t, std::size_t>> range;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    const std::size_t tags = tags_of(page.html).size();
    auto& [least, most] = range.try_emplace(page.template_name, tags, tags).first->second;
    least = std::min(least, tags);
    most = std::max(most, tags);
    tag_counts[page.template_name].insert(tags);
  }
  std::size_t very_different = 0;
  for (const auto& [name, between] : range) {
    EXPECT_GT(tag_counts[name].size(), 5U) << name;
    very_different += between.second > 5 * between.first;
  }
  EXPECT_GE(very_different, range.size() / 2);
}

TEST(Crawl, MakesSomeClassNamesForOnePageOnly) {
  const Crawl crawl({.templates = 20, .pages = 200});
  std::map<std::string, std::set<std::uint64_t>> pages_with;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    for (const Tag& tag : tags_of(crawl.page(n).html)) {
      if (!tag.class_names.empty()) pages_with[tag.class_names].insert(n);
    }
  }
  std::size_t once = 0, often = 0;
  for (const auto& [names, pages] : pages_with) {
    once += pages.size() == 1;
    often += pages.size() > 10;
  }
  EXPECT_GT(once, 100U);
  EXPECT_GT(often, 100U);
}

TEST(Crawl, SharesTheHeadInsideASite) {
  const Crawl crawl({.templates = 6, .pages = 100, .sites = 1});
  std::set<std::string> beginnings;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    if (page.template_name.ends_with("-print") || page.template_name.ends_with("-mobile")) continue;
    std::string beginning;
    const std::vector<Tag> tags = tags_of(page.html);
    for (std::size_t i = 0; i < 6; ++i) beginning += tags[i].name + ' ';
    beginnings.insert(beginning);
  }
  EXPECT_EQ(beginnings.size(), 1U);
}

}  // namespace
}  // namespace pagekin::synth
