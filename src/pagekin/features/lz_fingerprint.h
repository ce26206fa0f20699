// The template fingerprint of a page: how its tag sequence repeats itself.
//
// A dictionary of phrases is built while the tags are read. The current phrase is extended
// as long as it is in the dictionary. The first tag with which it is not makes a new
// dictionary entry (longest known phrase, tag), and reading continues with an empty phrase.
// The fingerprint is the sequence of the numbers of these known phrases: entries count from
// 1, and 0 is the empty phrase. It does not show which tags a page has, only where they are
// repeated. A phrase that is unfinished at the end of the page adds nothing.
//
//   tags         html body p b b p p strong strong
//   new entries  1:html 2:body 3:p 4:b 5:(4)p 6:(3)strong 7:strong
//   fingerprint  0, 0, 0, 0, 4, 3, 0
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 3.1 (LZ78 phrases).
// Cost: at most length^2 / 2 tags are read before the last entry; a tag takes as many steps
// as its phrase has extensions. 1 KB, no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "pagekin/features/fingerprint.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::features {

class LzFingerprint {
 public:
  // For at most `length` entries, 0 to 255.
  explicit LzFingerprint(int length) : length_(static_cast<std::size_t>(length)) {}

  // Whether all entries have been made, so that no further tag changes anything.
  bool is_complete() const { return size_ == length_; }

  // Adds the next tag, start or end. Must not be called when complete.
  void push(html::TagId tag) {
    std::uint8_t known = first_extension_[phrase_];
    while (known != 0 && tags_[known] != tag) known = next_extension_[known];
    if (known != 0) {
      phrase_ = known;
    } else {
      add_entry(tag);
    }
  }

  // The entries made so far.
  Fingerprint entries() const { return {prefixes_.data(), size_}; }

 private:
  void add_entry(html::TagId tag) {
    prefixes_[size_++] = phrase_;
    const auto entry = static_cast<std::uint8_t>(size_);
    tags_[entry] = tag;
    first_extension_[entry] = 0;
    next_extension_[entry] = first_extension_[phrase_];
    first_extension_[phrase_] = entry;
    phrase_ = 0;
  }

  std::size_t length_;
  std::size_t size_ = 0;
  std::uint8_t phrase_ = 0;  // the current phrase: an entry, or 0 if it is empty
  std::array<std::uint8_t, kMaxFingerprintLength> prefixes_;  // the result of entries()

  // The dictionary as a tree: by entry, its last tag and the list of its extensions.
  std::array<html::TagId, kMaxFingerprintLength + 1> tags_;
  std::array<std::uint8_t, kMaxFingerprintLength + 1> first_extension_{0};
  std::array<std::uint8_t, kMaxFingerprintLength + 1> next_extension_;
};

}  // namespace pagekin::features
