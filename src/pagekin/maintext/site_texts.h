// On how many pages of a site each block of text occurs, whatever the templates of these pages.
//
// A copy of a page (the same address with other parameters, a print version) is not evidence: what
// two copies share is all of their text. Two pages are copies if they have the same title element,
// the same h1 and nine in ten of their blocks in common; without an h1, all of their blocks. Copies
// count as one page. A page may also have a copy
// under another title: of the words that at most one other page has, it shares nine in ten with the
// same page. PageTexts does not count that page.
//
// Nor is it evidence that a page is shown on others: a post on the home page and in archives, as a
// whole or with its first paragraph; the same chapter in another version of a manual; the page with
// its comments. Such a page has the headline of the page as a heading. If the two also share half
// of the words in paragraphs of one of them, all that they share belongs to the page; if not,
// paragraphs that stand under this heading do. Blocks that are mostly links are menus, whatever
// page has them. A headline of nine in ten pages of a site is the name of the site.
//
// Memory: 8 bytes a distinct block of a page, some 50 bytes a distinct block of a site, 100 a
// heading. Pages are counted until they have default_most_keys together, where a heading counts as
// two; those after them are not.
// Cost: adding or finding a page is linear in its blocks, times the pages of the same title or
// headline, of which the first 64 are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pagekin/maintext/page_blocks.h"

namespace pagekin::maintext {

// What is known of a page. All keys are distinct and ascending.
struct PageKeys {
  std::uint64_t title = 0;  // of its title element and all h1
  bool has_h1 = false;
  std::vector<std::uint64_t> blocks;
  std::vector<std::uint64_t> headlines;  // of h1, and of the longest part of the title element
  std::vector<std::uint64_t> headings;   // these, h2 to h6, and what stands before a paragraph
  std::vector<std::uint64_t> passages;   // of a heading and a paragraph under it
  std::uint64_t paragraphs = 0;          // words in paragraphs
};

PageKeys keys_of(const skeleton::PageNodes& page, const std::vector<Block>& blocks);

class SiteTexts {
 public:
  static constexpr std::uint32_t no_page = UINT32_MAX;
  static constexpr std::size_t default_most_keys = 4'000'000;

  explicit SiteTexts(std::size_t most_keys = default_most_keys) : most_keys_(most_keys) {}

  // Returns whether the page is not a copy of an earlier one of its site; a copy is not counted.
  // A page for which there is no room is not counted either.
  bool add(std::uint64_t site, PageKeys page);

 private:
  friend class PageTexts;

  // How many pages have a block, and the first two of them.
  struct Count {
    std::uint32_t pages = 0;
    std::uint32_t first = no_page;
    std::uint32_t second = no_page;
  };
  struct Added {
    std::vector<std::uint64_t> blocks;
    std::vector<std::uint64_t> passages;
    std::uint64_t paragraphs = 0;
  };
  struct Site {
    std::vector<Added> pages;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_title;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_heading;
    std::unordered_map<std::uint64_t, std::uint32_t> headlines;  // how many pages have it
    std::unordered_map<std::uint64_t, Count> counts;             // by block
  };

  static std::uint32_t find_copy(const Site& site, const PageKeys& page);

  std::unordered_map<std::uint64_t, Site> sites_;
  std::size_t most_keys_;
  std::size_t keys_ = 0;  // of all pages
};

// What the other pages of its site share with a page, which may or may not have been added. The
// SiteTexts must outlive it.
class PageTexts {
 public:
  PageTexts(const SiteTexts& texts, std::uint64_t site, const PageKeys& page,
            const std::vector<Block>& blocks);

  // Distinct pages of the site but this one and its copies.
  std::uint32_t other_pages() const { return other_pages_; }
  // Those that have the block.
  std::uint32_t pages_with(const Block& block) const;
  // Whether some are copies under another title, or have the headline of this page.
  bool is_shown() const { return copy_ != SiteTexts::no_page || !showing_.empty(); }
  // Those with the block on which it is not a part of this page.
  std::uint32_t strangers_with(const Block& block) const;

 private:
  // A page with the headline of this one.
  struct Showing {
    std::uint32_t page = 0;
    std::uint64_t headline = 0;
    bool shows_all = false;  // or only what stands under the headline
  };
  struct Paragraph {
    Block block;
    bool is_rare = false;  // at most half of the other pages have it
  };
  // Pages other than this one, and the only one of them if there is one.
  std::uint32_t count(const Block& block, std::uint32_t& only) const;
  bool has_block(std::uint32_t page, const Block& block) const;
  // Whether the two share half of the words in paragraphs of one of them, or half of those of this
  // page that at most half of the other pages have.
  bool shares_half(std::uint32_t other, const std::vector<Paragraph>& paragraphs) const;
  void find_retitled_copy(const std::vector<Block>& blocks);
  void find_showing(const PageKeys& page, const std::vector<Block>& blocks);

  const SiteTexts::Site* site_ = nullptr;
  std::uint32_t own_ = SiteTexts::no_page;   // the page itself, or that it is a copy of
  std::uint32_t copy_ = SiteTexts::no_page;  // a further copy
  std::vector<Showing> showing_;
  std::uint32_t other_pages_ = 0;
};

}  // namespace pagekin::maintext
