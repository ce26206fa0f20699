#include "pagekin/maintext/element_roles.h"

#include <gtest/gtest.h>

#include "maintext/maintext_page.h"

namespace pagekin::maintext {
namespace {

bool is(std::string_view name, ElementRole role) { return has_role(roles_of_name(name), role); }

TEST(ElementRoles, NamesAreSplitIntoWords) {
  EXPECT_TRUE(is("MainNavigation-item", ElementRole::kMenu));
  EXPECT_TRUE(is("site_footer", ElementRole::kFurniture));
  EXPECT_TRUE(is("share", ElementRole::kFurniture));
  EXPECT_FALSE(is("shareholder", ElementRole::kFurniture));
  EXPECT_FALSE(is("navy", ElementRole::kMenu));
  EXPECT_EQ(roles_of_name(""), 0);
  EXPECT_EQ(roles_of_name(std::string(100, 'a')), 0);
  EXPECT_TRUE(is(std::string(100, 'a') + "-footer", ElementRole::kFurniture));
}

TEST(ElementRoles, Comments) {
  for (const char* name : {"comment", "comments", "commentlist", "postcomments", "user-reviews"}) {
    EXPECT_TRUE(is(name, ElementRole::kComments)) << name;
  }
  for (const char* name : {"commentary", "preview", "common"}) {
    EXPECT_FALSE(is(name, ElementRole::kComments)) << name;
  }
}

std::uint8_t roles_of_last(std::string_view html) { return TestPage(html).roles.back(); }

TEST(ElementRoles, TagsLandmarksAndHiddenElements) {
  const auto is_furniture = [](std::string_view html) {
    return has_role(roles_of_last(html), ElementRole::kFurniture);
  };
  EXPECT_TRUE(is_furniture("<body><nav>"));
  EXPECT_TRUE(is_furniture("<body><header>"));
  EXPECT_FALSE(is_furniture("<body><article><header>"));
  EXPECT_TRUE(is_furniture("<body><div role=Navigation>"));
  EXPECT_TRUE(is_furniture("<body><div hidden>"));
  EXPECT_TRUE(is_furniture("<body><div style='color:red; display : NONE'>"));
  EXPECT_FALSE(is_furniture("<body><div style='display:block'>"));
  EXPECT_FALSE(is_furniture("<body class='has-sidebar'>"));
  EXPECT_FALSE(is_furniture("<body><article class='sponsored'>"));
  EXPECT_TRUE(has_role(roles_of_last("<body><select>"), ElementRole::kNotText));
}

}  // namespace
}  // namespace pagekin::maintext
