// The public interface as another program uses it: nothing but headers of include/pagekin.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

using test::kCrawl;
using test::kLabels;

struct StoredPage {
  std::string id;
  std::string body;
};

std::vector<StoredPage> stored_pages() {
  std::vector<StoredPage> pages;
  pagekin::read_pages({.inputs = {kCrawl}}, [&](const pagekin::Page& page) {
    pages.push_back({std::string(page.id), std::string(page.body)});
  });
  return pages;
}

TEST(PublicInterface, ReadsPagesInOrderWithUniqueIds) {
  std::vector<std::string> ids;
  const pagekin::PageCounts counts = pagekin::read_pages(
      {.inputs = {kCrawl, kCrawl}}, [&](const pagekin::Page& page) { ids.emplace_back(page.id); });
  EXPECT_EQ(counts.used, 480u);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 480u);
  EXPECT_EQ(ids[240], ids[0] + "#2");
}

TEST(PublicInterface, ClustersInputsAndPagesInMemoryAlike) {
  const pagekin::ClusterResult read = pagekin::cluster_pages({.inputs = {kCrawl}});
  ASSERT_EQ(read.pages.size(), 240u);
  pagekin::Clusterer one_by_one;
  pagekin::Clusterer batch({}, {.threads = 2});
  const std::vector<StoredPage> stored = stored_pages();
  std::vector<pagekin::Page> pages;
  for (const StoredPage& page : stored) pages.push_back({.id = page.id, .body = page.body});
  for (const pagekin::Page& page : pages) one_by_one.add(page);
  batch.add(pages);
  const pagekin::ClusterResult first = one_by_one.finish();
  const pagekin::ClusterResult second = batch.finish();
  EXPECT_EQ(first.labels, read.labels);
  EXPECT_EQ(second.labels, read.labels);
  EXPECT_EQ(second.pages, read.pages);
  EXPECT_EQ(second.confidence, read.confidence);
}

// Pages without hosts in their ids, and without a class name in common.
TEST(PublicInterface, CautionsAboutPagesOfSeveralSites) {
  std::vector<StoredPage> stored;
  for (char site = 'a'; site < 'g'; ++site) {
    for (char page = 'a'; page < 'k'; ++page) {
      const std::string id{site, page};
      stored.push_back({id, "<body class='site-" + std::string{site} + "'><p>" + id});
    }
  }
  const auto cautions = [&](const std::string& host) {
    pagekin::Clusterer clusterer;
    for (const StoredPage& page : stored) {
      clusterer.add(pagekin::Page{.id = host + page.id, .body = page.body});
    }
    const pagekin::ClusterResult result = clusterer.finish();
    EXPECT_EQ(result.caution.empty(),
              pagekin::summarise(result).find("caution") == std::string::npos);
    return !result.caution.empty();
  };
  EXPECT_TRUE(cautions(""));
  EXPECT_FALSE(cautions("https://a.example/"));
}

// Forty pages of four sites without hosts: both cautions hold.
TEST(PublicInterface, CautionsOfSmallSitesAndOfSeveralSitesDoNotHideEachOther) {
  pagekin::Clusterer clusterer;
  for (char site = 'a'; site < 'e'; ++site) {
    for (char page = 'a'; page < 'k'; ++page) {
      const std::string id{site, page};
      const std::string body = "<body class='site-" + std::string{site} + "'><p>" + id;
      clusterer.add(pagekin::Page{.id = id, .body = body});
    }
  }
  const std::string caution = clusterer.finish().caution;
  EXPECT_NE(caution.find("They may be of several sites"), std::string::npos) << caution;
  EXPECT_NE(caution.find("fewer than 50 pages"), std::string::npos) << caution;
}

