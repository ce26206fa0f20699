// Pages of the calling program as a source: the same as pages of files.
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

using test::kCrawl;
using test::kLabels;
using test::pages_of_crawl;

// Hands out pages in batches of its own memory, as a program does that makes them on the way.
class Supplier final : public pagekin::PageSupplier {
 public:
  Supplier(std::vector<pagekin::OwnedPage> pages, std::size_t batch, bool again = true)
      : pages_(std::move(pages)), batch_(batch), again_(again) {}

  void begin() override {
    if (++begun > 1 && !again_) throw std::logic_error("begun twice");
    at_ = 0;
  }
  Batch next() override {
    if (at_ >= fail_at) throw std::runtime_error("no more of this");
    const auto copies = std::make_shared<std::vector<pagekin::OwnedPage>>();
    for (; at_ < pages_.size() && copies->size() < batch_; ++at_) copies->push_back(pages_[at_]);
    Batch batch;
    for (const pagekin::OwnedPage& page : *copies) {
      batch.pages.push_back({.id = page.id,
                             .body = page.body,
                             .charset = page.charset,
                             .offset = at_ - copies->size() + batch.pages.size()});
    }
    batch.owner = copies;
    return batch;
  }
  bool can_begin_again() const override { return again_; }
  std::uint64_t size() const override { return pages_.size(); }

  int begun = 0;
  std::size_t fail_at = SIZE_MAX;

 private:
  std::vector<pagekin::OwnedPage> pages_;
  std::size_t batch_;
  bool again_;
  std::size_t at_ = 0;
};

std::shared_ptr<Supplier> crawl_in_memory(std::size_t batch, bool again = true) {
  return std::make_shared<Supplier>(pages_of_crawl(), batch, again);
}

TEST(SuppliedPages, AreClusteredLikeThoseOfFiles) {
  const pagekin::ClusterResult read = pagekin::cluster_pages({.inputs = {kCrawl}});
  for (const auto& [batch, threads] :
       {std::pair(1UL, 4U), std::pair(7UL, 1U), std::pair(1000UL, 4U)}) {
    const pagekin::ClusterResult found =
        pagekin::cluster_pages({.pages = crawl_in_memory(batch)}, {}, {.threads = threads});
    EXPECT_EQ(found.pages, read.pages);
    EXPECT_EQ(found.labels, read.labels);
    EXPECT_EQ(found.confidence, read.confidence);
    EXPECT_EQ(found.clusters[0].name, read.clusters[0].name);
  }
}

TEST(SuppliedPages, ComeAfterTheInputs) {
  std::vector<std::string> ids;
  pagekin::read_pages({.inputs = {kCrawl}, .pages = crawl_in_memory(50)},
                      [&](const pagekin::Page& page) { ids.emplace_back(page.id); });
  ASSERT_EQ(ids.size(), 480U);
  EXPECT_EQ(ids[240], ids[0] + "#2");
}

TEST(SuppliedPages, BadOnesAreSkippedAndTold) {
  std::vector<pagekin::OwnedPage> pages = pages_of_crawl();
  pages.resize(4);
  pages[1].body.clear();
  pages[2].body = std::string("\0\1\2\3binary", 10);
  pages[3].body += std::string(1000, ' ');
  const std::size_t longest = pages[3].body.size() - 1;
  std::vector<pagekin::Incident> incidents;
  pagekin::Run run;
  run.incident = [&](const pagekin::Incident& incident) { incidents.push_back(incident); };
  std::size_t used = 0;
  const pagekin::PageCounts counts = pagekin::read_pages(
      {.max_page_bytes = longest, .pages = std::make_shared<Supplier>(pages, 3)},
      [&](const pagekin::Page& page) {
        ++used;
        EXPECT_LE(page.body.size(), longest);
      },
      run);
  EXPECT_EQ(used, 2U);
  EXPECT_EQ(counts.used, 2U);
  EXPECT_EQ(counts.skipped, 2U);
  ASSERT_EQ(incidents.size(), 3U);
  EXPECT_EQ(incidents[0].reason, pagekin::Reason::kEmpty);
  EXPECT_EQ(incidents[0].page, pages[1].id);
  EXPECT_EQ(incidents[0].offset, 1U);
  EXPECT_EQ(incidents[1].reason, pagekin::Reason::kBinary);
  EXPECT_EQ(incidents[2].reason, pagekin::Reason::kTooLong);
}

