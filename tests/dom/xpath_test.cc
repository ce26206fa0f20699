#include "pagekin/dom/xpath.h"

#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/core/random.h"
#include "pagekin/dom/build.h"

#include "reference/naive_xpath.h"
#include "support/random_page.h"
#include "support/shared.h"

namespace pagekin::dom {
namespace {

std::vector<std::string> paths(const Tree& tree) {
  const XPaths xpaths(tree);
  std::vector<std::string> all;
  for (std::uint32_t i = 0; i < tree.size(); ++i) all.push_back(xpaths.of(i));
  return all;
}

std::string path_of_first(const Tree& tree, html::TagId tag) {
  const XPaths xpaths(tree);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.tags[i] == tag) return xpaths.of(i);
  }
  return "none";
}

// A tree as the builder would make it of tags without attributes, each written out in
// the source. `parents` go before their children.
struct Written {
  std::string source;
  Tree tree;

  void add(std::uint32_t parent, std::string_view name, Namespace space = Namespace::kHtml) {
    tree.offsets.push_back(static_cast<std::uint32_t>(source.size()));
    source += '<' + std::string(name) + '>';
    tree.tags.push_back(html::tag_id(name));
    tree.parents.push_back(parent);
    tree.namespaces.push_back(space);
    tree.attribute_ranges.emplace_back();
    tree.sizes.push_back(1);
    for (std::size_t i = tree.size() - 1; i != 0; i = tree.parents[i])
      ++tree.sizes[tree.parents[i]];
    tree.source = source;
  }
};

TEST(XPaths, IndexStandsOnlyWhereSiblingsShareTheName) {
  Written page;
  page.add(0, "html");
  page.add(0, "body");
  page.add(1, "div");
  page.add(1, "P");
  page.add(1, "div");
  page.add(4, "a");
  EXPECT_EQ(paths(page.tree),
            (std::vector<std::string>{"/html", "/html/body", "/html/body/div[1]", "/html/body/p",
                                      "/html/body/div[2]", "/html/body/div[2]/a"}));
}

TEST(XPaths, NamesThatXPathCannotHoldAreTests) {
  Written page;
  page.add(0, "html");
  page.add(0, "o:p");
  page.add(0, "O:P");
  page.add(0, "a\"b");
  page.add(0, "a'b");
  page.add(0, "a'\"b");
  page.add(0, "\xC3\xA9");
  page.add(0, "x-y.z_1");
  page.add(0, "a[1]");
  EXPECT_EQ(
      paths(page.tree),
      (std::vector<std::string>{
          "/html", "/html/*[name()='o:p'][1]", "/html/*[name()='o:p'][2]", "/html/*[name()='a\"b']",
          "/html/*[name()=\"a'b\"]", "/html/*[name()=concat('a',\"'\",'\"b')]",
          "/html/*[name()='\xC3\xA9']", "/html/x-y.z_1", "/html/*[name()='a[1]']"}));
}

TEST(XPaths, MixedCaseOfSvgIsAnotherName) {
  Written page;
  page.add(0, "html");
  page.add(0, "foreignobject");
  page.add(0, "foreignobject", Namespace::kSvg);
  page.add(0, "a", Namespace::kSvg);
  page.add(0, "a");
  EXPECT_EQ(paths(page.tree),
            (std::vector<std::string>{"/html", "/html/foreignobject", "/html/foreignObject",
                                      "/html/a[1]", "/html/a[2]"}));
}

TEST(XPaths, FindsOnlyWhatAPathSpells) {
  Written page;
  page.add(0, "html");
  page.add(0, "p");
  page.add(0, "p");
  page.add(2, "b");
  const XPaths xpaths(page.tree);
  EXPECT_EQ(xpaths.find("/html/p[2]/b"), 3u);
  for (const char* none :
       {"", "/", "html", "/body", "/html/", "/html/p", "/html/p[3]", "/html/p[2]/",
        "/html/p[2]/b[1]", "/html/p[2]/b/i", "/htm", "/htmlp", "/html/p[22]"}) {
    EXPECT_EQ(xpaths.find(none), std::nullopt) << none;
  }
}

