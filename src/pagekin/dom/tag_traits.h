// Properties of elements that the standard's tree construction needs, by kind.
//
// A kind is the namespace and the known tag in one small number: 256 * namespace + tag. Tags
// without a number of their own share number 0, since the standard names none of them. So every
// question of the form "is it one of these" is one table lookup.
//
// Source: HTML standard (WHATWG), 13.2.4.2 "The stack of open elements" and 13.2.6
// "Tree construction".
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "pagekin/dom/tree.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::dom {

using Kind = std::uint16_t;

constexpr Kind kKindsOfNamespace = 256;
constexpr Kind kKindEnd = 3 * kKindsOfNamespace;

constexpr Kind kind_of(Namespace space, html::TagId tag) {
  const html::TagId known = tag < html::kKnownTagEnd ? tag : html::TagId{html::kNoTag};
  return static_cast<Kind>(static_cast<unsigned>(space) * kKindsOfNamespace + known);
}
constexpr Kind svg(html::TagId tag) { return kind_of(Namespace::kSvg, tag); }
constexpr Kind math(html::TagId tag) { return kind_of(Namespace::kMathMl, tag); }
constexpr bool is_html(Kind kind) { return kind < kKindsOfNamespace; }
constexpr Namespace namespace_of(Kind kind) {
  return static_cast<Namespace>(kind / kKindsOfNamespace);
}

enum Trait : std::uint32_t {
  kSpecial = 1u << 0,
  // Where the search for an element "in scope" ends.
  kEndsScope = 1u << 1,
  kEndsButtonScope = 1u << 2,
  kEndsListScope = 1u << 3,
  kEndsTableScope = 1u << 4,
  // Closed by "generate implied end tags", and by its thorough kind.
  kImplied = 1u << 5,
  kThoroughlyImplied = 1u << 6,
  // Where "clear the stack back to a table (body, row) context" ends.
  kTableContext = 1u << 7,
  kTableBodyContext = 1u << 8,
  kRowContext = 1u << 9,
  kHeading = 1u << 10,
  kFosters = 1u << 11,    // misplaced children are moved out of the table (foster parenting)
  kTableText = 1u << 12,  // its text is held back until it is known to be white space
  kCell = 1u << 13,
  kTableBody = 1u << 14,
  kMathTextPoint = 1u << 15,  // integration points
  kHtmlPoint = 1u << 16,
  kSetsMarker = 1u << 17,  // in the list of active formatting elements
  kTablePart = 1u << 18,   // an element that is only inside tables
  kHeadPart = 1u << 19,    // its start tag is treated as in the head, wherever it is
};

constexpr std::array<std::uint32_t, kKindEnd> kTraits = [] {
  using namespace html;
  std::array<std::uint32_t, kKindEnd> traits{};
  const auto set = [&](std::uint32_t trait, std::initializer_list<Kind> kinds) {
    for (const Kind kind : kinds) traits[kind] |= trait;
  };
  set(kSpecial,
      {kTagAddress,    kTagApplet,   kTagArea,       kTagArticle,  kTagAside,   kTagBase,
       kTagBasefont,   kTagBgsound,  kTagBlockquote, kTagBody,     kTagBr,      kTagButton,
       kTagCaption,    kTagCenter,   kTagCol,        kTagColgroup, kTagDd,      kTagDetails,
       kTagDir,        kTagDiv,      kTagDl,         kTagDt,       kTagEmbed,   kTagFieldset,
       kTagFigcaption, kTagFigure,   kTagFooter,     kTagForm,     kTagFrame,   kTagFrameset,
       kTagH1,         kTagH2,       kTagH3,         kTagH4,       kTagH5,      kTagH6,
       kTagHead,       kTagHeader,   kTagHgroup,     kTagHr,       kTagHtml,    kTagIframe,
       kTagImg,        kTagInput,    kTagKeygen,     kTagLi,       kTagLink,    kTagListing,
       kTagMain,       kTagMarquee,  kTagMenu,       kTagMeta,     kTagNav,     kTagNoembed,
       kTagNoframes,   kTagNoscript, kTagObject,     kTagOl,       kTagP,       kTagParam,
       kTagPlaintext,  kTagPre,      kTagScript,     kTagSearch,   kTagSection, kTagSelect,
       kTagSource,     kTagStyle,    kTagSummary,    kTagTable,    kTagTbody,   kTagTd,
       kTagTemplate,   kTagTextarea, kTagTfoot,      kTagTh,       kTagThead,   kTagTitle,
       kTagTr,         kTagTrack,    kTagUl,         kTagWbr,      kTagXmp});
  set(kSpecial, {math(kTagMi), math(kTagMo), math(kTagMn), math(kTagMs), math(kTagMtext),
                 math(kTagAnnotationXml), svg(kTagForeignobject), svg(kTagDesc), svg(kTagTitle)});
  set(kEndsScope | kEndsButtonScope | kEndsListScope,
      {kTagApplet, kTagCaption, kTagHtml, kTagTable, kTagTd, kTagTh, kTagMarquee, kTagObject,
       kTagSelect, kTagTemplate, math(kTagMi), math(kTagMo), math(kTagMn), math(kTagMs),
       math(kTagMtext), math(kTagAnnotationXml), svg(kTagForeignobject), svg(kTagDesc),
       svg(kTagTitle)});
  set(kEndsButtonScope, {kTagButton});
  set(kEndsListScope, {kTagOl, kTagUl});
  set(kEndsTableScope, {kTagHtml, kTagTable, kTagTemplate});
  set(kImplied | kThoroughlyImplied,
      {kTagDd, kTagDt, kTagLi, kTagOptgroup, kTagOption, kTagP, kTagRb, kTagRp, kTagRt, kTagRtc});
  set(kThoroughlyImplied,
      {kTagCaption, kTagColgroup, kTagTbody, kTagTd, kTagTfoot, kTagTh, kTagThead, kTagTr});
  set(kTableContext | kTableBodyContext | kRowContext, {kTagTemplate, kTagHtml});
  set(kTableContext, {kTagTable});
  set(kTableBodyContext | kTableBody, {kTagTbody, kTagTfoot, kTagThead});
  set(kRowContext, {kTagTr});
  set(kHeading, {kTagH1, kTagH2, kTagH3, kTagH4, kTagH5, kTagH6});
  set(kFosters | kTableText, {kTagTable, kTagTbody, kTagTfoot, kTagThead, kTagTr});
  set(kTableText, {kTagTemplate});
  set(kCell, {kTagTd, kTagTh});
  set(kMathTextPoint, {math(kTagMi), math(kTagMo), math(kTagMn), math(kTagMs), math(kTagMtext)});
  set(kSetsMarker,
      {kTagApplet, kTagMarquee, kTagObject, kTagCaption, kTagTd, kTagTh, kTagTemplate});
  set(kHtmlPoint, {svg(kTagForeignobject), svg(kTagDesc), svg(kTagTitle)});
  set(kTablePart, {kTagCaption, kTagCol, kTagColgroup, kTagTbody, kTagTd, kTagTfoot, kTagTh,
                   kTagThead, kTagTr});
  set(kHeadPart, {kTagBase, kTagBasefont, kTagBgsound, kTagLink, kTagMeta, kTagNoframes, kTagScript,
                  kTagStyle, kTagTemplate, kTagTitle});
  return traits;
}();

constexpr bool has_trait(Kind kind, std::uint32_t trait) { return (kTraits[kind] & trait) != 0; }

}  // namespace pagekin::dom
