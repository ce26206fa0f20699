#include "pagekin/hadoop/nutch.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/make_sequence.h"

namespace pagekin::hadoop {
namespace {

const test::Metadata kMetadata = {{"Content-Type", {"text/html"}}, {"Set-Cookie", {"a=1", "b=2"}}};

TEST(NutchContent, EveryVersionGivesTheSameFields) {
  const auto old = [](int version, std::string (*as_text)(std::string_view)) {
    const std::string fields =
        test::content_fields("http://a/", "<p>x", "text/html", kMetadata, as_text);
    const std::string packed =
        test::zlib_stream(std::string(1, static_cast<char>(version)) + fields);
    return test::be32(static_cast<std::int64_t>(packed.size())) + packed;
  };
  for (const std::string& record :
       {test::nutch_content("http://a/", "<p>x", "text/html", kMetadata), old(0, test::short_text),
        old(1, test::short_text), old(2, test::text)}) {
    NutchContent content;
    std::string buffer;
    ASSERT_TRUE(parse_content(record, 1 << 20, content, buffer));
    EXPECT_EQ(content.url, "http://a/");
    EXPECT_EQ(content.body, "<p>x");
    EXPECT_EQ(content.type, "text/html");
    EXPECT_EQ(content.metadata.size(), 3u);
    EXPECT_EQ(content.value_of("set-cookie"), "a=1");
    EXPECT_EQ(content.value_of("Date"), "");
  }
}

TEST(NutchContent, WhatIsNotWholeIsRefused) {
  const std::string good = test::nutch_content("http://a/", "<p>x", "text/html", kMetadata);
  NutchContent content;
  std::string buffer;
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(parse_content(good.substr(0, size), 1 << 20, content, buffer)) << size;
  }
  EXPECT_FALSE(parse_content(good + "x", 1 << 20, content, buffer));
  EXPECT_FALSE(parse_content(test::be32(-2) + good.substr(4), 1 << 20, content, buffer));
  // Counts that promise more than there is.
  const std::string lie = test::be32(-1) + test::text("u") + test::text("b") + test::be32(0) +
                          test::text("t") + test::be32(0x7fffffff);
  EXPECT_FALSE(parse_content(lie, 1 << 20, content, buffer));
}

TEST(NutchContent, AnOldRecordInflatesToItsLimitOnly) {
  const std::string packed = test::zlib_stream("\2" + std::string(1 << 20, '\0'));
  NutchContent content;
  std::string buffer;
  EXPECT_FALSE(parse_content(test::be32(static_cast<std::int64_t>(packed.size())) + packed, 10'000,
                             content, buffer));
  EXPECT_LE(buffer.size(), 10'000u);
}

TEST(FetchStatus, CodesOfAllVersions) {
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x21)), FetchStatus::kSuccess);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x22)), FetchStatus::kRetry);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x24)), FetchStatus::kRedirected);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x25)), FetchStatus::kGone);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x43)), FetchStatus::kOther);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(7, 4)), FetchStatus::kGone);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(5, 1)), FetchStatus::kSuccess);
  EXPECT_EQ(parse_fetch_status(test::crawl_datum(0x21, 9)), std::nullopt);
  EXPECT_EQ(parse_fetch_status(std::string_view("\x07\x21", 2)), std::nullopt);
}

TEST(ParseText, OnlyWholeTextsOfKnownClasses) {
  EXPECT_EQ(parse_text(kTextClass, test::text("abc")), "abc");
  EXPECT_EQ(parse_text(kShortTextClass, test::short_text("abc")), "abc");
  EXPECT_EQ(parse_text(kBytesClass, test::be32(3) + "abc"), "abc");
  EXPECT_EQ(parse_text(kTextClass, test::text("abc") + "x"), std::nullopt);
  EXPECT_EQ(parse_text(kTextClass,
                       "\x05"
                       "abc"),
            std::nullopt);
  EXPECT_EQ(parse_text("org.apache.hadoop.io.LongWritable", test::text("abc")), std::nullopt);
}

}  // namespace
}  // namespace pagekin::hadoop