TEST(PublicInterface, ResultsAreConsistent) {
  const pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {kCrawl}});
  std::size_t pages = 0;
  for (const pagekin::ClusterInfo& cluster : found.clusters) {
    pages += cluster.pages;
    ASSERT_FALSE(cluster.representatives.empty());
    for (const std::size_t page : cluster.representatives) {
      EXPECT_EQ(found.labels[page], cluster.number);
      EXPECT_EQ(found.template_of(page), cluster.template_id);
    }
    EXPECT_GE(cluster.confidence, 0);
    EXPECT_LE(cluster.confidence, 1);
  }
  EXPECT_EQ(pages, found.pages.size());
}

TEST(PublicInterface, FollowsHintsAndAsks) {
  const pagekin::ClusterResult plain = pagekin::cluster_pages({.inputs = {kCrawl}}, {.ask = 3});
  EXPECT_LE(plain.questions.size(), 3u);
  for (const pagekin::Question& question : plain.questions) {
    EXPECT_LT(question.page, plain.pages.size());
    EXPECT_GT(question.pages_in_doubt, 0);
  }
  const std::vector<pagekin::Hint> hints = {{.page = plain.pages[0], .template_name = "mine"}};
  const pagekin::ClusterResult hinted =
      pagekin::cluster_pages({.inputs = {kCrawl}}, {.hints = hints});
  EXPECT_EQ(hinted.labels, plain.labels);
  EXPECT_EQ(hinted.clusters[static_cast<std::size_t>(hinted.labels[0] - 1)].name, "mine");
  const pagekin::test::TempDir folder;
  const std::string path = folder.write("hints.tsv", plain.pages[0] + "\tmine\n");
  const std::vector<pagekin::Hint> read = pagekin::read_hints(path);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].page, hints[0].page);
  EXPECT_EQ(read[0].template_name, "mine");
  EXPECT_THROW(pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "md5", .ask = 1}),
               pagekin::OptionError);
}

TEST(PublicInterface, AClustererFollowsHintsAndAsks) {
  const pagekin::ClusterOptions options{
      .hints = {{.page = stored_pages()[0].id, .template_name = "mine"}}, .ask = 3};
  const pagekin::ClusterResult read = pagekin::cluster_pages({.inputs = {kCrawl}}, options);
  pagekin::Clusterer clusterer(options);
  for (const StoredPage& page : stored_pages()) clusterer.add({.id = page.id, .body = page.body});
  const pagekin::ClusterResult added = clusterer.finish();
  EXPECT_EQ(added.clusters[static_cast<std::size_t>(added.labels[0] - 1)].name, "mine");
  ASSERT_EQ(added.questions.size(), read.questions.size());
  for (std::size_t i = 0; i < added.questions.size(); ++i) {
    EXPECT_EQ(added.questions[i].page, read.questions[i].page);
  }
}

TEST(PublicInterface, AClustererCutsLongPagesAndRefusesWhatNeedsASource) {
  std::vector<pagekin::Incident> incidents;
  pagekin::Run run;
  run.incident = [&](const pagekin::Incident& incident) { incidents.push_back(incident); };
  pagekin::Clusterer clusterer({.method = "md5"}, run, 20);
  clusterer.add({.id = "long", .body = "<p>a</p><p>b</p><p>c</p><p>d</p>"});
  clusterer.add({.id = "short", .body = "<p>a</p>"});
  const pagekin::ClusterResult result = clusterer.finish();
  EXPECT_EQ(result.counts.used, 2u);
  EXPECT_EQ(result.counts.limited, 1u);
  ASSERT_EQ(incidents.size(), 1u);
  EXPECT_EQ(incidents[0].reason, pagekin::Reason::kTooLong);
  EXPECT_EQ(incidents[0].page, "long");
  EXPECT_THROW(pagekin::Clusterer({.describe = true}), pagekin::OptionError);
  EXPECT_THROW(pagekin::Clusterer({.shown_in_report = 3}), pagekin::OptionError);
  EXPECT_THROW(pagekin::Clusterer({.described_in_summary = 9}), pagekin::OptionError);
  EXPECT_THROW(pagekin::Clusterer({.index = "x"}), pagekin::OptionError);
  for (const pagekin::ClusterOptions& of_index :
       {pagekin::ClusterOptions{.on_duplicate = pagekin::OnDuplicate::kSkip},
        pagekin::ClusterOptions{.keep = "90d"},
        pagekin::ClusterOptions{.checkpoint_seconds = 10}}) {
    EXPECT_THROW(pagekin::Clusterer{of_index}, pagekin::OptionError);
  }
  EXPECT_THROW(pagekin::Clusterer({.index = "x", .skeletons = true}), pagekin::OptionError);
}

