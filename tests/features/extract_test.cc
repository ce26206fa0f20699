#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"
#include "pagekin/html/scanner.h"

#include "reference/fingerprint_clusters.h"

namespace pagekin::features {
namespace {

using Entries = std::vector<std::uint8_t>;

Features extract_from(std::string_view body, const Needs& needs, std::string_view charset = "") {
  return extract(Page{.id = "page", .body = body, .charset = charset}, needs);
}

Entries fingerprint_of(std::string_view body, int length = 25, std::string_view tags = "all") {
  return extract_from(body, {.fingerprint_length = length, .fingerprint_tags = TagFilter(tags)})
      .fingerprint;
}

// The same text in UTF-16 with a byte order mark.
std::string utf16(std::string_view ascii) {
  std::string bytes = "\xff\xfe";
  for (const char c : ascii) (bytes += c) += '\0';
  return bytes;
}

constexpr std::string_view kPage =
    "<!doctype html><html><head><title>a <b>title</b></title></head>"
    "<BODY class='x'><p>one<p>two <!-- <i> --><b>three</b></body></html>";

TEST(Extract, ReadsTagsByTheirLowerCaseName) {
  // html head title title head body p p b b body html
  EXPECT_EQ(fingerprint_of(kPage), (Entries{0, 0, 0, 3, 0, 0, 6, 0, 5}));
}

TEST(Extract, OfNothingGivesNothing) {
  const Features features = extract_from("", {.fingerprint_length = 25, .first_tags = true});
  EXPECT_TRUE(features.fingerprint.empty());
  EXPECT_EQ(features.first_tags, FirstTags{});
  EXPECT_EQ(features.bytes_scanned, 0u);
}

TEST(Extract, WithoutNeedsReadsNothing) { EXPECT_EQ(extract_from(kPage, {}).bytes_scanned, 0u); }

TEST(Extract, StopsWithTheLastEntryOfTheFingerprint) {
  const std::string_view page = "<a><b><c><d><e>";
  const Features features = extract_from(page, {.fingerprint_length = 2});
  EXPECT_EQ(features.fingerprint, (Entries{0, 0}));
  EXPECT_EQ(features.bytes_scanned, 6u);
}

TEST(Extract, StopsAtTheEndOfTheHead) {
  const Features features = extract_from(kPage, {.head_hash = true});
  EXPECT_EQ(features.bytes_scanned, kPage.find("</head>") + 7);
}

TEST(Extract, ReadsOnUntilTheLastNeedIsMet) {
  const Features alone = extract_from(kPage, {.fingerprint_length = 2});
  const Features both = extract_from(kPage, {.fingerprint_length = 2, .tag_hash = true});
  EXPECT_EQ(both.bytes_scanned, kPage.size());
  EXPECT_EQ(both.fingerprint, alone.fingerprint);
  EXPECT_EQ(both.tag_hash, extract_from(kPage, {.tag_hash = true}).tag_hash);
  EXPECT_EQ(both.head_hash, Hash128{});
}

TEST(Extract, ReadsOnlyTheTagsAskedFor) {
  // p p b b p, of which p p p
  EXPECT_EQ(fingerprint_of("<p></p><b></b><p>", 25, "p"), (Entries{0, 1}));
  EXPECT_EQ(fingerprint_of("<div><p></p></div><div>", 25, "block"), (Entries{0, 1}));
}

TEST(Extract, FirstTagsAreStartTagsWithoutRepetition) {
  const Features features =
      extract_from("<ul><li>1</li><li>2</li></ul><x-y></x-y><z-z><p>", {.first_tags = true});
  const FirstTags expected{html::kTagUl, html::kTagLi, kOtherTag, kOtherTag, html::kTagP};
  EXPECT_EQ(features.first_tags, expected);
}

TEST(Extract, FirstTagsAreAtMostSixteen) {
  std::string page;
  for (int i = 0; i < 50; ++i) page += "<p><b>";
  const Features features = extract_from(page, {.first_tags = true});
  EXPECT_EQ(features.first_tags.back(), html::kTagB);
  EXPECT_EQ(features.bytes_scanned, 16u * 3);
}

TEST(Extract, DecodesWhatCannotBeScannedInPlace) {
  EXPECT_EQ(fingerprint_of(utf16(kPage)), fingerprint_of(kPage));
  const Needs needs{.tag_hash = true, .head_hash = true};
  EXPECT_EQ(extract_from(utf16(kPage), needs).tag_hash, extract_from(kPage, needs).tag_hash);
  // Without a byte order mark it is HTTP that says so.
  const std::string bare = utf16(kPage).substr(2);
  EXPECT_EQ(extract_from(bare, needs, "utf-16le").head_hash, extract_from(kPage, needs).head_hash);
}

// In ISO-2022-JP the bytes between ESC $ B and ESC ( B are pairs: here they are "<b>".
std::string japanese(std::string_view head, std::string_view before_meta = "") {
  return std::string(head) + std::string(before_meta) +
         "<meta charset=iso-2022-jp></head><body>\x1b$B<b>b<b>b\x1b(B<p></body>";
}

TEST(Extract, AMetaBeyondThePrescanChangesTheEncoding) {
  const std::string padding = "<style>" + std::string(2000, ' ') + "</style>";
  const Needs needs{.tag_hash = true};
  const Hash128 near = extract_from(japanese("<head>", "<style></style>"), needs).tag_hash;
  EXPECT_EQ(extract_from(japanese("<head>", padding), needs).tag_hash, near);
  EXPECT_EQ(near,
            extract_from("<head><style></style><meta></head><body><p></body>", needs).tag_hash);
}

TEST(Extract, AMetaOutsideTheHeadDoesNot) {
  const std::string padding = "<style>" + std::string(2000, ' ') + "</style>";
  const Needs needs{.tag_hash = true};
  for (const std::string_view end_of_head : {"</head>", "<body>", "<div>"}) {
    const Hash128 hash =
        extract_from(japanese("<head>", padding + std::string(end_of_head)), needs).tag_hash;
    const std::string as_ascii =
        "<head><style></style>" + std::string(end_of_head) + "<meta></head><body><b><b><p></body>";
    EXPECT_EQ(hash, extract_from(as_ascii, needs).tag_hash) << end_of_head;
  }
}

TEST(Extract, WhatHttpSaysIsNotChangedByAMeta) {
  const std::string padding = "<style>" + std::string(2000, ' ') + "</style>";
  const std::string page = japanese("<head>", padding);
  const Needs needs{.tag_hash = true};
  EXPECT_NE(extract_from(page, needs, "utf-8").tag_hash, extract_from(page, needs).tag_hash);
}

TEST(Extract, TheFirstMetaThatNamesAnEncodingDecides) {
  const std::string padding =
      "<style>" + std::string(2000, ' ') + "</style><meta name=a><meta charset=utf-8>";
  const std::string page = japanese("<head>", padding);
  const Needs needs{.tag_hash = true};
  EXPECT_EQ(extract_from(page, needs).tag_hash, extract_from(page, needs, "utf-8").tag_hash);
}

TEST(Extract, AgreesWithScanningFirstAndComputingAfterwards) {
  constexpr std::string_view pieces[] = {"<p>",   "</p>",   "<div a=b>",
                                         "text",  "</div>", "<!--<p>-->",
                                         "<x-y>", "<br/>",  "<script><p></script>",
                                         "<",     "</head>"};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string page;
    for (std::uint32_t count = random.below(120); count > 0; --count) {
      page += pieces[random.below(std::size(pieces))];
    }
    std::vector<html::TagId> tags;
    html::Scanner scanner(page);
    while (const html::Tag* tag = scanner.next()) tags.push_back(tag->id);
    EXPECT_EQ(fingerprint_of(page, 20), reference::lz_fingerprint(tags, 20));
  }
}

TEST(Extract, AnyBytesAreAPage) {
  const Needs needs{
      .fingerprint_length = 255, .tag_hash = true, .head_hash = true, .first_tags = true};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::string page(random.below(500), ' ');
    for (char& c : page) c = random.chance(0.2) ? '<' : static_cast<char>(random.below(256));
    const Features once = extract_from(page, needs);
    const Features again = extract_from(page, needs);
    EXPECT_EQ(once.fingerprint, again.fingerprint);
    EXPECT_EQ(once.tag_hash, again.tag_hash);
    EXPECT_EQ(once.first_tags, again.first_tags);
  }
}

}  // namespace
}  // namespace pagekin::features
