#include "pagekin/features/declarations.h"

#include <algorithm>
#include <span>
#include <string>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"

namespace pagekin::features {
namespace {

constexpr std::size_t kMostTypes = 16;             // of one script
constexpr std::size_t kMostScriptBytes = 1 << 16;  // that are searched

void visit_value(DeclarationKind kind, std::uint64_t place, std::string_view value,
                 const VisitDeclaration& visit) {
  if (value.empty() || value.size() > kMaxAttributeValue) return;
  // A value of 0 could make a mark 0 (see marks.h).
  visit({kind, value, make_mark(place, MarkKind::kDeclared, hash_bytes(value) | 1)});
}

// Places of the other kinds need no path.
std::uint64_t place_of_kind(DeclarationKind kind) {
  return mix(static_cast<std::uint64_t>(kind) + 0x6465'636c'6172'6564);
}

// Whether an element is html, body or a child of body.
bool stands_near_root(const dom::Tree& tree, std::uint32_t element) {
  if (element == 0) return true;
  const std::uint32_t parent = tree.parents[element];
  const std::uint32_t body = parent == 0 ? element : parent;
  return tree.parents[body] == 0 && tree.tags[body] == html::kTagBody;
}

void visit_numbered(DeclarationKind kind, std::uint64_t path, std::string_view name,
                    const VisitDeclaration& visit) {
  if (std::ranges::none_of(name, is_digit)) return;
  std::string generalised;
  const std::uint64_t seed = path + static_cast<std::uint64_t>(kind);
  visit_value(kind, hash_bytes(generalise_digits(name, generalised), seed), name, visit);
}

void visit_words(std::uint64_t path, std::string_view value, const VisitDeclaration& visit) {
  for_each_word(value, [&](std::string_view name) {
    visit_numbered(DeclarationKind::kClass, path, name, visit);
  });
}

std::string_view without_space(std::string_view text) {
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
  return text;
}

// The last part of "https://schema.org/Product".
std::string_view last_part(std::string_view address) {
  address = without_space(address);
  while (address.ends_with('/')) address.remove_suffix(1);
  return address.substr(address.find_last_of("/#") + 1);  // npos + 1 is 0
}

void visit_meta(const dom::Tree& tree, std::uint32_t element, const VisitDeclaration& visit) {
  const dom::Attribute* const content =
      dom::find_attribute(tree, element, dom::AttributeName::kContent);
  if (content == nullptr) return;
  for (const dom::AttributeName known :
       {dom::AttributeName::kProperty, dom::AttributeName::kName}) {
    const dom::Attribute* const named = dom::find_attribute(tree, element, known);
    if (named == nullptr) continue;
    const std::string name = lower_case(tree.view(named->value));
    if (!name.ends_with("type")) continue;
    std::string decoded;
    const std::string_view value =
        html::decode_references(tree.view(content->value), true, decoded);
    visit_value(DeclarationKind::kMeta, hash_bytes(name, place_of_kind(DeclarationKind::kMeta)),
                without_space(value), visit);
    return;
  }
}

// Visits the strings after "@type": one, or a list of them.
void visit_json_types(std::string_view text, const VisitDeclaration& visit) {
  constexpr std::string_view key = "\"@type\"";
  std::size_t types = 0;
  for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at)) {
    at += key.size();
    const auto skip = [&](char wanted) {  // white space, then this character if it is there
      while (at < text.size() && is_white_space(text[at])) ++at;
      const bool is_there = at < text.size() && text[at] == wanted;
      if (is_there) ++at;
      return is_there;
    };
    if (!skip(':')) continue;
    const bool is_list = skip('[');
    do {
      if (!skip('"')) break;
      const std::size_t end = text.find('"', at);
      if (end == text.npos || types++ == kMostTypes) return;
      visit_value(DeclarationKind::kJsonLd, place_of_kind(DeclarationKind::kJsonLd),
                  last_part(text.substr(at, end - at)), visit);
      at = end + 1;
    } while (is_list && skip(','));
  }
}

}  // namespace

void visit_declarations(const dom::Tree& tree, std::uint32_t element, std::uint64_t path,
                        const VisitDeclaration& visit) {
  if (tree.tags[element] == html::kTagMeta) visit_meta(tree, element, visit);
  const bool near_root = stands_near_root(tree, element);
  std::string decoded;
  for (const dom::Attribute& attribute : tree.attributes_of(element)) {
    const auto value = [&] {
      return html::decode_references(tree.view(attribute.value), true, decoded);
    };
    if (attribute.known == dom::AttributeName::kItemtype) {
      if (dom::find_attribute(tree, element, dom::AttributeName::kItemprop) != nullptr) continue;
      visit_value(DeclarationKind::kItemtype, place_of_kind(DeclarationKind::kItemtype),
                  last_part(value()), visit);
    } else if (near_root && attribute.known == dom::AttributeName::kClass) {
      visit_words(path, value(), visit);
    } else if (near_root && attribute.known == dom::AttributeName::kId) {
      visit_numbered(DeclarationKind::kId, path, value(), visit);
    }
  }
}

void visit_declarations(const dom::Tree& tree, const dom::TextLeaf& leaf,
                        const VisitDeclaration& visit) {
  if (tree.tags[leaf.parent] != html::kTagScript) return;
  const dom::Attribute* const type =
      dom::find_attribute(tree, leaf.parent, dom::AttributeName::kType);
  if (type == nullptr || lower_case(tree.view(type->value)) != "application/ld+json") return;
  for (const dom::Span& span :
       std::span(tree.text_spans).subspan(leaf.first_span, leaf.span_count)) {
    visit_json_types(tree.view(span).substr(0, kMostScriptBytes), visit);
  }
}

}  // namespace pagekin::features