TEST(XPaths, AgreeWithTheDefinitionOnRandomTrees) {
  constexpr std::string_view names[] = {"div", "p",   "a",        "o:p", "x-a",
                                        "X-B", "svg", "clippath", "a\"'"};
  Random random(30);
  for (int round = 0; round < 300; ++round) {
    Written page;
    page.add(0, "html");
    const std::uint32_t size = random.below(40);
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      std::uint32_t parent = last;  // or one of its ancestors, so that the order is preorder
      while (parent != 0 && random.chance(0.5)) parent = page.tree.parents[parent];
      page.add(parent, names[random.below(static_cast<std::uint32_t>(std::size(names)))],
               static_cast<Namespace>(random.below(3)));
      last = static_cast<std::uint32_t>(page.tree.size()) - 1;
    }
    const XPaths xpaths(page.tree);
    for (std::uint32_t i = 0; i < page.tree.size(); ++i) {
      const std::string path = xpaths.of(i);
      ASSERT_EQ(path, reference::naive_xpath(page.tree, i));
      ASSERT_EQ(xpaths.find(path), i) << path;
    }
  }
}

// Only finished in time when no element asks all its siblings.
TEST(XPaths, HaveEqualHashesWhereTheyAreEqual) {
  std::map<std::uint64_t, std::string> known;  // paths by hash
  std::map<std::string, std::uint64_t> hash_of;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Builder builder;
    const std::string page = test::random_page(random, 60);
    const Tree& tree = builder.build(page, {});
    const XPaths paths(tree);
    const std::vector<std::uint64_t> hashes = paths.hashes();
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      ASSERT_EQ(known.try_emplace(hashes[i], paths.of(i)).first->second, paths.of(i));
      ASSERT_EQ(hash_of.try_emplace(paths.of(i), hashes[i]).first->second, hashes[i]);
    }
  }
}

TEST(XPaths, WideFamiliesOfManyNamesAreLinear) {
  std::string page = "<body>";
  for (int i = 0; i < 100'000; ++i)
    page += i % 2 == 0
                ? "<p>"
                : "<x-" + std::to_string(i % 20'000) + "></x-" + std::to_string(i % 20'000) + ">";
  Builder builder;
  const Tree& tree = builder.build(page);
  const XPaths xpaths(tree);
  std::size_t bytes = 0;
  std::string path;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    path.clear();
    xpaths.append(i, path);
    bytes += path.size();
  }
  EXPECT_GT(bytes, tree.size() * 15);
  EXPECT_EQ(xpaths.find(path), tree.size() - 1);
}

nlohmann::json xpath_suite() {
  return nlohmann::json::parse(
      test::read_file(test::shared_dir() / "suites/xpath/element_paths.json"));
}

TEST(XPaths, AreThoseOfDeveloperTools) {
  PAGEKIN_NEEDS_SHARED();
  Builder builder;
  const auto cases = xpath_suite();
  std::size_t checked = 0;
  for (const auto& document : cases.at("documents")) {
    // The suite lists what is written; a head that no tag opens is not.
    const std::string html = document.at("html");
    std::vector<std::string> found = paths(builder.build(html));
    if (html.find("<head") == html.npos) std::erase(found, "/html/head");
    EXPECT_EQ(found, document.at("paths_in_document_order").get<std::vector<std::string>>())
        << html;
    checked += found.size();
  }
  EXPECT_EQ(checked, 40u);
  for (const auto& one : cases.at("html5_parser_cases")) {
    const std::string html = one.at("html");
    const std::string expected =
        one.at("xpath").is_null() ? "none" : one.at("xpath").get<std::string>();
    EXPECT_EQ(path_of_first(builder.build(html), html::tag_id(one.at("target").get<std::string>())),
              expected)
        << html;
  }
  EXPECT_EQ(cases.at("html5_parser_cases").size(), 10u);
}

void check_round_trip(Builder& builder, std::string_view page) {
  const Tree& tree = builder.build(page);
  const XPaths xpaths(tree);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::string path = xpaths.of(i);
    ASSERT_EQ(xpaths.find(path), i) << path << " of " << page;
    ASSERT_EQ(path, reference::naive_xpath(tree, i)) << page;
  }
}

TEST(XPaths, LeadBackToTheirElementsInTheParserSuite) {
  PAGEKIN_NEEDS_SHARED();
  Builder builder;
  int pages = 0;
  const auto folder = test::shared_dir() / "suites/html5lib/tree-construction-wpt-2026";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".dat") continue;
    const std::string file = '\n' + test::read_file(entry.path());
    for (std::size_t at = file.find("\n#data\n"); at != file.npos;
         at = file.find("\n#data\n", at)) {
      at += 7;
      const std::size_t end = file.find("\n#errors", at - 1);
      if (end == file.npos) break;
      check_round_trip(builder, std::string_view(file).substr(at, end > at ? end - at : 0));
      ++pages;
    }
  }
  EXPECT_GT(pages, 1'500);
}

}  // namespace
}  // namespace pagekin::dom
