// Hashes of a page's tag sequence and of its head.
//
// The head is the sequence up to and including the first </head>, wherever that is; without
// one, up to and including the first <body> or <frameset>; without these, the whole
// sequence. Start and end tags count by their name.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2 (MD5 and MDH5).
// XXH3 with 128 bits replaces MD5, because only equality matters. It is not a cryptographic
// hash: an attacker can make two pages collide.
// Cost: 4 bytes a tag, kept between pages.
#pragma once

#include <cstddef>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::features {

class TagHash {
 public:
  // Prepares for the next page.
  void clear();
  void push(html::TagId tag, bool is_end);

  // Whether </head> has been seen, so that no further tag changes head().
  bool head_is_complete() const { return head_is_complete_; }

  Hash128 whole() const;
  Hash128 head() const;

 private:
  Hash128 of_first(std::size_t count) const;

  std::vector<html::TagId> tags_;
  std::size_t head_size_ = 0;  // 0: its end has not been seen
  bool head_is_complete_ = false;
};

}  // namespace pagekin::features