// Refused by a run over inputs, by pages in memory, and by the program (see tests/golden).
TEST(PublicInterface, OptionsThatAMethodDoesNotHaveAreRefused) {
  for (const pagekin::ClusterOptions& options :
       {pagekin::ClusterOptions{.check = true}, pagekin::ClusterOptions{.skeletons = true},
        pagekin::ClusterOptions{.method = "md5", .hints = {{"a", "b", "", ""}}},
        pagekin::ClusterOptions{.hints = {{"a", "", "", ""}}},
        pagekin::ClusterOptions{.hints = {{"a", "x", "", ""}, {"a", "y", "", ""}}}}) {
    EXPECT_THROW(pagekin::cluster_pages({.inputs = {kCrawl}}, options), pagekin::Error);
    EXPECT_THROW(pagekin::Clusterer{options}, pagekin::Error);
  }
}

TEST(PublicInterface, DescribingAResultLeavesItsCopiesAlone) {
  pagekin::ClusterResult described = pagekin::cluster_pages({.inputs = {kCrawl}});
  const pagekin::ClusterResult copy = described;
  const std::string before = pagekin::summarise(copy);
  pagekin::describe_templates(described);
  EXPECT_TRUE(described.is_described);
  EXPECT_FALSE(copy.is_described);
  EXPECT_EQ(pagekin::summarise(copy), before);
  EXPECT_NE(pagekin::summarise(described), before);
}

TEST(TemplateId, NumbersAndNamesAreEqualToTheirTexts) {
  using pagekin::TemplateId;
  EXPECT_EQ(TemplateId::from_text("12"), TemplateId(12));
  EXPECT_EQ(TemplateId(12).text(), "12");
  EXPECT_EQ(TemplateId::from_text("product").name(), "product");
  EXPECT_NE(TemplateId::named("12"), TemplateId(12));
  EXPECT_LT(TemplateId(12), TemplateId::named("12"));
  EXPECT_TRUE(TemplateId::from_text("").is_none());
  for (const char* const name : {"012", "0", "-1", "1a", "4294967296", " 1"}) {
    EXPECT_EQ(TemplateId::from_text(name), TemplateId::named(name)) << name;
  }
}

TEST(PublicInterface, EvaluatesAgainstLabels) {
  const pagekin::LabelMap labels = pagekin::read_labels(kLabels);
  EXPECT_EQ(labels.size(), 240u);
  const pagekin::Evaluation evaluation =
      pagekin::evaluate(pagekin::cluster_pages({.inputs = {kCrawl}}), labels);
  EXPECT_EQ(evaluation.pages, 240u);
  EXPECT_EQ(evaluation.scores.size(), pagekin::list_scores().size());
  EXPECT_GT(evaluation.scores.at("adjusted_rand_index"), 0.9);
}

TEST(PublicInterface, SamplesEveryTemplate) {
  const pagekin::ClusterResult result = pagekin::cluster_pages({.inputs = {kCrawl}});
  const pagekin::SampleResult sample = pagekin::sample_pages(result, {.per_template = 2});
  EXPECT_EQ(sample.templates, result.clusters.size());
  EXPECT_EQ(sample.covered_templates, result.clusters.size());
  EXPECT_EQ(sample.covered_pages, result.pages.size());
  ASSERT_FALSE(sample.pages.empty());
  const std::vector<std::size_t>& best = result.clusters[0].representatives;
  EXPECT_NE(std::find(best.begin(), best.end(), sample.pages[0].page), best.end());
  EXPECT_EQ(sample.pages[0].drawn, pagekin::Drawn::kRepresentative);
  EXPECT_THROW(pagekin::sample_pages(result, {.fraction = 2.0}), pagekin::OptionError);
}

