#include "pagekin/clustering/index_update.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::clustering {
namespace {

// Pages of two templates as JSON lines: page i has the text `texts`[i].
std::string lines(const std::vector<std::string>& texts) {
  std::string text;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string body =
        i % 2 == 0 ? "<body class=list><ul class=items><li>" + texts[i] + "<li>b</ul>"
                   : "<body class=item><h1 class=name>" + texts[i] + "</h1><form><input></form>";
    text += "{\"url\": \"http://a.test/" + std::to_string(i) + "\", \"html\": \"" + body + "\"}\n";
  }
  return text;
}

class IndexRuns : public testing::TestWithParam<std::string> {
 protected:
  ClusterOptions options_for(const std::string& input, const std::string& index) const {
    return {.source = {.inputs = {input}, .reading = {.threads = 2, .range_bytes = 256}},
            .method = GetParam(),
            .index = index};
  }
  static ClusterRun run(const ClusterOptions& options,
                        const std::function<void(const Incident&)>& incident = nullptr) {
    const auto method = method::make(options.method);
    return cluster_pages(options, *method, incident);
  }
  // The ids in an index, and the cluster and template of each page. Two files with the same
  // contents may differ in how they number marks.
  static std::vector<std::pair<std::string, std::uint32_t>> contents(const std::string& index) {
    std::vector<std::pair<std::string, std::uint32_t>> pages;
    const auto method = method::make(GetParam());
    method::IndexFile(index, method::IndexFile::Access::kRead)
        .restore(GetParam(), *method, [&](const method::IndexedPage& page) {
          pages.emplace_back(std::string(page.id), 0);
        });
    const method::MethodResult result = method->finish();
    const Clustering& clusters = result.clusters;
    const std::vector<std::uint32_t>& ids = result.template_ids;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const auto label = static_cast<std::size_t>(clusters.labels[i]);
      pages[i].second = ids.empty() ? static_cast<std::uint32_t>(label) : ids[label];
    }
    return pages;
  }
  std::string path(const std::string& name) const { return (dir.path() / name).string(); }

  test::TempDir dir;
};

TEST_P(IndexRuns, TheSameRunTwiceGivesTheSameIndex) {
  const std::string crawl =
      dir.write("a.jsonl", lines(std::vector<std::string>(20, "x")) + lines({"again", "again"}));
  const ClusterOptions options = options_for(crawl, path("index"));
  EXPECT_EQ(run(options).ids.size(), 22u) << "an id that a run has twice gets #2";
  const std::string once = test::read_file(path("index"));
  const ClusterRun again = run(options);
  EXPECT_EQ(again.ids.size(), 22u);
  EXPECT_EQ(again.earlier, 22u);
  EXPECT_EQ(again.seen_before, 22u);
  EXPECT_EQ(test::read_file(path("index")), once);
  ClusterOptions skipping = options;
  skipping.on_duplicate = OnDuplicate::kSkip;
  EXPECT_EQ(run(skipping).seen_before, 22u);
  EXPECT_EQ(test::read_file(path("index")), once);
}

TEST_P(IndexRuns, APageThatIsSeenAgainIsReplacedOrSkipped) {
  const std::string first = dir.write("a.jsonl", lines(std::vector<std::string>(20, "x")));
  const std::string page = R"({"url": "http://a.test/0", "html": "<body class=item><h1 class=name>)"
                           R"(n</h1><form><input></form>"})";
  const std::string second = dir.write("b.jsonl", page + "\n");
  run(options_for(first, path("index")));
  std::filesystem::copy(path("index"), path("other"));
  const ClusterRun replaced = run(options_for(second, path("index")));
  EXPECT_EQ(replaced.ids.size(), 20u);
  EXPECT_EQ(replaced.clustering.labels[0], replaced.clustering.labels[1]);
  ClusterOptions skipping = options_for(second, path("other"));
  skipping.on_duplicate = OnDuplicate::kSkip;
  const ClusterRun skipped = run(skipping);
  EXPECT_EQ(skipped.ids.size(), 20u);
  EXPECT_EQ(skipped.clustering.labels[0], skipped.clustering.labels[2]);
}

