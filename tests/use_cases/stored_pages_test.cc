// Pages from a crawl store make the same clusters as the files they were imported from.
#include "pagekin/clustering/stored_pages.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/crawl/import.h"
#include "pagekin/store/crawl_parts.h"
#include "pagekin/synth/synth.h"

#include "support/make_warc.h"
#include "support/postgresql.h"
#include "support/temp_dir.h"

namespace pagekin::clustering {
namespace {

struct Clusters {
  std::map<std::string, std::string> of_page;  // id: the first page of its cluster by name
  std::size_t looked_at = 0;
};

Clusters cluster_store(const std::string& input, const std::string& spec, unsigned threads = 2) {
  const auto method = method::make(spec);
  const ClusterRun run = cluster_pages(
      {.source = {.inputs = {input}, .reading = {.threads = threads}}, .method = spec}, *method);
  std::map<std::string, int> numbers;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    numbers[std::string(run.ids[page])] = run.number_of(page);
  }
  Clusters made;
  std::map<int, std::string> first{{0, "left out"}};
  for (const auto& [id, number] : numbers) {
    made.of_page[id] = first.try_emplace(number, id).first->second;
  }
  for (const features::FirstTags& tags : run.first_tags) made.looked_at += tags[0] != 0 ? 1 : 0;
  return made;
}

class StoredPagesTest : public testing::Test {
 protected:
  std::string crawl(const synth::SynthOptions& options) {
    const std::string path =
        (directory_.path() / ("crawl" + std::to_string(++count_) + ".warc.gz")).string();
    synth::write_crawl(options, path);
    return path;
  }
  std::string new_file() {
    return (directory_.path() / ("store" + std::to_string(++count_) + ".db")).string();
  }
  // 40 lists, each with a link to a page and one to the next list; the front page; one alone.
  std::string list_site() {
    for (int i = 0; i < 40; ++i) {
      const std::string n = std::to_string(i);
      directory_.write("site/list/" + n + ".html", "<ul><li><a href='../page/" + n + ".html'>" + n +
                                                       "</a></ul><a href='" +
                                                       std::to_string(i + 1) + ".html'>next</a>");
      directory_.write("site/page/" + n + ".html", "<h1>" + n + "</h1><p>text<p>text");
    }
    directory_.write("site/index.html", "<p><a href='list/0.html'>all</a><a href='.'>home</a>");
    directory_.write("site/alone.html", "<p>");
    return (directory_.path() / "site").string();
  }
  // Returns the name of the store.
  static std::string import_into(const std::string& store, const std::string& input) {
    const auto writer = store::CrawlWriter::open(store);
    crawl::ImportOptions options{.inputs = {input}};
    options.read.threads = 2;
    crawl::import_pages(options, *writer);
    return store;
  }

