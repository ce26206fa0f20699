// Clustering, end to end: its quality on labelled pages, and what must not change the result.
#include "pagekin/clustering/cluster_pages.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/eval/contingency.h"
#include "pagekin/eval/labels.h"
#include "pagekin/eval/score.h"
#include "pagekin/synth/synth.h"

#include "support/make_warc.h"
#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::clustering {
namespace {

ClusterRun cluster(const std::string& input, const std::string& spec = "fingerprint",
                   input::ReadOptions read = {.threads = 2}) {
  const auto method = method::make(spec);
  return cluster_pages({.source = {.inputs = {input}, .reading = read}, .method = spec}, *method);
}

// The number of each page's cluster, by id.
std::map<std::string, int> assignments(const ClusterRun& run) {
  std::map<std::string, int> rows;
  for (PageId page = 0; page < run.ids.size(); ++page)
    rows[std::string(run.ids[page])] = run.number_of(page);
  return rows;
}

// Renumbers clusters by their first page in the order of ids.
std::map<std::string, int> up_to_numbering(const ClusterRun& run) {
  std::map<std::string, int> rows = assignments(run);
  std::map<int, int> names;
  for (auto& [id, number] : rows) {
    number = names.try_emplace(number, static_cast<int>(names.size())).first->second;
  }
  return rows;
}

std::string synthetic_crawl(const test::TempDir& dir, std::size_t pages) {
  const std::string path = (dir.path() / "crawl.warc.gz").string();
  synth::write_crawl({.templates = 12, .pages = pages, .seed = 5, .threads = 2}, path);
  return path;
}

std::vector<std::string> members_of(const std::string& file) {
  std::vector<std::string> members;
  std::vector<char> room(32 << 20);
  const auto decoder = codec::make_member_decoder(codec::Format::kGzip);
  for (std::size_t at = 0; at < file.size();) {
    const codec::Step step = decoder->decode(std::string_view(file).substr(at), room);
    if (step.status != codec::Status::kDone) throw Error("not a sound archive");
    members.push_back(file.substr(at, step.consumed));
    at += step.consumed;
  }
  return members;
}

std::string shuffled(const std::string& path, const test::TempDir& dir) {
  std::vector<std::string> members = members_of(test::read_file(path));
  Random random(3);
  for (std::size_t i = members.size(); i > 1; --i) {
    std::swap(members[i - 1], members[random.below(static_cast<std::uint32_t>(i))]);
  }
  return dir.write("shuffled.warc.gz", test::joined(members));
}

double score_of(const ClusterRun& run, const std::filesystem::path& truth, std::string_view name) {
  const auto labels = eval::read_labels(truth.string());
  std::vector<int> templates;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    templates.push_back(labels->template_of(run.ids[page]));
  }
  return eval::score(name, eval::tabulate(templates, run.clustering.labels));
}