TEST(PublicInterface, FindsNothingBetweenACrawlAndItself) {
  const pagekin::DiffResult diff = pagekin::diff_crawls({.inputs = {kCrawl}}, {.inputs = {kCrawl}});
  EXPECT_EQ(diff.old_pages, 240u);
  EXPECT_EQ(diff.new_pages, 240u);
  EXPECT_TRUE(diff.same_ids);
  ASSERT_FALSE(diff.templates.empty());
  for (const pagekin::TemplateDifference& one : diff.templates) {
    EXPECT_TRUE(one.state == pagekin::DiffState::kSame || one.state == pagekin::DiffState::kOdd)
        << pagekin::to_text(one.state) << " " << one.example;
    EXPECT_EQ(one.old_pages, one.new_pages);
    EXPECT_EQ(one.severity, pagekin::Severity::kNone);
  }
  EXPECT_EQ(diff.count(pagekin::DiffState::kChanged), 0u);
  EXPECT_EQ(diff.old_counts.used, 240u);
  std::string table;
  std::string pages;
  std::string report;
  const auto into = [](std::string& text) {
    return [&text](std::string_view piece) { text += piece; };
  };
  pagekin::write_table(diff, pagekin::TableFormat::kTsv, into(table));
  pagekin::write_pages(diff, pagekin::TableFormat::kTsv, into(pages));
  pagekin::write_report({.inputs = {kCrawl}}, {.inputs = {kCrawl}}, diff, {}, into(report));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'),
            static_cast<std::ptrdiff_t>(diff.templates.size() + 1));
  EXPECT_EQ(std::count(pages.begin(), pages.end(), '\n'), 241);
  EXPECT_NE(report.find("Changes between two crawls"), std::string::npos);
  EXPECT_NE(pagekin::to_json(diff).find("\"same\""), std::string::npos);
  EXPECT_FALSE(pagekin::summarise(diff).empty());
  EXPECT_THROW(pagekin::to_json(pagekin::DiffResult()), pagekin::OptionError);
}

TEST(PublicInterface, TemplatesBecomeTables) {
  std::size_t rows = 0;
  std::size_t fields = 0;
  const pagekin::RecordResult result =
      pagekin::extract_records({.inputs = {kCrawl}}, {}, [&](const pagekin::PageRecord& record) {
        ++rows;
        fields += record.fields.size();
        EXPECT_GE(record.confidence, 0);
        EXPECT_LE(record.confidence, 1);
      });
  EXPECT_EQ(rows, result.pages);
  EXPECT_EQ(result.pages + result.left_out, result.counts.used);
  ASSERT_FALSE(result.tables.empty());
  EXPECT_GT(fields, 2 * rows);
  for (const pagekin::RecordTable& table : result.tables) {
    std::set<std::string> names;
    for (const pagekin::RecordColumn& column : table.columns) {
      EXPECT_TRUE(names.insert(column.name).second) << column.name;
      EXPECT_FALSE(column.examples.empty());
    }
  }
  EXPECT_THROW(pagekin::extract_records({.inputs = {kCrawl}}, {.only_templates = {"none such"}},
                                        [](const pagekin::PageRecord&) {}),
               pagekin::OptionError);
}