TEST_P(IndexRuns, PagesThatAreReplacedHaveAnOriginAndAreDescribed) {
  const std::string first = dir.write("a.jsonl", lines(std::vector<std::string>(20, "x")));
  const std::string second = dir.write("b.jsonl", lines(std::vector<std::string>(6, "y")));
  run(options_for(first, path("index")));
  for (const OnDuplicate on_duplicate : {OnDuplicate::kSkip, OnDuplicate::kReplace}) {
    SCOPED_TRACE(to_text(on_duplicate));
    ClusterOptions options = options_for(second, path("index"));
    options.keep_origins = true;
    options.on_duplicate = on_duplicate;
    const ClusterRun again = run(options);
    const bool is_replaced = on_duplicate == OnDuplicate::kReplace;
    for (PageId page = 0; page < again.ids.size(); ++page) {
      EXPECT_EQ(again.is_old(page), page >= 6 || !is_replaced) << page;
      ASSERT_EQ(again.origins.has(page), page < 6 && is_replaced) << page;
    }
    if (is_replaced) {
      EXPECT_EQ(again.origins.input(5), second);
      EXPECT_GT(again.origins.offset(5), again.origins.offset(4));
    }
    const describe::Description description = describe_pages(options, again);
    std::size_t sampled = 0;
    for (const describe::ClusterDescription& one : description.clusters) sampled += one.sampled;
    EXPECT_EQ(sampled, is_replaced ? 6u : 0u);
  }
}

TEST_P(IndexRuns, TemplatesKeepTheirIdsAndNames) {
  const std::string first = dir.write("a.jsonl", lines(std::vector<std::string>(20, "x")));
  const ClusterRun before = run(options_for(first, path("index")));
  const ClusterRun again = run(options_for(first, path("index")));
  EXPECT_EQ(again.template_ids, before.template_ids);
  for (std::size_t i = 0; i < before.names.size(); ++i) {
    EXPECT_EQ(again.names[i].text, before.names[i].text);
  }
}

// A template without a page is reported once: the runs that follow know that it was so before.
TEST_P(IndexRuns, ATemplateIsUnseenOnce) {
  const bool is_followed = GetParam() == "auto";  // by a method that says what became of templates
  const std::string all = lines(std::vector<std::string>(20, "x"));
  std::string lists;
  for (std::size_t begin = 0, number = 0; begin < all.size(); ++number) {
    const std::size_t end = all.find('\n', begin) + 1;
    if (number % 2 == 0) lists += all.substr(begin, end - begin);
    begin = end;
  }
  const std::string first = dir.write("a.jsonl", all);
  const std::string later = dir.write("b.jsonl", lists);
  const auto unseen = [&](const std::string& crawl) {
    std::string found;
    for (const TemplateChange& change : run(options_for(crawl, path("index"))).changes) {
      if (change.fate == TemplateFate::kUnseen) found += change.was_unseen ? "still " : "unseen ";
    }
    return found;
  };
  EXPECT_EQ(unseen(first), "");
  EXPECT_EQ(unseen(later), is_followed ? "unseen " : "");
  EXPECT_EQ(unseen(later), is_followed ? "still " : "");
  EXPECT_EQ(unseen(first), "");
  EXPECT_EQ(unseen(later), is_followed ? "unseen " : "");
}

// A WARC file of pages captured on a day of 2024.
std::string archive(int from, int to, const std::string& date) {
  std::string warc;
  for (int i = from; i < to; ++i) {
    const std::string n = std::to_string(i);
    const std::string body =
        i % 2 == 0 ? "<body class=list><ul class=items><li>" + n + "<li>b</ul>"
                   : "<body class=item><h1 class=name>" + n + "</h1><form><input></form>";
    const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " +
                             std::to_string(body.size()) + "\r\n\r\n" + body;
    warc += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/" + n +
            "\r\nWARC-Date: " + date + "T00:00:00Z\r\nWARC-Record-ID: <urn:x:" + n +
            ">\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
            std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  }
  return warc;
}

