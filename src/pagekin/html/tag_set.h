// Sets of known tags as constants. Several readers of a page share the sets below, so that they
// agree about what is a block. Each reader adds the tags that it alone needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "pagekin/html/tag_id.h"

namespace pagekin::html {

class TagSet {
 public:
  constexpr TagSet(std::initializer_list<TagId> tags) {
    for (const TagId tag : tags) bits_[tag / 64] |= std::uint64_t{1} << (tag % 64);
  }
  constexpr bool has(TagId tag) const {
    return tag < kKnownTagEnd && (bits_[tag / 64] >> (tag % 64) & 1) != 0;
  }
  constexpr TagSet operator|(const TagSet& other) const {
    TagSet both = *this;
    for (std::size_t i = 0; i < bits_.size(); ++i) both.bits_[i] |= other.bits_[i];
    return both;
  }

 private:
  std::array<std::uint64_t, kKnownTagEnd / 64 + 1> bits_{};
};

constexpr TagSet kHeadings{kTagH1, kTagH2, kTagH3, kTagH4, kTagH5, kTagH6};

// Blocks of text and layout, for all readers.
constexpr TagSet kBlocks =
    kHeadings | TagSet{kTagAddress, kTagArticle, kTagAside,  kTagBlockquote, kTagBody,
                       kTagCaption, kTagCenter,  kTagDd,     kTagDetails,    kTagDiv,
                       kTagDl,      kTagDt,      kTagFooter, kTagFieldset,   kTagFigcaption,
                       kTagFigure,  kTagForm,    kTagHeader, kTagHr,         kTagLi,
                       kTagMain,    kTagNav,     kTagOl,     kTagP,          kTagPre,
                       kTagSection, kTagSummary, kTagTable,  kTagTr,         kTagUl};
// Blocks where cells of tables are blocks, too.
constexpr TagSet kBlocksAndCells =
    kBlocks | TagSet{kTagDialog, kTagDir, kTagFrameset, kTagHgroup, kTagLegend, kTagMenu,
                     kTagTbody,  kTagTd,  kTagTfoot,    kTagTh,     kTagThead};
// Elements that only format the text around them.
constexpr TagSet kFormats{kTagAbbr, kTagB,   kTagBig,  kTagDel,    kTagEm,    kTagFont,
                          kTagI,    kTagIns, kTagMark, kTagS,      kTagSmall, kTagStrike,
                          kTagSub,  kTagSup, kTagTt,   kTagStrong, kTagU,     kTagWbr};
// Elements whose texts are not of the page.
constexpr TagSet kWithoutText{kTagHead, kTagScript, kTagStyle, kTagTemplate, kTagNoscript};

}  // namespace pagekin::html