TEST(PublicInterface, CleanTextsAreShorterAndSkeletonsAreTrees) {
  std::size_t pages = 0;
  double kept = 0;
  pagekin::clean_pages({.inputs = {kCrawl}}, {}, [&](const pagekin::CleanText& page) {
    ++pages;
    kept += page.kept;
  });
  EXPECT_EQ(pages, 240u);
  EXPECT_LT(kept, 0.95 * static_cast<double>(pages));
  for (const pagekin::TemplateSkeleton& one : pagekin::learn_skeletons({.inputs = {kCrawl}})) {
    ASSERT_FALSE(one.parts.empty());
    EXPECT_EQ(one.parts[0].tag, "html");
    for (std::size_t i = 1; i < one.parts.size(); ++i) EXPECT_LT(one.parts[i].parent, i);
  }
}

TEST(PublicInterface, EveryMeasureComparesTwoPages) {
  for (const pagekin::MeasureInfo& info : pagekin::list_measures()) {
    EXPECT_DOUBLE_EQ(pagekin::similarity("<p>a</p>", "<p>a</p>", info.name), 1) << info.name;
    const double unlike =
        pagekin::similarity("<p class=a>a</p>", "<table><td>b</table>", info.name);
    EXPECT_GE(unlike, 0) << info.name;
    EXPECT_LE(unlike, 1) << info.name;
  }
}

TEST(PublicInterface, PairwiseIsTheComparerForEveryPair) {
  const std::vector<std::string> html = {"<p><b>x</b></p>", "<p><i>x</i></p>", "<ul><li>x</ul>"};
  std::vector<pagekin::Page> pages;
  for (const std::string& one : html) pages.push_back({.body = one});
  const pagekin::Comparer comparer("tag_shingles");
  const std::vector<float> all = pagekin::pairwise(pages, "tag_shingles");
  ASSERT_EQ(all.size(), 3u);
  std::size_t next = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = a + 1; b < 3; ++b) {
      EXPECT_FLOAT_EQ(all[next++], static_cast<float>(comparer.similarity(
                                       comparer.extract(pages[a]), comparer.extract(pages[b]))));
    }
  }
}

TEST(PublicInterface, TrainsAModelAndClassifiesByIt) {
  const pagekin::test::TempDir dir;
  const std::string path = (dir.path() / "site.model").string();
  const pagekin::LabelMap labels = pagekin::read_labels(kLabels);
  const pagekin::TrainResult trained =
      pagekin::train({.inputs = {kCrawl}}, labels, {.measure = "tag_shingles"}, path);
  EXPECT_EQ(trained.pages, 240u);
  const pagekin::Classifier classifier(path);
  EXPECT_EQ(classifier.templates().size(), trained.templates);
  EXPECT_EQ(classifier.kind(), pagekin::ClassifierKind::kModel);
  std::size_t right = 0;
  for (const StoredPage& page : stored_pages()) {
    const pagekin::Decision decision = classifier.classify({.id = page.id, .body = page.body});
    right += decision.template_id.name() == labels.at(page.id) ? 1 : 0;
  }
  EXPECT_GT(right, 200u);
  EXPECT_TRUE(classifier.classify({.body = "<h1>unlike all of them</h1>"}).is_none());
}

TEST(PublicInterface, AnIndexGoesOnAndClassifies) {
  const pagekin::test::TempDir dir;
  const std::string path = (dir.path() / "site.index").string();
  pagekin::cluster_pages({.inputs = {kCrawl}}, {.index = path});
  EXPECT_EQ(pagekin::read_index(path).method, "auto");
  EXPECT_EQ(pagekin::read_index(path).pages, 240u);
  EXPECT_EQ(pagekin::read_index(path).skeletons, 0u);
  const std::vector<StoredPage> pages = stored_pages();
  const pagekin::Classifier classifier(path);
  EXPECT_EQ(classifier.kind(), pagekin::ClassifierKind::kIndex);
  const pagekin::Decision decision =
      classifier.classify({.id = pages[0].id, .body = pages[0].body});
  EXPECT_FALSE(decision.is_none());
  const pagekin::ClusterResult again =
      pagekin::cluster_pages({.inputs = {kCrawl}}, {.index = path});
  EXPECT_EQ(again.earlier_pages, 240u);
  EXPECT_EQ(decision.template_id, again.template_of(0)) << "ids are equal wherever they come from";
  EXPECT_EQ(again.pages_seen_before, 240u);
  EXPECT_EQ(again.pages.size(), 240u) << "the same pages again";
  const pagekin::ClusterResult skipped = pagekin::cluster_pages(
      {.inputs = {kCrawl}}, {.index = path, .on_duplicate = pagekin::OnDuplicate::kSkip});
  EXPECT_EQ(skipped.labels, again.labels);
  EXPECT_EQ(pagekin::parse<pagekin::OnDuplicate>("keep"), std::nullopt);
  const std::string other = (dir.path() / "fingerprints.index").string();
  pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "fingerprint", .index = other});
  EXPECT_EQ(pagekin::Classifier(other).kind(), pagekin::ClassifierKind::kIndex);
}

