#include "pagekin/picture/visible_page.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>

#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::picture {
namespace {

using dom::AttributeName;
using html::TagId;

constexpr html::TagSet kBlockTags =
    html::kBlocksAndCells |
    html::TagSet{html::kTagListing, html::kTagNoframes, html::kTagSearch, html::kTagXmp};
constexpr html::TagSet kNeverShown =
    html::kWithoutText | html::TagSet{html::kTagLink,     html::kTagMeta,  html::kTagTitle,
                                      html::kTagBase,     html::kTagParam, html::kTagSource,
                                      html::kTagDatalist, html::kTagTrack};
// Also elements that are shown only when somebody asks for them.
constexpr html::TagSet kUnseen =
    kNeverShown | html::TagSet{html::kTagOption, html::kTagOptgroup, html::kTagDialog,
                               html::kTagCol,    html::kTagColgroup, html::kTagArea};

bool is_block(TagId tag) { return kBlockTags.has(tag); }

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return text.find(word) != text.npos; });
}

}  // namespace

bool is_never_shown(TagId tag) { return kNeverShown.has(tag); }

bool is_picture(TagId tag) {
  return tag == html::kTagImg || tag == html::kTagVideo || tag == html::kTagIframe ||
         tag == html::kTagCanvas || tag == html::kTagObject || tag == html::kTagEmbed ||
         tag == html::kTagSvg || tag == html::kTagMap;
}

VisiblePage::VisiblePage(const dom::Tree& tree) : tree_(tree), texts_(tree) { count_letters(); }

// For each element the letters of its text and its pictures, with those below it.
void VisiblePage::count_letters() {
  letters_.assign(tree_.size(), 0);
  pictures_.assign(tree_.size(), 0);
  for (const dom::TextLeaf& leaf : tree_.texts) letters_[leaf.parent] += length_of(leaf);
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    if (is_picture(tree_.tags[i])) pictures_[i] = 1;
    if (kUnseen.has(tree_.tags[i])) letters_[i] = 0;
  }
  for (std::uint32_t i = static_cast<std::uint32_t>(tree_.size()); i-- > 1;) {
    letters_[tree_.parents[i]] += letters_[i];
    pictures_[tree_.parents[i]] += pictures_[i];
  }
}

std::uint32_t VisiblePage::length_of(const dom::TextLeaf& leaf) const {
  std::size_t length = 0;
  for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
    length += trim(tree_.view(tree_.text_spans[leaf.first_span + i]), " \t\n\f\r").size();
  }
  return static_cast<std::uint32_t>(std::min<std::size_t>(length, 1'000'000));
}

std::string_view VisiblePage::attribute(std::uint32_t element, AttributeName name) const {
  return dom::spelled_value(tree_, element, name);
}

std::optional<std::string_view> VisiblePage::other_attribute(std::uint32_t element,
                                                             std::string_view name) const {
  const dom::Attribute* const attribute = dom::find_attribute(tree_, element, name);
  return attribute == nullptr ? std::nullopt : std::optional(tree_.view(attribute->value));
}

std::optional<double> VisiblePage::number_in(std::uint32_t element, std::string_view name) const {
  const std::optional<std::string_view> text = other_attribute(element, name);
  if (!text) return std::nullopt;
  int value = 0;
  const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (failure != std::errc{} || (end != text->data() + text->size() && *end != 'p')) return {};
  return value;
}

bool VisiblePage::is_hidden(std::uint32_t element) const {
  const TagId tag = tree_.tags[element];
  if (kUnseen.has(tag)) return true;
  if (tag == html::kTagInput) {
    return equals_ignoring_case(attribute(element, AttributeName::kType), "hidden");
  }
  if (other_attribute(element, "hidden")) return true;
  const std::optional<std::string_view> style = other_attribute(element, "style");
  if (style && style->size() < 2000) {
    std::string plain;
    for (const char c : *style) {
      if (c != ' ' && c != '\t' && c != '\n') plain += to_lower(c);
    }
    if (plain.find("display:none") != plain.npos) return true;
  }
  const std::string_view classes = attribute(element, AttributeName::kClass);
  if (classes.size() > 400) return false;
  if (contains_any(classes,
                   {"sr-only", "screen-reader", "visually-hidden", "skip-link", "skiplink"})) {
    return true;
  }
  return is_block(tag) && 2 * letters_[element] < letters_.front() && waits(element, classes);
}

