// On how many pages of a site each block of text occurs, whatever the templates of these pages.
//
// A copy of a page (the same address with other parameters, a print version) is not evidence: what
// two copies share is all of their text. Two pages are copies if they have the same title element
// and nine in ten of their blocks in common; copies count as one page. A page may also have a copy
// under another title: of the words that at most one other page has, it shares nine in ten with the
// same page. PageTexts does not count that page.
//
// Memory: 8 bytes a distinct block of a page, and some 40 bytes a distinct block of a site. Pages
// are counted until they have default_most_keys blocks together; those after them are not.
// Cost: adding or finding a page is linear in its blocks, times the pages of the same title, of
// which the first 64 are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pagekin/maintext/page_blocks.h"

namespace pagekin::maintext {

class SiteTexts {
 public:
  static constexpr std::uint32_t no_page = UINT32_MAX;
  static constexpr std::size_t default_most_keys = 4'000'000;

  explicit SiteTexts(std::size_t most_keys = default_most_keys) : most_keys_(most_keys) {}

  // The key of a page's title element; 0 if it has none.
  static std::uint64_t title_key(const skeleton::PageNodes& page);

  // `keys`: of the page's blocks, ascending. Returns whether the page is not a copy of an earlier
  // one of its site; a copy is not counted.
  // A page for which there is no room is not counted either.
  bool add(std::uint64_t site, std::uint64_t title, std::vector<std::uint64_t> keys);

 private:
  friend class PageTexts;

  struct Added {
    std::uint64_t title = 0;
    std::vector<std::uint64_t> keys;
  };
  // How many pages have a block, and the first two of them.
  struct Count {
    std::uint32_t pages = 0;
    std::uint32_t first = no_page;
    std::uint32_t second = no_page;
  };
  struct Site {
    std::vector<Added> pages;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_title;
    std::unordered_map<std::uint64_t, Count> counts;
  };

  static std::uint32_t find_copy(const Site& site, std::uint64_t title,
                                 const std::vector<std::uint64_t>& keys);

  std::unordered_map<std::uint64_t, Site> sites_;
  std::size_t most_keys_;
  std::size_t keys_ = 0;  // of all pages
};

// What the other pages of its site share with a page, which may or may not have been added. The
// SiteTexts must outlive it.
class PageTexts {
 public:
  PageTexts(const SiteTexts& texts, std::uint64_t site, std::uint64_t title,
            const std::vector<Block>& blocks);

  // Distinct pages of the site but this one and its copies.
  std::uint32_t other_pages() const { return other_pages_; }
  // Those that have the block.
  std::uint32_t pages_with(const Block& block) const;

 private:
  // Pages other than this one, and the only one of them if there is one.
  std::uint32_t count(const Block& block, std::uint32_t& only) const;
  void find_retitled_copy(const std::vector<Block>& blocks);

  const SiteTexts::Site* site_ = nullptr;
  std::uint32_t own_ = SiteTexts::no_page;   // the page itself, or that it is a copy of
  std::uint32_t copy_ = SiteTexts::no_page;  // a further copy
  std::uint32_t other_pages_ = 0;
};

}  // namespace pagekin::maintext