TEST(ClusterPages, ThreadsAndRangesDoNotShow) {
  const test::TempDir dir;
  const std::string crawl = synthetic_crawl(dir, 300);
  for (const std::string spec :
       {"fingerprint", "md5", "mdh5", "fingerprint:length=9,tags=block,split=0"}) {
    const auto one = assignments(cluster(crawl, spec, {.threads = 1}));
    EXPECT_EQ(one.size(), 300u);
    EXPECT_EQ(one, assignments(cluster(crawl, spec, {.threads = 2, .range_bytes = 5000})));
    EXPECT_EQ(one, assignments(cluster(crawl, spec, {.threads = 7, .range_bytes = 70'000})));
  }
}

TEST(ClusterPages, TheOrderOfPagesMattersForNumbersOnly) {
  const test::TempDir dir;
  const std::string crawl = synthetic_crawl(dir, 300);
  const std::string mixed = shuffled(crawl, dir);
  for (const std::string spec : {"fingerprint", "md5", "mdh5"}) {
    EXPECT_EQ(up_to_numbering(cluster(crawl, spec)), up_to_numbering(cluster(mixed, spec)));
  }
}

TEST(ClusterPages, NothingToReadIsAnErrorThatSaysWhy) {
  const test::TempDir dir;
  const std::string file = dir.write("a.html", "");
  try {
    cluster(file);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("1 empty"), std::string::npos);
  }
}

TEST(ClusterPages, LimitedPagesAreNamedByTheirUniqueId) {
  const test::TempDir dir;
  const std::string file = dir.write("a.html", "<p>" + std::string(1000, 'x'));
  const auto method = method::make("fingerprint");
  std::vector<std::string> named;
  const ClusterRun run = cluster_pages(
      {.source = {.inputs = {file, file}, .reading = {.max_page_bytes = 100, .threads = 1}}},
      *method, [&](const Incident& incident) { named.push_back(incident.page); });
  EXPECT_EQ(named, (std::vector<std::string>{file, file + "#2"}));
  EXPECT_EQ(run.counts.limited, 2u);
  EXPECT_EQ(run.counts.clustered, 2u);
}

TEST(ClusterPages, RunsOverAnIndexGiveTheRowsOfOneRun) {
  const test::TempDir dir;
  const std::string crawl = synthetic_crawl(dir, 200);
  const std::vector<std::string> members = members_of(test::read_file(crawl));
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(seed);
    const std::string index = (dir.path() / ("index" + std::to_string(seed))).string();
    std::map<std::string, int> last;
    for (std::size_t at = 0; at < members.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random.below(90), members.size() - at);
      const std::string part =
          dir.write("part.warc.gz",
                    test::joined({members.begin() + static_cast<std::ptrdiff_t>(at),
                                  members.begin() + static_cast<std::ptrdiff_t>(at + count)}));
      const auto method = method::make("fingerprint");
      try {
        last = assignments(cluster_pages({.source = {.inputs = {part}, .reading = {.threads = 1}},
                                          .method = "fingerprint",
                                          .index = index},
                                         *method));
      } catch (const Error& error) {  // a part that has only the warcinfo record
        EXPECT_NE(std::string(error.what()).find("no pages"), std::string::npos);
      }
      at += count;
    }
    EXPECT_EQ(last, assignments(cluster(crawl)));
  }
}

TEST(ClusterPages, SeparatesSixtySites) {
  PAGEKIN_NEEDS_SHARED();
  const test::TempDir dir;
  const auto corpora = test::shared_dir() / "corpora";
  const std::string file = (corpora / "swde-sample.warc.gz").string();
  const ClusterRun run = cluster(file);
  EXPECT_EQ(run.counts.skipped, 0u);
  EXPECT_DOUBLE_EQ(score_of(run, corpora / "swde-sample.labels.tsv", "purity"), 1);
  EXPECT_GE(score_of(run, corpora / "swde-sample.labels.tsv", "adjusted_rand_index"), 0.965);
  EXPECT_EQ(assignments(run), assignments(cluster(file, "fingerprint", {.threads = 1})));
  EXPECT_EQ(assignments(run), assignments(cluster(file, "fingerprint", {.threads = 7})));
  EXPECT_EQ(up_to_numbering(run), up_to_numbering(cluster(shuffled(file, dir))));
}

TEST(ClusterPages, ReadsEveryPageOfEveryCorpus) {
  PAGEKIN_NEEDS_SHARED();
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_dir() / "corpora")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".warc.gz")) continue;
    SCOPED_TRACE(path);
    const ClusterRun run = cluster(path);
    EXPECT_GT(run.counts.clustered, 40u);
    EXPECT_EQ(run.counts.by_reason[static_cast<std::size_t>(Reason::kDamaged)], 0u);
    EXPECT_EQ(run.counts.limited, 0u);
  }
}

TEST(ClusterPages, HostilePagesAreAllAccountedFor) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites" / "hostile-html";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    files +=
        entry.is_regular_file() && (ending == ".html" || ending == ".htm" || ending == ".xhtml")
            ? 1
            : 0;
  }
  for (const std::string spec : {"fingerprint", "md5", "mdh5"}) {
    EXPECT_EQ(cluster(folder.string(), spec).counts.read(), files);
  }
}

}  // namespace
}  // namespace pagekin::clustering
