// SVG and MathML inside a page.
//
// Source: HTML standard (WHATWG), 13.2.6 (which rules a token falls under) and
// 13.2.6.5 "The rules for parsing tokens in foreign content".
#include <array>

#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

namespace {

// HTML tags that end foreign content wherever they stand.
constexpr std::array<bool, kKindsOfNamespace> kBreaksOut = [] {
  std::array<bool, kKindsOfNamespace> breaks{};
  for (const KnownTag tag :
       {kTagB,      kTagBig,    kTagBlockquote, kTagBody,    kTagBr,    kTagCenter, kTagCode,
        kTagDd,     kTagDiv,    kTagDl,         kTagDt,      kTagEm,    kTagEmbed,  kTagH1,
        kTagH2,     kTagH3,     kTagH4,         kTagH5,      kTagH6,    kTagHead,   kTagHr,
        kTagI,      kTagImg,    kTagLi,         kTagListing, kTagMenu,  kTagMeta,   kTagNobr,
        kTagOl,     kTagP,      kTagPre,        kTagRuby,    kTagS,     kTagSmall,  kTagSpan,
        kTagStrong, kTagStrike, kTagSub,        kTagSup,     kTagTable, kTagTt,     kTagU,
        kTagUl,     kTagVar}) {
    breaks[tag] = true;
  }
  return breaks;
}();

}  // namespace

bool Construction::is_foreign() const { return !is_html(adjusted_current_kind()); }

bool Construction::is_html_start() const {
  const Kind kind = adjusted_current_kind();
  if (is_html(kind)) [[likely]]
    return true;
  if (has_trait(kind, kMathTextPoint)) {
    return token_.tag != kTagMglyph && token_.tag != kTagMalignmark;
  }
  if (kind == math(kTagAnnotationXml) && token_.tag == kTagSvg) return true;
  return has_trait(kind, kHtmlPoint) || open_.top().is_html_point;
}

bool Construction::is_html_text() const {
  const Kind kind = adjusted_current_kind();
  return is_html(kind) || has_trait(kind, kMathTextPoint | kHtmlPoint) ||
         (!open_.empty() && open_.top().is_html_point);
}

// Closes elements up to an HTML element or an integration point.
void Construction::leave_foreign() {
  for (;;) {
    const Open& top = open_.top();
    if (is_html(top.kind) || has_trait(top.kind, kMathTextPoint | kHtmlPoint)) return;
    if (top.is_html_point) return;
    pop();
  }
}

bool Construction::start_in_foreign() {
  if (kBreaksOut[token_.tag] || (token_.tag == kTagFont && breaks_out_as_font())) {
    leave_foreign();
    return start_in_mode();
  }
  const Kind kind = kind_of(namespace_of(adjusted_current_kind()), token_.id);
  const AttributeRange attributes = keep_attributes();
  if (token_.is_self_closing) {
    insert_childless(kind, attributes);
  } else {
    const bool is_html_point = kind == math(kTagAnnotationXml) && is_html_annotation();
    insert(kind, token_.id, token_.offset, attributes, is_html_point);
  }
  return true;
}

bool Construction::end_in_foreign() {
  if (token_.tag == kTagBr || token_.tag == kTagP) {
    leave_foreign();
    return end_in_mode();
  }
  for (std::size_t i = open_.size(); i > 1; --i) {
    ++steps_;
    if (i != open_.size() && is_html(open_[i - 1].kind)) return end_in_mode();
    if (open_[i - 1].tag == token_.id) {
      pop_to_size(i - 1);
      return true;
    }
  }
  return true;
}

}  // namespace pagekin::dom
