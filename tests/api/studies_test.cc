// The use cases that study crawls: coverage, cross-validation, matrices, samples, copies, reports.
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

const pagekin::Source kSource{.inputs = {test::kCrawl}};

std::string write_clusters(const pagekin::test::TempDir& dir) {
  std::string path = (dir.path() / "clusters.tsv").string();
  pagekin::write_page_table(pagekin::cluster_pages(kSource), path);
  return path;
}

TEST(Coverage, OfACrawlAgainstItselfLacksNothing) {
  const pagekin::CoverageResult coverage =
      pagekin::find_coverage(kSource, {.against = {test::kCrawl}, .sitemaps = {}});
  ASSERT_FALSE(coverage.rows().empty());
  std::uint64_t pages = 0;
  for (const pagekin::CoverageRow& row : coverage.rows()) {
    EXPECT_EQ(row.state, pagekin::CoverageState::kSame);
    EXPECT_FALSE(coverage.name_of(row.template_number).empty());
    pages += row.new_pages;
  }
  EXPECT_EQ(pages, coverage.counts().used);
  EXPECT_TRUE(coverage.not_crawled().empty());
  std::string table;
  pagekin::write_table(coverage, pagekin::TableFormat::kTsv,
                       [&](std::string_view text) { table += text; });
  EXPECT_TRUE(table.starts_with("template\tstate\told\tnew\t")) << table;
  EXPECT_NE(pagekin::to_json(coverage).find("\"rows\""), std::string::npos);
}

TEST(Coverage, NeedsSomethingToCompareWith) {
  EXPECT_THROW(pagekin::find_coverage(kSource, {}), pagekin::OptionError);
}

TEST(Coverage, ListsAddressesOfASitemapThatWereNotCrawled) {
  const pagekin::test::TempDir dir;
  const std::vector<pagekin::OwnedPage> pages = test::pages_of_crawl();
  const std::string sitemap = (dir.path() / "urls.txt").string();
  std::ofstream(sitemap) << pages.front().id << "\n" << pages.front().id << "-unseen\n";
  const pagekin::CoverageResult coverage =
      pagekin::find_coverage(kSource, {.against = {}, .sitemaps = {sitemap}});
  ASSERT_EQ(coverage.not_crawled().size(), 1U);
  EXPECT_EQ(coverage.not_crawled()[0].address, pages.front().id + "-unseen");
  EXPECT_TRUE(coverage.not_crawled()[0].in_sitemap);
}

TEST(Coverage, HasAReportThatIsOneFile) {
  const pagekin::CoverageOptions against{.against = {test::kCrawl}, .sitemaps = {}};
  const pagekin::CoverageResult coverage = pagekin::find_coverage(kSource, against);
  std::string html;
  pagekin::write_report(kSource, coverage, against, {.title = "A & B"},
                        [&](std::string_view text) { html += text; });
  EXPECT_TRUE(html.starts_with("<!doctype html>")) << html.substr(0, 40);
  EXPECT_NE(html.find("A &amp; B"), std::string::npos);
}

TEST(TableReport, ShowsTheTemplatesOfATable) {
  const pagekin::test::TempDir dir;
  std::string html;
  const pagekin::TableReport shown = pagekin::write_table_report(
      kSource, write_clusters(dir), {}, {}, {}, [&](std::string_view text) { html += text; });
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_GT(shown.templates, 1U);
  EXPECT_EQ(shown.pages_without_row, 0U);
  EXPECT_EQ(shown.rows_without_page, 0U);
}

