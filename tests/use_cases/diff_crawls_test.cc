#include "pagekin/comparing/diff_crawls.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/comparing/coverage.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/method/method.h"
#include "pagekin/report/diff.h"
#include "pagekin/table/page_table.h"

#include "support/temp_dir.h"

namespace pagekin::comparing {
namespace {

using coverage::DiffRow;
using coverage::DiffState;

std::string page_of_shop(int number, const std::string& price_class) {
  const std::string n = std::to_string(number);
  return "<html><head><title>Product " + n +
         "</title></head><body class=shop><nav><a>Home</a></nav>"
         "<main><h1>Thing " +
         n + "</h1><span class=" + price_class +
         ">12</span>"
         "<table><tr><th>Weight</th><td>" +
         n +
         " kg</td></tr></table>"
         "<form><input name=amount><button>Buy</button></form></main></body></html>";
}

std::string article(int number) {
  const std::string n = std::to_string(number);
  return "<html><head><title>Article " + n +
         "</title></head><body class=blog><nav><a>Home</a></nav>"
         "<article><h1>Story " +
         n +
         "</h1><p class=byline>by someone</p><p>Once</p><p>upon</p>"
         "<ul class=tags><li>a</li><li>b</li></ul></article></body></html>";
}

std::string member(int number) {
  const std::string n = std::to_string(number);
  return "<html><head><title>Member " + n +
         "</title></head><body class=people><nav><a>Home</a></nav>"
         "<section><h2>Name " +
         n +
         "</h2><dl><dt>Since</dt><dd>1999</dd><dt>Town</dt><dd>X</dd></dl>"
         "<img class=portrait></section></body></html>";
}

// JSON lines of pages.
class CrawlText {
 public:
  CrawlText& products(int from, int to, const std::string& price_class) {
    for (int i = from; i < to; ++i) add("shop/" + std::to_string(i), page_of_shop(i, price_class));
    return *this;
  }
  CrawlText& articles(int from, int to) {
    for (int i = from; i < to; ++i) add("blog/" + std::to_string(i), article(i));
    return *this;
  }
  // Products and articles whose addresses say nothing.
  CrawlText& nameless_products(int from, int to) {
    for (int i = from; i < to; ++i) add("p/" + std::to_string(i), page_of_shop(i, "price"));
    return *this;
  }
  CrawlText& nameless_articles(int from, int to) {
    for (int i = from; i < to; ++i) add("p/" + std::to_string(i), article(i));
    return *this;
  }
  // Pages of articles where the products were.
  CrawlText& redesigned(int from, int to) {
    for (int i = from; i < to; ++i) add("shop/" + std::to_string(i), article(i));
    return *this;
  }
  CrawlText& members(int from, int to) {
    for (int i = from; i < to; ++i) add("people/" + std::to_string(i), member(i));
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  void add(const std::string& path, const std::string& html) {
    text_ += "{\"url\": \"https://a.example/" + path + "\", \"html\": " + quote_json(html) + "}\n";
  }
  std::string text_;
};

class DiffCrawls : public testing::Test {
 protected:
  std::string write(const std::string& name, const CrawlText& crawl) {
    return dir_.write(name, crawl.text());
  }
  static CrawlDiff diff(const std::string& before, const std::string& now, unsigned threads = 1) {
    return diff_crawls({.before = {before}, .now = {now}, .reading = {.threads = threads}});
  }
  // The row of the template whose example contains a text.
  static std::size_t row_of(const CrawlDiff& diff, std::string_view part) {
    const auto at = std::ranges::find_if(diff.rows, [&](const DiffRow& row) {
      return row.example.find(part) != std::string_view::npos;
    });
    EXPECT_NE(at, diff.rows.end()) << part;
    return static_cast<std::size_t>(at - diff.rows.begin());
  }
  std::string index_of(const std::string& name, const std::string& crawl) {
    const std::string path = (dir_.path() / name).string();
    const auto method = method::make(method::kDefaultMethod);
    clustering::cluster_pages(
        {.source = {.inputs = {crawl}, .reading = {}}, .method = "auto", .index = path}, *method);
    return path;
  }

