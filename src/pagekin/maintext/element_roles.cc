#include "pagekin/maintext/element_roles.h"

#include <algorithm>
#include <array>
#include <string>

#include "pagekin/core/text.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::maintext {
namespace {

using std::string_view_literals::operator""sv;

// Ascending.
constexpr std::array kFurnitureWords{
    "ad"sv,        "ads"sv,          "advert"sv,    "advertisement"sv, "adverts"sv,
    "carousel"sv,  "consent"sv,      "cookie"sv,    "cookies"sv,       "footer"sv,
    "gdpr"sv,      "login"sv,        "masthead"sv,  "modal"sv,         "newsletter"sv,
    "outbrain"sv,  "overlay"sv,      "popular"sv,   "popup"sv,         "promo"sv,
    "promos"sv,    "recirc"sv,       "recommend"sv, "recommended"sv,   "related"sv,
    "share"sv,     "sharebar"sv,     "sharing"sv,   "sidebar"sv,       "signup"sv,
    "skip"sv,      "social"sv,       "socials"sv,   "sponsor"sv,       "sponsored"sv,
    "subscribe"sv, "subscription"sv, "taboola"sv,   "trending"sv,
};
constexpr std::array kMenuWords{
    "breadcrumb"sv, "breadcrumbs"sv, "menu"sv,       "menus"sv,   "nav"sv,     "navbar"sv,
    "navigation"sv, "pager"sv,       "pagination"sv, "submenu"sv, "toolbar"sv, "topbar"sv,
};
constexpr std::array kBylineWords{
    "author"sv,   "authors"sv, "byline"sv,    "date"sv, "dateline"sv,  "meta"sv,
    "metadata"sv, "posted"sv,  "published"sv, "time"sv, "timestamp"sv,
};
constexpr std::array kFurnitureLandmarks{
    "alert"sv,   "alertdialog"sv, "banner"sv,  "complementary"sv, "contentinfo"sv,
    "dialog"sv,  "menu"sv,        "menubar"sv, "navigation"sv,    "search"sv,
    "tablist"sv, "toolbar"sv,     "tooltip"sv,
};
static_assert(std::ranges::is_sorted(kFurnitureWords));
static_assert(std::ranges::is_sorted(kMenuWords));
static_assert(std::ranges::is_sorted(kBylineWords));
static_assert(std::ranges::is_sorted(kFurnitureLandmarks));

constexpr std::uint8_t bit(ElementRole role) { return static_cast<std::uint8_t>(role); }

// Also words that are made of two: "commentlist", "postcomments".
bool is_comment_word(std::string_view word) {
  if (word == "review" || word == "reviews" || word == "disqus") return true;
  return (word.starts_with("comment") && !word.starts_with("commentar")) ||
         word.ends_with("comment") || word.ends_with("comments");
}

std::uint8_t roles_of_word(std::string_view word) {
  std::uint8_t roles = 0;
  if (is_comment_word(word)) roles |= bit(ElementRole::kComments);
  if (std::ranges::binary_search(kFurnitureWords, word)) roles |= bit(ElementRole::kFurniture);
  if (std::ranges::binary_search(kMenuWords, word)) roles |= bit(ElementRole::kMenu);
  if (std::ranges::binary_search(kBylineWords, word)) roles |= bit(ElementRole::kByline);
  return roles;
}

// Whether a style attribute says display:none.
bool is_display_none(std::string_view style) {
  std::string compact;
  for (const char c : style) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') compact += c;
  }
  return lower_case(compact).find("display:none") != std::string::npos;
}

constexpr html::TagSet kNotText =
    html::kWithoutText | html::TagSet{html::kTagSelect, html::kTagTextarea, html::kTagSvg};

// A header outside of an article is that of the site.
bool is_furniture_tag(html::TagId tag, bool is_inside_main) {
  constexpr html::TagSet furniture{html::kTagNav,    html::kTagAside, html::kTagFooter,
                                   html::kTagDialog, html::kTagMenu,  html::kTagButton,
                                   html::kTagForm};
  return tag == html::kTagHeader ? !is_inside_main : furniture.has(tag);
}

}  // namespace

std::uint8_t roles_of_name(std::string_view name) {
  constexpr std::size_t longest_word = 32;
  std::array<char, longest_word> word{};
  std::size_t size = 0;
  bool is_too_long = false;
  bool was_small = false;
  std::uint8_t roles = 0;
  const auto end_word = [&] {
    if (size > 0 && !is_too_long) roles |= roles_of_word({word.data(), size});
    size = 0;
    is_too_long = false;
  };
  for (const char c : name) {
    const bool is_small = c >= 'a' && c <= 'z';
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_small && !is_capital && !is_digit) {
      end_word();
    } else {
      if (is_capital && was_small) end_word();
      if (size == word.size()) {
        is_too_long = true;
      } else {
        word[size++] = is_capital ? static_cast<char>(c + 32) : c;
      }
    }
    was_small = is_small;
  }
  end_word();
  return roles;
}

std::vector<std::uint8_t> read_element_roles(const dom::Tree& tree,
                                             const skeleton::PageNodes& page) {
  const std::size_t count = page.nodes.size();
  std::vector<std::uint8_t> roles(count);
  std::vector<bool> is_inside_main(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const html::TagId tag = page.nodes[i].tag;
    bool is_main = tag == html::kTagMain || tag == html::kTagArticle;
    bool is_furniture = false;
    for (const dom::Attribute& attribute : tree.attributes_of(i)) {
      if (attribute.known == dom::AttributeName::kRole) {
        const std::string landmark = lower_case(trim(tree.view(attribute.value)));
        is_main |= landmark == "main" || landmark == "article";
        is_furniture |= std::ranges::binary_search(kFurnitureLandmarks, landmark);
      } else if (attribute.known == dom::AttributeName::kOther) {
        const std::string_view name = tree.view(attribute.name);
        is_furniture |=
            equals_ignoring_case(name, "hidden") ||
            (equals_ignoring_case(name, "style") && is_display_none(tree.view(attribute.value)));
      }
    }
    is_inside_main[i] = is_main || (i > 0 && is_inside_main[page.nodes[i].parent]);
    is_furniture |= is_furniture_tag(tag, is_inside_main[i]);
    std::uint8_t named = 0;
    if (tag != html::kTagHtml && tag != html::kTagBody && tag != html::kTagMain) {
      for (const skeleton::Name& name : page.names_of(i)) {
        if (name.is_class_or_id()) {
          named |= roles_of_name(page.text(name));
        }
      }
      if (tag == html::kTagArticle)
        named &=
            static_cast<std::uint8_t>(~(bit(ElementRole::kFurniture) | bit(ElementRole::kMenu)));
    }
    roles[i] = named;
    if (is_furniture) roles[i] |= bit(ElementRole::kFurniture);
    if (kNotText.has(tag)) roles[i] |= bit(ElementRole::kNotText);
  }
  return roles;
}

}  // namespace pagekin::maintext
