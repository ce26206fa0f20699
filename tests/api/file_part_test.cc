// Parts of files, for programs that divide the work among machines.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

using test::kCrawl;
using test::pages_of_crawl;

TEST(FilePart, PartsGiveThePagesOfTheFile) {
  const std::vector<pagekin::OwnedPage> whole = pages_of_crawl();
  for (const std::uint64_t bytes : {2000U, 9999U, 1U << 30}) {
    std::vector<std::string> ids;
    std::uint64_t next = 0;
    std::uint64_t used = 0;
    const std::vector<pagekin::FilePart> parts = pagekin::divide_input(kCrawl, bytes);
    EXPECT_EQ(parts.size() == 1, bytes == 1U << 30);
    bool is_open = true;
    for (const pagekin::FilePart& part : parts) {
      if (part.end <= next) continue;  // a record covers it
      const pagekin::FilePartEnds ends =
          pagekin::take_part(part, {}, [&](pagekin::OwnedPage&& page) { ids.push_back(page.id); });
      EXPECT_TRUE(is_open || ends.first == next);
      next = ends.next;
      is_open = ends.is_open;
      used += ends.counts.used;
    }
    ASSERT_EQ(ids.size(), whole.size());
    EXPECT_EQ(used, whole.size());
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], whole[i].id);
  }
}

TEST(FilePart, AnyOtherInputIsOnePart) {
  const pagekin::test::TempDir dir;
  const std::string file = dir.write("a.html", "<p>a</p>");
  for (const std::string& input : {file, dir.path().string()}) {
    const std::vector<pagekin::FilePart> parts = pagekin::divide_input(input, 1);
    ASSERT_EQ(parts.size(), 1U);
    std::string body;
    pagekin::take_part(parts[0], {},
                       [&](pagekin::OwnedPage&& page) { body = std::move(page.body); });
    EXPECT_EQ(body, "<p>a</p>");
  }
  EXPECT_THROW(pagekin::take_part({.input = file, .begin = 1, .end = 2}, {}, nullptr),
               pagekin::InputError);
  EXPECT_THROW(pagekin::divide_input(file, 0), pagekin::OptionError);
}

}  // namespace
