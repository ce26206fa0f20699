#include "pagekin/input/zip_directory.h"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

#include "support/collect_pages.h"
#include "support/memory_source.h"
#include "support/rounds.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

template <class Number>
void put(std::string& out, Number number) {
  out += bytes_of(number);
}

// A zip file of stored entries, written as the format says, without anything that we read by.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& entries,
                   bool is_long = false) {
  std::string file;
  std::string directory;
  for (const auto& [name, bytes] : entries) {
    const std::uint64_t at = file.size();
    const auto size = static_cast<std::uint32_t>(bytes.size());
    put<std::uint32_t>(file, 0x04034b50);
    file.append(14, '\0');
    put(file, size);
    put(file, size);
    put(file, static_cast<std::uint16_t>(name.size()));
    put<std::uint16_t>(file, 3);  // extra bytes that the directory lacks
    file += name + "xyz" + bytes;
    put<std::uint32_t>(directory, 0x02014b50);
    directory.append(16, '\0');
    put<std::uint32_t>(directory, is_long ? 0xffffffff : size);
    put<std::uint32_t>(directory, is_long ? 0xffffffff : size);
    put(directory, static_cast<std::uint16_t>(name.size()));
    put<std::uint16_t>(directory, is_long ? 28 : 0);
    directory.append(10, '\0');
    put<std::uint32_t>(directory, is_long ? 0xffffffff : static_cast<std::uint32_t>(at));
    directory += name;
    if (is_long) {
      put<std::uint16_t>(directory, 1);
      put<std::uint16_t>(directory, 24);
      put<std::uint64_t>(directory, size);
      put<std::uint64_t>(directory, size);
      put<std::uint64_t>(directory, at);
    }
  }
  const std::uint64_t begin = file.size();
  file += directory;
  if (is_long) {
    const std::uint64_t end = file.size();
    put<std::uint32_t>(file, 0x06064b50);
    put<std::uint64_t>(file, 44);
    file.append(28, '\0');
    put<std::uint64_t>(file, directory.size());
    put<std::uint64_t>(file, begin);
    put<std::uint32_t>(file, 0x07064b50);
    put<std::uint32_t>(file, 0);
    put<std::uint64_t>(file, end);
    put<std::uint32_t>(file, 1);
  }
  put<std::uint32_t>(file, 0x06054b50);
  file.append(8, '\0');
  put<std::uint32_t>(file, is_long ? 0xffffffff : static_cast<std::uint32_t>(directory.size()));
  put<std::uint32_t>(file, is_long ? 0xffffffff : static_cast<std::uint32_t>(begin));
  put<std::uint16_t>(file, 0);
  return file;
}

std::vector<ZipEntry> entries_of(const std::string& bytes) {
  test::MemorySource source(bytes);
  return read_zip_directory(source);
}

TEST(ZipDirectory, FindsTheBytesOfEveryEntry) {
  const std::vector<std::pair<std::string, std::string>> given = {
      {"archive/a.warc", "first bytes"}, {"empty", ""}, {"pages/pages.jsonl", "{}\n"}};
  for (const bool is_long : {false, true}) {
    const std::string file = zip_of(given, is_long);
    const std::vector<ZipEntry> entries = entries_of(file);
    ASSERT_EQ(entries.size(), given.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
      EXPECT_EQ(entries[i].name, given[i].first);
      EXPECT_FALSE(entries[i].is_deflated);
      EXPECT_EQ(file.substr(entries[i].begin, entries[i].size), given[i].second);
    }
  }
}

TEST(ZipDirectory, ListsEntriesThatCannotBeReadWithTheirFault) {
  std::string file = zip_of({{"a", "0123456789"}, {"b", "abcdefghij"}, {"c", "klm"}});
  const std::size_t first = file.find("PK\x01\x02");
  const std::size_t second = file.find("PK\x01\x02", first + 4);
  file[first + 8] = 1;     // flags
  file[second + 10] = 14;  // method
  const std::vector<ZipEntry> entries = entries_of(file);
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].fault, "it is encrypted");
  EXPECT_EQ(entries[1].fault, "it is compressed by method 14; expected stored or deflated");
  EXPECT_EQ(entries[2].fault, "");
}

