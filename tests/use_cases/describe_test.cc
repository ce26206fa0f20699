// Descriptions of clusters, end to end.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/input/spooled_inputs.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/reading/read_pictures.h"
#include "pagekin/report/description_json.h"

#include "support/temp_dir.h"

namespace pagekin::clustering {
namespace {

void write_page(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Twelve posts and eight lists.
void write_site(const std::filesystem::path& root) {
  for (int i = 0; i < 12; ++i) {
    write_page(root / ("post" + std::to_string(i) + ".html"),
               "<body class=post><main><h1>Title</h1><div id=comments><p>Comment " +
                   std::string(static_cast<std::size_t>(i), 'x') + "</div><h2>Comments</h2>");
  }
  for (int i = 0; i < 8; ++i) {
    write_page(root / ("list" + std::to_string(i) + ".html"),
               "<body class=list><main><h1>Title</h1><ul class=entries><li><a rel=next>Item " +
                   std::string(static_cast<std::size_t>(i), 'y') + "</a></ul><h2>Archive</h2>");
  }
}

struct Described {
  ClusterRun run;
  describe::Description description;
  std::string json;
};

Described described(const std::string& input, const std::string& method, unsigned threads) {
  const auto made = method::make(method);
  const ClusterOptions options{.source = {.inputs = {input}, .reading = {.threads = threads}},
                               .method = method};
  Described result;
  result.run = cluster_pages(options, *made);
  result.description = describe_pages(options, result.run);
  report::write_description(result.run, result.description, method,
                            [&](std::string_view bytes) { result.json += bytes; });
  return result;
}

bool names(const std::vector<describe::Evidence>& lines, std::string_view name) {
  return std::ranges::any_of(lines, [&](const describe::Evidence& line) {
    return std::ranges::find(line.names, name) != line.names.end();
  });
}

TEST(Describe, TellsWhatPagesHaveInCommonAndWhatSeparatesThem) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  for (const std::string method : {"auto", "md5"}) {
    SCOPED_TRACE(method);
    const Described found = described((dir.path() / "site").string(), method, 2);
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
    EXPECT_EQ(described(site, method, 1).json, described(site, method, 3).json);
  }
}

TEST(Describe, RefusesInputsThatCanBeReadOnlyOnce) {
  const test::TempDir dir;
  const std::string pipe = (dir.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  write_page(dir.path() / "list", "absent\n" + pipe + "\n");
  const auto check = [](const std::string& input) { check_readable_twice({.inputs = {input}}); };
  EXPECT_THROW(check("-"), Error);
  EXPECT_NO_THROW(check_readable_twice(
      {.inputs = {"-"}, .reading = {.spool = std::make_shared<input::SpooledInputs>()}}));
  EXPECT_THROW(check(pipe), Error);
  EXPECT_THROW(check("@" + pipe), Error);
  EXPECT_THROW(check("@" + (dir.path() / "list").string()), Error);
  EXPECT_NO_THROW(check(dir.path().string()));
  EXPECT_NO_THROW(check("absent"));
  // A list may name itself often.
  const std::string loop = "@" + (dir.path() / "loop").string();
  std::string lines;
  for (int i = 0; i < 50; ++i) lines += loop + "\n";
  write_page(dir.path() / "loop", lines);
  EXPECT_NO_THROW(check(loop));
  write_page(dir.path() / "loop", lines + "@" + (dir.path() / "list").string() + "\n");
  EXPECT_THROW(check(loop), Error);
}

TEST(Describe, SaysWhenTheInputIsNotWhatItWas) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  const auto made = method::make("md5");
  const ClusterOptions options{.source = {.inputs = {(dir.path() / "site").string()}},
                               .method = "md5"};
  const ClusterRun run = cluster_pages(options, *made);
  std::filesystem::remove(dir.path() / "site" / "post3.html");
  EXPECT_THROW(describe_pages(options, run), Error);
}

// Names come from few pages, and the confidence of sampled pages from the marks that were kept. A
// reading in which every page is parsed for all of its names and marks must tell the same.
TEST(Describe, TellsWhatAReadingOfAllPagesTells) {
  const test::TempDir dir;
  const std::string file = (dir.path() / "pages.jsonl").string();
  std::string lines;
  for (int i = 0; i < 300; ++i) {  // more pages of a cluster than are sampled, some ids twice
    const std::string body =
        i % 3 == 0 ? "<body class=post><h1>Post</h1><p>" : "<body class=shop><ul><li>";
    const std::string rare = i % 7 == 0 ? "<div class=rare><b>Rare</b></div>" : "";
    lines += R"({"url": "http://a.test/)" + std::string(i % 3 == 0 ? "post/" : "shop/") +
             std::to_string(i % 290) + R"(", "html": ")" + body + std::to_string(i) + rare +
             "\"}\n";
  }
  write_page(file, lines);
  const ClusterOptions options{.source = {.inputs = {file}}, .method = "md5"};
  const auto made = method::make("md5");
  const ClusterRun run = cluster_pages(options, *made);
  const describe::Description found = describe_pages(options, run);
  std::set<std::string> known;
  PageIds ids;
  reading::read_each<std::vector<features::NamedMark>>(
      {.source = options.source}, ids,
      [](const Page& page, reading::ExtractionNotes&) { return features::named_marks(page); },
      [&](std::string_view, std::vector<features::NamedMark>&& named) {
        for (const features::NamedMark& one : named) known.insert(one.name);
      });
  ASSERT_GT(found.clusters.size(), 1U);
  std::size_t checked = 0;
  for (const describe::ClusterDescription& cluster : found.clusters) {
    for (const describe::Evidence& line : cluster.held_together_by) {
      for (const std::string& name : line.names) {
        EXPECT_TRUE(known.contains(name)) << name;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 2U);
  for (PageId page = 0; page < run.ids.size(); ++page) {
    EXPECT_GE(found.certainty[page].confidence, 0) << run.ids[page];
  }
}

std::string text_of(const picture::PagePicture& picture) {
  std::string text = picture.title + ":";
  for (const picture::OutlineNode& node : picture.outline.nodes) {
    text += " " + picture.outline.label(node) + "=" + node.text;
  }
  return text;
}

TEST(Describe, DrawsThePagesThatAreChosenBeforeAndAfterTheReading) {
  const test::TempDir dir;
  write_site(dir.path() / "site");
  for (const std::string method : {"auto", "md5"}) {
    for (const bool changes_its_mind : {false, true}) {
      SCOPED_TRACE(method);
      const auto made = method::make(method);
      const ClusterOptions options{.source = {.inputs = {(dir.path() / "site").string()}},
                                   .method = method};
      const ClusterRun run = cluster_pages(options, *made);
      int calls = 0;
      Drawing drawing{.choose = [&](const describe::Description& description) {
        // What is known before the second reading is known by then.
        EXPECT_EQ(description.clusters.size(), 2U);
        for (const auto& one : description.certainty) EXPECT_GE(one.confidence, 0);
        return ++calls == 2 && changes_its_mind ? std::vector<PageId>{1, 5, 11}
                                                : std::vector<PageId>{0, 5, 19};
      }};
      describe_pages(options, run, nullptr, &drawing);
      EXPECT_EQ(calls, 2);
      EXPECT_EQ(drawing.pages, changes_its_mind ? (std::vector<PageId>{1, 5, 11})
                                                : (std::vector<PageId>{0, 5, 19}));
      const std::vector<picture::PagePicture> expected =
          reading::read_pictures(options.source, run.pages_before(), drawing.pages);
      ASSERT_EQ(drawing.pictures.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_FALSE(expected[i].is_empty());
        EXPECT_EQ(text_of(drawing.pictures[i]), text_of(expected[i]));
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::clustering
