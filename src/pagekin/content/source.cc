#include "pagekin/content/source.h"

#include "pagekin/core/text.h"

namespace pagekin::content {

std::string_view to_text(Source source) {
  static constexpr std::array<std::string_view, kSources> names{
      "text",    "href", "src",   "alt",   "datetime", "content",  "meta",
      "json-ld", "cell", "title", "value", "data-src", "attribute"};
  return names[static_cast<std::size_t>(source)];
}

Source source_of(const dom::Tree& tree, const dom::Attribute& attribute) {
  switch (attribute.known) {
    case dom::AttributeName::kHref:
      return Source::kHref;
    case dom::AttributeName::kSrc:
      return Source::kSrc;
    case dom::AttributeName::kAlt:
      return Source::kAlt;
    case dom::AttributeName::kDatetime:
      return Source::kDatetime;
    case dom::AttributeName::kContent:
      return Source::kContent;
    case dom::AttributeName::kDataSrc:
      return Source::kDataSrc;
    case dom::AttributeName::kOther:
      break;
    default:
      return Source::kOther;
  }
  const std::string_view name = tree.view(attribute.name);
  if (name.size() != 5) return Source::kOther;
  if (equals_ignoring_case(name, "title")) return Source::kTitle;
  return equals_ignoring_case(name, "value") ? Source::kValue : Source::kOther;
}

std::span<const Source> usual_attributes(html::TagId tag) {
  static constexpr std::array link{Source::kHref};
  static constexpr std::array picture{Source::kSrc, Source::kAlt};
  static constexpr std::array medium{Source::kSrc};
  static constexpr std::array time{Source::kDatetime};
  switch (tag) {
    case html::kTagA:
    case html::kTagArea:
      return link;
    case html::kTagImg:
      return picture;
    case html::kTagSource:
    case html::kTagIframe:
    case html::kTagVideo:
    case html::kTagAudio:
    case html::kTagEmbed:
      return medium;
    case html::kTagTime:
      return time;
    default:
      return {};
  }
}

}  // namespace pagekin::content