// Pages that no later run reads leave when they are too old, by their dates of capture. The index
// is then that of a run that never had them.
TEST_P(IndexRuns, OldPagesLeave) {
  ClusterOptions options =
      options_for(dir.write("a.warc", archive(0, 40, "2024-01-01")), path("i"));
  run(options);
  options.keep_days = 90;
  options.source.inputs = {dir.write("b.warc", archive(20, 60, "2024-03-15"))};
  EXPECT_EQ(run(options).left, 0U);  // 74 days
  options.source.inputs = {dir.write("c.warc", archive(40, 80, "2024-05-01"))};
  const ClusterRun found = run(options);
  EXPECT_EQ(found.left, 20U);  // those that were read on the first day alone
  EXPECT_EQ(found.earlier, 40U);
  EXPECT_EQ(found.ids.size(), 60U);
  EXPECT_EQ(found.ids.find("http://a.test/19"), std::nullopt);
  ASSERT_TRUE(found.ids.find("http://a.test/20"));
  std::vector<std::string> ids;
  for (const auto& [id, number] : contents(path("i"))) ids.push_back(id);
  EXPECT_EQ(ids.size(), 60U);
  EXPECT_EQ(ids.front(), "http://a.test/20");
  // The clusters are those of the pages that stayed.
  const std::string stayed = dir.write("d.warc", archive(20, 80, "2024-05-01"));
  const ClusterRun at_once = run(options_for(stayed, path("other")));
  EXPECT_EQ(at_once.clustering.labels, found.clustering.labels);
}

// An archive that is older than the index says nothing about the pages that it has.
TEST_P(IndexRuns, PagesThatAreReadStay) {
  ClusterOptions options =
      options_for(dir.write("a.warc", archive(0, 20, "2024-05-01")), path("i"));
  options.keep_days = 90;
  run(options);
  options.source.inputs = {dir.write("b.warc", archive(10, 30, "2023-01-01"))};
  EXPECT_EQ(run(options).left, 0U);
  options.source.inputs = {dir.write("c.warc", archive(0, 4, "2024-05-02"))};
  EXPECT_EQ(run(options).left, 20U);  // the next run lets them go
}

TEST(ParseKeep, TakesDaysAndWeeks) {
  EXPECT_EQ(parse_keep(""), 0U);
  EXPECT_EQ(parse_keep("90d"), 90U);
  EXPECT_EQ(parse_keep("13w"), 91U);
  for (const char* const text : {"90", "d", "0d", "-1d", "90 d", "90days", "1000000d", "9e1d"}) {
    EXPECT_THROW(parse_keep(text), OptionError) << text;
  }
}

TEST_P(IndexRuns, LeavesNoFileBesideTheIndex) {
  const std::string crawl = dir.write("a.jsonl", lines({"x", "y", "z"}));
  run(options_for(crawl, path("index")));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator(dir.path())) ++files;
  EXPECT_EQ(files, 2u);
}

