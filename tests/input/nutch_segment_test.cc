// Nutch segments: recognised, read in parallel, compared with archives, damaged.
#include "pagekin/input/nutch_segment.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/random.h"

#include "support/collect_pages.h"
#include "support/make_sequence.h"
#include "support/make_warc.h"
#include "support/rounds.h"
#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

using Records = std::vector<std::pair<std::string, std::string>>;
using hadoop::Compression;

std::string url_of(std::size_t number) {
  return "http://site.example/" + std::to_string(1000 + number);
}
std::string body_of(std::size_t number) {
  return "<html><head><title>" + std::to_string(number) + "</title></head><body><p>" +
         std::string(number * 37 % 900, 'x') + "</body></html>";
}

Records pages(std::size_t count) {
  Records records;
  for (std::size_t i = 0; i < count; ++i) {
    records.emplace_back(test::text(url_of(i)),
                         test::nutch_content(url_of(i), body_of(i), "text/html",
                                             {{"Content-Type", {"text/html; charset=utf-8"}}}));
  }
  return records;
}

// A segment in a folder; statuses by page, 0 for those that have none.
std::string write_segment(const test::TempDir& dir, const std::string& name, const Records& records,
                          const test::SequenceOptions& options = {},
                          const std::vector<int>& statuses = {}) {
  dir.write(name + "/content/part-r-00000/data", test::make_sequence(records, options).bytes);
  dir.write(name + "/content/part-r-00000/index", "");
  if (!statuses.empty()) {
    Records fetched;
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (statuses[i] != 0) fetched.emplace_back(records[i].first, test::crawl_datum(statuses[i]));
    }
    test::SequenceOptions as = options;
    as.value_class = hadoop::kDatumClass;
    dir.write(name + "/crawl_fetch/part-r-00000/data", test::make_sequence(fetched, as).bytes);
  }
  return (dir.path() / name).string();
}

bool same(const test::Collected& a, const test::Collected& b) {
  const auto key = [](const Incident& i) {
    return i.page + "|" + std::to_string(i.offset) + "|" + std::string(to_text(i.reason)) + "|" +
           i.detail;
  };
  return a.pages == b.pages &&
         std::equal(a.incidents.begin(), a.incidents.end(), b.incidents.begin(), b.incidents.end(),
                    [&](const Incident& x, const Incident& y) { return key(x) == key(y); });
}

std::vector<test::SequenceOptions> every_way() {
  std::vector<test::SequenceOptions> ways = {{.marker_every = 700}};
  for (const hadoop::Codec codec : test::kEveryCodec) {
    ways.push_back({.compression = Compression::kRecord, .codec = codec, .marker_every = 700});
    ways.push_back({.compression = Compression::kBlock, .codec = codec, .block_records = 4});
  }
  return ways;
}

TEST(NutchSegment, ASegmentAndAnArchiveOfTheSamePagesAreTheSame) {
  const test::TempDir dir;
  std::vector<std::string> archived;
  for (std::size_t i = 0; i < 40; ++i) {
    archived.push_back(test::warc_record(url_of(i), test::http_response(body_of(i))));
  }
  const test::Collected archive =
      test::collect({dir.write("a.warc.gz", test::gzip_each(archived))});
  ASSERT_EQ(archive.pages.size(), 40u);
  std::size_t number = 0;
  for (const test::SequenceOptions& way : every_way()) {
    const std::string segment = write_segment(dir, "segment" + std::to_string(number++), pages(40),
                                              way, std::vector<int>(40, 0x21));
    const test::Collected got = test::collect({segment});
    EXPECT_EQ(got.incidents.size(), 0u) << test::class_of(way.codec);
    EXPECT_TRUE(got.pages == archive.pages) << test::class_of(way.codec);
  }
}

TEST(NutchSegment, RangesOfAnySizeGiveThePagesOfOneReader) {
  const test::TempDir dir;
  for (const test::SequenceOptions& way : every_way()) {
    const std::string segment = write_segment(dir, "s", pages(60), way);
    const test::Collected whole =
        test::collect({segment}, {.threads = 1, .range_bytes = UINT64_MAX / 2});
    ASSERT_EQ(whole.pages.size(), 60u);
    for (const std::uint64_t range : {1u, 19u, 100u, 334u, 5000u}) {
      const unsigned threads = range % 2 == 0 ? 4 : 1;
      const test::Collected parts =
          test::collect({segment}, {.threads = threads, .range_bytes = range});
      EXPECT_TRUE(same(whole, parts)) << test::class_of(way.codec) << " range " << range;
    }
  }
}

