#include "pagekin/method/index_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"

#include "support/fingerprint_pages.h"
#include "support/rounds.h"
#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::method {
namespace {

using test::Entries;

struct StoredPage {
  std::string id;
  features::FirstTags first_tags{};
  friend bool operator==(const StoredPage&, const StoredPage&) = default;
};

StoredPage stored_page(std::size_t i) {
  StoredPage page{"http://example.org/" + std::to_string(i) + std::string(i % 7, '\0'), {}};
  page.first_tags.fill(static_cast<std::uint8_t>(i));
  return page;
}

constexpr std::string_view kSpec = "fingerprint";

// One run with an index: loads what is there, adds pages, and writes everything back.
struct IndexRun {
  Clustering clusters;
  std::vector<StoredPage> pages;
};
IndexRun run_index(const std::string& path, std::span<const Entries> added,
                   std::string_view spec = kSpec) {
  IndexRun result;
  const auto method = make(spec);
  IndexFile file(path, IndexFile::Access::kUpdate);
  file.restore("fingerprint", *method, [&](const IndexedPage& page) {
    result.pages.push_back({std::string(page.id), page.first_tags});
  });
  for (const Entries& fingerprint : added) {
    result.pages.push_back(stored_page(result.pages.size()));
    method->add(test::page_with(fingerprint));
  }
  file.write("fingerprint", *method, {}, result.pages.size(), [&](std::size_t i) {
    return IndexedPage{result.pages[i].id, result.pages[i].first_tags, 1};
  });
  result.clusters = method->finish().clusters;
  return result;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Reads the whole file. Throws Error if anything is wrong with it.
std::size_t read_all(const std::string& path) {
  const auto method = make(kSpec);
  IndexFile file(path, IndexFile::Access::kRead);
  return file.restore("fingerprint", *method, [](const IndexedPage&) {});
}

TEST(IndexFile, StartsEmptyAndKeepsEveryPage) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  EXPECT_TRUE(run_index(path, {}).pages.empty());
  Random random(1);
  const auto pages = test::random_fingerprints(random, 500, 25, 5);
  run_index(path, pages);
  const IndexRun again = run_index(path, {});
  ASSERT_EQ(again.pages.size(), pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) ASSERT_EQ(again.pages[i], stored_page(i));
}

TEST(IndexFile, SeveralRunsGiveTheClustersOfOne) {
  const test::TempDir dir;
  for (std::uint64_t seed = 0; seed < test::rounds(200U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string spec = seed % 3 == 0 ? "fingerprint:split=0" : "fingerprint";
    const auto pages = test::random_fingerprints(random, 60, 25, 2 + random.below(25));
    const auto all_at_once = make(spec);
    test::add_pages(*all_at_once, pages);

    const std::string path = dir.path() / std::to_string(seed);
    IndexRun last;
    for (std::size_t begin = 0; begin < pages.size();) {
      const std::size_t count = std::min<std::size_t>(pages.size() - begin, random.below(60));
      last = run_index(path, std::span(pages).subspan(begin, count), spec);
      begin += count;
    }
    EXPECT_EQ(last.clusters, all_at_once->finish().clusters);
    EXPECT_EQ(last.pages.size(), pages.size());
  }
}

TEST(IndexFile, HoldsMoreThanOneBlock) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  Random random(2);
  const auto pages = test::random_fingerprints(random, 60'000, 25, 25);
  const Clustering expected = run_index(path, pages).clusters;
  EXPECT_GT(std::filesystem::file_size(path), std::uintmax_t{3} << 20);
  EXPECT_EQ(run_index(path, {}).clusters, expected);
}

class DamagedIndexFile : public testing::Test {
 protected:
  DamagedIndexFile() {
    Random random(3);
    run_index(path, test::random_fingerprints(random, 300, 25, 9));
    bytes = test::read_file(path);
  }
  void replace(const std::string& other) {
    std::ofstream(path, std::ios::binary)
        .write(other.data(), static_cast<std::streamsize>(other.size()));
  }
  test::TempDir dir;
  std::string path = dir.path() / "index";
  std::string bytes;
};

TEST_F(DamagedIndexFile, EveryChangedByteIsFound) {
  Random random(4);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::string damaged = bytes;
    const std::uint32_t at = i < 200 ? i : random.below(size);
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 << random.below(8)));
    replace(damaged);
    const std::string error = error_of([&] { read_all(path); });
    ASSERT_NE(error.find(path), std::string::npos) << at << ": " << error;
  }
}

