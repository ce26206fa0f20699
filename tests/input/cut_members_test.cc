// Compressed archives in which members are cut off and others follow.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/file_window.h"
#include "pagekin/core/random.h"
#include "pagekin/input/job_source.h"

#include "support/collect_pages.h"
#include "support/make_warc.h"
#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

test::Collected from_pipe(const std::string& bytes) {
  test::Collector collector;
  Progress progress;
  const ReadContext context{
      .options = {.threads = 1}, .consumer = &collector, .progress = &progress};
  auto memory = std::make_unique<test::MemorySource>(bytes);
  memory->sized = false;
  memory->piece = 5'000;
  const std::unique_ptr<JobSource> source = warc_source(context, "pipe", std::move(memory));
  run_in_order(1, [&] { return source->next(); });
  return std::move(collector.collected);
}

std::string compressed(const std::string& record, int kind) {
  if (kind == 2) return codec::zstd_frame(record);
  return codec::gzip_member(record, kind == 0 ? 0 : 6);
}

// Names the pages that are whole, and counts what was said about the others.
struct Told {
  std::set<std::string> whole;
  std::size_t incidents = 0;
};
Told told(const test::Collected& got) {
  Told all{.whole = {}, .incidents = got.incidents.size()};
  for (const test::KeptPage& page : got.pages) {
    if (!page.limited.empty()) continue;
    EXPECT_TRUE(all.whole.insert(page.id).second) << page.id;
  }
  return all;
}

