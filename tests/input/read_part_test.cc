// Parts of files, read alone and joined, give the pages of the whole file.
#include "pagekin/input/read_part.h"

#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/collect_pages.h"
#include "support/make_sequence.h"
#include "support/make_warc.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

std::vector<std::string> records(int count) {
  std::vector<std::string> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    all.push_back(test::page_record(i, static_cast<std::size_t>(i * 53 % 700)));
  }
  return all;
}

std::string lines(int count) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    all += R"({"url": "http://a/)" + std::to_string(i) + R"(", "html": "<p>)" +
           std::string(static_cast<std::size_t>(i * 31 % 200), 'x') + "\"}\n";
  }
  return all;
}

struct PartRead {
  test::Collected found;
  PartEnds ends;
};

PartRead read(const std::string& file, const Part& part, const ReadOptions& options = {}) {
  test::Collector collector;
  const PartEnds ends = read_part(file, part, options, collector);
  return {std::move(collector.collected), ends};
}

// Reads the parts between `cuts` independently, and joins them as read_part.h says. `again`
// counts the parts that had to be read again.
std::vector<std::string> read_in_parts(const std::string& file, std::vector<std::uint64_t> cuts,
                                       int& again) {
  cuts.insert(cuts.begin(), 0);
  cuts.push_back(UINT64_MAX);
  std::uint64_t next = 0;
  bool is_open = false;
  std::vector<std::string> pages;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i + 1] <= next) continue;  // covered
    PartRead part = read(file, {.begin = cuts[i], .end = cuts[i + 1]}, {.threads = 2});
    const bool begins_here = cuts[i] == 0 && next == 0;
    if (!is_open && part.ends.first != next && !begins_here) {
      ++again;
      part = read(file, {.begin = next, .end = cuts[i + 1], .begins_exactly = true});
    }
    next = part.ends.next;
    is_open = part.ends.is_open;
    for (const auto& page : part.found.pages) pages.push_back(page.id + "|" + page.body);
  }
  return pages;
}

std::vector<std::string> read_whole(const std::string& file) {
  std::vector<std::string> pages;
  for (const auto& page : test::collect({file}, {.threads = 1}).pages) {
    pages.push_back(page.id + "|" + page.body);
  }
  return pages;
}

TEST(ReadPart, PartsOfAnySizeGiveThePagesOfTheFile) {
  const test::TempDir dir;
  const std::string files[] = {dir.write("a.warc.gz", test::gzip_each(records(60))),
                               dir.write("a.warc", test::joined(records(60))),
                               dir.write("a.jsonl", lines(60))};
  for (const std::string& file : files) {
    ASSERT_TRUE(can_divide(file));
    const std::vector<std::string> whole = read_whole(file);
    ASSERT_EQ(whole.size(), 60u);
    int again = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed);
      std::vector<std::uint64_t> cuts;
      for (std::uint64_t at = 0; at < 40'000;) {
        at += 1 + random.below(seed % 2 == 0 ? 300 : 9000);
        cuts.push_back(at);
      }
      EXPECT_EQ(read_in_parts(file, cuts, again), whole) << file << " seed " << seed;
    }
    if (file.ends_with(".jsonl")) {
      EXPECT_EQ(again, 0);
    }
  }
}

TEST(ReadPart, PartsOfASegmentGiveItsPages) {
  const test::TempDir dir;
  std::vector<std::pair<std::string, std::string>> pages;
  std::vector<std::pair<std::string, std::string>> fetched;
  for (int i = 0; i < 60; ++i) {
    const std::string url = "http://a/" + std::to_string(i);
    const std::string body = "<p>" + std::string(static_cast<std::size_t>(i * 53 % 700), 'x');
    pages.emplace_back(test::text(url), test::nutch_content(url, body, "text/html"));
    fetched.emplace_back(test::text(url), test::crawl_datum(i % 5 == 0 ? 37 : 33));
  }
  for (const hadoop::Compression compression :
       {hadoop::Compression::kNone, hadoop::Compression::kRecord, hadoop::Compression::kBlock}) {
    test::SequenceOptions options{.compression = compression};
    const std::string data =
        dir.write("s/content/part-r-00000/data", test::make_sequence(pages, options).bytes);
    options.value_class = hadoop::kDatumClass;
    dir.write("s/crawl_fetch/part-r-00000/data", test::make_sequence(fetched, options).bytes);
    ASSERT_TRUE(can_divide(data));
    const std::vector<std::string> whole = read_whole((dir.path() / "s").string());
    ASSERT_EQ(whole.size(), 48u);  // statuses count
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      std::vector<std::uint64_t> cuts;
      for (std::uint64_t at = 0; at < 40'000;) {
        at += 1 + random.below(seed % 2 == 0 ? 300 : 9000);
        cuts.push_back(at);
      }
      int again = 0;
      EXPECT_EQ(read_in_parts(data, cuts, again), whole) << "seed " << seed;
    }
  }
  EXPECT_FALSE(can_divide((dir.path() / "s/crawl_fetch/part-r-00000/data").string()));
}

TEST(ReadPart, DamagedFilesGiveThePagesOfOneReader) {
  const test::TempDir dir;
  for (const bool zipped : {true, false}) {
    const std::string good = zipped ? test::gzip_each(records(30)) : test::joined(records(30));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Random random(seed);
      std::string bad = good;
      for (int i = 0; i < 3; ++i) {
        bad[random.below(static_cast<std::uint32_t>(bad.size()))] =
            static_cast<char>(random.next());
      }
      const std::string file = dir.write("bad.warc", bad);
      std::vector<std::uint64_t> cuts;
      for (std::uint64_t at = 1 + random.below(4000); at < bad.size();
           at += 1 + random.below(4000)) {
        cuts.push_back(at);
      }
      int again = 0;
      EXPECT_EQ(read_in_parts(file, cuts, again), read_whole(file)) << "seed " << seed;
    }
  }
}

// A page that holds an archive: a part that begins inside it finds records that are none.
TEST(ReadPart, ThePartsTellWhereTheyDoNotJoin) {
  const test::TempDir dir;
  std::string page = "<html><pre>\r\n\r\n";
  for (int i = 0; i < 40; ++i) page += test::page_record(1000 + i, 100);
  const std::string file = dir.write(
      "nested.warc", test::joined({test::page_record(1, 10),
                                   test::warc_record("http://a/nested", test::http_response(page)),
                                   test::page_record(2, 10)}));
  const std::vector<std::string> whole = read_whole(file);
  ASSERT_EQ(whole.size(), 3u);
  int again = 0;
  EXPECT_EQ(read_in_parts(file, {5000}, again), whole);
  EXPECT_EQ(again, 1);
}

TEST(ReadPart, FilesThatCannotBeDivided) {
  const test::TempDir dir;
  const std::string page = dir.write("a.html", "<p>");
  EXPECT_FALSE(can_divide(page));
  EXPECT_FALSE(can_divide(dir.path().string()));
  const std::string packed = dir.write("a.jsonl.gz", test::gzip_each({lines(3)}));
  EXPECT_FALSE(can_divide(packed));
  EXPECT_THROW(read(packed, {.begin = 5, .end = 9}), InputError);
  EXPECT_THROW(read((dir.path() / "nothing.warc").string(), {.begin = 5, .end = 9}), Error);
}

}  // namespace
}  // namespace pagekin::input
