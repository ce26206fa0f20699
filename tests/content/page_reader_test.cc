#include "pagekin/content/page_reader.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/dom/build.h"

namespace pagekin::content {
namespace {

// Each text as '[' if white space stands before it, what a reader sees, ']' if it stands behind.
std::vector<std::string> texts_of(std::string_view html) {
  dom::Builder builder;
  const dom::Tree& tree = builder.build(html, {.all_attributes = true, .text = true});
  PageReader reader(tree);
  std::vector<std::string> texts;
  for (const dom::TextLeaf& leaf : tree.texts) {
    std::string text;
    const PageReader::Seen seen = reader.append(leaf, text);
    EXPECT_EQ(seen.is_blank, text.empty());
    if (seen.is_blank) continue;
    texts.push_back((seen.space_before ? "[" : "") + text + (seen.space_after ? "]" : ""));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(PageReader, WhiteSpaceIsOneSpaceAndKnownAtTheEnds) {
  EXPECT_EQ(texts_of("<p> a \n b <b>c</b>d</p>"), (Texts{"[a b]", "c", "d"}));
}

TEST(PageReader, SpacesThatDoNotBreakAreSpacesHoweverTheyAreWritten) {
  EXPECT_EQ(texts_of("<p>&nbsp;a<b>&#160;b</b><i>\xc2\xa0"
                     "c&nbsp;</i></p>"),
            (Texts{"[a", "[b", "[c]"}));
  EXPECT_EQ(texts_of("<p>\xe3\x80\x80"
                     "a<b>\xc3\xa9</b></p>"),
            (Texts{"[a", "\xc3\xa9"}));
}

TEST(PageReader, ReferencesAreDecodedWhereTheyAreReferences) {
  EXPECT_EQ(texts_of("<p>a &amp; b</p>"), (Texts{"a & b"}));
  EXPECT_EQ(texts_of("<xmp>a &amp; b</xmp>"), (Texts{"a &amp; b"}));
}

TEST(PageReader, ValuesOfAttributes) {
  dom::Builder builder;
  const dom::Tree& tree = builder.build("<p title=' a &amp;  b ' lang=' '>x</p>",
                                        {.all_attributes = true, .text = true});
  PageReader reader(tree);
  std::vector<std::string> values;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    for (const dom::Attribute& attribute : tree.attributes_of(i)) {
      std::string value;
      const bool is_there = reader.append(attribute, value);
      EXPECT_EQ(is_there, !value.empty());
      values.push_back(value);
    }
  }
  EXPECT_EQ(values, (Texts{"a & b", ""}));
}

}  // namespace
}  // namespace pagekin::content