TEST(CutMembers, AreEachReportedAndCostNoOther) {
  const test::TempDir dir;
  for (int kind = 0; kind < 3; ++kind) {  // stored, deflated, zstd
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      SCOPED_TRACE("kind " + std::to_string(kind) + ", seed " + std::to_string(seed));
      Random random(seed);
      std::string archive;
      std::set<std::string> whole;
      std::size_t cuts = 0;
      for (int i = 0; i < 60; ++i) {
        const std::string member =
            compressed(test::page_record(i, random.below(3) == 0 ? 70'000 : 300), kind);
        // The start of the record is there, so that the member can be recognised; zstd gives whole
        // blocks only.
        const std::size_t least = kind == 2 ? member.size() - 4 : member.size() * 2 / 5;
        if (random.below(3) == 0) {
          const auto room = static_cast<std::uint32_t>(member.size() - least);
          archive += member.substr(0, least + random.below(room));
          ++cuts;
        } else {
          archive += member;
          whole.insert("http://site.example/" + std::to_string(i));
        }
      }
      const std::string file = dir.write("a.warc.gz", archive);
      const Told one = told(test::collect({file}, {.threads = 1, .range_bytes = UINT64_MAX / 2}));
      EXPECT_EQ(one.whole, whole);
      EXPECT_GE(one.incidents, cuts);
      const Told many = told(test::collect({file}, {.threads = 3, .range_bytes = 700}));
      EXPECT_EQ(many.whole, whole);
      EXPECT_EQ(many.incidents, one.incidents);
      const Told pipe = told(from_pipe(archive));
      EXPECT_EQ(pipe.whole, whole);
      EXPECT_EQ(pipe.incidents, one.incidents);
    }
  }
}

TEST(CutMembers, GiveNothingOfTheMembersAfterThemAsTheirContent) {
  const std::string member = codec::gzip_member(test::page_record(1, 500), 0);
  const std::string archive =
      member.substr(0, member.size() / 2) + codec::gzip_member(test::page_record(2));
  const test::TempDir dir;
  const test::Collected got = test::collect({dir.write("a.warc.gz", archive)});
  ASSERT_EQ(got.pages.size(), 2u);
  EXPECT_EQ(got.pages[0].limited, "cut short");
  EXPECT_EQ(got.pages[0].body.find('\x1f'), std::string::npos);
  EXPECT_EQ(got.pages[1].limited, "");
}

// Every byte of the middle one is changed in turn: the others are read, and what is said names the
// place where it begins. Flags, time and system in the header of gzip are not checked by anything.
TEST(DamagedMembers, AreNamedWithTheirOffset) {
  const std::string first = codec::gzip_member(test::page_record(1, 300));
  const std::string second = codec::gzip_member(test::page_record(2, 300));
  const std::string third = codec::gzip_member(test::page_record(3, 300));
  const test::TempDir dir;
  constexpr std::size_t header = 10;
  for (std::size_t at = header; at < second.size(); ++at) {
    std::string damaged = second;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    for (const unsigned threads : {1U, 2U}) {
      const test::Collected got = test::collect({dir.write("a.warc.gz", first + damaged + third)},
                                                {.threads = threads, .range_bytes = 200});
      const Told all = told(got);
      EXPECT_TRUE(all.whole.contains("http://site.example/1")) << at;
      EXPECT_TRUE(all.whole.contains("http://site.example/3")) << at;
      EXPECT_FALSE(all.whole.contains("http://site.example/2")) << at;
      ASSERT_FALSE(got.incidents.empty()) << at;
      EXPECT_EQ(got.incidents[0].offset, first.size()) << at;
    }
  }
}

// Stored members of 116 bytes: the lengths of their blocks lead from header to header, so that each
// of them could be decoded up to the end of the file.
TEST(CutMembers, ThatLeadThroughAllOthersAreEachRead) {
  const std::string member = codec::gzip_member(test::page_record(1, 65'000), 0).substr(0, 116);
  std::string archive;
  for (int i = 0; i < 3'000; ++i) archive += member;
  archive += codec::gzip_member(test::page_record(7));
  const test::TempDir dir;
  const test::Collected got = test::collect({dir.write("a.warc.gz", archive)});
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].id, "http://site.example/7");
  EXPECT_EQ(got.incidents.size(), 3'000u);
}

// A file that counts the bytes that are read from it.
class CountedSource final : public ByteSource {
 public:
  CountedSource(std::string bytes, std::uint64_t& count)
      : source_(std::move(bytes)), count_(&count) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    const std::size_t got = source_.read_at(offset, out);
    *count_ += got;
    return got;
  }
  std::optional<std::uint64_t> size() const override { return source_.size(); }

 private:
  test::MemorySource source_;
  std::uint64_t* count_;
};

// How many bytes are read of an archive of so many members that lead through each other. They take
// more room than what is kept of a file in memory, so bytes that are decoded again are read again.
std::uint64_t bytes_read_of(int members, std::size_t& size) {
  const std::string member = codec::gzip_member(test::page_record(1, 65'000), 0).substr(0, 116);
  std::string archive;
  for (int i = 0; i < members; ++i) archive += member;
  size = archive.size();
  test::Collector collector;
  Progress progress;
  const ReadContext context{.options = {.threads = 1, .range_bytes = UINT64_MAX / 2},
                            .consumer = &collector,
                            .progress = &progress};
  std::uint64_t count = 0;
  const std::unique_ptr<JobSource> source =
      warc_source(context, "archive", std::make_unique<CountedSource>(std::move(archive), count));
  run_in_order(1, [&] { return source->next(); });
  EXPECT_EQ(collector.collected.incidents.size(), static_cast<std::size_t>(members));
  return count;
}

TEST(CutMembers, ThatLeadThroughAllOthersTakeLinearWork) {
  std::size_t size = 0;
  std::size_t twice_size = 0;
  const auto once = static_cast<double>(bytes_read_of(20'000, size));
  const auto twice = static_cast<double>(bytes_read_of(40'000, twice_size));
  ASSERT_GT(size, 2 * FileWindow::step_bytes);
  EXPECT_LT(twice, 2.2 * once);
  EXPECT_LT(twice, 4.0 * static_cast<double>(twice_size));
}

}  // namespace
}  // namespace pagekin::input