TEST(NutchSegment, APageThatHoldsMarkersIsOnePageForAnyRange) {
  Records records = pages(30);
  const auto plain = test::make_sequence(records, {.marker_every = 700});
  const std::string marker(plain.bytes, plain.parts[1].begin, 20);
  std::string evil = "<html><body>";
  for (int i = 0; i < 50; ++i) evil += marker + "inner record" + std::string(50, '\x01');
  const auto add = [&](std::string_view url, std::string_view body) {
    records.emplace_back(test::text(url), test::nutch_content(url, body, "text/html"));
  };
  add("http://evil.example/", evil);
  add("http://site.example/last", "<html>last");
  const test::TempDir dir;
  const std::string file =
      dir.write("a.seq", test::make_sequence(records, {.marker_every = 700}).bytes);
  const test::Collected whole = test::collect({file}, {.threads = 1});
  EXPECT_EQ(whole.pages.size() + whole.incidents.size(), 32u);
  for (const std::uint64_t range : {20u, 90u, 450u, 3000u}) {
    EXPECT_TRUE(same(whole, test::collect({file}, {.threads = 3, .range_bytes = range}))) << range;
  }
}

TEST(NutchSegment, StatusesOfCrawlFetchDecide) {
  const test::TempDir dir;
  const std::vector<int> statuses = {0x21, 0x22, 0x23, 0x24, 0x25, 0, 0x43, 0x26};
  for (const Compression compression : {Compression::kNone, Compression::kBlock}) {
    const std::string segment =
        write_segment(dir, "s", pages(8), {.compression = compression}, statuses);
    for (const std::string& input : {segment, segment + "/", segment + "/content/part-r-00000/data",
                                     segment + "/content/part-r-00000"}) {
      const test::Collected got = test::collect({input});
      EXPECT_EQ(got.pages.size(), 4u) << input;
      EXPECT_EQ(got.count(Reason::kStatus), 4u) << input;
      ASSERT_FALSE(got.incidents.empty());
      EXPECT_EQ(got.incidents[3].detail, "fetch status 'gone' in crawl_fetch");
    }
    EXPECT_EQ(test::collect({segment}, {.all_status = true}).pages.size(), 8u);
  }
}

