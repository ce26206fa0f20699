// Which blocks of a page are its main text.
//
// Evidence of two kinds: what other pages share with the page, and what its author calls its parts
// (element_roles.h).
//
// 1. Furniture (menus, footers, forms, share bars, related items) is dropped, unless it holds more
//    than 3 in 10 words of the page's own paragraphs: then it is only called so. So is a form with
//    most words of the page.
// 2. Comments are dropped, unless they hold more than 7 in 10 of these words: then the page is a
//    thread, and they are its content. An element that holds the title (h1) is not of comments.
// 3. The kind of the page is decided by what is left: it is running text if long paragraphs hold
//    half of the words, and at least 100. In running text a block that any other page shares is
//    dropped, and so are short bylines, and what stands before the first paragraph, but headings,
//    and after the last. On other pages (listings, records, products), in cells of tables, and for
//    the title, the same short value is on many pages: a block is dropped only if most pages share
//    it. A page of which more than a third of the words in paragraphs would be dropped because some
//    other page has them is a list of these pages, and not running text.
// 4. A page that has text is never empty: if all of this leaves nothing, what is not furniture
//    stays, or what most pages do not share, whichever is more; if there is no such text, all of
//    it.
//
// docs/decisions/0035-clean-text.md has the reasons and figures. Cost: linear in the page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/maintext/page_blocks.h"
#include "pagekin/records.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::maintext {

// What other pages share with a page.
struct SharedBlock {
  bool by_any = false;   // another page that does not show this one, see site_texts.h
  bool by_most = false;  // the pages of its site or template, most of them
};

enum class TextKind : std::uint8_t { kRunningText, kThread, kData };
std::string_view to_text(TextKind kind);

struct MainText {
  std::vector<bool> keep;  // by block
  TextKind kind = TextKind::kData;
  bool is_whole = false;  // rule 4 kept what the others would have dropped
};

// `roles` by element, `shared` by block.
MainText choose_main_text(const skeleton::PageNodes& page, std::span<const Block> blocks,
                          std::span<const std::uint8_t> roles, std::span<const SharedBlock> shared,
                          CommentsRule comments = CommentsRule::kAuto);

}  // namespace pagekin::maintext