// Stops the run at an incident, which stands at any place, and then lets it go on.
TEST_P(IndexRuns, AnInterruptedRunGoesOn) {
  const std::string before = dir.write("before.jsonl", lines(std::vector<std::string>(12, "x")));
  for (std::size_t place = 0; place <= 40; place += 5) {
    SCOPED_TRACE(place);
    std::vector<std::string> texts(40, "y");
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] += std::to_string(i % 7);
    const std::string all = lines(texts);
    std::size_t at = 0;
    for (std::size_t line = 0; line < place; ++line) at = all.find('\n', at) + 1;
    const std::string crawl =
        dir.write("crawl.jsonl", all.substr(0, at) + "no JSON\n" + all.substr(at));

    for (const std::string name : {"index", "whole"}) {
      std::filesystem::remove(path(name));
      run(options_for(before, path(name)));
    }
    const ClusterRun whole = run(options_for(crawl, path("whole")));

    const ClusterOptions options = options_for(crawl, path("index"));
    const std::string old_index = test::read_file(path("index"));
    std::stop_source stop;
    {
      const StopScope scope(stop.get_token());
      EXPECT_THROW(run(options, [&](const Incident&) { stop.request_stop(); }), Cancelled);
    }
    EXPECT_EQ(test::read_file(path("index")), old_index) << "until the run is done";
    EXPECT_FALSE(std::filesystem::exists(path("index.lock")));
    const bool has_pages = std::filesystem::exists(path("index.part"));
    EXPECT_TRUE(has_pages || place == 0);

    std::size_t incidents = 0;
    const ClusterRun rest = run(options, [&](const Incident&) { ++incidents; });
    EXPECT_EQ(rest.resumed > 0, has_pages);
    EXPECT_EQ(incidents, 1u);
    EXPECT_EQ(rest.clustering, whole.clustering);
    EXPECT_EQ(rest.template_ids, whole.template_ids);
    EXPECT_EQ(rest.old_pages, whole.old_pages);
    EXPECT_EQ(rest.counts.clustered, whole.counts.clustered);
    EXPECT_EQ(rest.seen_before, whole.seen_before);
    EXPECT_EQ(rest.changes.size(), whole.changes.size());
    EXPECT_EQ(contents(path("index")), contents(path("whole")));
    EXPECT_FALSE(std::filesystem::exists(path("index.part")));
  }
}

TEST_P(IndexRuns, ACheckpointOfOtherInputsIsDropped) {
  const std::string crawl =
      dir.write("a.jsonl", lines(std::vector<std::string>(20, "x")) + "no JSON\n");
  std::stop_source stop;
  {
    const StopScope scope(stop.get_token());
    EXPECT_THROW(
        run(options_for(crawl, path("index")), [&](const Incident&) { stop.request_stop(); }),
        Cancelled);
  }
  ASSERT_TRUE(std::filesystem::exists(path("index.part")));
  const std::string other = dir.write("b.jsonl", lines({"x", "y"}));
  const ClusterRun done = run(options_for(other, path("index")));
  EXPECT_TRUE(done.has_dropped_checkpoint);
  EXPECT_EQ(done.ids.size(), 2u);
  EXPECT_FALSE(std::filesystem::exists(path("index.part")));
}

TEST_P(IndexRuns, ADamagedCheckpointIsDropped) {
  const std::string crawl = dir.write("a.jsonl", lines({"x", "y"}));
  dir.write("index.part", "pagekin checkpoint 1\nand something else");
  const ClusterRun done = run(options_for(crawl, path("index")));
  EXPECT_TRUE(done.has_dropped_checkpoint);
  EXPECT_EQ(done.ids.size(), 2u);
}

// What was read is kept also if the process is killed: here the checkpoint is copied while the run
// goes on, and put back afterwards.
TEST_P(IndexRuns, WritesCheckpointsWhileItReads) {
  const std::string crawl =
      dir.write("a.jsonl", lines(std::vector<std::string>(400, "x")) + "no JSON\n");
  ClusterOptions options = options_for(crawl, path("index"));
  options.checkpoint_interval = std::chrono::milliseconds(1);
  bool was_there = false;
  const ClusterRun whole = run(options, [&](const Incident&) {
    was_there = std::filesystem::exists(path("index.part"));
    if (was_there) std::filesystem::copy(path("index.part"), path("copy"));
  });
  ASSERT_TRUE(was_there);
  const auto index = contents(path("index"));
  std::filesystem::remove(path("index"));
  std::filesystem::rename(path("copy"), path("index.part"));
  const ClusterRun again = run(options);
  EXPECT_GE(again.resumed, 64u);
  EXPECT_EQ(again.clustering, whole.clustering);
  EXPECT_EQ(contents(path("index")), index);
}

INSTANTIATE_TEST_SUITE_P(Methods, IndexRuns, testing::Values("auto", "fingerprint"));

}  // namespace
}  // namespace pagekin::clustering
