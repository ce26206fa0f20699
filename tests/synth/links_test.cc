// A walk over the links of a crawl, as a crawler or a link-based method sees them.
#include <deque>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/synth/synth.h"

#include "synth/markup.h"

namespace pagekin::synth {

// Found by GoogleTest next to the type, so that test names hold no addresses.
void PrintTo(const SynthOptions& options, std::ostream* out) {  // NOLINT
  *out << options.templates << " templates, " << options.pages << " pages";
}

namespace {

using LinkMap = std::map<std::string, std::vector<std::string>>;

LinkMap links_of(const Crawl& crawl) {
  LinkMap links;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    std::vector<std::string>& targets = links[page.url];
    for (const test::Tag& tag : test::tags_of(page.html)) {
      if (!tag.href.empty()) targets.push_back(test::resolve(page.url, tag.href));
    }
  }
  return links;
}

class Links : public testing::TestWithParam<SynthOptions> {};

TEST_P(Links, StayOnTheSiteAndReachAllOfItFromTheFrontPage) {
  const LinkMap links = links_of(Crawl(GetParam()));
  std::set<std::string> reached;
  std::deque<std::string> queue;
  for (const auto& [url, targets] : links) {
    EXPECT_TRUE(links.size() == 1 || !targets.empty()) << url;
    if (url.find('/', 8) == url.size() - 1) queue.push_back(url);
  }
  reached.insert(queue.begin(), queue.end());
  while (!queue.empty()) {
    const std::string url = queue.front();
    queue.pop_front();
    for (const std::string& target : links.at(url)) {
      ASSERT_TRUE(links.contains(target)) << url << " -> " << target;
      EXPECT_EQ(target.substr(0, target.find('/', 8)), url.substr(0, url.find('/', 8)));
      if (reached.insert(target).second) queue.push_back(target);
    }
  }
  EXPECT_EQ(reached.size(), links.size());
}

INSTANTIATE_TEST_SUITE_P(
    Crawls, Links,
    testing::Values(SynthOptions{.templates = 1, .pages = 1},
                    SynthOptions{.templates = 1, .pages = 100},
                    SynthOptions{.templates = 20, .pages = 400},
                    SynthOptions{.templates = 20, .pages = 25, .seed = 3},
                    SynthOptions{.templates = 20, .pages = 500, .redesign = 3},
                    SynthOptions{.templates = 100, .pages = 400, .sites = 1, .seed = 4},
                    SynthOptions{.templates = 3, .pages = 300, .sites = 40, .seed = 5},
                    SynthOptions{.templates = 30, .pages = 20, .sites = 7, .seed = 6}),
    [](const auto& test_info) { return "Crawl" + std::to_string(test_info.index); });

}  // namespace
}  // namespace pagekin::synth