TEST(PublicInterface, AClassifierWritesATableAndSaysWhatItFound) {
  const pagekin::test::TempDir dir;
  const std::string path = (dir.path() / "site.index").string();
  pagekin::cluster_pages({.inputs = {kCrawl}}, {.index = path});
  const pagekin::Classifier classifier(path, {.threads = 2});
  std::string table;
  const pagekin::TableOutput output{.lines = [&](std::string_view text) { table += text; },
                                    .format = pagekin::TableFormat::kTsv};
  const pagekin::ClassifyResult written = classifier.write(
      {.inputs = {kCrawl}}, output,
      {.columns = pagekin::parse_class_columns("template,input"), .decide = pagekin::Decide::kAll});
  EXPECT_TRUE(table.starts_with("template\tinput\n")) << table.substr(0, 80);
  EXPECT_EQ(std::ranges::count(table, '\n'), 241);
  std::uint64_t none = 0;
  const pagekin::ClassifyResult found = classifier.classify(
      {.inputs = {kCrawl}}, [&](const pagekin::Page&, const pagekin::Decision& decision) {
        none += decision.is_none() ? 1 : 0;
      });
  EXPECT_EQ(found.none, none);
  EXPECT_EQ(found.none, written.none);
  EXPECT_EQ(found.templates, written.templates);
  EXPECT_EQ(found.counts.used, 240u);
  EXPECT_NE(found.summary.find("pages     240 read"), std::string::npos) << found.summary;
  EXPECT_THROW(pagekin::parse_class_columns("page,colour"), pagekin::OptionError);
}

TEST(PublicInterface, ARequestToStopEndsCallsWithoutARun) {
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);  // nobody writes
  std::stop_source stop;
  stop.request_stop();
  {
    const pagekin::StopOnRequest scope(stop.get_token());
    EXPECT_THROW(pagekin::read_page_table("/dev/fd/" + std::to_string(pipe_ends[0])),
                 pagekin::Cancelled);
  }
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

TEST(PublicInterface, SpecsAreMadeFromMaps) {
  EXPECT_EQ(pagekin::make_spec("auto", {}), "auto");
  EXPECT_EQ(pagekin::make_spec("fingerprint", {{"max_edits", "0"}, {"length", "40"}}),
            "fingerprint:length=40,max_edits=0");
  EXPECT_THROW(pagekin::make_spec("a:b", {}), pagekin::OptionError);
  EXPECT_THROW(pagekin::make_spec("a", {{"k", "x=y"}}), pagekin::OptionError);
}

TEST(PublicInterface, ErrorsAreTypedAndNameTheOption) {
  try {
    pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "fingerprint:length=0"});
    FAIL() << "nothing was thrown";
  } catch (const pagekin::OptionError& error) {
    EXPECT_EQ(error.option(), "length");
  }
  EXPECT_THROW(pagekin::Comparer("no_such_measure"), pagekin::OptionError);
  EXPECT_THROW(pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "md5", .index = "x"}),
               pagekin::OptionError);
  EXPECT_THROW(pagekin::cluster_pages({.inputs = {"/no/such/file.warc"}}), pagekin::InputError);
  EXPECT_THROW(pagekin::Classifier("/no/such/file"), pagekin::Error);
  EXPECT_THROW(pagekin::Clusterer().finish(), pagekin::InputError);
}