// The directory of the second one names bytes of the first one.
TEST(ZipDirectory, RefusesSeveralFilesOneAfterTheOther) {
  for (const bool is_long : {false, true}) {
    const std::string file = zip_of({{"a", "0123456789"}}, is_long);
    EXPECT_EQ(entries_of(file).size(), 1U);
    EXPECT_THROW(entries_of(file + file), InputError);
  }
}

// A name that is damaged would take an archive along without a word.
TEST(ZipDirectory, AnArchiveWithADamagedNameIsNamed) {
  const std::string record =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.test/\r\nContent-Type: "
      "text/html\r\nContent-Length: 4\r\n\r\n<p>4\r\n\r\n";
  const std::string good = zip_of({{"archive/a.warc", record}, {"archive/b.warc", record}});
  const test::TempDir dir;
  for (const std::size_t at : {good.find("archive/b.warc"), good.rfind("archive/b.warc")}) {
    std::string bad = good;
    bad[at] = 'q';
    const test::Collected got = test::collect({dir.write("bad.wacz", bad)});
    EXPECT_EQ(got.pages.size(), 1U);
    ASSERT_EQ(got.incidents.size(), 1U);
    EXPECT_EQ(got.incidents[0].reason, Reason::kUnreadable);
  }
}

TEST(Wacz, DamageInPagesThatAreNotListedIsNamed) {
  const auto record = [](const std::string& url, const std::string& length) {
    return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: " + url +
           "\r\nContent-Type: text/html\r\nContent-Length: " + length + "\r\n\r\n<p>4\r\n\r\n";
  };
  const test::TempDir dir;
  const std::string file =
      dir.write("a.wacz", zip_of({{"archive/a.warc", record("http://a.test/1", "4") +
                                                         record("http://a.test/2", "1000000") +
                                                         record("http://a.test/3", "4")},
                                  {"pages/pages.jsonl", "{\"url\": \"http://a.test/3\"}\n"}}));
  const test::Collected got = test::collect({file}, {.listed_pages = true});
  EXPECT_EQ(got.pages.size(), 1U);
  EXPECT_EQ(got.passed_over_by(PassedOver::kNotListed), 1U);
  ASSERT_EQ(got.incidents.size(), 1U);
  EXPECT_EQ(got.incidents[0].page, "http://a.test/2");
  EXPECT_TRUE(got.incidents[0].is_damage);
  EXPECT_EQ(got.incidents[0].reason, Reason::kDamaged);
}

TEST(ZipDirectory, RefusesEntriesThatShareBytesOrLieOutside) {
  std::string file = zip_of({{"a", "0123456789"}, {"b", "abcdefghij"}});
  const std::size_t first = file.find("PK\x01\x02");
  const std::size_t second = file.find("PK\x01\x02", first + 4);
  std::string shared = file;
  shared.replace(second + 42, 4, file.substr(first + 42, 4));
  EXPECT_THROW(entries_of(shared), InputError);
  std::string too_long = file;
  too_long[second + 20] = '\x7f';
  EXPECT_THROW(entries_of(too_long), InputError);
  EXPECT_THROW(entries_of(file.substr(0, file.size() - 1)), InputError);
  EXPECT_THROW(entries_of("PK\x03\x04"), InputError);
  EXPECT_THROW(entries_of(""), InputError);
}

// Any bytes give an error or pages, never a crash or a read outside.
TEST(ZipDirectory, SurvivesDamage) {
  const std::string record =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.test/\r\nContent-Type: "
      "text/html\r\nContent-Length: 4\r\n\r\n<p>4\r\n\r\n";
  std::mt19937 random(7);
  const test::TempDir dir;
  for (const bool is_long : {false, true}) {
    const std::string good =
        zip_of({{"archive/a.warc", record + record}, {"pages/pages.jsonl", "{\"url\": \"x\"}\n"}},
               is_long);
    EXPECT_EQ(test::collect({dir.write("good.wacz", good)}).pages.size(), 2U);
    const int count = static_cast<int>(test::rounds(600));
    for (int i = 0; i < count; ++i) {
      std::string bad = good;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int k = 0; k < changes; ++k) {
        bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
      }
      if (random() % 5 == 0) bad.resize(random() % bad.size());
      const test::Collected got =
          test::collect({dir.write("bad.wacz", bad)}, {.listed_pages = random() % 2 == 0});
      EXPECT_LE(got.pages.size(), 2U);
    }
  }
}

}  // namespace
}  // namespace pagekin::input