  test::TempDir directory_;
  int count_ = 0;
};

const std::vector<std::string> kUxclust{
    "uxclust",
    "uxclust:cut_off=2",
    "uxclust:cut_off=3,samples=2,seed=7",
    "uxclust:cut_off=2,samples=3,drop_small=true",
    "uxclust:cut_off=2,verify=samples",
    "uxclust:cut_off=2,verify=all,drop_small=true",
    "uxclust:cut_off=0,similar=0.5,occurrence=0.6,verify=all",
};

TEST_F(StoredPagesTest, AreClusteredByUxclustAsTheFilesTheyCameFrom) {
  for (const synth::SynthOptions& options :
       {synth::SynthOptions{.templates = 6, .pages = 100, .sites = 1, .seed = 2},
        synth::SynthOptions{.templates = 12, .pages = 120, .sites = 3, .seed = 3},
        synth::SynthOptions{.templates = 15, .pages = 80, .sites = 8, .seed = 4}}) {
    const std::string file = crawl(options);
    const std::string store = import_into(new_file(), file);
    for (const std::string& spec : kUxclust) {
      const Clusters expected = cluster_store(file, spec);
      EXPECT_EQ(expected.of_page.size(), options.pages);
      EXPECT_EQ(cluster_store(store, spec, 3).of_page, expected.of_page) << spec;
    }
  }
}

TEST_F(StoredPagesTest, AreLookedAtWhereTheyAreSampled) {
  const std::string folder = list_site();
  const std::string store = import_into(new_file(), folder);
  const std::string spec = "uxclust:cut_off=20,samples=2,drop_small=true";
  EXPECT_EQ(cluster_store(store, spec).looked_at, 4u);
  EXPECT_EQ(cluster_store(folder, spec).looked_at, 82u);
}

TEST_F(StoredPagesTest, AreClusteredByOtherMethodsAsTheFilesTheyCameFrom) {
  const std::string file = crawl({.templates = 8, .pages = 100, .sites = 3, .seed = 5});
  const std::string store = import_into(new_file(), file);
  for (const std::string spec : {"auto", "fingerprint", "md5", "mdh5", "ahc", "snn"}) {
    EXPECT_EQ(cluster_store(store, spec).of_page, cluster_store(file, spec).of_page) << spec;
  }
}

TEST_F(StoredPagesTest, InPostgresqlAreClusteredAsThoseInAFile) {
  PAGEKIN_NEEDS_POSTGRESQL();
  const std::string file = crawl({.templates = 8, .pages = 100, .sites = 3, .seed = 6});
  const std::string store = import_into(test::PostgresqlServer::get()->new_store(), file);
  for (const std::string spec : {"uxclust:cut_off=3", "uxclust:cut_off=3,verify=all",
                                 "uxclust:cut_off=3,verify=samples,drop_small=true", "auto"}) {
    EXPECT_EQ(cluster_store(store, spec).of_page, cluster_store(file, spec).of_page) << spec;
  }
}

TEST_F(StoredPagesTest, OfADirectoryAreClusteredAsTheFiles) {
  const std::string folder = list_site();
  const std::string store = import_into(new_file(), folder);
  for (const std::string& spec : kUxclust) {
    EXPECT_EQ(cluster_store(store, spec).of_page, cluster_store(folder, spec).of_page) << spec;
  }
}

TEST_F(StoredPagesTest, OfSeveralAddressesThatAreOneAreReachedTogether) {
  std::string bytes;
  const auto page = [&](const std::string& url, const std::string& body) {
    bytes += test::warc_record(url, test::http_response(body));
  };
  std::string links = "<ul>";
  for (int i = 0; i < 12; ++i) links += "<li><a href='/d" + std::to_string(i) + "'>x</a>";
  page("http://h.example/", links);
  for (int i = 0; i < 12; ++i) {
    const std::string url = "http://h.example/d" + std::to_string(i);
    page(url, "<h1>a</h1>");
    page(url + "/", "<h1>a</h1>");
    page(url + "/index.html", "<h2>b</h2><p>c");
  }
  const std::string file = directory_.write("a.warc", bytes);
  const std::string store = import_into(new_file(), file);
  for (const std::string& spec : kUxclust) {
    EXPECT_EQ(cluster_store(store, spec).of_page, cluster_store(file, spec).of_page) << spec;
  }
}

TEST_F(StoredPagesTest, ThatAreDamagedTakeNoOthersWithThem) {
  const std::string store = import_into(new_file(), list_site());
  store::open_database(store, store::Access::kWrite)
      ->execute("UPDATE bodies SET body = x'00' WHERE page IN (3, 50)");
  const auto method = method::make("mdh5");
  std::vector<std::string> told;
  const ClusterRun run =
      cluster_pages({.source = {.inputs = {store}, .reading = {.threads = 2}}, .method = "mdh5"},
                    *method, [&](const Incident& incident) { told.push_back(to_text(incident)); });
  EXPECT_EQ(run.counts.clustered, 80u);
  EXPECT_EQ(run.counts.skipped, 2u);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_NE(told[0].find(store), std::string::npos) << told[0];
}

TEST_F(StoredPagesTest, ThatAreDamagedStayWithTheirGroupWhereTheyAreSampled) {
  const std::string store = import_into(new_file(), list_site());
  const std::string spec = "uxclust:cut_off=100,samples=1000";
  const auto before = method::make(spec);
  const ClusterRun whole = cluster_pages({.source = {.inputs = {store}}, .method = spec}, *before,
                                         [](const Incident&) {});
  store::open_database(store, store::Access::kWrite)
      ->execute("UPDATE bodies SET body = x'00' WHERE page IN (3, 50)");
  for (const bool strict : {false, true}) {
    const auto method = method::make(spec);
    std::vector<std::string> told;
    const auto run = [&] {
      return cluster_pages(
          {.source = {.inputs = {store}, .reading = {.threads = 2}, .strict = strict},
           .method = spec},
          *method, [&](const Incident& incident) { told.push_back(to_text(incident)); });
    };
    if (strict) {
      EXPECT_THROW(run(), Error);
      continue;
    }
    const ClusterRun made = run();
    EXPECT_EQ(made.counts.clustered, 82u);
    EXPECT_EQ(made.counts.limited, 2u);
    EXPECT_EQ(made.clustering, whole.clustering);
    ASSERT_EQ(told.size(), 2u);
    EXPECT_NE(told[0].find("the body of page 3 cannot be read"), std::string::npos) << told[0];
  }
}

TEST_F(StoredPagesTest, ThatAreAllDamagedAreClusteredByXpathAlone) {
  const std::string store = import_into(new_file(), list_site());
  store::open_database(store, store::Access::kWrite)->execute("UPDATE bodies SET body = x'00'");
  const std::string spec = "uxclust:cut_off=2,samples=1000";
  const auto method = method::make(spec);
  const ClusterRun run = cluster_pages({.source = {.inputs = {store}}, .method = spec}, *method,
                                       [](const Incident&) {});
  const StoredPages pages(store, 1);
  const std::span<const std::uint32_t> groups = pages.group_of();
  EXPECT_EQ(run.counts.limited, groups.size());
  EXPECT_EQ(run.clustering, canonical({groups.begin(), groups.end()}));
}

TEST_F(StoredPagesTest, ThatAreNoneAreAnError) {
  const std::string store = new_file();
  store::CrawlWriter::open(store);
  EXPECT_THROW(cluster_store(store, "uxclust"), Error);
}

TEST_F(StoredPagesTest, AreRecognisedByTheirFirstBytes) {
  const std::string file = directory_.write("a.html", "<p>");
  const std::string store = new_file();
  store::CrawlWriter::open(store);
  EXPECT_TRUE(is_store(store));
  EXPECT_FALSE(is_store(file));
  EXPECT_FALSE(is_store((directory_.path() / "nothing").string()));
  EXPECT_TRUE(is_store("postgresql://nobody@nowhere/none"));
}

}  // namespace
}  // namespace pagekin::clustering
