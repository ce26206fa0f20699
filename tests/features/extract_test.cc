#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/class_names.h"
#include "pagekin/features/clip.h"
#include "pagekin/features/document_paths.h"
#include "pagekin/features/feature_list.h"
#include "pagekin/features/features.h"
#include "pagekin/features/leaf_paths.h"
#include "pagekin/features/pq_grams.h"
#include "pagekin/features/shingles.h"
#include "pagekin/features/tag_counts.h"
#include "pagekin/html/scanner.h"

#include "reference/fingerprint_clusters.h"
#include "support/random_page.h"

namespace pagekin::features {
namespace {

using Entries = std::vector<std::uint8_t>;

Features extract_from(std::string_view body, const Needs& needs, std::string_view charset = "") {
  return extract(Page{.id = "page", .body = body, .charset = charset}, needs);
}

Entries extracted_fingerprint(std::string_view body, int length = 25,
                              std::string_view tags = "all") {
  return extract_from(body, {.fingerprint_length = length, .fingerprint_tags = TagFilter(tags)})
      .fingerprint;
}

// The same text in UTF-16 with a byte order mark.
std::string utf16(std::string_view ascii) {
  std::string bytes = "\xff\xfe";
  for (const char c : ascii) (bytes += c) += '\0';
  return bytes;
}

constexpr std::string_view kExtractedPage =
    "<!doctype html><html><head><title>a <b>title</b></title></head>"
    "<BODY class='x'><p>one<p>two <!-- <i> --><b>three</b></body></html>";

TEST(Extract, ReadsTagsByTheirLowerCaseName) {
  // html head title title head body p p b b body html
  EXPECT_EQ(extracted_fingerprint(kExtractedPage), (Entries{0, 0, 0, 3, 0, 0, 6, 0, 5}));
}

TEST(Extract, OfNothingGivesNothing) {
  const Features features = extract_from("", {.fingerprint_length = 25, .first_tags = true});
  EXPECT_TRUE(features.fingerprint.empty());
  EXPECT_EQ(features.first_tags, FirstTags{});
  EXPECT_EQ(features.bytes_scanned, 0u);
}

TEST(Extract, WithoutNeedsReadsNothing) {
  EXPECT_EQ(extract_from(kExtractedPage, {}).bytes_scanned, 0u);
}

TEST(Extract, StopsWithTheLastEntryOfTheFingerprint) {
  const std::string_view page = "<a><b><c><d><e>";
  const Features features = extract_from(page, {.fingerprint_length = 2});
  EXPECT_EQ(features.fingerprint, (Entries{0, 0}));
  EXPECT_EQ(features.bytes_scanned, 6u);
}

TEST(Extract, StopsAtTheEndOfTheHead) {
  const Features features = extract_from(kExtractedPage, {.head_hash = true});
  EXPECT_EQ(features.bytes_scanned, kExtractedPage.find("</head>") + 7);
}

TEST(Extract, ReadsOnUntilTheLastNeedIsMet) {
  const Features alone = extract_from(kExtractedPage, {.fingerprint_length = 2});
  const Features both = extract_from(kExtractedPage, {.fingerprint_length = 2, .tag_hash = true});
  EXPECT_EQ(both.bytes_scanned, kExtractedPage.size());
  EXPECT_EQ(both.fingerprint, alone.fingerprint);
  EXPECT_EQ(both.tag_hash, extract_from(kExtractedPage, {.tag_hash = true}).tag_hash);
  EXPECT_EQ(both.head_hash, Hash128{});
}

TEST(Extract, ReadsOnlyTheTagsAskedFor) {
  // p p b b p, of which p p p
  EXPECT_EQ(extracted_fingerprint("<p></p><b></b><p>", 25, "p"), (Entries{0, 1}));
  EXPECT_EQ(extracted_fingerprint("<div><p></p></div><div>", 25, "block"), (Entries{0, 1}));
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
  EXPECT_EQ(extracted_fingerprint(utf16(kExtractedPage)), extracted_fingerprint(kExtractedPage));
  const Needs needs{.head_hash = true, .tag_hash = true};
  EXPECT_EQ(extract_from(utf16(kExtractedPage), needs).tag_hash,
            extract_from(kExtractedPage, needs).tag_hash);
  // Without a byte order mark, the HTTP header declares the encoding.
  const std::string bare = utf16(kExtractedPage).substr(2);
  EXPECT_EQ(extract_from(bare, needs, "utf-16le").head_hash,
            extract_from(kExtractedPage, needs).head_hash);
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

TEST(Extract, AMetaOutsideTheHeadDoesToo) {
  const std::string padding = "<style>" + std::string(2000, ' ') + "</style>";
  const Needs needs{.tag_hash = true};
  for (const std::string_view end_of_head : {"</head>", "<body>", "<div>"}) {
    const Hash128 hash =
        extract_from(japanese("<head>", padding + std::string(end_of_head)), needs).tag_hash;
    const std::string as_ascii =
        "<head><style></style>" + std::string(end_of_head) + "<meta></head><body><p></body>";
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

Needs all_of_the_tree() {
  return {.tree = true,
          .clipped_tree = true,
          .class_names = true,
          .leaf_paths = true,
          .clipped_leaf_paths = true,
          .leaf_path_shingle = 4,
          .pq_gram_p = 2,
          .pq_gram_q = 3,
          .document_paths = true};
}

TEST(Extract, KeepsTheTagSequenceAndWhatIsMadeOfIt) {
  const Features features =
      extract_from(kExtractedPage, {.tag_sequence = true, .tag_counts = true, .tag_shingle = 4});
  using enum html::KnownTag;
  const std::vector<html::TagId> tags = {kTagHtml, kTagHead, kTagTitle, kTagTitle,
                                         kTagHead, kTagBody, kTagP,     kTagP,
                                         kTagB,    kTagB,    kTagBody,  kTagHtml};
  EXPECT_EQ(features.tag_sequence, tags);
  EXPECT_EQ(features.tag_counts, tag_counts(tags));
  EXPECT_EQ(features.tag_shingles, shingles(std::span<const html::TagId>(tags), 4));
  EXPECT_EQ(features.bytes_scanned, kExtractedPage.size());
  EXPECT_TRUE(features.tree.empty());
}

TEST(Extract, ReadsTheTree) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string page = test::random_page(random, 60);
    const Features features = extract_from(page, all_of_the_tree(), "utf-8");
    dom::Builder builder;
    const dom::Tree& tree = builder.build(page, {.text = true});
    const auto paths = leaf_path_list(tree);
    EXPECT_EQ(features.tree, tree);
    EXPECT_EQ(features.clipped_tree, clip(tree));
    EXPECT_EQ(features.class_names, class_names(tree));
    EXPECT_EQ(features.leaf_paths, leaf_path_set(tree));
    EXPECT_EQ(features.clipped_leaf_paths, leaf_path_set(clip(tree)));
    EXPECT_EQ(features.leaf_path_shingles, shingles(std::span<const std::uint64_t>(paths), 4));
    EXPECT_EQ(features.pq_grams, pq_grams(tree, 2, 3));
    EXPECT_EQ(features.document_paths, document_paths(tree));
    EXPECT_EQ(features.bytes_scanned, page.size());
    EXPECT_TRUE(features.fingerprint.empty());
  }
}

TEST(Extract, OfTheTreeKeepsOnlyWhatIsNeeded) {
  const Features features = extract_from(kExtractedPage, {.leaf_path_shingle = 4});
  EXPECT_FALSE(features.leaf_path_shingles.empty());
  EXPECT_TRUE(features.tree.empty());
  EXPECT_TRUE(features.leaf_paths.empty());
  EXPECT_TRUE(features.document_paths.empty());
  EXPECT_EQ(features.bytes_scanned, kExtractedPage.size());
}

TEST(Extract, TagsAreTheSameWhetherATreeIsBuiltOrNot) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const std::string page = test::random_page(random, 60) + "<caf\xE9>";
    Needs needs{.fingerprint_length = 25, .tag_hash = true, .tag_sequence = true};
    const Features alone = extract_from(page, needs);
    needs.merge(all_of_the_tree());
    const Features both = extract_from(page, needs);
    EXPECT_EQ(both.fingerprint, alone.fingerprint);
    EXPECT_EQ(both.tag_hash, alone.tag_hash);
    EXPECT_EQ(both.tag_sequence, alone.tag_sequence);
  }
}

void expect_same_tree_parts(const Features& a, const Features& b) {
  EXPECT_EQ(a.tree, b.tree);
  EXPECT_EQ(a.class_names, b.class_names);
  EXPECT_EQ(a.document_paths, b.document_paths);
}

TEST(Extract, TextsAndClassesDoNotDependOnTheEncoding) {
  const Needs needs = all_of_the_tree();
  const Features expected =
      extract_from("<p class=\"caf\xC3\xA9\">\xC3\xA9t\xC3\xA9", needs, "utf-8");
  EXPECT_EQ(expected.class_names.size(), 1u);
  expect_same_tree_parts(extract_from("<p class=\"caf\xE9\">\xE9t\xE9", needs, "iso-8859-1"),
                         expected);
  // Without a label it is windows-1252.
  expect_same_tree_parts(extract_from("<p class=\"caf\xE9\">\xE9t\xE9", needs), expected);
  expect_same_tree_parts(extract_from("<p class=\"caf&eacute;\">&eacute;t&#xe9;", needs), expected);
  expect_same_tree_parts(
      extract_from("\xEF\xBB\xBF<p class=\"caf\xC3\xA9\">\xC3\xA9t\xC3\xA9", needs), expected);
  std::string wide = "\xff\xfe";
  for (const char c : std::string_view("<p class=\"caf\xE9\">\xE9t\xE9")) (wide += c) += '\0';
  expect_same_tree_parts(extract_from(wide, needs), expected);
}

TEST(Extract, AMetaBeyondThePrescanDecodesTexts) {
  const std::string padding = "<style>" + std::string(2000, ' ') + "</style>";
  const auto page = [&](std::string_view charset, std::string_view text) {
    return "<head>" + padding + "<meta charset=" + std::string(charset) +
           "></head><p class=" + std::string(text) + ">" + std::string(text);
  };
  const Needs needs = all_of_the_tree();
  const Features in_utf8 = extract_from(page("utf-8", "caf\xC3\xA9"), needs);
  expect_same_tree_parts(extract_from(page("latin1", "caf\xE9"), needs), in_utf8);
  // Repeated with a need that reads all tags.
  Needs more = needs;
  more.tag_hash = true;
  expect_same_tree_parts(extract_from(page("latin1", "caf\xE9"), more), in_utf8);
}

TEST(Extract, ShiftJisIsDecodedForTexts) {
  const Needs needs = all_of_the_tree();
  expect_same_tree_parts(extract_from("<p class=\x83\x5C>\x83\x5C", needs, "shift_jis"),
                         extract_from("<p class=\xE3\x82\xBD>\xE3\x82\xBD", needs, "utf-8"));
}

TEST(Extract, TellsWhichLimitsTheTreeMet) {
  std::string page;
  for (int i = 0; i < 600; ++i) page += "<div>";
  EXPECT_TRUE(extract_from(page, {.tree = true}).limits.depth);
  EXPECT_FALSE(extract_from("<p>", {.tree = true}).limits.any());
  EXPECT_FALSE(extract_from(page, {.tag_hash = true}).limits.any());
}

TEST(Extract, ManyNamesOfTagsTakeNoMoreThanThePage) {
  std::string page;
  for (int i = 0; i < 20'000; ++i) page += "<name-" + std::to_string(i) + ">";
  const Features features =
      extract_from(page, {.tag_counts = true, .tag_shingle = 4, .leaf_paths = true});
  EXPECT_LE(features.tag_counts.size() * sizeof(TagCount), 2 * page.size());
  EXPECT_LE(features.tag_shingles.size() * sizeof(std::uint64_t), page.size());
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
    EXPECT_EQ(extracted_fingerprint(page, 20), reference::lz_fingerprint(tags, 20));
  }
}

// Finds a field that is listed but not extracted.
TEST(Extract, FillsEveryFieldThatIsNeeded) {
  Needs needs = all_of_the_tree();
  needs.merge({.fingerprint_length = 25,
               .head_hash = true,
               .first_tags = true,
               .tag_hash = true,
               .tag_sequence = true,
               .tag_counts = true,
               .tag_shingle = 2,
               .folded_tree = true,
               .marks = true,
               .site_links = true,
               .link_xpaths = true,
               .url_shape = true});
  const Page page{.id = "http://a.example/list/one.html",
                  .body =
                      "<html><head><title>t</title></head><body class=c><ul><li>"
                      "<a href='/list/two.html'>two</a></ul><p>text</p></body></html>"};
  const Features all = extract(page, needs);
  const Features none = extract(page, {});
  const Features initial;
  for_each_compared([&](const auto& field) {
    if (field.name != "document_shingles") {  // measures make these
      EXPECT_FALSE(all.*field.member == initial.*field.member) << field.name;
    }
    EXPECT_TRUE(none.*field.member == initial.*field.member) << field.name;
  });
  EXPECT_FALSE(all.marks.empty());
  EXPECT_FALSE(all.url_marks.empty());
  EXPECT_NE(all.site, 0u);
  EXPECT_FALSE(all.site_links.empty());
  EXPECT_NE(all.link_target, 0u);
  EXPECT_FALSE(all.link_xpaths.empty());
  EXPECT_NE(all.address, 0u);
  EXPECT_EQ(all.page_id, page.id);
}

TEST(Extract, AnyBytesAreAPage) {
  Needs needs = all_of_the_tree();
  needs.merge({.fingerprint_length = 255,
               .head_hash = true,
               .first_tags = true,
               .tag_hash = true,
               .tag_counts = true,
               .tag_shingle = 3});
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::string page(random.below(500), ' ');
    for (char& c : page) c = random.chance(0.2) ? '<' : static_cast<char>(random.below(256));
    const Features once = extract_from(page, needs);
    const Features again = extract_from(page, needs);
    EXPECT_EQ(once.fingerprint, again.fingerprint);
    EXPECT_EQ(once.tag_hash, again.tag_hash);
    EXPECT_EQ(once.first_tags, again.first_tags);
    EXPECT_EQ(once.tag_shingles, again.tag_shingles);
    EXPECT_EQ(once.document_paths, again.document_paths);
    EXPECT_FALSE(once.tree.empty());
  }
}

}  // namespace
}  // namespace pagekin::features