  test::TempDir dir_;
};

TEST_F(DiffCrawls, FindsNothingBetweenEqualCrawls) {
  const std::string crawl =
      write("a.jsonl", CrawlText().products(0, 20, "price").articles(0, 20).members(0, 20));
  const CrawlDiff found = diff(crawl, crawl);
  EXPECT_TRUE(found.is_joint);
  EXPECT_EQ(found.count(DiffState::kSame), 3U);
  EXPECT_EQ(found.rows.size(), 3U);
  for (const MarkChange& change : found.changes) {
    EXPECT_TRUE(change.is_compared);
    EXPECT_DOUBLE_EQ(change.kept, 1);
  }
}

TEST_F(DiffCrawls, TellsWhatIsNewAndGone) {
  const std::string before = write("a.jsonl", CrawlText().products(0, 20, "price").articles(0, 20));
  const std::string now = write("b.jsonl", CrawlText().products(0, 20, "price").members(0, 20));
  const CrawlDiff found = diff(before, now);
  EXPECT_EQ(found.rows[row_of(found, "people")].state, DiffState::kNew);
  EXPECT_EQ(found.rows[row_of(found, "blog")].state, DiffState::kGone);
  EXPECT_EQ(found.rows[row_of(found, "shop")].state, DiffState::kSame);
}

// The largest template of the old crawl is the smallest of the new one, and a new one is larger
// than all.
TEST_F(DiffCrawls, TemplatesOfTheOldCrawlKeepTheIdsThatClusterGives) {
  const std::string before = write("a.jsonl", CrawlText().articles(0, 20).products(0, 30, "price"));
  const std::string now =
      write("b.jsonl", CrawlText().articles(0, 60).products(0, 10, "price").members(0, 90));
  const auto method = method::make(method::kDefaultMethod);
  const clustering::ClusterRun alone = clustering::cluster_pages(
      {.source = {.inputs = {before}, .reading = {}}, .method = "auto"}, *method);
  std::vector<std::uint32_t> ids;
  for (const int label : alone.clustering.labels) {
    ids.push_back(alone.template_ids[static_cast<std::size_t>(label)]);
  }

  const Coverage covered = find_coverage(
      {.source = {.inputs = {now}, .reading = {}}, .against = {before}, .sitemaps = {}});
  EXPECT_EQ(covered.old_templates, ids);
  EXPECT_EQ(covered.new_templates[0], ids[0]);
  EXPECT_EQ(covered.new_templates[60], ids[20]);
  EXPECT_EQ(covered.new_templates[70], 3U);

  const CrawlDiff found = diff(before, now);
  for (std::size_t page = 0; page < ids.size(); ++page) {
    EXPECT_EQ(found.before.pages[page].template_number, ids[page]);
  }
  EXPECT_EQ(found.now.pages[70].template_number, 3U);
}

TEST_F(DiffCrawls, NamesTheMarksThatChanged) {
  const std::string before = write("a.jsonl", CrawlText().products(0, 20, "price").articles(0, 20));
  const std::string now = write("b.jsonl", CrawlText().products(0, 20, "cost").articles(0, 20));
  const CrawlDiff found = diff(before, now);
  const std::size_t shop = row_of(found, "shop");
  EXPECT_EQ(found.rows[shop].state, DiffState::kChanged);
  EXPECT_EQ(found.changes[shop].added.names, std::vector<std::string>{"main span.cost"});
  EXPECT_EQ(found.changes[shop].removed.names, std::vector<std::string>{"main span.price"});
  EXPECT_EQ(found.changes[shop].removed.marks, 1U);
  EXPECT_EQ(found.rows[row_of(found, "blog")].state, DiffState::kSame);
}

// Without common addresses ten pages of each crawl are needed.
TEST_F(DiffCrawls, ComparesOtherPagesOnlyWhereThereAreEnough) {
  for (const int pages : {5, 12}) {
    const std::string before =
        write("a.jsonl", CrawlText().products(0, pages, "price").articles(0, 20));
    const std::string now =
        write("b.jsonl", CrawlText().products(100, 100 + pages, "cost").articles(0, 20));
    const CrawlDiff found = diff(before, now);
    const std::size_t shop = row_of(found, "shop");
    EXPECT_EQ(found.changes[shop].is_compared, pages == 12) << pages;
    EXPECT_EQ(found.rows[shop].state == DiffState::kChanged, pages == 12) << pages;
  }
}

// They have few pages, and two common addresses at most. Both crawls together have them as two
// templates.
TEST_F(DiffCrawls, ASmallTemplateWithANewDesignHasChanged) {
  for (const int first : {100, 6}) {
    const std::string before = write("a.jsonl", CrawlText().products(0, 8, "price").members(0, 20));
    const std::string now =
        write("b.jsonl", CrawlText().redesigned(first, first + 8).members(0, 20));
    const CrawlDiff found = diff(before, now);
    const std::size_t shop = row_of(found, "shop");
    EXPECT_NE(found.rows[shop].old_template, found.rows[shop].new_template);
    EXPECT_EQ(found.rows[shop].state, DiffState::kChanged) << first;
    EXPECT_TRUE(found.changes[shop].is_compared);
    EXPECT_EQ(severity_of(found.changes[shop]), Severity::kRedesign);
    EXPECT_GT(found.changes[shop].added.marks, 0U);
    EXPECT_EQ(found.rows[row_of(found, "people")].state, DiffState::kSame);
  }
  // An index knows the marks of its templates, and the other side has few pages.
  const std::string before = write("a.jsonl", CrawlText().products(0, 8, "price").members(0, 20));
  const std::string now = write("b.jsonl", CrawlText().redesigned(100, 108).members(0, 20));
  const CrawlDiff found = diff(index_of("a.index", before), now);
  EXPECT_EQ(found.rows[row_of(found, "shop")].state, DiffState::kChanged);
}

// What is left of many templates that were told apart has changed, too.
TEST_F(DiffCrawls, ATemplateThatWasToldApartAndIsNotComparedHasChanged) {
  coverage::TemplateDiff told_apart;
  constexpr std::uint32_t count = 300;
  std::vector<coverage::TemplatedPage> before;
  std::vector<coverage::TemplatedPage> now;
  for (std::uint32_t i = 1; i <= count; ++i) {
    for (int page = 0; page < 3; ++page) {
      before.push_back({"a", i});
      now.push_back({"b", count + i});
    }
    told_apart.rows.push_back({.state = DiffState::kSame,
                               .old_template = i,
                               .new_template = count + i,
                               .matched_by = coverage::MatchedBy::kShape,
                               .old_pages = 3,
                               .new_pages = 3});
  }
  for (const bool same_numbers : {true, false}) {
    MarkChanges marks(told_apart, {.pages = before}, {.pages = now}, same_numbers);
    marks.compare();
    const std::vector<MarkChange> changes = marks.finish();
    ASSERT_EQ(changes.size(), count);
    for (const MarkChange& change : changes) {
      EXPECT_FALSE(change.is_compared);
      EXPECT_EQ(change.is_changed, same_numbers);
      EXPECT_EQ(severity_of(change), same_numbers ? Severity::kModerate : Severity::kNone);
    }
  }
}

TEST_F(DiffCrawls, DoesNotDependOnTheNumberOfThreads) {
  const std::string before =
      write("a.jsonl", CrawlText().products(0, 30, "price").articles(0, 30).members(0, 9));
  const std::string now = write("b.jsonl", CrawlText().products(0, 30, "cost").articles(10, 40));
  EXPECT_EQ(report::to_json(diff(before, now, 1)), report::to_json(diff(before, now, 4)));
}

TEST_F(DiffCrawls, TakesAnIndexOnEitherSide) {
  const std::string before = write("a.jsonl", CrawlText().products(0, 20, "price").articles(0, 20));
  const std::string now = write("b.jsonl", CrawlText().products(0, 20, "price").members(0, 20));
  const std::string old_index = index_of("a.index", before);
  const std::string new_index = index_of("b.index", now);
  for (const auto& [left, right] :
       {std::pair(old_index, now), std::pair(before, new_index), std::pair(old_index, new_index)}) {
    const CrawlDiff found = diff(left, right);
    EXPECT_EQ(found.rows[row_of(found, "people")].state, DiffState::kNew) << left << right;
    EXPECT_EQ(found.rows[row_of(found, "blog")].state, DiffState::kGone) << left << right;
    EXPECT_EQ(found.rows[row_of(found, "shop")].state, DiffState::kSame) << left << right;
  }
}

// The articles go before the second run of the index: they are gone once.
TEST_F(DiffCrawls, OfAnIndexATemplateIsGoneOnce) {
  const std::string first = write("a.jsonl", CrawlText().products(0, 20, "price").articles(0, 20));
  const std::string second = write("b.jsonl", CrawlText().products(0, 25, "price"));
  const std::string third = write("c.jsonl", CrawlText().products(5, 30, "price"));
  const std::string index = index_of("a.index", first);
  const CrawlDiff at_once = diff(index, second);
  EXPECT_EQ(at_once.count(DiffState::kGone), 1U);
  EXPECT_EQ(at_once.gone_before, 0U);
  index_of("a.index", second);
  const CrawlDiff later = diff(index, third);
  EXPECT_EQ(later.count(DiffState::kGone), 0U);
  EXPECT_EQ(later.gone_before, 1U);
  EXPECT_EQ(later.rows.size(), later.changes.size());
  EXPECT_EQ(later.rows.size(), later.names.size());
  // They come back, and go again.
  index_of("a.index", first);
  EXPECT_EQ(diff(index, third).count(DiffState::kGone), 1U);
}

TEST_F(DiffCrawls, TakesTables) {
  std::string before = "page\ttemplate\n";
  std::string now = "{\"page\": \"https://a.example/none\", \"cluster\": 0}\n";
  for (int i = 0; i < 6; ++i) {
    const std::string page = "https://a.example/shop/" + std::to_string(i);
    before += page + "\tproduct\n";
    now += "{\"page\": \"" + page + "\", \"cluster\": 4}\n";
  }
  const CrawlDiff found = diff(dir_.write("a.tsv", before), dir_.write("b.jsonl", now));
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0].state, DiffState::kSame);
  EXPECT_EQ(found.before.label(found.rows[0].old_template), "product");
  EXPECT_EQ(found.now.label(found.rows[0].new_template), "4");
  EXPECT_FALSE(found.note.empty());
}

// Rows of a table, from PATH/from to PATH/(to - 1).
std::string table_rows(const std::string& path, int from, int to, const std::string& number) {
  std::string rows;
  for (int i = from; i < to; ++i) {
    rows += "https://a.example/" + path + "/" + std::to_string(i) + "\t" + number + "\n";
  }
  return rows;
}

// The page that comes first in the table is of its smaller template. All addresses look alike.
TEST_F(DiffCrawls, NamesTheTemplatesOfATableAsOtherCommandsDo) {
  const std::string old_table =
      dir_.write("a.tsv", "page\ttemplate\n" + table_rows("p", 0, 30, "9"));
  const std::string new_table = dir_.write(
      "b.tsv", "page\ttemplate\n" + table_rows("p", 0, 10, "2") + table_rows("p", 10, 30, "1"));
  const table::PageTable known = clustering::read_named_table(new_table);
  const CrawlDiff found = diff(old_table, new_table);
  for (const std::string id : {"1", "2"}) {
    const auto group = std::ranges::find(known.groups, id, &table::PageGroup::id);
    const auto row = std::ranges::find_if(found.rows, [&](const DiffRow& one) {
      return one.new_pages > 0 && found.now.label(one.new_template) == id;
    });
    ASSERT_NE(row, found.rows.end()) << id;
    EXPECT_EQ(found.names[static_cast<std::size_t>(row - found.rows.begin())], group->name) << id;
  }
}

// Each table has a page (2), and they are two templates.
TEST_F(DiffCrawls, NoTwoRowsHaveTheSameName) {
  const auto rows = [](const std::string& second, const std::string& first_page) {
    std::string table = "page\ttemplate\tname\n";
    for (int i = 0; i < 30; ++i) {
      table += "https://a.example/p/" + std::to_string(i) + "\t1\tpage\n";
    }
    for (int i = 0; i < 10; ++i) {
      table +=
          "https://a.example/" + second + "/" + first_page + std::to_string(i) + "\t2\tpage (2)\n";
    }
    return table;
  };
  const CrawlDiff found =
      diff(dir_.write("a.tsv", rows("old", "1")), dir_.write("b.tsv", rows("new", "2")));
  ASSERT_EQ(found.rows.size(), 3U);
  EXPECT_EQ(found.count(DiffState::kNew), 1U);
  EXPECT_EQ(found.count(DiffState::kGone), 1U);
  EXPECT_EQ(found.names, (std::vector<std::string>{"page (2)", "page (3)", "page"}));
}

// The smaller template joins the other one. Its name is that of its own table.
TEST_F(DiffCrawls, ATemplateThatJoinedAnotherKeepsItsOwnName) {
  const std::string old_table =
      dir_.write("a.tsv", "page\ttemplate\n" + table_rows("talk", 0, 10, "2") +
                              table_rows("user", 0, 20, "1"));
  const std::string new_table =
      dir_.write("b.tsv", "page\ttemplate\n" + table_rows("talk", 0, 10, "5") +
                              table_rows("user", 0, 20, "5"));
  const CrawlDiff found = diff(old_table, new_table);
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(found.rows[0].state, DiffState::kJoined);
  EXPECT_EQ(found.names, (std::vector<std::string>{"talk", "user"}));
}

// The largest template of the old crawl is the smaller one of the new crawl.
TEST_F(DiffCrawls, NamesTheTemplatesOfTheNewCrawlAsClusterDoes) {
  const std::string before =
      write("a.jsonl", CrawlText().nameless_products(0, 60).nameless_articles(1000, 1020));
  const std::string now =
      write("b.jsonl", CrawlText().nameless_products(0, 20).nameless_articles(1000, 1060));
  const auto method = method::make(method::kDefaultMethod);
  const clustering::ClusterRun alone = clustering::cluster_pages(
      {.source = {.inputs = {now}, .reading = {}}, .method = "auto"}, *method);
  ASSERT_EQ(alone.names.size(), 2U);
  const CrawlDiff found = diff(before, now);
  ASSERT_EQ(found.rows.size(), 2U);
  for (PageId page = 0; page < found.now.ids.size(); ++page) {
    const auto row = std::ranges::find(found.rows, found.now.pages[page].template_number,
                                       &DiffRow::new_template);
    ASSERT_NE(row, found.rows.end());
    EXPECT_EQ(found.names[static_cast<std::size_t>(row - found.rows.begin())],
              alone.names[static_cast<std::size_t>(alone.clustering.labels[page])].text);
  }
}

TEST_F(DiffCrawls, SaysWhichSideHasNoPages) {
  const std::string crawl = write("a.jsonl", CrawlText().articles(0, 4));
  const std::string none = dir_.write("none.html", "");
  for (const bool is_old : {true, false}) {
    try {
      is_old ? diff(none, crawl) : diff(crawl, none);
      FAIL() << "no Error";
    } catch (const InputError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(is_old ? "the old crawl" : "the new crawl"))
          << error.what();
    }
  }
  EXPECT_THROW(diff_crawls({.before = {crawl, dir_.write("t.tsv", "a\t1\n")}, .now = {crawl}}),
               OptionError);
}

TEST_F(DiffCrawls, KnowsATableFromPages) {
  EXPECT_TRUE(is_page_table(dir_.write("t.tsv", "a\t1\n")));
  EXPECT_TRUE(is_page_table(dir_.write("t.csv.gz", "x")));
  EXPECT_TRUE(is_page_table(dir_.write("t.jsonl", "{\"page\": \"a\", \"template\": 1}\n")));
  EXPECT_FALSE(is_page_table(dir_.write("p.jsonl", "{\"url\": \"a\", \"html\": \"<p>\"}\n")));
  EXPECT_FALSE(is_page_table(dir_.write("p.html", "<p>")));
  EXPECT_FALSE(is_page_table(dir_.path().string()));
}

}  // namespace
}  // namespace pagekin::comparing
