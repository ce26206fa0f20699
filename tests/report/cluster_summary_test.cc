#include "pagekin/report/cluster_summary.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pagekin::report {
namespace {

using clustering::ClusterRun;

// Templates of falling size, each on a host of its own.
ClusterRun run_of(std::size_t templates) {
  ClusterRun run;
  for (std::size_t label = 0; label < templates; ++label) {
    for (std::size_t i = 0; i < templates - label; ++i) {
      run.ids.add(fmt::format("http://host{}.example/a/rather/long/path/to/page-{}", label, i));
      run.clustering.labels.push_back(static_cast<int>(label));
      run.certainty.push_back({.confidence = i == 0 && label == 0 ? 0.1F : 0.9F});
    }
    run.numbers.push_back(static_cast<int>(label) + 1);
    run.template_ids.push_back(static_cast<std::uint32_t>(label) + 1);
    run.names.push_back({.text = fmt::format("kind{}: /a/rather/*", label),
                         .shape = {},
                         .readable_shape = "/a/rather/*"});
  }
  run.clustering.cluster_count = static_cast<int>(templates);
  run.counts.clustered = run.ids.size();
  return run;
}

describe::Description description_of(const ClusterRun& run) {
  describe::Description description;
  description.certainty = run.certainty;
  PageId first = 0;
  for (std::size_t label = 0; label < run.numbers.size(); ++label) {
    const std::size_t pages = run.numbers.size() - label;
    description.clusters.push_back(
        {.pages = pages,
         .sampled = pages,
         .exemplar = static_cast<PageId>(first + pages - 1),  // never the first of several
         .held_together_by = {
             {.names = {fmt::format("main.mark{}", label), "h1.other"}, .marks = 2, .share = 1}}});
    first += static_cast<PageId>(pages);
  }
  return description;
}

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("time")) longest = std::max(longest, line.size());
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return longest;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(ClusterSummary, TellsShareTypicalPageAndMarks) {
  const ClusterRun run = run_of(3);
  const describe::Description description = description_of(run);
  const std::string text = summarise(run, {}, &description);
  EXPECT_TRUE(has(text, "     1         3  50.0 %  kind0: /a/rather/*")) << text;
  EXPECT_TRUE(has(text, "http://host0.example/a/rather/long/path/to/page-2")) << text;
  EXPECT_FALSE(has(text, "http://host1.example/a/rather/long/path/to/page-0")) << text;
  EXPECT_TRUE(has(text, "main.mark2, h1.other")) << text;
}

TEST(ClusterSummary, FitsTheWidth) {
  const ClusterRun run = run_of(12);
  const describe::Description description = description_of(run);
  for (const std::size_t width : {70U, 80U, 100U, 132U}) {
    EXPECT_LE(longest_line(summarise(run, {.width = width})), width);
    EXPECT_LE(longest_line(summarise(run, {.width = width}, &description)), width);
  }
}

TEST(ClusterSummary, ShowsTenTemplatesAndHostsUnlessAllAreWanted) {
  const ClusterRun run = run_of(12);
  const std::string ten = summarise(run, {});
  EXPECT_TRUE(has(ten, "templates 12, 1 of one page; the ten largest (all with --all):")) << ten;
  EXPECT_TRUE(has(ten, "hosts     12; the ten largest:")) << ten;
  EXPECT_FALSE(has(ten, "kind10")) << ten;
  const std::string all = summarise(run, {.all = true});
  EXPECT_TRUE(has(all, "kind10") && has(all, "kind11")) << all;
  EXPECT_TRUE(has(all, "1         1  host11.example")) << all;
}

TEST(ClusterSummary, HasNoTableOfOneHost) { EXPECT_FALSE(has(summarise(run_of(1), {}), "hosts")); }

TEST(ClusterSummary, TellsWhatSpeaksAgainstTheResult) {
  ClusterRun run = run_of(2);
  EXPECT_FALSE(has(summarise(run, {}), "caution"));
  run.caution = "The pages may be of several sites. Give ids that are addresses.";
  EXPECT_TRUE(has(summarise(run, {}), "caution   The pages may be of several sites."));
  EXPECT_LE(longest_line(summarise(run, {.width = 80})), 80U);
}

TEST(ClusterSummary, HasColoursOnlyIfAsked) {
  const ClusterRun run = run_of(3);
  const std::string plain = summarise(run, {.width = 80});
  EXPECT_EQ(plain.find('\x1b'), plain.npos);
  std::string coloured = summarise(run, {.width = 80, .has_colours = true});
  EXPECT_TRUE(has(coloured, "\x1b[33min doubt")) << coloured;
  // Colours change nothing else.
  for (std::size_t at = 0; (at = coloured.find('\x1b', at)) != coloured.npos;) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  EXPECT_EQ(coloured, plain);
}

TEST(ClusterSummary, ShowsTheShapeBesideANameThatLacksIt) {
  ClusterRun run = run_of(1);
  run.names.front().text = "product";
  EXPECT_TRUE(has(summarise(run, {}), "product  /a/rather/*"));
}

TEST(ClusterSummary, HostileTextsCannotMoveTheCursor) {
  ClusterRun run = run_of(1);
  run.ids.add("http://host0.example/\x1b[2J\x07");
  run.clustering.labels.push_back(kLeftOut);
  run.certainty.push_back({.confidence = 0.5F});
  run.names.front().text = "\x1b[31mred";
  const std::string text = summarise(run, {.width = 80});
  EXPECT_EQ(text.find('\x1b'), text.npos);
}

}  // namespace
}  // namespace pagekin::report