TEST_F(DamagedIndexFile, EveryCutIsFound) {
  for (std::size_t i = 0; i < 100; ++i) {
    const std::size_t size = i < 40 ? i : bytes.size() * i / 100;
    replace(bytes.substr(0, size));
    ASSERT_NE(error_of([&] { read_all(path); }).find(path), std::string::npos) << size;
  }
  replace(bytes.substr(0, bytes.size() - 1));
  EXPECT_NE(error_of([&] { read_all(path); }).find("ends too early"), std::string::npos);
}

TEST_F(DamagedIndexFile, BytesBehindItsEndAreFound) {
  replace(bytes + "x");
  EXPECT_NE(error_of([&] { read_all(path); }).find("after its end"), std::string::npos);
}

TEST_F(DamagedIndexFile, IsLeftAsItIsByARunThatFails) {
  std::string damaged = bytes;
  damaged[damaged.size() / 2] ^= 1;
  replace(damaged);
  EXPECT_THROW(run_index(path, {}), Error);
  EXPECT_EQ(test::read_file(path), damaged);
  replace(bytes);
  EXPECT_EQ(run_index(path, {}).pages.size(), 300u);  // the failed run holds no lock
}

TEST_F(DamagedIndexFile, OtherFilesAndVersionsAreNamed) {
  replace("<html>");
  EXPECT_EQ(error_of([&] { read_all(path); }), path + " is not a pagekin index");
  replace("");
  EXPECT_EQ(error_of([&] { read_all(path); }), path + " is not a pagekin index");
  for (const char version : {'3', '5'}) {
    std::string other = bytes;
    other[std::string_view("pagekin index ").size()] = version;
    replace(other);
    EXPECT_EQ(error_of([&] { read_all(path); }),
              "index " + path + " is of another version than 4, or damaged: it says '" + version +
                  "'; " +
                  (version == '3'
                       ? "make it again from the pages, or use the version of pagekin that made it"
                       : "it needs a newer version of pagekin"));
  }
}

// With correct checksums, the contents of a file must still make sense.
TEST(IndexFile, DoesNotBelieveWhatAFileSaysOfItself) {
  const auto number = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const std::string options = "length=25,max_edits=1,split=17,tags=all";
  const std::string start = number(static_cast<std::uint32_t>(options.size())) + options;
  const std::string one = start + number(1);
  const std::string two = start + number(2) + "\004abcd\004abce";
  const std::uint32_t many = 0xffff'ffff;
  EXPECT_EQ(make(kSpec)->persistent()->load(two + number(1) + number(1)), 1u);
  for (const std::string& saved : {
           std::string(),
           number(many),
           start,
           start + number(many),
           one + "\377a",
           one + "\032" + std::string(26, 'a') + number(0),     // too long
           one + "\004abc\377" + number(0),                     // an entry too large
           start + number(2) + "\004abcd\004abcd" + number(0),  // the same twice
           two,
           two + number(many),
           two + number(1) + number(2),  // pages missing, or without a fingerprint
           two + number(0) + "x",
       }) {
    EXPECT_THROW(make(kSpec)->persistent()->load(saved), Error);
  }
}

TEST(IndexFile, RefusesOtherOptions) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  run_index(path, std::vector<Entries>{{0, 0, 1}});
  for (const auto* spec : {"fingerprint:length=24", "fingerprint:max_edits=0",
                           "fingerprint:split=16", "fingerprint:tags=block"}) {
    EXPECT_THROW(run_index(path, {}, spec), Error) << spec;
  }
  EXPECT_EQ(error_of([&] { run_index(path, {}, "fingerprint:length=24"); }),
            "index " + path +
                " cannot be used: it was made with length=25,max_edits=1,split=17,tags=all, but "
                "this run has length=24,max_edits=1,split=17,tags=all");
  EXPECT_NO_THROW(run_index(path, {}, "fingerprint:length=25"));
}

