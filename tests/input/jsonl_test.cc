#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/file_window.h"
#include "pagekin/input/job_source.h"

#include "support/base64.h"
#include "support/collect_pages.h"
#include "support/memory_source.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

std::string pages_of_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "{\"url\": \"u" + std::to_string(i) + "\", \"html\": \"<p>" +
            std::string(static_cast<std::size_t>(i % 50), 'x') + "\\n\"}";
    text += i % 3 == 0 ? "\r\n" : "\n";
    if (i % 7 == 0) text += "\n";
  }
  return text;
}

test::Collected read_source(std::unique_ptr<ByteSource> file, const ReadOptions& options = {}) {
  test::Collector collector;
  Progress progress;
  const ReadContext context{.options = options, .consumer = &collector, .progress = &progress};
  const auto source = jsonl_source(context, "faulty", std::move(file));
  run_in_order(1, [&] { return source->next(); });
  return std::move(collector.collected);
}

TEST(Jsonl, IsTheSameForAnyRangeAndCompression) {
  const test::TempDir dir;
  const std::string plain = dir.write("a.jsonl", pages_of_lines(200));
  const test::Collected whole = test::collect({plain}, {.threads = 1});
  ASSERT_EQ(whole.pages.size(), 200u);
  EXPECT_EQ(whole.pages[5].id, "u5");
  EXPECT_EQ(whole.pages[5].body, "<p>xxxxx\n");
  for (const std::uint64_t range : {1u, 10u, 77u, 1000u}) {
    EXPECT_EQ(test::collect({plain}, {.threads = 3, .range_bytes = range}).pages, whole.pages);
  }
  EXPECT_EQ(test::collect({dir.write("b.jsonl.gz", codec::gzip_member(pages_of_lines(200)))}).pages,
            whole.pages);
  EXPECT_EQ(test::collect({dir.write("no-ending", pages_of_lines(200))}).pages, whole.pages);
}

TEST(Jsonl, ABadLineIsCountedAndTheRestIsRead) {
  const test::TempDir dir;
  const test::Collected got = test::collect({dir.write("a.jsonl",
                                                       "{\"url\": \"a\", \"html\": \"<p>\"}\n"
                                                       "{\"url\": \"b\"\n"
                                                       "[1, 2]\n"
                                                       "{\"url\": [7], \"html\": \"<p>\"}\n"
                                                       "{\"url\": \"c\", \"html\": \"\"}\n"
                                                       "{\"url\": \"d\", \"html\": \"<p>\"}")});
  EXPECT_EQ(got.pages.size(), 2u);
  EXPECT_EQ(got.count(Reason::kDamaged), 3u);
  EXPECT_EQ(got.count(Reason::kEmpty), 1u);
  EXPECT_EQ(got.incidents[0].offset, 28u);
}

TEST(Jsonl, CharactersThatAreNotUnicodeAreMendedAndCounted) {
  const test::TempDir dir;
  const std::string lines =
      R"({"url": "a", "html": "<p>\ud800 \udc00\ud83d\ude00 \\ud800 \ud83d\ud83d\ude00</p>"})"
      "\n{\"url\": \"b\", \"html\": \"<p>caf\xe9 \xc3\xa9</p>\"}\n"
      "{\"url\": \"c\", \"html\": \"<p>sound</p>\"}\n"
      "{\"url\": \"d\", \"html\": \"<p>\xff\" broken\n";
  const test::Collected got = test::collect({dir.write("a.jsonl", lines)});
  ASSERT_EQ(got.pages.size(), 3u);
  EXPECT_EQ(
      got.pages[0].body,
      "<p>\xef\xbf\xbd \xef\xbf\xbd\xf0\x9f\x98\x80 \\ud800 \xef\xbf\xbd\xf0\x9f\x98\x80</p>");
  EXPECT_EQ(got.pages[0].limited, "mended");
  EXPECT_EQ(got.pages[1].body, "<p>caf\xef\xbf\xbd \xc3\xa9</p>");
  EXPECT_EQ(got.pages[1].limited, "mended");
  EXPECT_EQ(got.pages[2].limited, "");
  EXPECT_EQ(got.count(Reason::kMended), 2u);
  EXPECT_EQ(got.count(Reason::kDamaged), 1u);
}

