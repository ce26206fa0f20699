// Inputs that are not the same when they are read again. The pages are those of the program, so
// that each reading can give others.
#include "pagekin/reading/same_again.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/comparing/diff_crawls.h"
#include "pagekin/core/error.h"
#include "pagekin/extraction/clean_pages.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/extraction/find_selectors.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/extraction/pages_to_label.h"
#include "pagekin/laboratory/crossval.h"
#include "pagekin/method/method.h"
#include "pagekin/reading/read_pictures.h"

#include "support/temp_dir.h"

namespace pagekin::reading {
namespace {

using Reading = std::vector<std::pair<std::string, std::string>>;  // ids and bodies

// Gives other pages in each reading; after the last of them always the same.
class ChangingPages final : public PageSupplier {
 public:
  explicit ChangingPages(std::vector<Reading> readings) : readings_(std::move(readings)) {}

  void begin() override {
    at_ = std::min(begun_++, readings_.size() - 1);
    is_given_ = false;
  }
  Batch next() override {
    Batch batch;
    if (std::exchange(is_given_, true)) return batch;
    for (const auto& [id, body] : readings_[at_]) {
      batch.pages.push_back({.id = id, .body = body, .charset = "utf-8"});
    }
    return batch;
  }
  bool can_begin_again() const override { return true; }

 private:
  std::vector<Reading> readings_;
  std::size_t begun_ = 0;
  std::size_t at_ = 0;
  bool is_given_ = false;
};

Reading shop() {
  Reading pages;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    pages.emplace_back("http://a.test/pan/" + n,
                       "<body class=shop><nav><a href=/>Home</a></nav><h1>Pan " + n +
                           "</h1><p>Price: <b class=price>$" + std::to_string(20 + i) +
                           "</b><p class=about>About pan " + n + " and more.<p>Imprint");
  }
  return pages;
}

Reading without_one() {
  Reading pages = shop();
  pages.erase(pages.begin() + 5);
  return pages;
}

Reading swapped() {
  Reading pages = shop();
  std::swap(pages[3], pages[4]);
  return pages;
}

Reading with_one_more() {
  Reading pages = shop();
  pages.emplace_back("http://a.test/pan/new", "<body class=shop><h1>Pan</h1>");
  return pages;
}

// All pages have one id, so a missing one gives the others the ids of their neighbours.
Reading without_names(std::size_t from) {
  Reading pages = shop();
  pages.erase(pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(from));
  for (auto& [id, body] : pages) id = "http://a.test/pan";
  return pages;
}

input::Source source_giving(std::vector<Reading> readings) {
  return {.inputs = {},
          .reading = {.threads = 2, .pages = std::make_shared<ChangingPages>(std::move(readings))}};
}

// Runs `use` with pages that change after so many readings, and with pages that stay.
template <class Use>
void expect_notice(std::size_t readings, const Use& use) {
  EXPECT_NO_THROW(use(source_giving({shop()})));
  EXPECT_NO_THROW(use(source_giving({without_names(0)})));
  const auto refuses = [&](const Reading& first, const Reading& then) {
    std::vector<Reading> all(readings, first);
    all.push_back(then);
    try {
      use(source_giving(std::move(all)));
      ADD_FAILURE() << "nothing was said";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("not the same when it was read again"),
                std::string::npos)
          << error.what();
    }
  };
  for (const Reading& changed : {without_one(), swapped(), with_one_more(), Reading()}) {
    SCOPED_TRACE(changed.size());
    refuses(shop(), changed);
  }
  SCOPED_TRACE("ids that repeat");
  refuses(without_names(0), without_names(1));
}

PageIds ids_of(const std::vector<std::string>& names) {
  PageIds ids;
  for (const std::string& name : names) ids.add(name);
  return ids;
}

// The numbers of the pages, or what is wrong with them.
std::string numbers_of(const PagesBefore& before, const std::vector<std::string>& ids) {
  std::string numbers;
  SameAgain same(before, "sample");
  try {
    for (const std::string& id : ids) {
      const std::optional<PageId> page = same.next(id);
      numbers += page ? std::to_string(*page) : "-";
    }
    same.finish();
  } catch (const InputError& error) {
    EXPECT_EQ(error.option(), "sample");
    const std::string text = error.what();
    return text.substr(text.find(": ") + 2);
  }
  return numbers;
}

TEST(SameAgain, NumbersPagesAsTheyCameBefore) {
  const PageIds ids = ids_of({"a", "b", "c"});
  EXPECT_EQ(numbers_of({.ids = &ids}, {"a", "b", "c"}), "012");
  EXPECT_EQ(numbers_of({.ids = &ids}, {"a", "c"}), "'c' came in place of 'b'");
  EXPECT_EQ(numbers_of({.ids = &ids}, {"a", "c", "b"}), "'c' came in place of 'b'");
  EXPECT_EQ(numbers_of({.ids = &ids}, {"a", "b"}), "it had 3 pages, and now has 2");
  EXPECT_EQ(numbers_of({.ids = &ids}, {"a", "b", "c", "d"}), "'d' came in place of the end");
  EXPECT_EQ(numbers_of({.ids = &ids}, {}), "it had 3 pages, and now has 0");
}

TEST(SameAgain, PagesOfEarlierRunsComeAnywhereButAllOfThem) {
  const PageIds ids = ids_of({"old1", "old2", "new1", "new2"});
  const PagesBefore before{.ids = &ids, .earlier = 2, .seen_before = 1};
  EXPECT_EQ(numbers_of(before, {"new1", "old2", "new2"}), "213");
  EXPECT_EQ(numbers_of(before, {"new1", "new2", "old1"}), "230");
  EXPECT_EQ(numbers_of(before, {"new1", "new2"}), "it had 3 pages, and now has 2");
  EXPECT_EQ(numbers_of(before, {"old1", "old2", "new1"}), "other pages came");
  EXPECT_EQ(numbers_of(before, {"new2", "old1", "new1"}), "'new2' came in place of 'new1'");
}