TEST(IndexFile, RefusesAnotherMethod) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  run_index(path, {});
  const auto method = make("md5");
  IndexFile file(path, IndexFile::Access::kRead);
  EXPECT_THROW(file.restore("md5", *method, [](const IndexedPage&) {}), Error);
}

TEST(IndexFile, OneRunAtATimeMayUpdateIt) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  {
    const IndexFile first(path, IndexFile::Access::kUpdate);
    EXPECT_NE(error_of([&] { run_index(path, {}); }).find("another run"), std::string::npos);
    EXPECT_THROW(run_index(path, {}), IndexBusyError);
  }
  EXPECT_NO_THROW(run_index(path, std::vector<Entries>{{0, 0, 1}}));
  const IndexFile writer(path, IndexFile::Access::kUpdate);
  EXPECT_EQ(read_all(path), 1u);  // readers need no lock
  std::filesystem::create_symlink(path, dir.path() / "link");
  EXPECT_NE(error_of([&] { run_index(dir.path() / "link", {}); }).find("symbolic link"),
            std::string::npos);
  follow_output_links(true);
  EXPECT_NE(error_of([&] { run_index(dir.path() / "link", {}); }).find("another run"),
            std::string::npos);
  follow_output_links(false);
}

TEST(IndexFile, WhatAKilledRunLeftBehindIsWrittenOver) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  dir.write("index.pagekin-new", "half of");
  run_index(path, std::vector<Entries>{{0, 0, 1}});
  EXPECT_EQ(read_all(path), 1u);
  EXPECT_FALSE(std::filesystem::exists(path + ".pagekin-new"));
}

TEST(IndexFile, FilesOfOthersBesideItStay) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  dir.write("index.new", "mine");
  run_index(path, std::vector<Entries>{{0, 0, 1}});
  EXPECT_EQ(test::read_file(path + ".new"), "mine");
  for (const char* const ending : {".lock", ".part"}) {
    const std::string mine = dir.write(std::string("index") + ending, "mine");
    EXPECT_NE(error_of([&] { run_index(path, {}); }).find("move it away"), std::string::npos);
    EXPECT_EQ(test::read_file(mine), "mine");
    std::filesystem::remove(mine);
  }
  std::filesystem::create_directory(path + ".part");
  EXPECT_NE(error_of([&] { run_index(path, {}); }).find("move it away"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
}

TEST(IndexFile, ReadingNeedsAFile) {
  const test::TempDir dir;
  EXPECT_THROW(read_all(dir.path() / "absent"), Error);
  EXPECT_THROW(read_all(dir.path()), Error);
  EXPECT_THROW(IndexFile(dir.path() / "no" / "folder", IndexFile::Access::kUpdate), Error);
}

TEST(IndexFile, OpenedForReadingCannotBeWritten) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  run_index(path, {});
  IndexFile file(path, IndexFile::Access::kRead);
  const auto method = make(kSpec);
  EXPECT_THROW(file.write("fingerprint", *method, {}, 0, [](std::size_t) { return IndexedPage{}; }),
               Error);
}

TEST(IndexFile, KeepsTemplateIdsAndNames) {
  const test::TempDir dir;
  const std::string path = dir.path() / "index";
  {
    const auto method = make(kSpec);
    IndexFile file(path, IndexFile::Access::kUpdate);
    for (int i = 0; i < 3; ++i) method->add(test::page_with({1, 2, 3, 4, 5}));
    const IndexedTemplates templates{.next_id = 9, .all = {{4, "home"}, {8, ""}}};
    file.write("fingerprint", *method, templates, 3, [](std::size_t i) {
      return IndexedPage{i == 0 ? "a" : i == 1 ? "b" : "c", {}, i == 2 ? 8U : 4U};
    });
  }
  IndexFile file(path, IndexFile::Access::kRead);
  EXPECT_EQ(file.templates().next_id, 9U);
  ASSERT_EQ(file.templates().all.size(), 2U);
  EXPECT_EQ(file.templates().all[0].id, 4U);
  EXPECT_EQ(file.templates().all[0].name, "home");
  std::vector<std::uint32_t> ids;
  const auto method = make(kSpec);
  file.restore("fingerprint", *method,
               [&](const IndexedPage& page) { ids.push_back(page.template_id); });
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{4, 4, 8}));
}

}  // namespace
}  // namespace pagekin::method
