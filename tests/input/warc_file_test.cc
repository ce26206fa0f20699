// Archives read in parallel and by one thread, whole and damaged.
#include <algorithm>
#include <set>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/input/job_source.h"

#include "support/collect_pages.h"
#include "support/make_warc.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

std::vector<std::string> records_of(int count) {
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i)
    all.push_back(test::page_record(i, static_cast<std::size_t>(i * 37 % 900)));
  return all;
}

bool same_pages(const test::Collected& a, const test::Collected& b) {
  const auto key = [](const Incident& i) {
    return i.page + "|" + std::to_string(i.offset) + "|" + std::string(to_text(i.reason)) + "|" +
           i.detail;
  };
  return a.pages == b.pages &&
         std::equal(a.incidents.begin(), a.incidents.end(), b.incidents.begin(), b.incidents.end(),
                    [&](const Incident& x, const Incident& y) { return key(x) == key(y); });
}

TEST(WarcFile, DamageOfTheFirstBytesCostsTheFirstRecordAlone) {
  const test::TempDir dir;
  const std::vector<std::string> records = records_of(20);
  std::string plain;
  for (const std::string& record : records) plain += record;
  for (const std::string& good : {plain, test::gzip_each(records)}) {
    for (std::size_t at = 0; at < 5; ++at) {
      std::string bad = good;
      bad[at] ^= 0x41;
      const test::Collected got = test::collect(
          {dir.write(good == plain ? "a.warc" : "a.warc.gz", bad)}, {.range_bytes = 1000});
      EXPECT_GE(got.pages.size(), 19U) << at;
      EXPECT_EQ(got.pages.size() + got.incidents.size(), 20U) << at;
    }
  }
}

// A letter of the type that is damaged would take a page along without a word.
TEST(WarcFile, RecordsOfUnknownTypesAreCounted) {
  const test::TempDir dir;
  const std::string url = "http://site.example/";
  const std::string page = test::http_response("<p>page");
  const test::Collected got =
      test::collect({dir.write("a.warc", test::warc_record(url, page, "response") +
                                             test::warc_record(url, page, "rerponse") +
                                             test::warc_record(url, page, "metadata"))});
  EXPECT_EQ(got.pages.size(), 1U);
  ASSERT_EQ(got.incidents.size(), 1U);
  EXPECT_EQ(got.incidents[0].reason, Reason::kNoBody);
  EXPECT_NE(got.incidents[0].detail.find("'rerponse'"), std::string::npos);
}

TEST(WarcFile, RangesOfAnySizeGiveThePagesOfOneReader) {
  const test::TempDir dir;
  const std::string zipped = dir.write("a.warc.gz", test::gzip_each(records_of(60)));
  const std::string plain = dir.write("a.warc", test::joined(records_of(60)));
  for (const std::string& file : {zipped, plain}) {
    const test::Collected whole = test::collect({file}, {.threads = 1});
    ASSERT_EQ(whole.pages.size(), 60u);
    ASSERT_EQ(whole.incidents.size(), 0u);
    for (const std::uint64_t range : {1u, 7u, 100u, 333u, 5000u}) {
      for (const unsigned threads : {1u, 4u}) {
        EXPECT_TRUE(
            same_pages(whole, test::collect({file}, {.threads = threads, .range_bytes = range})));
      }
    }
  }
}

TEST(WarcFile, DamageAnywhereGivesTheSameForAnyRangeAndLosesLittle) {
  const test::TempDir dir;
  for (const bool zipped : {true, false}) {
    const std::string good =
        zipped ? test::gzip_each(records_of(30)) : test::joined(records_of(30));
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      Random random(seed);
      std::string bad = good;
      const std::uint32_t flips = 1 + random.below(4);
      for (std::uint32_t i = 0; i < flips; ++i) {
        bad[random.below(static_cast<std::uint32_t>(bad.size()))] =
            static_cast<char>(random.next());
      }
      const std::string file = dir.write("bad.warc", bad);
      const test::Collected whole =
          test::collect({file}, {.threads = 1, .range_bytes = UINT64_MAX / 2});
      if (zipped) {
        EXPECT_GE(whole.pages.size() + flips, 30u) << "seed " << seed;
      }
      const std::uint64_t range = 1 + random.below(3000);
      EXPECT_TRUE(same_pages(whole, test::collect({file}, {.threads = 3, .range_bytes = range})))
          << "seed " << seed << " range " << range;
    }
  }
}

TEST(WarcFile, APageThatHoldsAnArchiveIsOnePage) {
  // Without compression, the inner members and records are visible in the file.
  const std::string inner = test::gzip_each(records_of(20)) + test::joined(records_of(20));
  std::vector<std::string> outer = records_of(3);
  outer.push_back(
      test::warc_record("http://site.example/evil", test::http_response("<html>" + inner)));
  outer.push_back(test::page_record(99));
  const test::TempDir dir;
  std::string stored;
  for (const std::string& record : outer) stored += codec::gzip_member(record, 0);
  const std::string zipped = dir.write("a.warc.gz", stored);
  const std::string plain = dir.write("a.warc", test::joined(outer));
  for (const std::string& file : {zipped, plain}) {
    for (const std::uint64_t range : {64u, 500u, 1u << 20}) {
      const test::Collected got = test::collect({file}, {.threads = 3, .range_bytes = range});
      EXPECT_EQ(got.pages.size(), 5u);
      EXPECT_EQ(got.incidents.size(), 0u);
    }
  }
}

