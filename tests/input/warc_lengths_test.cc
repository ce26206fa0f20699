// Records whose Content-Length does not lead to the next record.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zstd.h>

#include "pagekin/core/random.h"
#include "pagekin/input/job_source.h"

#include "reference/warc_chain.h"
#include "support/collect_pages.h"
#include "support/make_warc.h"
#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

constexpr std::string_view kTerabyte = "1000000000000";

std::string with_length(std::string record, std::string_view length) {
  const std::size_t at = record.find("Content-Length: ") + 16;
  return record.replace(at, record.find("\r\n", at) - at, length);
}

std::string zstd_of(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

// An archive as a source: a file, or a pipe that hands out small pieces.
test::Collected read_in_turn(const std::string& bytes, bool is_pipe, ReadOptions options = {}) {
  test::Collector collector;
  Progress progress;
  options.threads = 1;
  const ReadContext context{.options = options, .consumer = &collector, .progress = &progress};
  auto memory = std::make_unique<test::MemorySource>(bytes);
  memory->sized = !is_pipe;
  if (is_pipe) memory->piece = 30'000;
  const std::unique_ptr<JobSource> source = warc_source(context, "archive", std::move(memory));
  run_in_order(1, [&] { return source->next(); });
  return std::move(collector.collected);
}

// The same archive in every form that one reader goes through from front to back.
void in_every_form(const std::string& archive,
                   const std::function<void(const std::string&, bool, const char*)>& check) {
  const std::string gzip = codec::gzip_member(archive, 1);
  const std::string zstd = zstd_of(archive);
  for (const bool is_pipe : {false, true}) {
    check(archive, is_pipe, "plain");
    check(gzip, is_pipe, "one gzip member");
    check(zstd, is_pipe, "one zstd frame");
  }
}

std::string many_pages(int count, std::size_t filler) {
  std::string all;
  for (int i = 0; i < count; ++i) all += test::page_record(i, filler);
  return all;
}

TEST(WarcLengths, ALieCostsItsOwnRecordAlone) {
  // More than is kept of a record follows, so the next record is out of sight.
  const std::string pages = many_pages(20, 30'000);
  for (const char* const type : {"request", "metadata", "warcinfo", "response"}) {
    for (const std::string_view length :
         {kTerabyte, std::string_view("18446744073709551615"), std::string_view("300000")}) {
      const std::string lie = with_length(
          test::warc_record("http://site.example/lie", test::http_response("<p>lie"), type),
          length);
      const std::string archive = test::page_record(1000) + lie + pages;
      const bool is_page = std::string_view(type) == "response";
      in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
        SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe, " : ", ") + type + " " +
                     std::string(length));
        const test::Collected got = read_in_turn(bytes, is_pipe, {.max_page_bytes = 100'000});
        EXPECT_EQ(got.pages.size(), is_page ? 22u : 21u);
        ASSERT_EQ(got.incidents.size(), 1u);
        EXPECT_EQ(got.incidents[0].reason, is_page ? Reason::kCutShort : Reason::kDamaged);
        EXPECT_TRUE(got.incidents[0].is_damage);
        EXPECT_NE(got.incidents[0].detail.find("a record begins after"), std::string::npos)
            << got.incidents[0].detail;
        if (bytes.size() == archive.size()) {
          EXPECT_EQ(got.incidents[0].offset, test::page_record(1000).size());
        }
      });
    }
  }
}

TEST(WarcLengths, OfSkippedRecordsAreCheckedAsWell) {
  const std::string lie = with_length(
      test::warc_record("http://site.example/lie", test::http_response("x", "", "404 Not Found")),
      kTerabyte);
  const test::Collected got =
      read_in_turn(lie + many_pages(3, 0), false, {.max_page_bytes = 1000, .verify_digests = true});
  EXPECT_EQ(got.pages.size(), 3u);
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_EQ(got.incidents[0].reason, Reason::kStatus);
  EXPECT_TRUE(got.incidents[0].is_damage);
}

TEST(WarcLengths, ALongRecordThatHoldsAnArchiveIsOneRecord) {
  const std::string inner = "\r\n\r\n" + many_pages(400, 30'000);
  for (const bool is_last : {false, true}) {
    const std::string archive =
        test::page_record(1) +
        test::warc_record("http://site.example/evil", test::http_response("<html>" + inner)) +
        (is_last ? "" : test::page_record(2));
    in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
      SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe" : "") + (is_last ? ", last" : ""));
      const test::Collected got = read_in_turn(bytes, is_pipe);
      EXPECT_EQ(got.pages.size(), is_last ? 2u : 3u);
      ASSERT_EQ(got.incidents.size(), 1u);
      EXPECT_EQ(got.incidents[0].reason, Reason::kTooLong);
      EXPECT_FALSE(got.incidents[0].is_damage);
    });
  }
}

