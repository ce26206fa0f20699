// Descriptions of clusters: what is counted is compared with counting mark by mark.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/pipeline/describe_groups.h"
#include "pagekin/pipeline/describe_json.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/describe_sample.h"
#include "pagekin/pipeline/telling_marks.h"

#include "reference/description.h"
#include "support/temp_dir.h"

namespace pagekin::pipeline {
namespace {

using features::MarkKind;

// Marks of random templates: a frame for all, parts of a template's own, optional parts and
// content.
std::vector<SampledPage> random_sample(Random& random, std::uint32_t clusters) {
  std::vector<SampledPage> sample;
  PageId page = 0;
  for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
    for (std::uint32_t n = 1 + random.below(8); n > 0; --n) {
      std::set<std::uint64_t> marks;
      const auto add = [&](std::uint64_t part, std::uint32_t count, double chance) {
        if (!random.chance(chance)) return;
        for (std::uint32_t i = 0; i < count; ++i) {
          marks.insert(features::make_mark((part + 1) << 32, MarkKind::kClass, i));
        }
      };
      add(0, 4, 1);
      add(10 + cluster, 5, 0.97);
      add(10 + cluster / 2, 3, 0.8);
      add(100, 2, 0.4);
      add(200 + page, 2, 0.5);
      SampledPage one{.page = page++, .cluster = cluster};
      one.marks.assign(marks.begin(), marks.end());
      sample.push_back(std::move(one));
    }
  }
  return sample;
}

std::vector<std::uint32_t> all_of(const std::vector<SampledPage>& sample) {
  std::vector<std::uint32_t> members(sample.size());
  for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
  return members;
}

TEST(DescribeGroups, CountAsCountingMarkByMarkDoes) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t clusters = 2 + random.below(5);
    const std::vector<SampledPage> sample = random_sample(random, clusters);
    reference::MarkedPages pages;
    std::vector<std::uint32_t> cluster_of;
    for (const SampledPage& one : sample) {
      pages.emplace_back(one.marks.begin(), one.marks.end());
      cluster_of.push_back(one.cluster);
    }
    std::vector<double> sizes;
    for (std::uint32_t i = 0; i < clusters; ++i) sizes.push_back(1 + random.below(100));
    const DescribeGroups groups(sample, all_of(sample), sizes);
    ASSERT_EQ(groups.clusters().size(), clusters);
    for (std::uint32_t group = 0; group < clusters; ++group) {
      std::vector<std::uint32_t> others;
      for (std::uint32_t i = 0; i < clusters; ++i) {
        if (i != group) others.push_back(i);
      }
      for (const TellingMarks& line : groups.held_together_by(group, others)) {
        for (const std::uint64_t mark : line.marks) {
          EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, mark), 0.0501);
          EXPECT_NEAR(line.elsewhere,
                      reference::share_elsewhere(pages, cluster_of, group, sizes, mark), 0.0501);
        }
        EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, line.marks.front()),
                    1e-6);
      }
      const auto nearest = groups.nearest(group, others);
      ASSERT_TRUE(nearest);
      for (const TellingMarks& line : groups.separated_by(group, nearest->group)) {
        for (const std::uint64_t mark : line.marks) {
          EXPECT_NEAR(line.share, reference::share_of(pages, cluster_of, group, mark), 0.0501);
          EXPECT_NEAR(line.elsewhere, reference::share_of(pages, cluster_of, nearest->group, mark),
                      0.0501);
        }
      }
    }
  }
}

