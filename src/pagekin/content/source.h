// Where on a page a value is from: a text, an attribute, JSON-LD. Columns, fields and records have
// these words in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pagekin/dom/tree.h"

namespace pagekin::content {

// The numbers are part of schemas and indexes: append only.
enum class Source : std::uint8_t {
  kText,
  kHref,
  kSrc,
  kAlt,
  kDatetime,
  kContent,
  kMeta,    // content of a meta element, under its name or property
  kJsonLd,  // a value of a JSON-LD script
  kCell,    // a cell of a record, see rows/record_model.h
  kTitle,
  kValue,
  kDataSrc,
  kOther,  // any other attribute, under its name
};
constexpr std::size_t kSources = static_cast<std::size_t>(Source::kOther) + 1;

// "text", "href" ...; of an attribute its name, of kOther "attribute".
std::string_view to_text(Source source);

constexpr bool is_address(Source source) {
  return source == Source::kHref || source == Source::kSrc || source == Source::kDataSrc;
}

// Those that columns may have.
constexpr std::size_t kColumnSources = static_cast<std::size_t>(Source::kCell) + 1;

// What an attribute is, whatever element has it: never kText, kMeta, kJsonLd or kCell.
Source source_of(const dom::Tree& tree, const dom::Attribute& attribute);

// The attributes that are data on an element with this tag where no label says so: the address of a
// link, that of a picture and the text in its place, the time of <time>. Those of elements with an
// itemprop and of meta elements (content) come on top.
std::span<const Source> usual_attributes(html::TagId tag);

// The attributes that cells of records are taken from, in the order of their numbers in files.
constexpr std::array kCellAttributes = {Source::kHref,    Source::kSrc,   Source::kDatetime,
                                        Source::kContent, Source::kTitle, Source::kAlt,
                                        Source::kDataSrc, Source::kValue};
// The number of an attribute of a cell; kCellAttributes.size(): it is none of them.
constexpr std::uint8_t cell_number(Source source) {
  std::uint8_t number = 0;
  while (number < kCellAttributes.size() && kCellAttributes[number] != source) ++number;
  return number;
}

}  // namespace pagekin::content