TEST(RunReport, IsMadeOfARunThatKeptItsPictures) {
  const pagekin::ClusterResult found = pagekin::cluster_pages(kSource, {.shown_in_report = 2});
  EXPECT_TRUE(found.is_described);
  EXPECT_TRUE(found.questions.empty()) << "those of the report are its own";
  EXPECT_EQ(found.page_count, found.pages.size());
  EXPECT_EQ(found.cluster_count, found.clusters.size());
  std::string html;
  const auto sink = [&](std::string_view text) { html += text; };
  pagekin::write_report(found, {}, {.title = "A & B", .representatives = 2}, sink);
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_NE(html.find("A &amp; B"), std::string::npos);
  EXPECT_THROW(pagekin::write_report(pagekin::cluster_pages(kSource), {}, {}, sink),
               pagekin::OptionError);
}

TEST(RunReport, InPartsHasStoredPages) {
  const pagekin::test::TempDir dir;
  const pagekin::PageTable table = pagekin::read_page_table(write_clusters(dir));
  const pagekin::ReportSite site(kSource, table, {}, {.title = "A & B"});
  EXPECT_EQ(site.shown().templates, table.groups.size());
  EXPECT_NE(site.html().find("<title>A &amp; B - pagekin</title>"), std::string::npos);
  EXPECT_TRUE(site.data().starts_with("\x1f\x8b")) << "packed by gzip";
  EXPECT_NE(site.pages_of(0), nullptr);
  EXPECT_EQ(site.pages_of(table.groups.size()), nullptr);
  const std::optional<std::string> page = site.stored_page(table.rows[0].page);
  ASSERT_TRUE(page);
  EXPECT_NE(page->find("<html"), std::string::npos);
  EXPECT_EQ(site.stored_page("https://elsewhere.example/"), std::nullopt);
}

TEST(Run, KeepsMergesForADendrogramAndDescribesForItsSummaryAlone) {
  const pagekin::ClusterResult found =
      pagekin::cluster_pages(kSource, {.method = "ahc:linkage=average,threshold=0.6",
                                       .dendrogram = true,
                                       .described_in_summary = 500});
  EXPECT_FALSE(found.is_described);
  EXPECT_NE(summarise(found), summarise(pagekin::cluster_pages(
                                  kSource, {.method = "ahc:linkage=average,threshold=0.6"})));
  std::string tree;
  const auto sink = [&](std::string_view text) { tree += text; };
  write_dendrogram(found, pagekin::DendrogramFormat::kNewick, sink);
  EXPECT_TRUE(tree.ends_with(";\n")) << tree.substr(0, 80);
  EXPECT_THROW(write_description(found, sink), pagekin::OptionError);
  EXPECT_THROW(
      write_dendrogram(pagekin::cluster_pages(kSource), pagekin::DendrogramFormat::kJson, sink),
      pagekin::OptionError);
}

TEST(Run, WithoutListsWritesTheSameTable) {
  const auto table = [](const pagekin::ClusterResult& found) {
    std::string text;
    pagekin::write_page_table(found, pagekin::kUsualPageColumns, pagekin::TableFormat::kTsv,
                              [&](std::string_view piece) { text += piece; });
    return text;
  };
  pagekin::ClusterResult found =
      pagekin::cluster_pages(kSource, {.has_lists = false, .has_origins = false});
  EXPECT_TRUE(found.pages.empty());
  EXPECT_TRUE(found.clusters.empty());
  EXPECT_EQ(found.page_count, 240U);
  EXPECT_EQ(table(found), table(pagekin::cluster_pages(kSource)));
  pagekin::describe_templates(found);
  EXPECT_TRUE(found.is_described);
}

TEST(CrossValidation, OfTheExampleIsGoodAndTheSameInOneStepAndInTwo) {
  const pagekin::Labels labels = pagekin::Labels::read(test::kLabels);
  const pagekin::CrossvalOptions options{.measures = {"path_jaccard"}, .folds = 3, .time = false};
  const pagekin::CrossvalResult result = pagekin::cross_validate(kSource, labels, options);
  ASSERT_EQ(result.measures.size(), 1U);
  EXPECT_GT(result.measures[0].best.f1, 0.9);
  EXPECT_LE(result.measures[0].best.accuracy, 1);
  pagekin::CrossvalPages pages = pagekin::read_crossval_pages(kSource, labels, options);
  EXPECT_EQ(pages.taken, result.pages);
  EXPECT_EQ(to_json(pagekin::cross_validate(std::move(pages), options)), to_json(result));
  EXPECT_THROW(check_options(pagekin::CrossvalOptions{.measures = {"none"}}), pagekin::Error);
}