TEST(DescribeGroups, FindTheMostSimilarCluster) {
  // 0 and 1 have eight marks in common, 2 has none of these.
  std::vector<SampledPage> sample;
  const auto add = [&](std::uint32_t cluster, std::uint64_t from, std::uint64_t to) {
    SampledPage one{.page = static_cast<PageId>(sample.size()), .cluster = cluster};
    for (std::uint64_t i = from; i < to; ++i) {
      one.marks.push_back(features::make_mark((i + 1) << 32, MarkKind::kClass, i));
    }
    sample.push_back(one);
    sample.push_back({.page = one.page + 1, .cluster = cluster, .marks = one.marks});
  };
  add(0, 0, 10);
  add(1, 2, 12);
  add(2, 20, 30);
  const DescribeGroups groups(sample, all_of(sample), std::vector<double>{2, 2, 2});
  const std::vector<std::uint32_t> others = {1, 2};
  const auto nearest = groups.nearest(0, others);
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->group, 1U);
  const std::vector<TellingMarks> has = groups.separated_by(0, 1);
  ASSERT_EQ(has.size(), 1U);
  EXPECT_EQ(has[0].marks.size(), 2U);
  EXPECT_EQ(has[0].share, 1);
  EXPECT_EQ(has[0].elsewhere, 0);
  EXPECT_FALSE(groups.nearest(0, {}));
}

TEST(DescribeGroups, FindBlocksOfAPageAsThePlacerDoes) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<SampledPage> sample = random_sample(random, 4);
    const DescribeGroups groups(sample, all_of(sample), std::vector<double>(4, 1));
    for (const SampledPage& one : sample) {
      const auto sure =
          groups.certainty(groups.group_of(one.cluster), groups.blocks_of(one.marks), true);
      EXPECT_GE(sure.confidence, 0);
      EXPECT_LE(sure.confidence, 1);
      EXPECT_NE(sure.second, groups.group_of(one.cluster));
    }
  }
}

TEST(TellingNames, PreferWhatAPersonKnowsAtOnce) {
  const std::vector<std::string> names = choose_names({{MarkKind::kPath, "div > div > p"},
                                                       {MarkKind::kClass, "div.x"},
                                                       {MarkKind::kText, "td \"some words\""},
                                                       {MarkKind::kText, "h2 \"Method Summary\""},
                                                       {MarkKind::kText, "td \"|\""},
                                                       {MarkKind::kId, "table#members"},
                                                       {MarkKind::kClass, "body.class-page"},
                                                       {MarkKind::kClass, "body.class-page"}},
                                                      4);
  EXPECT_EQ(names, (std::vector<std::string>{"body.class-page", "h2 \"Method Summary\"",
                                             "table#members", "td \"some words\""}));
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Twelve posts and eight lists, and pages called alike.
void write_site(const std::filesystem::path& root) {
  for (int i = 0; i < 12; ++i) {
    write_file(root / ("post" + std::to_string(i) + ".html"),
               "<body class=post><main><h1>Title</h1><div id=comments><p>Comment " +
                   std::string(static_cast<std::size_t>(i), 'x') + "</div><h2>Comments</h2>");
  }
  for (int i = 0; i < 8; ++i) {
    write_file(root / ("list" + std::to_string(i) + ".html"),
               "<body class=list><main><h1>Title</h1><ul class=entries><li><a rel=next>Item " +
                   std::string(static_cast<std::size_t>(i), 'y') + "</a></ul><h2>Archive</h2>");
  }
}

struct Described {
  ClusterRun run;
  Description description;
  std::string json;
};

Described describe(const std::string& input, const std::string& method, unsigned threads) {
  const auto made = method::make(method);
  const ClusterOptions options{.inputs = {input}, .read = {.threads = threads}, .method = method};
  Described described;
  described.run = cluster_pages(options, *made);
  described.description = describe_pages(options, described.run);
  write_description(described.run, described.description, method,
                    [&](std::string_view bytes) { described.json += bytes; });
  return described;
}

bool names(const std::vector<Evidence>& lines, std::string_view name) {
  return std::ranges::any_of(lines, [&](const Evidence& line) {
    return std::ranges::find(line.names, name) != line.names.end();
  });
}

TEST(Describe, TellsWhatPagesHaveInCommonAndWhatSeparatesThem) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  for (const std::string method : {"auto", "md5"}) {
    SCOPED_TRACE(method);
    const Described found = describe((dir.path() / "site").string(), method, 2);
    const auto& clusters = found.description.clusters;
    ASSERT_EQ(clusters.size(), 2U);
    EXPECT_EQ(clusters[0].pages, 12U);
    EXPECT_EQ(clusters[0].sampled, 12U);
    EXPECT_TRUE(names(clusters[0].held_together_by, "body.post"));
    EXPECT_TRUE(names(clusters[0].held_together_by, "main h2 \"Comments\""));
    EXPECT_FALSE(names(clusters[0].held_together_by, "main h1 \"Title\""));
    ASSERT_TRUE(clusters[0].nearest);
    EXPECT_EQ(clusters[0].nearest->number, 2);
    EXPECT_TRUE(names(clusters[0].nearest->has, "body.post"));
    EXPECT_TRUE(names(clusters[0].nearest->lacks, "body.list"));
    EXPECT_EQ(found.description.in_doubt, 0U);
    for (const auto& one : found.description.certainty) EXPECT_GT(one.confidence, 0.5F);
  }
}