TEST(WarcLengths, ALongLastRecordOfAnArchiveThatIsCutIsCutShort) {
  const std::string record = test::page_record(2, 15'000'000);
  const std::string archive = test::page_record(1) + record.substr(0, record.size() - 2'000'000);
  in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
    SCOPED_TRACE(form);
    const test::Collected got = read_in_turn(bytes, is_pipe);
    EXPECT_EQ(got.pages.size(), 2u);
    ASSERT_EQ(got.incidents.size(), 1u);
    EXPECT_FALSE(got.incidents[0].is_damage);
    EXPECT_NE(got.incidents[0].detail.find("bytes follow"), std::string::npos)
        << got.incidents[0].detail;
  });
}

TEST(WarcLengths, LongRecordsOfAMemberEachAndOfSeveralMembersAreWhole) {
  const std::string record = test::page_record(2, 12'000'000);
  std::string in_pieces;
  for (std::size_t at = 0; at < record.size(); at += 1'000'000) {
    in_pieces += codec::gzip_member(record.substr(at, 1'000'000), 1);
  }
  for (const std::string& middle : {codec::gzip_member(record, 1), in_pieces}) {
    const std::string archive = codec::gzip_member(test::page_record(1)) + middle +
                                codec::gzip_member(test::page_record(3));
    for (const bool is_pipe : {false, true}) {
      const test::Collected got = read_in_turn(archive, is_pipe);
      EXPECT_EQ(got.pages.size(), 3u);
      ASSERT_EQ(got.incidents.size(), 1u);
      EXPECT_EQ(got.incidents[0].reason, Reason::kTooLong);
    }
  }
}

std::vector<std::string> ids_of(const test::Collected& got) {
  std::vector<std::string> ids;
  for (const test::KeptPage& page : got.pages) ids.push_back(page.id);
  return ids;
}

// The folder of temporary files, as long as this lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_) {
      setenv("TMPDIR", before_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::optional<std::string> before_;
};

