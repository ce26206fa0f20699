// Addresses follow from the plan alone, so these tests render no page.
#include "pagekin/synth/address.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::synth {
namespace {

struct Address {
  std::string url;
  std::string path;
  std::string template_name;
};

std::vector<Address> addresses_of(const SynthOptions& options) {
  const Plan plan(options);
  std::vector<Address> addresses(options.pages);
  for (std::uint64_t n = 0; n < options.pages; ++n) {
    const PageRef page = plan.locate(n);
    append_url(plan, page, addresses[n].url);
    append_file_path(plan, page, addresses[n].path);
    addresses[n].template_name = plan.template_of(page).name;
  }
  return addresses;
}

std::string site_of(const std::string& url) { return url.substr(0, url.find('/', 8)); }

TEST(Address, NamesNoTwoPagesAlike) {
  for (const std::uint32_t sites : {1U, 3U, 12U}) {
    std::set<std::string> urls, paths;
    for (const Address& page : addresses_of({.templates = 40, .pages = 3000, .sites = sites})) {
      urls.insert(page.url);
      paths.insert(page.path);
    }
    EXPECT_EQ(urls.size(), 3000U);
    EXPECT_EQ(paths.size(), 3000U);
  }
}

TEST(Address, KeepsPathsSafeAndFoldersSmall) {
  std::map<std::string, int> files;
  for (const Address& page : addresses_of({.templates = 3, .pages = 6000, .sites = 1})) {
    EXPECT_EQ(page.path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-./"),
              std::string::npos)
        << page.path;
    EXPECT_EQ(page.path.find(".."), std::string::npos);
    EXPECT_TRUE(page.path.ends_with(".html"));
    ++files[page.path.substr(0, page.path.rfind('/'))];
  }
  for (const auto& [folder, count] : files) EXPECT_LE(count, 1000) << folder;
}

TEST(Address, ServesPrintAndMobileViewsOfPagesThatExist) {
  std::map<std::string, std::string> label_of;
  for (const Address& page : addresses_of({.templates = 60, .pages = 3000, .sites = 4})) {
    label_of[page.url] = page.template_name;
  }
  int views = 0;
  for (const auto& [url, label] : label_of) {
    for (const std::string query : {"print=1", "m=1"}) {
      if (!url.ends_with(query)) continue;
      ++views;
      const auto full = label_of.find(url.substr(0, url.size() - query.size() - 1));
      ASSERT_NE(full, label_of.end()) << url;
      EXPECT_NE(full->second, label);
    }
  }
  EXPECT_GT(views, 10);
}

TEST(Address, ServesOnePatternWithTwoLayouts) {
  // The URL without digits and slugs: site and section.
  const auto pattern = [](const std::string& url) {
    const std::size_t section = url.find('/', 8) + 1;
    return url.substr(0, url.find_first_of("/.", section));
  };
  std::map<std::string, std::set<std::string>> labels;
  for (const Address& page : addresses_of({.templates = 60, .pages = 3000, .sites = 4})) {
    if (page.url.find("=1") == std::string::npos) {
      labels[pattern(page.url)].insert(page.template_name);
    }
  }
  int shared_patterns = 0;
  for (const auto& [url, names] : labels) {
    for (const std::string& name : names) {
      if (!name.ends_with("-layout")) continue;
      ++shared_patterns;
      EXPECT_EQ(names.size(), 2U) << url;
    }
  }
  EXPECT_GT(shared_patterns, 2);
}

TEST(Address, PutsOneTemplateOnSeveralSites) {
  std::map<std::string, std::set<std::string>> sites;
  for (const Address& page : addresses_of({})) sites[page.template_name].insert(site_of(page.url));
  EXPECT_TRUE(std::any_of(sites.begin(), sites.end(),
                          [](const auto& entry) { return entry.second.size() > 1; }));
}

TEST(Address, StartsEverySiteWithItsFrontPage) {
  std::set<std::string> seen;
  for (const Address& page : addresses_of({.templates = 30, .pages = 500})) {
    if (seen.insert(site_of(page.url)).second) {
      EXPECT_EQ(page.url, site_of(page.url) + "/");
      EXPECT_TRUE(page.path.ends_with("/index.html"));
    }
  }
  EXPECT_EQ(seen.size(), 6U);
}

}  // namespace
}  // namespace pagekin::synth