TEST(PublicInterface, AStrictRunEndsAtTheFirstUnreadablePage) {
  try {
    pagekin::cluster_pages({.inputs = {kCrawl, "/no/such/file.warc"}, .strict = true});
    FAIL() << "nothing was thrown";
  } catch (const pagekin::InputError& error) {
    EXPECT_EQ(error.option(), "strict");
  }
}

TEST(PublicInterface, ARunStopsWhenItsTokenAsks) {
  std::stop_source stop;
  EXPECT_THROW(pagekin::read_pages({.inputs = {kCrawl, kCrawl, kCrawl}},
                                   [&](const pagekin::Page&) { stop.request_stop(); },
                                   {.threads = 1, .stop = stop.get_token()}),
               pagekin::Cancelled);
  // The next run, and one beside it, are not concerned.
  EXPECT_EQ(pagekin::cluster_pages({.inputs = {kCrawl}}).pages.size(), 240u);
}

TEST(PublicInterface, RunsBesideEachOtherGiveTheSame) {
  const pagekin::ClusterResult alone = pagekin::cluster_pages({.inputs = {kCrawl}});
  std::vector<pagekin::ClusterResult> results(3);
  {
    std::vector<std::jthread> threads;
    for (pagekin::ClusterResult& result : results) {
      threads.emplace_back(
          [&result] { result = pagekin::cluster_pages({.inputs = {kCrawl}}, {}, {.threads = 2}); });
    }
  }
  for (const pagekin::ClusterResult& result : results) {
    EXPECT_EQ(result.labels, alone.labels);
    EXPECT_EQ(result.confidence, alone.confidence);
  }
}

TEST(PublicInterface, ProgressEndsAtAllPages) {
  std::atomic<std::uint64_t> items = 0;
  pagekin::Run run;
  run.progress = [&](const pagekin::ProgressReport& report) {
    if (report.phase == "reading") items = report.items;
  };
  pagekin::read_pages(
      {.inputs = {kCrawl}}, [](const pagekin::Page&) {}, run);
  EXPECT_EQ(items, 240u);
}

TEST(PublicInterface, SkippedPagesInMemoryAreCountedAndTold) {
  std::vector<pagekin::Incident> incidents;
  pagekin::Run run;
  run.incident = [&](const pagekin::Incident& incident) { incidents.push_back(incident); };
  pagekin::Clusterer clusterer({.method = "md5"}, run);
  clusterer.add({.id = "empty", .body = ""});
  clusterer.add({.id = "binary", .body = std::string_view("\x00\x01\x02\x03", 4)});
  clusterer.add({.id = "page", .body = "<p>"});
  const pagekin::ClusterResult result = clusterer.finish();
  EXPECT_EQ(result.pages, std::vector<std::string>{"page"});
  EXPECT_EQ(result.counts.skipped, 2u);
  ASSERT_EQ(incidents.size(), 2u);
  EXPECT_EQ(incidents[0].reason, pagekin::Reason::kEmpty);
  EXPECT_EQ(incidents[1].reason, pagekin::Reason::kBinary);
}

TEST(PublicInterface, MethodsAndMeasuresAreListedWithTheirOptions) {
  bool has_length = false;
  for (const pagekin::MethodInfo& info : pagekin::list_methods()) {
    EXPECT_FALSE(info.summary.empty());
    if (info.name != "fingerprint") continue;
    EXPECT_TRUE(info.keeps_index);
    for (const pagekin::OptionInfo& option : info.options) {
      if (option.name != "length") continue;
      has_length = true;
      EXPECT_EQ(option.kind, pagekin::OptionKind::kInteger);
      EXPECT_EQ(option.default_value, "25");
    }
  }
  EXPECT_TRUE(has_length);
}

}  // namespace