TEST(NutchSegment, StoredHeadersNotesAndTypesDecide) {
  const auto record = [](std::string_view url, std::string_view body, std::string_view type,
                         const test::Metadata& metadata) {
    return std::pair(test::text(url), test::nutch_content(url, body, type, metadata));
  };
  const test::TempDir dir;
  const std::string file = dir.write(
      "a.seq",
      test::make_sequence(
          {record("http://a/404", "<p>no", "text/html",
                  {{"_response.headers_", {"HTTP/1.1 404 Not Found\r\nX: y\r\n\r\n"}}}),
           record("http://a/200", "<p>yes", "text/html",
                  {{"_response.headers_", {"HTTP/1.1 200 OK\r\n\r\n"}}}),
           record("http://a/cut", "<p>cut", "text/html",
                  {{"http.content.truncated", {"true"}},
                   {"http.content.truncated.reason", {"LENGTH"}}}),
           record("http://a/pdf", "%PDF-1.4", "application/pdf", {}),
           record("http://a/said", "<p>x", "text/plain", {{"content-type", {"text/html"}}}),
           record("http://a/latin", "<p>\xe9", "text/html",
                  {{"Content-Type", {"text/html; charset=iso-8859-1"}}}),
           record("http://a/empty", "", "text/html", {}),
           record("http://a/long", "<p>" + std::string(5'000, 'x'), "text/html", {})})
          .bytes);
  const test::Collected got = test::collect({file}, {.max_page_bytes = 1'000});
  ASSERT_EQ(got.pages.size(), 5u);
  EXPECT_EQ(got.count(Reason::kStatus), 1u);
  EXPECT_EQ(got.count(Reason::kMediaType), 1u);
  EXPECT_EQ(got.count(Reason::kEmpty), 1u);
  EXPECT_EQ(got.pages[1].limited, "cut short");
  EXPECT_EQ(got.pages[3].charset, "iso-8859-1");
  EXPECT_EQ(got.pages[4].limited, "too long");
  EXPECT_EQ(got.pages[4].body.size(), 1'000u);
}

TEST(NutchSegment, FoldersOfSegmentsAndMixedFoldersAreRead) {
  const test::TempDir dir;
  write_segment(dir, "crawl/segments/20260102", pages(3));
  write_segment(dir, "crawl/segments/20260101", pages(5), {.compression = Compression::kBlock});
  dir.write("crawl/segments/20260103/crawl_fetch/part-r-00000/data",
            test::make_sequence({}, {.value_class = std::string(hadoop::kDatumClass)}).bytes);
  dir.write("crawl/crawldb/current/part-r-00000/data",
            test::make_sequence({{test::text("u"), test::crawl_datum(2)}},
                                {.value_class = std::string(hadoop::kDatumClass)})
                .bytes);
  dir.write("crawl/readme.html", "<p>page");
  dir.write("crawl/zzz/content/part-1/data", "no sequence");
  dir.write("crawl/zzz/content/page.html", "<p>page");
  const test::Collected got = test::collect({(dir.path() / "crawl").string()});
  ASSERT_EQ(got.pages.size(), 10u);
  EXPECT_EQ(got.pages[0].id, "readme.html");
  EXPECT_EQ(got.pages[5].id, url_of(4));
  EXPECT_EQ(got.pages[6].id, url_of(0));
  EXPECT_EQ(got.pages[9].id, "zzz/content/page.html");
  ASSERT_EQ(got.incidents.size(), 1u);  // the segment without content
  EXPECT_NE(got.incidents[0].detail.find("fetcher.store.content"), std::string::npos);
}

TEST(NutchSegment, PlainSequenceFilesOfPagesAreRead) {
  const test::TempDir dir;
  const std::string texts =
      dir.write("texts", test::make_sequence({{test::text("http://a/"), test::text("<p>\xc3\xa9")}},
                                             {.value_class = std::string(hadoop::kTextClass)})
                             .bytes);
  const std::string bytes = dir.write(
      "bytes", test::make_sequence({{test::text("http://b/"), test::be32(8) + "<html><p>"},
                                    {test::text("http://c/"), test::be32(9) + "<html><p>"}},
                                   {.value_class = std::string(hadoop::kBytesClass)})
                   .bytes);
  const test::Collected got = test::collect({texts, bytes});
  ASSERT_EQ(got.pages.size(), 2u);
  EXPECT_EQ(got.pages[0].charset, "utf-8");
  EXPECT_EQ(got.pages[1].id, "http://c/");
  EXPECT_EQ(got.count(Reason::kDamaged), 1u);  // 8 is one byte too few
  const std::string numbers = dir.write(
      "numbers",
      test::make_sequence({}, {.value_class = "org.apache.hadoop.io.LongWritable"}).bytes);
  const test::Collected refused = test::collect({numbers});
  ASSERT_EQ(refused.incidents.size(), 1u);
  EXPECT_TRUE(refused.incidents[0].is_named_input);
  EXPECT_NE(refused.incidents[0].detail.find("LongWritable"), std::string::npos);
}

TEST(NutchSegment, APipeIsReadAsItComes) {
  const test::TempDir dir;
  int number = 0;
  for (const test::SequenceOptions& way : every_way()) {
    for (const bool damaged : {false, true}) {
      std::string bytes = test::make_sequence(pages(50), way).bytes;
      if (damaged) bytes.replace(bytes.size() / 2, 8, 8, '\x7f');
      const std::string file = dir.write("file", bytes);
      const std::string pipe = (dir.path() / ("pipe" + std::to_string(number++))).string();
      ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
      std::thread writer([&] {
        const int out = open(pipe.c_str(), O_WRONLY);
        for (std::size_t at = 0; at < bytes.size();) {
          const ssize_t wrote =
              write(out, bytes.data() + at, std::min<std::size_t>(777, bytes.size() - at));
          if (wrote <= 0) break;
          at += static_cast<std::size_t>(wrote);
        }
        close(out);
      });
      const test::Collected got = test::collect({pipe}, {.range_bytes = 3'000});
      writer.join();
      EXPECT_TRUE(same(got, test::collect({file}))) << test::class_of(way.codec) << damaged;
    }
  }
}

// Damages a file at random and returns the bytes [first, last) of the good file that it touched.
std::pair<std::size_t, std::size_t> damage(Random& random, std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const std::size_t at = random.below(size);
  const std::size_t length = 1 + random.below(random.below(4) == 0 ? 600 : 12);
  const std::size_t end = std::min<std::size_t>(size, at + length);
  std::string noise;
  for (std::size_t i = at; i < end; ++i) noise += static_cast<char>(random.next());
  switch (random.below(5)) {
    case 0:  // cut off
      bytes.resize(at);
      return {at, size};
    case 1:  // a part is missing
      bytes.erase(at, end - at);
      break;
    case 2:  // foreign bytes in between
      bytes.insert(at, noise);
      return {at == 0 ? 0 : at - 1, at + 1};
    case 3:  // zeros, as a file system leaves them
      bytes.replace(at, end - at, end - at, '\0');
      break;
    default:
      bytes.replace(at, end - at, noise);
  }
  return {at, end};
}

TEST(NutchSegment, DamagedSegmentsLoseOnlyWhatIsDamaged) {
  const test::TempDir dir;
  const std::vector<test::SequenceOptions> ways = every_way();
  const Records records = pages(48);
  std::size_t lost_by_block = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(300U); ++seed) {
    Random random(seed);
    const test::SequenceOptions& way = ways[seed % ways.size()];
    const test::MadeSequence good = test::make_sequence(records, way);
    std::string bad = good.bytes;
    std::vector<std::pair<std::size_t, std::size_t>> touched;
    // From the back, so that what lies before does not move.
    touched.push_back(damage(random, bad));
    dir.write("s/content/part-r-00000/data", bad);
    dir.write("s/content/part-r-00000/index", "");
    const std::string segment = (dir.path() / "s").string();
    const test::Collected whole =
        test::collect({segment}, {.threads = 1, .range_bytes = UINT64_MAX / 2});

    std::set<std::string> may_be_lost;
    const auto [first, last] = touched[0];
    for (const test::MadeSequence::Part& part : good.parts) {
      if (first >= good.header && (part.end <= first || part.begin >= last)) continue;
      for (std::size_t i = part.first_record; i < part.last_record; ++i)
        may_be_lost.insert(url_of(i));
    }
    std::set<std::string> found;
    // Damage to an address that is not compressed may make it that of another page.
    std::size_t repeated = 0;
    for (const test::KeptPage& page : whole.pages) repeated += found.insert(page.id).second ? 0 : 1;
    EXPECT_LE(repeated, may_be_lost.size()) << "seed " << seed;
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (may_be_lost.contains(url_of(i))) {
        lost_by_block += found.contains(url_of(i)) ? 0 : 1;
        continue;
      }
      EXPECT_TRUE(found.contains(url_of(i))) << "seed " << seed << " lost " << url_of(i);
      const auto page =
          std::find_if(whole.pages.begin(), whole.pages.end(),
                       [&](const test::KeptPage& one) { return one.id == url_of(i); });
      if (page != whole.pages.end()) {
        EXPECT_EQ(page->body, body_of(i));
      }
    }
    // What is lost is told, unless the file simply ends between two blocks.
    if (whole.pages.size() < records.size() && bad.size() >= good.bytes.size()) {
      EXPECT_FALSE(whole.incidents.empty()) << "seed " << seed;
    }
    const std::uint64_t range = 1 + random.below(3'000);
    EXPECT_TRUE(same(whole, test::collect({segment}, {.threads = 3, .range_bytes = range})))
        << "seed " << seed << " range " << range;
  }
  EXPECT_GT(lost_by_block, test::rounds(100u));  // the damage was real
}

TEST(NutchSegment, DamagedStatusesAreToldAndCostNoPage) {
  const test::TempDir dir;
  std::vector<int> statuses(40, 0x21);
  statuses[39] = 0x25;
  const std::string segment = write_segment(dir, "s", pages(40), {.marker_every = 200}, statuses);
  const std::string path = segment + "/crawl_fetch/part-r-00000/data";
  std::string bytes = test::read_file(path);
  bytes.replace(bytes.size() / 2, 60, 60, '\x7f');
  dir.write("s/crawl_fetch/part-r-00000/data", bytes);
  const test::Collected got = test::collect({segment});
  EXPECT_EQ(got.pages.size(), 39u);
  EXPECT_EQ(got.count(Reason::kStatus), 1u);
  EXPECT_EQ(got.skipped(), 3u);  // the end of one record, the beginning of another, and the page
  EXPECT_NE(got.incidents[0].detail.find("count as fetched"), std::string::npos);
  dir.write("s/crawl_fetch/part-r-00000/data", "rubbish");
  EXPECT_EQ(test::collect({segment}).pages.size(), 40u);
}

TEST(NutchSegment, RealSegmentsGiveTheSamePagesInEveryCompression) {
  PAGEKIN_NEEDS_SHARED();
  const std::filesystem::path suite = test::shared_dir() / "suites" / "nutch" / "segments";
  if (!std::filesystem::exists(suite)) GTEST_SKIP() << "needs the segments beside the checkout";
  const test::Collected plain = test::collect({(suite / "none").string()});
  // 46 records: one empty, one gone, one PDF.
  EXPECT_EQ(plain.pages.size(), 43u);
  EXPECT_EQ(plain.count(Reason::kEmpty), 1u);
  EXPECT_EQ(plain.count(Reason::kStatus), 1u);
  EXPECT_EQ(plain.count(Reason::kMediaType), 1u);
  std::size_t segments = 0;
  for (const auto& folder : std::filesystem::directory_iterator(suite)) {
    if (!folder.is_directory()) continue;
    ++segments;
    const test::Collected got =
        test::collect({folder.path().string()}, {.threads = 3, .range_bytes = 4'000});
    EXPECT_TRUE(got.pages == plain.pages) << folder.path();
    EXPECT_EQ(got.incidents.size(), 3u) << folder.path();
  }
  EXPECT_EQ(test::collect({suite.string()}).pages.size(), 43 * segments);
}

}  // namespace
}  // namespace pagekin::input