// Whether a block is shown only when somebody asks for it, as windows and menus for phones are.
bool VisiblePage::waits(std::uint32_t element, std::string_view classes) const {
  const std::optional<std::string_view> hidden = other_attribute(element, "aria-hidden");
  return (hidden && *hidden == "true") ||
         contains_any(lower_case(classes),
                      {"modal", "offcanvas", "off-canvas", "popup", "lightbox", "mobile-menu",
                       "mobile-nav", "dropdown-menu", "sub-menu", "submenu"});
}

std::uint32_t VisiblePage::label_letters(std::uint32_t item) const {
  std::uint32_t letters = 0;
  bool has_more = false;
  for_children(item, [&](std::uint32_t child) {
    if (acts_as_block(child)) {
      has_more = true;
    } else if (!is_hidden(child)) {
      letters += letters_[child];
    }
  });
  return has_more ? letters : 0;
}

// What its tag, role, id or class say. Words count only on larger blocks, so that
// "header" of an item is not that of the page.
Role VisiblePage::role_of(std::uint32_t element) const {
  switch (tree_.tags[element]) {
    case html::kTagHeader:
      return Role::kHeader;
    case html::kTagNav:
      return Role::kNav;
    case html::kTagMain:
      return Role::kMain;
    case html::kTagAside:
      return Role::kAside;
    case html::kTagFooter:
      return Role::kFooter;
    default:
      break;
  }
  const std::string_view role = attribute(element, AttributeName::kRole);
  if (role == "banner") return Role::kHeader;
  if (role == "navigation") return Role::kNav;
  if (role == "main") return Role::kMain;
  if (role == "complementary") return Role::kAside;
  if (role == "contentinfo") return Role::kFooter;
  const TagId tag = tree_.tags[element];
  if (tag != html::kTagDiv && tag != html::kTagSection && tag != html::kTagUl &&
      tag != html::kTagTd) {
    return Role::kNone;
  }
  std::string words{attribute(element, AttributeName::kId).substr(0, 60)};
  words += ' ';
  words += attribute(element, AttributeName::kClass).substr(0, 80);
  words = lower_case(words);
  if (words.size() < 3) return Role::kNone;
  const bool is_by_id = !attribute(element, AttributeName::kId).empty();
  if (contains_any(words, {"sidebar", "side-bar", "widget-area", "secondary", "rightcol", "leftcol",
                           "right-col", "left-col"})) {
    return Role::kAside;
  }
  if (contains_any(words,
                   {"navbar", "mainnav", "main-nav", "menu", "breadcrumb", "ctxtnav", "metanav"}) ||
      words.starts_with("nav")) {
    return letters_[element] < 900 ? Role::kNav : Role::kNone;
  }
  if (is_by_id && contains_any(words, {"header", "banner", "masthead", "topbar"}))
    return Role::kHeader;
  if (is_by_id && contains_any(words, {"footer", "colophon"})) return Role::kFooter;
  if (is_by_id && (words.starts_with("content ") || words.starts_with("main ") ||
                   words.starts_with("primary "))) {
    return Role::kMain;
  }
  return Role::kNone;
}

bool VisiblePage::acts_as_block(std::uint32_t element) const {
  const TagId tag = tree_.tags[element];
  if (is_block(tag)) return true;
  if (is_picture(tag) || tag == html::kTagSelect || tag == html::kTagButton) return false;
  return std::any_of(tree_.tags.begin() + element + 1, tree_.tags.begin() + end_of(element),
                     is_block);
}

}  // namespace pagekin::picture