TEST(PairSimilarities, AreThoseOfTheMeasure) {
  const std::vector<pagekin::OwnedPage> pages = test::pages_of_crawl();
  const pagekin::PairSimilarities all = pagekin::compare_all(kSource, {.measure = "style"});
  ASSERT_EQ(all.pages, pages.size());
  EXPECT_EQ(all.pairs, pages.size() * (pages.size() - 1) / 2);
  EXPECT_EQ(all.page(1), pages[1].id);
  EXPECT_FLOAT_EQ(all(0, 1),
                  static_cast<float>(pagekin::similarity(pages[0].body, pages[1].body, "style")));
}

TEST(Fingerprints, AreThoseOfEachPage) {
  const std::vector<pagekin::OwnedPage> pages = test::pages_of_crawl();
  std::string table;
  const pagekin::PageCounts counts = pagekin::write_fingerprints(
      kSource, {.length = 5}, [&](std::string_view text) { table += text; });
  EXPECT_EQ(counts.used, pages.size());
  std::string first = "page\tfingerprint\n" + pages[0].id + "\t";
  std::string_view comma;
  for (const unsigned char entry : pagekin::fingerprint(pages[0].body, 5)) {
    first += std::string(comma) + std::to_string(entry);
    comma = ",";
  }
  EXPECT_TRUE(table.starts_with(first + "\n")) << table.substr(0, 200);
  EXPECT_THROW(check_options(pagekin::FingerprintOptions{.length = 0}), pagekin::OptionError);
  EXPECT_EQ(pagekin::fingerprint_entropies(kSource, {.length = 5}).first.size(), 4U);
}

TEST(PageLists, CopyWhatASampleOfATableNames) {
  const pagekin::test::TempDir dir;
  const pagekin::PageTable table = pagekin::read_page_table(write_clusters(dir));
  const pagekin::SampleResult sample = pagekin::sample_pages(table, {.per_template = 1});
  ASSERT_EQ(sample.pages.size(), sample.templates);
  std::vector<std::string_view> ids;
  for (const pagekin::SampledPage& page : sample.pages) ids.push_back(table.rows[page.page].page);
  const std::string copy = (dir.path() / "copy.warc.gz").string();
  const std::unique_ptr<pagekin::PageCopies> copies = pagekin::copy_to_warc(copy);
  const pagekin::FoundPages found = pagekin::find_pages(kSource, ids, false, copies.get());
  copies->finish();
  EXPECT_EQ(found.missing, 0U);
  std::size_t copied = 0;
  pagekin::read_pages({.inputs = {copy}}, [&](const pagekin::Page&) { ++copied; });
  EXPECT_EQ(copied, ids.size());
}

TEST(LabelRules, NameTheFirstThatMatches) {
  const pagekin::test::TempDir dir;
  const std::string path = (dir.path() / "rules.tsv").string();
  std::ofstream(path) << "product\t/p/\nother\t.\n";
  const pagekin::Labels rules = pagekin::Labels::read_rules(path);
  EXPECT_EQ(rules.template_of("http://a.test/p/1"), "product");
  EXPECT_EQ(rules.template_of("http://a.test/q"), "other");
  EXPECT_EQ(rules.template_of(""), std::nullopt);
}

TEST(Source, RefusesTypesOfDocumentsThatNothingMakesPagesOf) {
  pagekin::Source source;
  source.documents.types = {"application/pdf"};
  EXPECT_THROW(pagekin::check_source(source), pagekin::OptionError);
  source.documents.via = "cat";
  EXPECT_NO_THROW(pagekin::check_source(source));
}

}  // namespace