// Programs write NaN, and control characters and backslashes as they are.
TEST(Jsonl, LinesThatAreNearlyJsonAreMendedAndCounted) {
  const test::TempDir dir;
  using namespace std::string_literals;
  const std::string lines =
      "{\"url\": \"a\", \"html\": \"<p>\ttab\0nul\x1f</p>\"}\n"s
      "{\"url\": \"b\", \"score\": NaN, \"big\": [1e999, -Infinity, 123456789012345678901234], "
      "\"html\": \"<p>b</p>\"}\n"
      "{\"url\": \"c\", \"html\": \"<p>C:\\xy \\u12 \\n</p>\", \"n\": 1}\n"
      "{\"url\": 123456789012345678, \"x\": -0.5e3, \"ok\": true, \"y\": \"\x01\", \"html\": "
      "\"<p>d</p>\"}\n"
      "nonsense\n"
      "{\"url\": \"e\", \"html\": \"<p>\"}, \n"
      "{'url': 'f', 'html': '<p>'}\n";
  const test::Collected got = test::collect({dir.write("a.jsonl", lines)});
  ASSERT_EQ(got.pages.size(), 4u);
  EXPECT_EQ(got.pages[0].body, "<p>\ttab\0nul\x1f</p>"s);
  EXPECT_EQ(got.pages[1].body, "<p>b</p>");
  EXPECT_EQ(got.pages[2].body, "<p>C:\\xy \\u12 \n</p>");
  EXPECT_EQ(got.pages[3].id, "123456789012345678");
  EXPECT_EQ(got.count(Reason::kMended), 4u);
  EXPECT_EQ(got.count(Reason::kDamaged), 3u);
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
  const std::string zipped = codec::gzip_member(pages_of_lines(5000));
  const test::Collected got =
      test::collect({dir.write("a.jsonl.gz", zipped.substr(0, zipped.size() / 2))});
  EXPECT_GT(got.pages.size(), 1000u);
  EXPECT_EQ(got.count(Reason::kTruncated), 1u);
}

TEST(Jsonl, OnlyZerosMayFollowCompressedLines) {
  const test::TempDir dir;
  const std::string zipped = codec::gzip_member(pages_of_lines(5));
  const std::string zeros(512, '\0');
  for (const std::string& rest : {zeros, zeros + "x", std::string("x")}) {
    const test::Collected got = test::collect({dir.write("a.jsonl.gz", zipped + rest)});
    EXPECT_EQ(got.pages.size(), 5u);
    EXPECT_EQ(got.count(Reason::kDamaged), rest == zeros ? 0u : 1u);
  }
}

// Counts the bytes that are read.
class CountingSource final : public ByteSource {
 public:
  CountingSource(std::string bytes, std::uint64_t& count)
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

TEST(Jsonl, ALongLineIsReadOnceForAllItsRanges) {
  constexpr std::uint64_t range = FileWindow::step_bytes;
  const std::string text = R"({"url": "u", "html": "<p>)" + std::string(24 * range, 'x') + "\"}\n" +
                           R"({"url": "v", "html": "<p>"})";
  std::uint64_t count = 0;
  const test::Collected got =
      read_source(std::make_unique<CountingSource>(text, count), {.range_bytes = range});
  ASSERT_EQ(got.pages.size(), 2u);
  EXPECT_EQ(got.pages[1].id, "v");
  EXPECT_LT(count, 5 * text.size());  // twice by windows, which read ahead
}

TEST(Jsonl, AFaultOfAPipeIsReportedAtItsLine) {
  const std::string line = R"({"url": "u", "html": "<p>)" + std::string(100'000, 'x') + "\"}\n";
  auto pipe = std::make_unique<test::MemorySource>(line + line + line);
  pipe->sized = false;
  pipe->piece = 4096;
  pipe->fails_at = 2 * line.size() + 50'000;  // a window reads ahead
  const test::Collected got = read_source(std::move(pipe));
  EXPECT_EQ(got.pages.size(), 2u);
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_EQ(got.incidents[0].offset, 2 * line.size());
}

// The page of the only line, read with these options.
test::Collected read_line(const std::string& line, input::ReadOptions options = {}) {
  const test::TempDir dir;
  options.threads = 1;
  return test::collect({dir.write("a.jsonl", line + "\n")}, options);
}

