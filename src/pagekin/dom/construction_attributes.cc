// Attributes: which are kept, and what some of them decide.
//
// The first of several attributes with one name counts. Known names are marked by bits; if all
// attributes are kept, names are compared by sorted hashes, so that a tag with a thousand
// attributes costs no more per byte than others.
//
// Source: HTML standard (WHATWG), 13.2.5.33 "Attribute name state", 13.2.6.4.7 for
// <html> and <body> that come again, 13.2.6.5 for <font>.
// Cost: O(attributes), O(k log k) where all are kept.
#include <algorithm>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/attribute_names.h"
#include "pagekin/dom/construction.h"
#include "pagekin/html/character_references.h"

namespace pagekin::dom {

namespace {

std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = name.size();
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(to_lower(c))) * 0x100000001b3;
  return mix(hash);
}

// The first attribute of this name.
const html::Attribute* find(std::span<const html::Attribute> attributes,
                            std::string_view lower_case) {
  const auto found = std::ranges::find_if(attributes, [=](const html::Attribute& a) {
    return equals_ignoring_case(a.name, lower_case);
  });
  return found == attributes.end() ? nullptr : &*found;
}

std::string_view value_of(std::span<const html::Attribute> attributes, std::string_view lower_case,
                          std::string& buffer) {
  const html::Attribute* attribute = find(attributes, lower_case);
  if (attribute == nullptr) return {};
  return html::decode_references(attribute->value, true, buffer);
}

}  // namespace

// Keeps the attributes of the current tag; returns their range in the tree.
AttributeRange Construction::keep_attributes() {
  if (!options_.attributes) return {};
  const std::span<const html::Attribute> attributes = scanner_.attributes();
  const auto begin = static_cast<std::uint32_t>(tree_.attributes.size());
  if (attributes.empty()) return {begin, 0};
  if (options_.all_attributes) {
    keep_all(attributes);
  } else {
    keep_known(attributes);
  }
  return {begin, static_cast<std::uint32_t>(tree_.attributes.size()) - begin};
}

void Construction::keep(AttributeName known, const html::Attribute& attribute) {
  const char* source = tree_.source.data();
  // An empty value may not point into the page.
  const char* value = attribute.value.empty() ? attribute.name.data() : attribute.value.data();
  tree_.attributes.push_back({.known = known,
                              .name = {static_cast<std::uint32_t>(attribute.name.data() - source),
                                       static_cast<std::uint32_t>(attribute.name.size())},
                              .value = {static_cast<std::uint32_t>(value - source),
                                        static_cast<std::uint32_t>(attribute.value.size())}});
}

void Construction::keep_known(std::span<const html::Attribute> attributes) {
  const char* end = tree_.source.data() + tree_.source.size();
  std::uint32_t seen = 0;
  for (const html::Attribute& attribute : attributes) {
    const AttributeName known = kKnownAttributes.find(
        attribute.name, static_cast<std::size_t>(end - attribute.name.data()));
    if (known == AttributeName::kOther) continue;
    const std::uint32_t bit = 1u << static_cast<unsigned>(known);
    if ((seen & bit) != 0) continue;
    seen |= bit;
    keep(known, attribute);
  }
}

void Construction::keep_all(std::span<const html::Attribute> attributes) {
  const char* end = tree_.source.data() + tree_.source.size();
  mark_repeated(attributes);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (is_repeated_[i]) continue;
    const std::string_view name = attributes[i].name;
    keep(kKnownAttributes.find(name, static_cast<std::size_t>(end - name.data())), attributes[i]);
  }
}

// Marks attributes that have the name of an earlier one.
void Construction::mark_repeated(std::span<const html::Attribute> attributes) {
  is_repeated_.assign(attributes.size(), false);
  name_hashes_.clear();
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    name_hashes_.push_back({name_hash(attributes[i].name), i});
  }
  std::ranges::sort(name_hashes_);
  for (std::size_t i = 1; i < name_hashes_.size(); ++i) {
    const auto [hash, attribute] = name_hashes_[i];
    const auto [hash_before, before] = name_hashes_[i - 1];
    if (hash == hash_before &&
        equals_ignoring_case(attributes[attribute].name, attributes[before].name)) {
      is_repeated_[attribute] = true;
    }
  }
}

// A second <html> or <body> tag adds what the first one lacks.
void Construction::merge_attributes(std::uint32_t node) {
  const AttributeRange more = keep_attributes();
  if (more.count == 0) return;
  const AttributeRange old = nodes_[node].attributes;
  auto& all = tree_.attributes;
  if (old.count + more.count > options_.max_attributes) {
    tree_.limits.attributes = true;
    all.resize(more.begin);
    return;
  }
  // The new attributes that are missing come first, then a copy of the old ones.
  std::uint32_t end = more.begin;
  for (std::uint32_t i = more.begin; i < more.begin + more.count; ++i) {
    const std::string_view name = tree_.view(all[i].name);
    bool is_new = true;
    for (std::uint32_t j = old.begin; j < old.begin + old.count && is_new; ++j) {
      is_new = !equals_ignoring_case(tree_.view(all[j].name), name);
    }
    steps_ += old.count;
    if (is_new) all[end++] = all[i];
  }
  all.resize(end);
  if (end == more.begin) return;
  for (std::uint32_t i = old.begin; i < old.begin + old.count; ++i) {
    const Attribute copy = all[i];
    all.push_back(copy);
  }
  std::rotate(all.begin() + more.begin, all.begin() + end, all.end());
  nodes_[node].attributes = {more.begin, static_cast<std::uint32_t>(all.size()) - more.begin};
}

bool Construction::is_hidden_input() {
  return equals_ignoring_case(value_of(scanner_.read_attributes(), "type", buffer_), "hidden");
}

bool Construction::breaks_out_as_font() {
  const auto attributes = scanner_.read_attributes();
  return find(attributes, "color") != nullptr || find(attributes, "face") != nullptr ||
         find(attributes, "size") != nullptr;
}

bool Construction::is_html_annotation() {
  const std::string_view encoding = value_of(scanner_.read_attributes(), "encoding", buffer_);
  return equals_ignoring_case(encoding, "text/html") ||
         equals_ignoring_case(encoding, "application/xhtml+xml");
}

// A hash of the attributes of the tag at this offset, independent of their order.
std::uint64_t Construction::hash_attributes(std::uint32_t offset) {
  if (offset == Tree::no_offset) return 0;
  attribute_scanner_.restart(tree_.source.substr(offset),
                             {.attributes = true, .max_attributes = options_.max_attributes});
  if (attribute_scanner_.next() == nullptr) return 0;
  const auto attributes = attribute_scanner_.attributes();
  mark_repeated(attributes);
  steps_ += attributes.size();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (is_repeated_[i]) continue;
    const std::string_view value = html::decode_references(attributes[i].value, true, buffer_);
    sum += hash_bytes(value, name_hash(attributes[i].name));
  }
  return sum;
}

}  // namespace pagekin::dom
