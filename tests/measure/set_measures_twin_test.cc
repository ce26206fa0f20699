// Compares the measures on sets, bags and sequences with their definitions on strings, for
// random and real pages, from the bytes of a page to the similarity.
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"
#include "pagekin/features/clip.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/scanner.h"

#include "reference/fingerprint_clusters.h"
#include "reference/set_measures.h"
#include "reference/tree_features.h"
#include "support/collect_pages.h"
#include "support/compare_pages.h"
#include "support/random_page.h"
#include "support/rounds.h"
#include "support/shared.h"

namespace pagekin::measure {
namespace {

// The features that the twins compare.
struct Plain {
  std::vector<html::TagId> tags;
  std::set<std::string> class_names;
  reference::Strings leaf_paths, clipped_leaf_paths, document_paths;
  std::vector<reference::Strings> pq_grams;
};

// Extracts them from a page in UTF-8.
Plain plain(std::string_view page) {
  Plain all;
  html::Scanner scanner(page);
  while (const html::Tag* tag = scanner.next()) all.tags.push_back(tag->id);
  dom::Builder builder;
  const dom::Tree& tree = builder.build(page, {.text = true});
  all.class_names = reference::class_names(tree);
  all.leaf_paths = reference::leaf_paths(tree);
  all.clipped_leaf_paths = reference::leaf_paths(features::clip(tree));
  all.document_paths = reference::document_paths(tree);
  all.pq_grams = reference::pq_grams(tree, 2, 3);
  return all;
}

using Similarities = std::map<std::string, double>;

Similarities twin_similarity(const Plain& a, const Plain& b) {
  namespace ref = reference;
  const auto shingled = [](const auto& sequence, std::size_t k) {
    return ref::as_set(ref::shingles(sequence, k));
  };
  return {
      {"style", ref::jaccard(ref::as_set(a.class_names), ref::as_set(b.class_names))},
      {"path_levenshtein", ref::levenshtein_similarity(a.document_paths, b.document_paths)},
      {"path_cosine",
       ref::binary_cosine(shingled(a.document_paths, 2), shingled(b.document_paths, 2))},
      {"path_jaccard", ref::jaccard(shingled(a.document_paths, 2), shingled(b.document_paths, 2))},
      {"path_jaccard:shingle=3",
       ref::jaccard(shingled(a.document_paths, 3), shingled(b.document_paths, 3))},
      {"tree_paths",
       ref::dice(ref::as_set(a.clipped_leaf_paths), ref::as_set(b.clipped_leaf_paths))},
      {"tree_paths:clip=false", ref::dice(ref::as_set(a.leaf_paths), ref::as_set(b.leaf_paths))},
      {"pq_gram", ref::dice(ref::as_bag(a.pq_grams), ref::as_bag(b.pq_grams))},
      {"common_paths", ref::share_of_larger(ref::as_set(a.leaf_paths), ref::as_set(b.leaf_paths))},
      {"common_path_shingles",
       ref::share_of_larger(shingled(a.leaf_paths, 4), shingled(b.leaf_paths, 4))},
      {"tag_shingles", ref::jaccard(shingled(a.tags, 4), shingled(b.tags, 4))},
      {"tag_vector", ref::tag_vector(a.tags, b.tags)},
      {"fingerprint", ref::levenshtein_similarity(ref::lz_fingerprint(a.tags, 25),
                                                  ref::lz_fingerprint(b.tags, 25))},
      {"md5", a.tags == b.tags ? 1 : 0},
  };
}

void expect_as_defined(const std::string& page_a, const std::string& page_b) {
  for (const auto& [spec, expected] : twin_similarity(plain(page_a), plain(page_b))) {
    SCOPED_TRACE(spec);
    const auto measure = make(spec);
    const Features a = test::features_for(*measure, page_a);
    const Features b = test::features_for(*measure, page_b);
    const double value = measure->similarity(a, b);
    EXPECT_NEAR(value, expected, 1e-12);
    EXPECT_EQ(value, measure->similarity(b, a));
    EXPECT_EQ(value, measure->similarity(a, b, value));
    EXPECT_LT(measure->similarity(a, b, value + 1e-6), value + 1e-6);
    EXPECT_EQ(measure->similarity(a, a), 1);
  }
}

TEST(SetMeasures, AreAsDefinedOnRandomPages) {
  for (std::uint64_t seed = 0; seed < test::rounds(200U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string a = test::random_page(random, 10 + random.below(50));
    const std::string b = random.chance(0.6) ? test::disturbed_page(random, a)
                                             : test::random_page(random, 10 + random.below(50));
    // The twins cannot read a character that is cut in two.
    expect_as_defined(html::decode(a, html::Encoding::kUtf8),
                      html::decode(b, html::Encoding::kUtf8));
  }
}

TEST(SetMeasures, AreAsDefinedOnRealPages) {
  PAGEKIN_NEEDS_SHARED();
  const std::filesystem::path crawl = test::shared_dir() / "corpora/swde-sample.warc.gz";
  if (!std::filesystem::exists(crawl)) GTEST_SKIP() << "needs " << crawl.filename();
  // Short pages, because the twins are slow. Neighbouring pages are often of one template.
  std::vector<std::string> pages;
  for (const test::KeptPage& page : test::collect({crawl.string()}).pages) {
    if (page.body.size() > 20'000) continue;
    pages.push_back(html::decode(page.body, html::Encoding::kWindows1252));
    if (pages.size() == 10) break;
  }
  ASSERT_EQ(pages.size(), 10u);
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
    SCOPED_TRACE(i);
    expect_as_defined(pages[i], pages[i + 1]);
  }
}

}  // namespace
}  // namespace pagekin::measure
