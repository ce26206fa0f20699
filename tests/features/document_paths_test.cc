#include "pagekin/features/document_paths.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/dom/build.h"
#include "pagekin/features/path_hash.h"

#include "reference/tree_features.h"
#include "support/random_page.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

Hashes paths_in(std::string_view page) {
  dom::Builder builder;
  return document_paths(builder.build(page, {.text = true}));
}

// "html/body/p"; a step in quotes is a text, '#' and a number give the occurrence.
std::uint64_t document_path(std::string_view text) {
  std::uint64_t hash = kEmptyPath;
  while (!text.empty()) {
    if (text[0] == '#') return path_occurrence(hash, std::stoul(std::string(text.substr(1))));
    if (text[0] == '/') text.remove_prefix(1);
    if (text[0] == '"') {
      const std::size_t end = text.find('"', 1);
      hash = path_to_text(hash, hash_bytes(text.substr(1, end - 1)));
      text.remove_prefix(end + 1);
    } else {
      const std::size_t end = std::min(text.find_first_of("/#"), text.size());
      hash = path_to_element(hash, html::tag_id(text.substr(0, end)));
      text.remove_prefix(end);
    }
  }
  return hash;
}

Hashes paths(const std::vector<std::string>& texts) {
  Hashes hashes;
  for (const std::string& text : texts) hashes.push_back(document_path(text));
  return hashes;
}

TEST(DocumentPaths, LeadToElementsAndTextsInDocumentOrder) {
  EXPECT_EQ(paths_in("<body><h1>Tech</h1><br>List<br></body>"),
            paths({"html", "html/head", "html/body", "html/body/h1", "html/body/h1/\"Tech\"",
                   "html/body/br", "html/body/\"List\"", "html/body/br#2"}));
}

TEST(DocumentPaths, NumberRepeatedTextsToo) {
  EXPECT_EQ(
      paths_in("<p>x<p>x<p>x"),
      paths({"html", "html/head", "html/body", "html/body/p", "html/body/p/\"x\"", "html/body/p#2",
             "html/body/p/\"x\"#2", "html/body/p#3", "html/body/p/\"x\"#3"}));
}

TEST(DocumentPaths, PassOverBlankTexts) {
  EXPECT_EQ(paths_in("<body> \n <p>\t</p> &#32; &#10; </body>"),
            paths({"html", "html/head", "html/body", "html/body/p"}));
}

TEST(DocumentPaths, CollapseWhiteSpaceAndDecodeReferences) {
  EXPECT_EQ(paths_in("<p> caf&eacute; \n\n &lt;b&gt;\t"), paths_in("<p>caf\xC3\xA9 &#x3c;b>"));
  EXPECT_EQ(paths_in("<p>a b").back(), document_path("html/body/p/\"a b\""));
  EXPECT_NE(paths_in("<p>a b").back(), paths_in("<p>ab").back());
  // A no-break space is not white space.
  EXPECT_EQ(paths_in("<p>&nbsp;").back(), document_path("html/body/p/\"\xC2\xA0\""));
}

TEST(DocumentPaths, TakeScriptsAsTheyAre) {
  EXPECT_EQ(paths_in("<body><script>a &amp; b</script>").back(),
            document_path("html/body/script/\"a &amp; b\""));
  EXPECT_EQ(paths_in("<body><textarea>a &amp; b</textarea>").back(),
            document_path("html/body/textarea/\"a & b\""));
}

TEST(DocumentPaths, TakeCdataSectionsAsTheyAre) {
  EXPECT_EQ(paths_in("<svg><![CDATA[a &amp; b]]></svg>").back(),
            document_path("html/body/svg/\"a &amp; b\""));
  EXPECT_EQ(paths_in("<svg>a &amp; b</svg>").back(), document_path("html/body/svg/\"a & b\""));
}

TEST(DocumentPaths, TellTextsFromElements) {
  EXPECT_NE(paths_in("<div>p</div>").back(), paths_in("<div><p></p></div>").back());
}

TEST(DocumentPaths, AreAllDifferentInAPage) {
  std::string page;
  for (int i = 0; i < 5'000; ++i) page += "<p>x<b>y</b>";
  const Hashes found = paths_in(page);
  EXPECT_EQ(std::set<std::uint64_t>(found.begin(), found.end()).size(), found.size());
  EXPECT_EQ(found.size(), 3u + 4 * 5'000);
}

TEST(DocumentPaths, AgreeWithPathsAsStrings) {
  std::map<std::string, std::uint64_t> known;  // over all pages
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string page = test::random_page(random, 100);
    dom::Builder builder;
    const dom::Tree& tree = builder.build(page, {.text = true});
    const Hashes found = document_paths(tree);
    const reference::Strings expected = reference::document_paths(tree);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(known.emplace(expected[i], found[i]).first->second, found[i]) << expected[i];
    }
  }
  std::set<std::uint64_t> hashes;
  for (const auto& [text, hash] : known) hashes.insert(hash);
  EXPECT_EQ(hashes.size(), known.size());
}

}  // namespace
}  // namespace pagekin::features