TEST(Describe, DoesNotDependOnThreads) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  for (const std::string method : {"auto", "md5"}) {
    const std::string site = (dir.path() / "site").string();
    EXPECT_EQ(describe(site, method, 1).json, describe(site, method, 3).json);
  }
}

TEST(Describe, SamplesByIdAndNotByOrder) {
  ClusterRun run;
  std::vector<int> labels;
  for (int i = 0; i < 500; ++i) {
    run.ids.add("page" + std::to_string(i));
    labels.push_back(i % 2);
  }
  run.clustering = canonical(labels);
  run.numbers = numbers_by_size(run.clustering);
  ClusterRun turned;
  for (int i = 499; i >= 0; --i) turned.ids.add("page" + std::to_string(i));
  turned.clustering = canonical({labels.rbegin(), labels.rend()});
  turned.numbers = numbers_by_size(turned.clustering);
  const auto ids = [](const ClusterRun& of) {
    std::set<std::string> found;
    for (const SampledPage& one : draw_sample(of)) found.emplace(of.ids[one.page]);
    return found;
  };
  EXPECT_EQ(ids(run).size(), 128U);
  EXPECT_EQ(ids(run), ids(turned));
}

TEST(Describe, FindsSampledPagesByTheIdsTheyHadInTheInput) {
  ClusterRun run;
  for (const char* const id : {"a", "a", "b#2", "c#x"}) run.ids.add(id);
  run.clustering = canonical({0, 0, 0, 0});
  run.numbers = numbers_by_size(run.clustering);
  const MaybeSampled maybe(run, draw_sample(run));
  for (const char* const id : {"a", "b#2", "b", "c#x"}) EXPECT_TRUE(maybe(id)) << id;
  EXPECT_FALSE(maybe("c"));
}

TEST(Describe, LimitsTheMarksOfAPage) {
  std::vector<std::uint64_t> marks;
  for (std::uint64_t i = 1; i <= 20'000; ++i) {
    marks.push_back(features::make_mark(i << 32, i % 2 ? MarkKind::kText : MarkKind::kClass, i));
  }
  limit_marks(marks);
  EXPECT_EQ(marks.size(), 8192U);
  EXPECT_TRUE(std::ranges::is_sorted(marks));
  for (const std::uint64_t mark : marks) EXPECT_EQ(features::kind_of(mark), MarkKind::kClass);
}

TEST(Describe, RefusesInputsThatCanBeReadOnlyOnce) {
  const test::TempDir dir;
  const std::string pipe = (dir.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  write_file(dir.path() / "list", "absent\n" + pipe + "\n");
  const auto check = [](const std::string& input) {
    check_readable_twice(std::vector<std::string>{input});
  };
  EXPECT_THROW(check("-"), Error);
  EXPECT_THROW(check(pipe), Error);
  EXPECT_THROW(check("@" + pipe), Error);
  EXPECT_THROW(check("@" + (dir.path() / "list").string()), Error);
  EXPECT_NO_THROW(check(dir.path().string()));
  EXPECT_NO_THROW(check("absent"));
}

TEST(Describe, SaysWhenTheInputIsNotWhatItWas) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  const auto made = method::make("md5");
  const ClusterOptions options{.inputs = {(dir.path() / "site").string()}, .method = "md5"};
  const ClusterRun run = cluster_pages(options, *made);
  std::filesystem::remove(dir.path() / "site" / "post3.html");
  EXPECT_THROW(describe_pages(options, run), Error);
}

}  // namespace
}  // namespace pagekin::pipeline
