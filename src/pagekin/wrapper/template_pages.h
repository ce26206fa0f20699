// All pages of a template while its fields are learned, and what is counted over them.
//
// Cost: see vocabulary.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pagekin/wrapper/vocabulary.h"

namespace pagekin::wrapper {

class TemplatePages {
 public:
  // `addresses`: those of the pages, or nothing. Both must outlive the object.
  TemplatePages(std::span<const PageSlots* const> pages,
                std::span<const std::string_view> addresses)
      : pages_(pages), addresses_(addresses) {
    for (const PageSlots* page : pages) counter_.add(*page);
    vocabulary_ = counter_.finish();
  }

  std::size_t size() const { return pages_.size(); }
  const PageSlots& operator[](std::size_t page) const { return *pages_[page]; }
  std::string_view address(std::size_t page) const {
    return page < addresses_.size() ? addresses_[page] : std::string_view();
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  // Whether a text with this value is on at least this share of the pages.
  bool has_on(double share, std::uint64_t value_hash) const {
    return counter_.pages_with(value_hash) >= share * static_cast<double>(size());
  }

 private:
  std::span<const PageSlots* const> pages_;
  std::span<const std::string_view> addresses_;
  VocabularyCounter counter_;
  Vocabulary vocabulary_;
};

}  // namespace pagekin::wrapper
