// Text Tags: tags that mark content and do not change the structure of a page. Every
// other tag, unknown ones too, is a Block Tag.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, definitions 2.1 and 2.2 and Table 1.
#pragma once

#include <bitset>

#include "pagekin/html/tag_id.h"

namespace pagekin::features {

using KnownTagSet = std::bitset<html::kKnownTagEnd>;

const KnownTagSet& text_tags();

inline bool is_text_tag(html::TagId tag) { return tag < html::kKnownTagEnd && text_tags()[tag]; }

}  // namespace pagekin::features
