#include "pagekin/codec/codec.h"

#include "support/collect_pages.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "{\"url\": \"u" + std::to_string(i) + "\", \"html\": \"<p>" +
            std::string(static_cast<std::size_t>(i % 50), 'x') + "\\n\"}";
    text += i % 3 == 0 ? "\r\n" : "\n";
    if (i % 7 == 0) text += "\n";
  }
  return text;
}

TEST(Jsonl, IsTheSameForAnyRangeAndCompression) {
  const test::TempDir dir;
  const std::string plain = dir.write("a.jsonl", lines(200));
  const test::Collected whole = test::collect({plain}, {.threads = 1});
  ASSERT_EQ(whole.pages.size(), 200u);
  EXPECT_EQ(whole.pages[5].id, "u5");
  EXPECT_EQ(whole.pages[5].body, "<p>xxxxx\n");
  for (const std::uint64_t range : {1u, 10u, 77u, 1000u}) {
    EXPECT_EQ(test::collect({plain}, {.threads = 3, .range_bytes = range}).pages, whole.pages);
  }
  EXPECT_EQ(test::collect({dir.write("b.jsonl.gz", codec::gzip_member(lines(200)))}).pages,
            whole.pages);
  EXPECT_EQ(test::collect({dir.write("no-ending", lines(200))}).pages, whole.pages);
}

TEST(Jsonl, ABadLineIsCountedAndTheRestIsRead) {
  const test::TempDir dir;
  const test::Collected got = test::collect({dir.write("a.jsonl",
                                                       "{\"url\": \"a\", \"html\": \"<p>\"}\n"
                                                       "{\"url\": \"b\"\n"
                                                       "[1, 2]\n"
                                                       "{\"url\": 7, \"html\": \"<p>\"}\n"
                                                       "{\"url\": \"c\", \"html\": \"\"}\n"
                                                       "{\"url\": \"d\", \"html\": \"<p>\"}")});
  EXPECT_EQ(got.pages.size(), 2u);
  EXPECT_EQ(got.count(Reason::kDamaged), 3u);
  EXPECT_EQ(got.count(Reason::kEmpty), 1u);
  EXPECT_EQ(got.incidents[0].offset, 28u);
}

TEST(Jsonl, ALongPageIsLimited) {
  const test::TempDir dir;
  const test::Collected got = test::collect(
      {dir.write("a.jsonl", "{\"url\": \"a\", \"html\": \"" + std::string(300'000, 'x') + "\"}\n")},
      {.max_page_bytes = 1000, .threads = 1});
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].body.size(), 1000u);
  EXPECT_EQ(got.pages[0].limited, "too long");
}

TEST(Jsonl, ACompressedFileThatEndsEarlyKeepsItsLines) {
  const test::TempDir dir;
  const std::string zipped = codec::gzip_member(lines(5000));
  const test::Collected got =
      test::collect({dir.write("a.jsonl.gz", zipped.substr(0, zipped.size() / 2))});
  EXPECT_GT(got.pages.size(), 1000u);
  EXPECT_EQ(got.count(Reason::kTruncated), 1u);
}

TEST(Lists, AreReadInPlaceAndMayNest) {
  const test::TempDir dir;
  const std::string a = dir.write("a.html", "<p>a");
  const std::string b = dir.write("b.html", "<p>b");
  const std::string inner = dir.write("inner", b + "\n");
  const std::string outer = dir.write("outer", "\n" + a + "\r\n@" + inner + "\n" + a);
  const test::Collected got = test::collect({"@" + outer, b, "@/no/such/list"});
  ASSERT_EQ(got.pages.size(), 4u);
  EXPECT_EQ(got.pages[1].id, b);
  EXPECT_EQ(got.count(Reason::kUnreadable), 1u);
}

TEST(Lists, AListThatHoldsItselfEnds) {
  const test::TempDir dir;
  const std::string path = (dir.path() / "loop").string();
  dir.write("loop", "@" + path + "\n");
  EXPECT_GE(test::collect({"@" + path}).count(Reason::kUnreadable), 1u);
}

}  // namespace
}  // namespace pagekin::input
