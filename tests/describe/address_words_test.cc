#include "pagekin/describe/address_words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::describe {
namespace {

// "word@place", with a tilde for a part of a name.
std::vector<std::string> words(std::string_view id) {
  std::vector<std::string> texts;
  for (const AddressWord& word : address_words(id)) {
    texts.push_back(word.word + (word.is_whole ? "@" : "~@") + std::to_string(word.place));
  }
  return texts;
}

using Words = std::vector<std::string>;

TEST(AddressWords, AreDirectoriesAndFiles) {
  EXPECT_EQ(words("https://a.example/Blog/2020/news/first.html"),
            (Words{"blog@0", "news@2", "first@3"}));
  EXPECT_EQ(words("recipes/tea.html"), (Words{"recipes@0", "tea@1"}));
}

TEST(AddressWords, IdentifiersLanguagesAndEmptyNamesAreNone) {
  EXPECT_EQ(words("https://a.example/en/r0d2x/123/index.html"), Words{});
  EXPECT_EQ(words("https://a.example/default.aspx"), Words{});
  EXPECT_EQ(words("https://a.example/shop/page/12/"), (Words{"shop@0"}));
  EXPECT_EQ(words("https://a.example/" + std::string(40, 'x')), Words{});
}

TEST(AddressWords, TheRootIsHome) {
  EXPECT_EQ(words("https://a.example/"), (Words{"home@0"}));
  EXPECT_EQ(words("https://a.example/index.php"), (Words{"home@0"}));
  EXPECT_EQ(words("index.html"), (Words{"home@0"}));
  EXPECT_EQ(words("https://a.example/?p=1"), Words{});
}

TEST(AddressWords, ParametersAndTheirValuesAreWords) {
  EXPECT_EQ(words("https://a.example/w.php?action=edit&id=7"), (Words{"action@1", "edit@2"}));
  EXPECT_EQ(words("https://a.example/?s=tea"), (Words{"search@0"}));
  EXPECT_EQ(words("https://a.example/doku.php/x%3Fdo%3Dlogin"), (Words{"doku@0", "login@3"}));
}

TEST(AddressWords, TheFirstAndTheLastPartOfANameAreWords) {
  EXPECT_EQ(words("https://a.example/import-red-tea.html"),
            (Words{"import-red-tea@0", "tea~@0", "import~@0"}));
  EXPECT_EQ(words("https://a.example/std/struct.BTreeMap.html"),
            (Words{"std@0", "struct.btreemap@1", "btreemap~@1", "struct~@1"}));
  EXPECT_EQ(words("https://a.example/String-class.html"),
            (Words{"string-class@0", "class~@0", "string~@0"}));
  EXPECT_EQ(words("https://a.example/fn.swap.html"), (Words{"fn.swap@0", "swap~@0"}))
      << "two letters are no word";
  EXPECT_EQ(words("https://a.example/tea_tea"), (Words{"tea_tea@0", "tea~@0"})) << "once";
  EXPECT_EQ(words("https://a.example/list-7"), (Words{"list@0"}));
}

TEST(AddressWords, BytesThatAreNotTextGiveNone) {
  EXPECT_EQ(words("https://a.example/ab%FFcd/e%00fgh"), Words{});
}

}  // namespace
}  // namespace pagekin::describe