// What is looked at ahead of a pipe, and of a member with several long records, is kept in a
// temporary file. Without one a length is judged by where the next record is.
void read_without_room_ahead() {
  const std::vector<std::string> ids = {"http://site.example/1", "http://site.example/2",
                                        "http://site.example/3", "http://site.example/4"};
  const std::string lie = with_length(
      test::warc_record("http://site.example/lie", test::http_response("GET"), "request"),
      kTerabyte);
  const std::string first = test::page_record(1) + test::page_record(2, 400'000);
  const std::string last = test::page_record(3, 500'000) + test::page_record(4);
  in_every_form(first + last, [&](const std::string& bytes, bool is_pipe, const char* form) {
    SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe" : ""));
    const test::Collected got = read_in_turn(bytes, is_pipe, {.max_page_bytes = 100'000});
    EXPECT_EQ(ids_of(got), ids);
    ASSERT_EQ(got.incidents.size(), 2u);
    for (const Incident& incident : got.incidents) {
      EXPECT_EQ(incident.reason, Reason::kTooLong) << to_text(incident);
      EXPECT_FALSE(incident.is_damage);
    }
  });
  in_every_form(first + lie + last, [&](const std::string& bytes, bool is_pipe, const char* form) {
    SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe, lie" : ", lie"));
    const test::Collected got = read_in_turn(bytes, is_pipe, {.max_page_bytes = 100'000});
    EXPECT_EQ(ids_of(got), ids);
    EXPECT_EQ(got.count(Reason::kTooLong), 2u);
    EXPECT_EQ(got.count(Reason::kDamaged), 1u);
    EXPECT_EQ(got.incidents.size(), 3u);
  });
}

TEST(WarcLengths, AreCheckedWithoutAFolderForTemporaryFiles) {
  const test::TempDir dir;
  const TemporaryFolder none((dir.path() / "none").string());
  read_without_room_ahead();
}

TEST(WarcLengths, AreCheckedWhereTemporaryFilesHaveLittleRoom) {
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{.rlim_cur = 100'001, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  read_without_room_ahead();
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
}

// The same record with line feeds alone around its block.
std::string with_line_feeds(const std::string& record) {
  const std::size_t block = record.find("\r\n\r\n") + 4;
  std::string out;
  for (const char c : record.substr(0, block)) {
    if (c != '\r') out += c;
  }
  return out + record.substr(block, record.size() - block - 4) + "\n\n";
}

// A page that shows how an archive looks.
std::string page_with_a_record(std::size_t filler) {
  return test::warc_record(
      "http://site.example/evil",
      test::http_response(
          "<html><p>how to\n\r\n" +
          test::warc_record("http://bank.example/login", test::http_response("<h1>forged</h1>")) +
          "\n\n" + std::string(filler, 'z') + "</html>"));
}

TEST(WarcLengths, APageThatHoldsARecordIsWholeIfTheNextRecordIsDamaged) {
  const std::vector<std::string> ids = {"http://site.example/1", "http://site.example/evil",
                                        "http://site.example/2"};
  for (const std::size_t filler : {std::size_t{2'000}, std::size_t{400'000}}) {
    for (const bool has_line_feeds : {false, true}) {
      const auto form_of = [&](const std::string& record) {
        return has_line_feeds ? with_line_feeds(record) : record;
      };
      const std::string page = page_with_a_record(filler);
      const std::string archive = form_of(test::page_record(1)) + form_of(page) +
                                  form_of("X" + test::page_record(7)) +
                                  form_of(test::page_record(2));
      in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
        SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe" : "") +
                     (has_line_feeds ? ", line feeds " : ", ") + std::to_string(filler));
        // The first limit keeps the page whole; the second is less than what the page has.
        for (const std::size_t most : {std::size_t{1'000'000}, std::size_t{50'000}}) {
          const test::Collected got = read_in_turn(bytes, is_pipe, {.max_page_bytes = most});
          EXPECT_EQ(ids_of(got), ids);
          EXPECT_EQ(got.count(Reason::kDamaged), 1u);
          EXPECT_EQ(got.count(Reason::kTooLong), most < filler ? 1u : 0u);
          EXPECT_EQ(got.incidents.size(), most < filler ? 2u : 1u);
          if (most > filler) {
            EXPECT_GT(got.pages.at(1).body.size(), filler);
          }
        }
      });
    }
  }
}

TEST(WarcLengths, TheFirstRecordOfAMemberThatIsCutIsCutShortWhateverItHolds) {
  Random random(5);
  for (const std::size_t filler : {std::size_t{20'000}, std::size_t{600'000}}) {
    std::string noise;
    while (noise.size() < filler) noise += static_cast<char>('a' + random.below(26));
    std::string page = page_with_a_record(filler);
    page.replace(page.find("zzzz"), filler, noise);
    const std::string member = codec::gzip_member(page);
    const std::string cut = member.substr(0, member.size() / 2);
    for (const bool is_last : {false, true}) {
      const std::string archive =
          test::gzip_each({test::page_record(1)}) + cut +
          (is_last ? "" : test::gzip_each({test::page_record(2), test::page_record(3)}));
      for (const bool is_pipe : {false, true}) {
        SCOPED_TRACE(std::to_string(filler) + (is_pipe ? ", pipe" : "") +
                     (is_last ? ", last" : ""));
        const test::Collected got = read_in_turn(archive, is_pipe, {.max_page_bytes = 100'000});
        const std::vector<std::string> ids = ids_of(got);
        EXPECT_EQ(std::count(ids.begin(), ids.end(), "http://bank.example/login"), 0);
        EXPECT_EQ(got.count(Reason::kCutShort) + got.count(Reason::kDamaged), 1u);
        EXPECT_EQ(ids.front(), "http://site.example/1");
        if (is_last) {
          EXPECT_EQ(ids.back(), "http://site.example/evil");
          EXPECT_NE(got.incidents.at(0).detail.find("bytes follow"), std::string::npos)
              << got.incidents.at(0).detail;
        } else {
          EXPECT_EQ(ids.back(), "http://site.example/3");
        }
      }
    }
  }
}

TEST(WarcLengths, OfAMemberThatIsCutLaterRecordsAreSearched) {
  const std::string lie = with_length(
      test::warc_record("http://site.example/lie", test::http_response("<p>lie")), kTerabyte);
  std::string bytes = codec::gzip_member(test::page_record(1000) + lie + many_pages(20, 300), 1);
  bytes.resize(bytes.size() - 20);
  for (const bool is_pipe : {false, true}) {
    const test::Collected got = read_in_turn(bytes, is_pipe);
    EXPECT_GE(got.pages.size(), 15u);
    EXPECT_EQ(ids_of(got).at(2), "http://site.example/0");
  }
}

TEST(WarcLengths, AFileThatIsCutInsideOfAPageThatHoldsARecordSaysWhatIsInDoubt) {
  for (const std::size_t filler : {std::size_t{2'000}, std::size_t{400'000}}) {
    std::string archive = test::page_record(1) + page_with_a_record(filler);
    archive.resize(archive.size() - filler / 2);
    in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
      SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe" : ""));
      const test::Collected got = read_in_turn(bytes, is_pipe, {.max_page_bytes = 100'000});
      ASSERT_GE(got.incidents.size(), 1u);
      EXPECT_EQ(got.incidents[0].page, "http://site.example/evil");
      EXPECT_TRUE(got.incidents[0].is_damage);
      EXPECT_NE(got.incidents[0].detail.find("that record is content of this one"),
                std::string::npos)
          << got.incidents[0].detail;
    });
  }
}

// Random archives: pages, requests, archives inside of pages, lengths that are right, too short,
// too long, or lead to some other place, and records that do not begin as one.
std::string random_archive(Random& random) {
  std::string archive;
  const std::uint32_t count = 2 + random.below(12);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string body = "<p>";
    const std::uint32_t kind = random.below(6);
    if (kind == 0) body += std::string(random.below(200'000), 'x');
    if (kind == 1) body += "\r\n\r\n" + many_pages(1 + static_cast<int>(random.below(4)), 40'000);
    body += "</p>";
    const std::string uri = "http://site.example/" + std::to_string(archive.size());
    std::string record = test::warc_record(uri, test::http_response(body),
                                           random.below(3) == 0 ? "request" : "response");
    const std::uint64_t size = test::http_response(body).size();
    const std::uint32_t lie = random.below(8);
    if (lie == 0) record = with_length(record, kTerabyte);
    if (lie == 1) record = with_length(record, std::to_string(size + 5 + random.below(300'000)));
    if (lie == 2) record = with_length(record, std::to_string(size - 1 - random.below(4)));
    if (random.below(8) == 0) record[0] = 'X';
    archive += record;
  }
  return archive;
}

TEST(WarcLengths, TheChainIsThatOfTheTwin) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const std::string archive = random_archive(random);
    std::vector<std::string> pages;
    std::size_t lies = 0;
    for (const reference::ChainedRecord& record : reference::follow_chain(archive)) {
      if (record.type == "response") pages.push_back(record.target);
      lies += record.leads ? 0 : 1;
    }
    in_every_form(archive, [&](const std::string& bytes, bool is_pipe, const char* form) {
      SCOPED_TRACE(std::string(form) + (is_pipe ? ", pipe, seed " : ", seed ") +
                   std::to_string(seed));
      const test::Collected got =
          read_in_turn(bytes, is_pipe, {.max_page_bytes = 1'000, .range_bytes = 5'000});
      EXPECT_EQ(ids_of(got), pages);
      const auto wrong =
          std::count_if(got.incidents.begin(), got.incidents.end(),
                        [](const Incident& i) { return i.reason != Reason::kTooLong; });
      // A length that is too short is named twice: a page that ends early, and bytes after it.
      EXPECT_GE(static_cast<std::size_t>(wrong), lies);
      EXPECT_LE(static_cast<std::size_t>(wrong), 2 * lies);
    });
  }
}

}  // namespace
}  // namespace pagekin::input