TEST(SuppliedPages, TextIsUtf8WhateverItDeclares) {
  pagekin::OwnedPage page{
      .id = "a", .body = "<meta charset=windows-1252><p class=x>\xC3\xA9</p>", .charset = "utf-8"};
  std::string text;
  pagekin::read_pages({.pages = std::make_shared<Supplier>(std::vector{page}, 1)},
                      [&](const pagekin::Page& one) { text = pagekin::page_text(one); });
  EXPECT_EQ(text, page.body);
}

TEST(SuppliedPages, ExceptionsOfTheSupplierEndTheRun) {
  for (const unsigned threads : {1U, 3U}) {
    const auto pages = crawl_in_memory(16);
    pages->fail_at = 100;
    EXPECT_THROW(pagekin::cluster_pages({.pages = pages}, {}, {.threads = threads}),
                 std::runtime_error);
  }
}

TEST(SuppliedPages, AreReadAgainToDescribeTemplates) {
  pagekin::ClusterResult read = pagekin::cluster_pages({.inputs = {kCrawl}}, {.describe = true});
  EXPECT_TRUE(read.is_described);
  const auto pages = crawl_in_memory(32);
  pagekin::ClusterResult later = pagekin::cluster_pages({.pages = pages});
  EXPECT_EQ(pages->begun, 1);
  ASSERT_TRUE(pagekin::can_describe(later));
  EXPECT_TRUE(later.clusters[0].marks.empty());
  pagekin::describe_templates(later);
  EXPECT_EQ(pages->begun, 3);
  ASSERT_EQ(later.clusters.size(), read.clusters.size());
  for (std::size_t i = 0; i < read.clusters.size(); ++i) {
    EXPECT_EQ(later.clusters[i].name, read.clusters[i].name);
    EXPECT_EQ(later.clusters[i].marks, read.clusters[i].marks);
    EXPECT_EQ(later.clusters[i].exemplar, read.clusters[i].exemplar);
  }
  EXPECT_FALSE(read.clusters[0].marks.empty());
  pagekin::describe_templates(later);  // once is enough
  EXPECT_EQ(pages->begun, 3);
}

TEST(SuppliedPages, ThatCanBeReadOnceCannotBeDescribed) {
  pagekin::ClusterResult found = pagekin::cluster_pages({.pages = crawl_in_memory(32, false)});
  EXPECT_FALSE(pagekin::can_describe(found));
  EXPECT_THROW(pagekin::describe_templates(found), pagekin::OptionError);
  EXPECT_THROW(pagekin::cluster_pages({.pages = crawl_in_memory(32, false)}, {.describe = true}),
               pagekin::OptionError);
}

TEST(SuppliedPages, GoIntoAnIndex) {
  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "site.index").string();
  std::vector<pagekin::OwnedPage> pages = pages_of_crawl();
  const std::vector<pagekin::OwnedPage> first(pages.begin(), pages.begin() + 100);
  pagekin::cluster_pages({.pages = std::make_shared<Supplier>(first, 10)},
                         {.index = path, .skeletons = true});
  EXPECT_GT(pagekin::read_index(path).skeletons, 1U);
  const pagekin::ClusterResult all =
      pagekin::cluster_pages({.pages = std::make_shared<Supplier>(pages, 10)}, {.index = path});
  EXPECT_EQ(all.pages.size(), 240U);
  EXPECT_EQ(all.pages_seen_before, 100U);
  EXPECT_EQ(all.labels, pagekin::cluster_pages({.inputs = {kCrawl}}).labels);
  EXPECT_EQ(pagekin::read_index(path).pages, 240U);
  EXPECT_GT(pagekin::read_index(path).templates, 1U);
  EXPECT_EQ(pagekin::read_index(path).spec, "auto:evidence=all");
  const pagekin::Classifier index(path);
  EXPECT_EQ(index.basis(), "auto");
  const pagekin::Decision decision = index.classify(
      pagekin::Page{.id = pages[5].id, .body = pages[5].body, .charset = pages[5].charset});
  EXPECT_EQ(decision.template_id, all.template_of(5));
  EXPECT_EQ(all.supplied[5], 5U);
  EXPECT_FALSE(decision.title.empty());
  std::vector<pagekin::TemplateId> ids;
  const pagekin::ClassifyResult found =
      index.classify({.pages = std::make_shared<Supplier>(pages, 10)},
                     [&](const pagekin::Page& page, const pagekin::Decision& one) {
                       EXPECT_EQ(page.offset, ids.size());
                       ids.push_back(one.template_id);
                     });
  EXPECT_EQ(found.counts.used, 240U);
  EXPECT_EQ(ids[5], decision.template_id);
}