TEST(WarcFile, PagesHaveTheTimesOfTheirRecords) {
  const test::TempDir dir;
  std::string odd = test::page_record(2);
  odd.replace(odd.find("2026-01-01T"), 11, "yesterday: ");
  const std::string bytes = test::page_record(1) + odd;
  for (const std::string& file :
       {dir.write("a.warc", bytes), dir.write("b.warc.gz", codec::gzip_member(bytes))}) {
    const test::Collected got = test::collect({file});
    ASSERT_EQ(got.pages.size(), 2u);
    EXPECT_EQ(got.pages[0].time, 1'767'225'600);
    EXPECT_EQ(got.pages[1].time, 0);
  }
}

TEST(WarcFile, AnArchiveThatIsOneMemberIsReadInTurn) {
  std::vector<std::string> all;
  for (int i = 0; i < 40; ++i) all.push_back(test::page_record(i, 400'000));
  const test::TempDir dir;
  const std::string file = dir.write("one.warc.gz", codec::gzip_member(test::joined(all)));
  const test::Collected got = test::collect({file}, {.threads = 2});
  EXPECT_EQ(got.pages.size(), 40u);
  EXPECT_EQ(got.incidents.size(), 0u);
}

TEST(WarcFile, APipeIsReadAsItComes) {
  const test::TempDir dir;
  for (const std::string& bytes : {test::gzip_each(records_of(50)), test::joined(records_of(50))}) {
    const std::string pipe = (dir.path() / ("pipe" + std::to_string(bytes.size()))).string();
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
    const test::Collected got = test::collect({pipe});
    writer.join();
    EXPECT_EQ(got.pages.size(), 50u);
    EXPECT_EQ(got.incidents.size(), 0u);
  }
}

// Fails the n-th read, once or for ever.
class FaultySource final : public ByteSource {
 public:
  FaultySource(std::string bytes, int fail_at, bool for_ever)
      : bytes_(std::move(bytes)), fail_at_(fail_at), for_ever_(for_ever) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    const int call = ++calls_;
    if (call == fail_at_ || (for_ever_ && call > fail_at_)) throw Error("input/output error");
    if (offset >= bytes_.size()) return 0;
    // Short reads, as pipes and network file systems give.
    const std::size_t count =
        std::min({out.size(), bytes_.size() - static_cast<std::size_t>(offset), std::size_t{999}});
    std::copy_n(bytes_.data() + offset, count, out.data());
    return count;
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  int fail_at_;
  bool for_ever_;
  int calls_ = 0;
};

TEST(WarcFile, AReadErrorIsCountedAndTheRestIsKept) {
  const std::string bytes = test::gzip_each(records_of(40));
  for (const bool for_ever : {false, true}) {
    for (int fail_at = 2; fail_at < 30; ++fail_at) {
      test::Collector collector;
      Progress progress;
      const ReadContext context{.options = {.threads = 1, .range_bytes = 4000},
                                .consumer = &collector,
                                .progress = &progress};
      std::unique_ptr<JobSource> source;
      try {
        source = warc_source(context, "faulty",
                             std::make_unique<FaultySource>(bytes, fail_at, for_ever));
      } catch (const Error&) {
        continue;  // the first reads, whose errors open_input() reports
      }
      run_in_order(1, [&] { return source->next(); });
      std::set<std::string> seen;
      for (const test::KeptPage& page : collector.collected.pages) {
        EXPECT_TRUE(seen.insert(page.id).second) << "a page came twice";
      }
      if (!collector.collected.incidents.empty()) {
        EXPECT_EQ(collector.collected.incidents[0].reason, Reason::kUnreadable);
      } else {
        EXPECT_EQ(seen.size(), 40u);
      }
    }
  }
}

TEST(WarcFile, NothingIsAllocatedByADeclaredLength) {
  std::string lie = test::page_record(1);
  const std::size_t at = lie.find("Content-Length: ");
  lie.replace(at, lie.find("\r\n", at) - at, "Content-Length: 9223372036854775807");
  const test::TempDir dir;
  for (const std::string& bytes :
       {lie + test::page_record(2),
        codec::gzip_member(lie) + codec::gzip_member(test::page_record(2))}) {
    // Without a limit on pages, only the size of the file bounds a record.
    const test::Collected got =
        test::collect({dir.write("a.warc", bytes)}, {.max_page_bytes = 0, .threads = 1});
    ASSERT_EQ(got.pages.size(), 2u);
    EXPECT_EQ(got.pages[0].limited, "cut short");
    EXPECT_EQ(got.pages[1].id, "http://site.example/2");
  }
}

TEST(WarcFile, FilesThatAreNoArchiveAreNamedForWhatTheyAre) {
  const test::TempDir dir;
  const auto detail = [&](const std::string& file) {
    const test::Collected got = test::collect({file});
    return got.pages.empty() && got.incidents.size() == 1 ? got.incidents[0].detail : "?";
  };
  EXPECT_NE(detail(dir.write("a.warc", "<html>")).find("found HTML"), std::string::npos);
  EXPECT_NE(detail(dir.write("b.warc.gz", codec::gzip_member(codec::gzip_member("x"))))
                .find("gzip data inside"),
            std::string::npos);
  EXPECT_NE(detail(dir.write("c.warc.gz", "")).find("no bytes"), std::string::npos);
  EXPECT_NE(detail(dir.write("d.warc.lz4.warc", "\x04\x22\x4d\x18zzz")).find("LZ4"),
            std::string::npos);
  EXPECT_NE(detail("/no/such/file").find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace pagekin::input
