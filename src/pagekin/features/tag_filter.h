// Selects the tags of a page that are read: all tags, only those that make the structure
// (Block Tags), or a list.
//
// Source of the Block Tags: Zhang, Yang, Niu: Measurement of Web Structural Similarity
// Based on Subtree Matching, 2016, Table 1: every tag that it does not name as a Text Tag.
// `head`, a Text Tag there, is read too.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/html/tag_id.h"

namespace pagekin::features {

class TagFilter {
 public:
  // Reads every tag.
  TagFilter() { known_.set(); }

  // "all", "block", or tag names joined by '+', in any case. Commas are taken for '+'.
  // Throws OptionError for an empty name or one that no tag can have.
  explicit TagFilter(std::string_view text);

  bool reads(html::TagId tag) const {
    return tag < html::kKnownTagEnd ? known_[tag] : reads_unknown(tag);
  }

  // The canonical text of the filter: "all", "block" or "li+ul".
  const std::string& text() const { return text_; }

  friend bool operator==(const TagFilter&, const TagFilter&) = default;

 private:
  bool reads_unknown(html::TagId tag) const;

  void set_block_tags();
  void set_list(std::string_view names);

  std::string text_ = "all";
  std::bitset<html::kKnownTagEnd> known_;
  bool all_unknown_ = true;           // tags without a fixed number: all, or ...
  std::vector<html::TagId> unknown_;  // ... these
};

}  // namespace pagekin::features