TEST(SuppliedPages, AStoppedRunLeavesTheIndexAsItWas) {
  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "site.index").string();
  std::stop_source stop;
  stop.request_stop();
  pagekin::Run run;
  run.stop = stop.get_token();
  EXPECT_THROW(pagekin::cluster_pages({.pages = crawl_in_memory(8)}, {.index = path}, run),
               pagekin::Cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SuppliedPages, AreSweptAsSeveralCorpora) {
  const pagekin::SweepCorpus corpora[] = {
      {"first", {.pages = crawl_in_memory(64)}, pagekin::read_labels(kLabels)},
      {"second", {.pages = crawl_in_memory(64)}, pagekin::read_labels(kLabels)}};
  const pagekin::SweepOptions options{
      .methods = {"ahc"}, .measures = {"tag_shingles"}, .vary = {"threshold=0.3,0.9"}};
  const pagekin::SweepResult one = pagekin::sweep(corpora[0].source, corpora[0].labels, options);
  const pagekin::SweepResult both = pagekin::sweep_corpora(corpora, options);
  EXPECT_EQ(both.pages, 2 * one.pages);
  ASSERT_EQ(both.settings.size(), 2U);
  EXPECT_EQ(both.settings[0].scores, one.settings[0].scores) << "means of two equal corpora";
  EXPECT_EQ(pagekin::sweep_csv(one).find("second"), std::string::npos);
  EXPECT_NE(pagekin::sweep_csv(both).find("second"), std::string::npos);
  EXPECT_NE(pagekin::sweep_json(both).find("\"second\""), std::string::npos);
  EXPECT_NE(pagekin::sweep_table(both, {.scores = {"purity"}}).find("purity"), std::string::npos);
  EXPECT_NE(pagekin::sweep_svg(both).find("<svg"), std::string::npos);
  const std::string scores[] = {"purity", "beauty"};
  EXPECT_THROW(pagekin::check_scores(scores), pagekin::OptionError);
  EXPECT_THROW(pagekin::sweep_table({}), pagekin::OptionError);
  EXPECT_THROW(pagekin::sweep_corpora({}, options), pagekin::OptionError);
  // Standard input is kept where it is read again.
  EXPECT_NO_THROW(pagekin::check_sweep({.inputs = {"-"}}, {.methods = {"auto"}, .time = true}));
}

TEST(SuppliedPages, AreSweptAndLearntFrom) {
  const pagekin::LabelMap labels = pagekin::read_labels(kLabels);
  const pagekin::SweepResult sweep = pagekin::sweep(
      {.pages = crawl_in_memory(64)}, labels,
      {.methods = {"ahc"}, .measures = {"tag_shingles"}, .vary = {"threshold=0.3:0.9:0.3"}});
  ASSERT_EQ(sweep.settings.size(), 3U);
  EXPECT_EQ(sweep.varied, std::vector<std::string>{"threshold"});
  for (const pagekin::SweepSetting& setting : sweep.settings) {
    EXPECT_TRUE(setting.is_done) << setting.error;
    EXPECT_EQ(setting.scores.size(), pagekin::list_scores().size());
    EXPECT_TRUE(setting.values.contains("threshold"));
  }
  EXPECT_THROW(pagekin::sweep({.pages = crawl_in_memory(64, false)}, labels,
                              {.methods = {"auto"}, .time = true}),
               pagekin::OptionError);

  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "site.model").string();
  const pagekin::TrainResult trained =
      pagekin::train({.pages = crawl_in_memory(64)}, labels, {.measure = "fingerprint"}, path);
  EXPECT_EQ(trained.pages, 240U);
}

}  // namespace