TEST(Jsonl, FieldsMayLieDeepAndHaveAnyName) {
  const std::string line =
      R"({"meta": {"url": "u", "id": 17}, "a.b": "<p>dots", "pages": [0, {"html": "<p>deep"}]})";
  test::Collected got = read_line(line, {.url_field = "meta.url", .html_field = "pages.1.html"});
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].id, "u");
  EXPECT_EQ(got.pages[0].body, "<p>deep");
  got = read_line(line, {.url_field = "meta.id", .html_field = "a.b"});
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].id, "17");
  EXPECT_EQ(got.pages[0].body, "<p>dots");
}

TEST(Jsonl, AMissingFieldSaysWhichFieldsThereAre) {
  const test::Collected got = read_line(R"({"url": "u", "body": "<p>"})");
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_EQ(got.incidents[0].detail,
            "expected text at \"html\", found the fields url, body; option `html_field` says where "
            "the page is");
}

std::string json_page(const std::string& body) {
  return R"({"url": "u", "html": ")" + body + R"("})";
}

TEST(Jsonl, BodiesInBase64AreToldByContent) {
  const std::string html = "<html><p>" + std::string(300, 'x');
  const std::string gzip = codec::gzip_member(html);
  const std::string zstd = codec::zstd_frame(html);
  for (const std::string& bytes : {html, gzip, zstd}) {
    const std::string text = test::base64(bytes);
    std::string wrapped;
    for (std::size_t i = 0; i < text.size(); i += 76) wrapped += text.substr(i, 76) + "\\r\\n";
    for (const std::string& body : {text, wrapped, "data:text/html;base64," + text}) {
      const test::Collected got = read_line(json_page(body));
      ASSERT_EQ(got.pages.size(), 1u) << body;
      EXPECT_EQ(got.pages[0].body, html);
      EXPECT_EQ(got.pages[0].charset, "") << "the bytes say what they are";
    }
  }
}

TEST(Jsonl, GzipAsCharactersIsRead) {
  const std::string html = "<html><p>characters";
  std::string body;
  for (const char c : codec::gzip_member(html)) {
    constexpr const char* digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    body += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
  }
  const test::Collected got = read_line(json_page(body));
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].body, html);
}

TEST(Jsonl, TextThatOnlyLooksLikeBase64StaysText) {
  for (const std::string body : {"Hello", "PGh0bWw+ and more", "abcdefgh", "PGh0bWw+="}) {
    const test::Collected got = read_line(json_page(body));
    ASSERT_EQ(got.pages.size(), 1u);
    EXPECT_EQ(got.pages[0].body, body);
    EXPECT_EQ(got.pages[0].charset, "utf-8");
  }
}

TEST(Jsonl, AnEncodingThatIsGivenIsNotGuessed) {
  const std::string body = test::base64("<p>page");
  EXPECT_EQ(read_line(json_page(body), {.html_encoding = "text"}).pages[0].body, body);
  EXPECT_EQ(
      read_line(json_page(test::base64("plain text")), {.html_encoding = "base64"}).pages[0].body,
      "plain text");
  EXPECT_EQ(read_line(json_page("<p>"), {.html_encoding = "base64"}).count(Reason::kDamaged), 1u);
  EXPECT_THROW(read_line(json_page("<p>"), {.html_encoding = "hex"}), OptionError);
}

TEST(Jsonl, DamageInsideABodyCostsOnlyThatPage) {
  const std::string html = "<html><p>" + std::string(300, 'x');
  const std::string gzip = codec::gzip_member(html);
  std::string damaged = gzip;
  damaged[gzip.size() - 6] ^= 1;  // of the checksum
  EXPECT_EQ(read_line(json_page(test::base64(damaged))).count(Reason::kDamaged), 1u);
  const test::Collected cut = read_line(json_page(test::base64(gzip.substr(0, gzip.size() - 9))));
  EXPECT_EQ(cut.count(Reason::kCutShort), 1u);
  const test::Collected limited = read_line(json_page(test::base64(gzip)), {.max_page_bytes = 20});
  ASSERT_EQ(limited.pages.size(), 1u);
  EXPECT_EQ(limited.pages[0].body, html.substr(0, 20));
  EXPECT_EQ(limited.pages[0].limited, "too long");
}

TEST(Jsonl, AnArrayIsRefusedWithAdvice) {
  const test::TempDir dir;
  const test::Collected got =
      test::collect({dir.write("a.json", "[\n {\"url\": \"u\", \"html\": \"<p>\"}]")});
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_NE(got.incidents[0].detail.find("jq -c '.[]'"), std::string::npos);
}

}  // namespace
}  // namespace pagekin::input
