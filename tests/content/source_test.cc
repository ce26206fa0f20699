#include "pagekin/content/source.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

namespace pagekin::content {
namespace {

TEST(Source, EveryAttributeIsOneOrOther) {
  dom::Builder builder;
  const dom::Tree& tree = builder.build(
      "<a HREF=1 src=2 alt=3 datetime=4 content=5 TITLE=6 value=7 data-src=8 data-price=9 class=10 "
      "id=11 name=12 valu=13 titles=14></a>",
      {.all_attributes = true, .text = true});
  std::map<std::string, Source> sources;
  for (const dom::Attribute& attribute : tree.attributes) {
    sources[std::string(tree.view(attribute.value))] = source_of(tree, attribute);
  }
  const std::map<std::string, Source> wanted = {
      {"1", Source::kHref},     {"2", Source::kSrc},     {"3", Source::kAlt},
      {"4", Source::kDatetime}, {"5", Source::kContent}, {"6", Source::kTitle},
      {"7", Source::kValue},    {"8", Source::kDataSrc}, {"9", Source::kOther},
      {"10", Source::kOther},   {"11", Source::kOther},  {"12", Source::kOther},
      {"13", Source::kOther},   {"14", Source::kOther}};
  EXPECT_EQ(sources, wanted);
}

TEST(Source, EachHasAName) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kSources; ++i) {
    names.insert(std::string(to_text(static_cast<Source>(i))));
  }
  EXPECT_EQ(names.size(), kSources);
  EXPECT_FALSE(names.contains(""));
}

// Schemas, indexes and wrappers hold them.
TEST(Source, NumbersInFilesDoNotChange) {
  EXPECT_EQ(static_cast<int>(Source::kHref), 1);
  EXPECT_EQ(static_cast<int>(Source::kJsonLd), 7);
  EXPECT_EQ(static_cast<int>(Source::kCell), 8);
  EXPECT_EQ(kColumnSources, 9U);
  EXPECT_EQ(cell_number(Source::kHref), 0);
  EXPECT_EQ(cell_number(Source::kDatetime), 2);
  EXPECT_EQ(cell_number(Source::kValue), 7);
  EXPECT_EQ(cell_number(Source::kOther), kCellAttributes.size());
}

TEST(Source, UsualAttributesAreThoseOfTheElement) {
  const auto all = [](html::TagId tag) {
    const auto usual = usual_attributes(tag);
    return std::vector<Source>(usual.begin(), usual.end());
  };
  EXPECT_EQ(all(html::kTagA), std::vector{Source::kHref});
  EXPECT_EQ(all(html::kTagImg), (std::vector{Source::kSrc, Source::kAlt}));
  EXPECT_EQ(all(html::kTagTime), std::vector{Source::kDatetime});
  EXPECT_TRUE(all(html::kTagDiv).empty());
}

}  // namespace
}  // namespace pagekin::content