TEST(SameAgain, PagesOfAStoreMayBeUnreadable) {
  const PageIds ids = ids_of({"a", "b", "c"});
  const PagesBefore before{.ids = &ids, .kind = PagesBefore::Kind::kListed};
  EXPECT_EQ(numbers_of(before, {"a", "c"}), "02");
  EXPECT_EQ(numbers_of(before, {"a", "d"}), "'d' came in place of 'b'");
  EXPECT_EQ(numbers_of(before, {"b", "a"}), "'a' came in place of 'c'");
}

TEST(SameAgain, PagesOfATableComeInAnyOrderOrNot) {
  const PageIds ids = ids_of({"a", "b", "c"});
  EXPECT_EQ(numbers_of({.ids = &ids, .kind = PagesBefore::Kind::kSome}, {"x", "c", "a"}), "-20");
}

TEST(SameAgain, ExtractionNotices) {
  for (const std::size_t readings : {std::size_t{1}, std::size_t{2}}) {
    expect_notice(readings, [](const input::Source& source) {
      const extraction::ExtractOptions options{.source = source};
      const clustering::GroupedPages pages = clustering::group_pages({.source = source});
      const extraction::MatchedSchema matched =
          extraction::own_schema(options, pages, extraction::learn_schema(options, pages));
      std::size_t rows = 0;
      extraction::extract_records(options, pages, matched,
                                  [&](const extraction::Record&) { ++rows; });
      EXPECT_EQ(rows, 12U);
    });
  }
}

TEST(SameAgain, CleaningNotices) {
  for (const std::size_t readings : {std::size_t{1}, std::size_t{2}}) {
    expect_notice(readings, [](const input::Source& source) {
      const clustering::GroupedPages pages = clustering::group_pages({.source = source});
      extraction::CleanOptions options;
      options.source = source;
      extraction::clean_pages(options, pages, extraction::learn_clean_models(source, pages, ""),
                              [](const extraction::CleanPage&) {});
    });
  }
}

// A page of each name: of `shop()` and of `without_names()`.
std::vector<wrapper::GivenLabel> price_label(const std::string& page) {
  return {{.page = page, .field = "price", .text = "$20", .file = {}}};
}

TEST(SameAgain, LearningNotices) {
  // The first reading is ours, to know the id of a page.
  expect_notice(2, [](const input::Source& source) {
    const clustering::GroupedPages pages = clustering::group_pages({.source = source});
    const extraction::LearnWrapperRun run = extraction::learn_wrapper(
        {.pages = {.source = source}, .labels = price_label(std::string(pages.ids[0]))});
    EXPECT_EQ(run.fields.size(), 1U);
  });
}

TEST(SameAgain, ChoosingPagesToLabelNotices) {
  expect_notice(1, [](const input::Source& source) {
    extraction::LabelPagesOptions options;
    options.pages.source = source;
    EXPECT_EQ(extraction::find_pages_to_label(options).pages.size(), 1U);
  });
}

TEST(SameAgain, FindingSelectorsNotices) {
  const input::Source same = source_giving({shop()});
  const wrapper::Wrapper wrapper =
      extraction::learn_wrapper(
          {.pages = {.source = same}, .labels = price_label("http://a.test/pan/0")})
          .wrapper;
  for (const std::size_t readings : {std::size_t{1}, std::size_t{2}}) {
    expect_notice(readings, [&](const input::Source& source) {
      extraction::find_selectors({.source = source}, wrapper);
    });
  }
}

TEST(SameAgain, DescribingAndDrawingNotice) {
  for (const std::size_t readings : {std::size_t{1}, std::size_t{2}}) {
    expect_notice(readings, [](const input::Source& source) {
      const auto method = method::make("md5");
      const clustering::ClusterOptions options{.source = source, .method = "md5", .index = {}};
      clustering::describe_pages(options, clustering::cluster_pages(options, *method));
    });
  }
  expect_notice(1, [](const input::Source& source) {
    const auto method = method::make("md5");
    const clustering::ClusterRun run =
        clustering::cluster_pages({.source = source, .method = "md5", .index = {}}, *method);
    const std::vector<PageId> chosen = {2, 7};
    read_pictures(source, run.pages_before(), chosen);
  });
}

TEST(SameAgain, ComparingCrawlsNotices) {
  expect_notice(2, [](const input::Source& source) {  // the pages are those of both crawls
    comparing::diff_crawls({.before = {}, .now = {}, .reading = source.reading});
  });
}

TEST(SameAgain, CrossValidationOfASampleNotices) {
  const test::TempDir dir;
  std::string lines = "page\ttemplate\n";
  PageIds unnamed;
  for (const auto& [id, body] : shop()) {
    const char* const name = id.size() % 2 == 0 ? "even" : "odd";
    lines += id + "\t" + name + "\n";
    lines += std::string(unnamed.add("http://a.test/pan")) + "\t" + name + "\n";
  }
  const auto labels = eval::read_labels(dir.write("labels.tsv", lines));
  expect_notice(1, [&](const input::Source& source) {
    const laboratory::CrossvalPages pages = laboratory::read_crossval_pages(
        {.source = source, .measures = {"path_jaccard"}, .sample = 6, .time = false}, *labels);
    EXPECT_LT(pages.classes.size(), 12U);
    EXPECT_EQ(pages.labelled, 12U);
  });
}

}  // namespace
}  // namespace pagekin::reading
