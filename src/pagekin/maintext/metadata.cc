#include "pagekin/maintext/metadata.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/content/words.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/html/character_references.h"
#include "pagekin/maintext/element_roles.h"

namespace pagekin::maintext {
namespace {

// The value of a meta element by the first of the names that any has.
std::string_view meta_value(const skeleton::PageNodes& page,
                            std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const skeleton::Value& value : page.attributes) {
      if (value.source == content::Source::kMeta && page.name(value) == name) {
        return page.text(value);
      }
    }
  }
  return {};
}

// The first value of JSON-LD whose path ends so.
std::string_view json_value(const skeleton::PageNodes& page,
                            std::initializer_list<std::string_view> ends) {
  for (const std::string_view end : ends) {
    for (const skeleton::Value& value : page.attributes) {
      if (value.source == content::Source::kJsonLd && page.name(value).ends_with(end)) {
        return page.text(value);
      }
    }
  }
  return {};
}

bool has_itemprop(const skeleton::PageNodes& page, std::uint32_t element, std::string_view prop) {
  return std::ranges::any_of(page.names_of(element), [&](const skeleton::Name& name) {
    return name.kind == skeleton::Name::Kind::kItemprop && page.text(name) == prop;
  });
}

// The first text inside an element for which the test holds.
template <class Test>
std::string_view first_text(const skeleton::PageNodes& page, const Test& is_wanted) {
  constexpr int most_levels = 4;
  for (const skeleton::Value& text : page.texts) {
    std::uint32_t element = text.element;
    for (int level = 0; level < most_levels; ++level) {
      if (is_wanted(element)) return page.text(text);
      element = page.nodes[element].parent;
    }
  }
  return {};
}

// Whether a list of words, such as rel, has the word.
bool has_rel(const dom::Tree& tree, std::uint32_t element, std::string_view word) {
  bool has_it = false;
  content::for_each_word(
      dom::spelled_value(tree, element, dom::AttributeName::kRel),
      [&](std::string_view own) { has_it = has_it || equals_ignoring_case(own, word); });
  return has_it;
}

bool is_address(std::string_view text) {
  return starts_with_ignoring_case(text, "http:") || starts_with_ignoring_case(text, "https:");
}

std::string_view title_of(const skeleton::PageNodes& page) {
  const auto of_tag = [&](html::TagId tag) {
    return first_text(page, [&](std::uint32_t e) { return page.nodes[e].tag == tag; });
  };
  for (const skeleton::Value& text : page.texts) {
    if (page.nodes[text.element].tag == html::kTagTitle) return page.text(text);
  }
  const std::string_view shared = meta_value(page, {"og:title"});
  return shared.empty() ? of_tag(html::kTagH1) : shared;
}

std::string_view author_of(const dom::Tree& tree, const skeleton::PageNodes& page) {
  std::string_view author =
      meta_value(page, {"author", "article:author", "dc.creator", "dcterms.creator",
                        "citation_author", "parsely-author", "sailthru.author"});
  if (!author.empty() && !is_address(author)) return author;
  author = json_value(page, {".author.name", ".author", ".creator.name"});
  if (!author.empty() && !is_address(author)) return author;
  author = first_text(page, [&](std::uint32_t e) { return has_itemprop(page, e, "author"); });
  if (!author.empty()) return author;
  return first_text(page, [&](std::uint32_t e) {
    return page.nodes[e].tag == html::kTagA && has_rel(tree, e, "author");
  });
}

// By element, whether it is of another item than the page: of furniture or comments.
std::vector<bool> elements_of_others(const skeleton::PageNodes& page,
                                     std::span<const std::uint8_t> roles) {
  const std::size_t count = page.nodes.size();
  std::vector<bool> has_title(count);
  for (std::size_t i = count; i-- > 1;) {
    if (page.nodes[i].tag == html::kTagH1) has_title[i] = true;
    if (has_title[i]) has_title[page.nodes[i].parent] = true;
  }
  std::vector<bool> is_article(count);  // or inside one
  std::vector<bool> is_of_others(count);
  for (std::size_t i = 1; i < count; ++i) {
    const skeleton::Node& node = page.nodes[i];
    is_article[i] = is_article[node.parent] || node.tag == html::kTagArticle;
    const bool is_furniture = has_role(roles[i], ElementRole::kFurniture) &&
                              !(node.tag == html::kTagFooter && is_article[i]);
    is_of_others[i] =
        is_of_others[node.parent] ||
        (!has_title[i] && (is_furniture || has_role(roles[i], ElementRole::kComments)));
  }
  return is_of_others;
}

// The date of an element with the itemprop datePublished, or else of a time element.
std::string_view nearest_date(const skeleton::PageNodes& page,
                              std::span<const std::uint8_t> roles) {
  const std::vector<bool> is_of_others = elements_of_others(page, roles);
  const auto title = std::ranges::find(page.nodes, html::kTagH1, &skeleton::Node::tag);
  const std::int64_t place = title == page.nodes.end() ? 0 : title - page.nodes.begin();
  std::string_view nearest;
  std::pair<bool, std::int64_t> least{true, INT64_MAX};  // whether it has no itemprop, its distance
  for (const skeleton::Value& value : page.attributes) {
    const bool is_time = value.source == content::Source::kDatetime;
    if ((!is_time && value.source != content::Source::kContent) || is_of_others[value.element]) {
      continue;
    }
    const bool is_named = has_itemprop(page, value.element, "datePublished");
    if (!is_time && !is_named) continue;
    const std::pair rank{!is_named, std::abs(std::int64_t{value.element} - place)};
    if (rank >= least) continue;
    least = rank;
    nearest = page.text(value);
  }
  return nearest;
}

std::string_view date_of(const skeleton::PageNodes& page, std::span<const std::uint8_t> roles) {
  std::string_view date = meta_value(
      page, {"article:published_time", "og:published_time", "datepublished", "date", "dc.date",
             "dc.date.issued", "dcterms.created", "citation_date", "citation_publication_date",
             "pubdate", "publishdate", "parsely-pub-date", "sailthru.date"});
  if (!date.empty()) return date;
  date = json_value(page, {".datePublished", ".dateCreated"});
  if (!date.empty()) return date;
  return nearest_date(page, roles);
}

std::string language_of(const dom::Tree& tree, const skeleton::PageNodes& page) {
  if (tree.size() > 0) {
    const std::string_view lang = trim(dom::spelled_value(tree, 0, "lang"));
    if (!lang.empty()) return std::string(lang);
  }
  std::string language(meta_value(page, {"content-language", "language", "og:locale"}));
  std::ranges::replace(language, '_', '-');
  return language;
}

std::string address_of(const dom::Tree& tree, const skeleton::PageNodes& page) {
  for (std::uint32_t i = 0; i < page.nodes.size(); ++i) {
    if (page.nodes[i].tag != html::kTagLink || !has_rel(tree, i, "canonical")) continue;
    std::string buffer;
    std::string address(trim(html::decode_references(
        dom::spelled_value(tree, i, dom::AttributeName::kHref), true, buffer)));
    if (!address.empty()) return address;
  }
  return std::string(meta_value(page, {"og:url"}));
}

}  // namespace

Metadata read_metadata(const dom::Tree& tree, const skeleton::PageNodes& page,
                       std::span<const std::uint8_t> roles) {
  return {.title = std::string(title_of(page)),
          .author = std::string(author_of(tree, page)),
          .date = std::string(date_of(page, roles)),
          .language = language_of(tree, page),
          .address = address_of(tree, page)};
}

}  // namespace pagekin::maintext
