// Whether inputs that are read again give the pages that they gave before.
//
// Pages are identified by their numbers: the n-th page of a reading is the n-th page of the one
// before it, with the same unique id. Any difference ends the reading with an InputError, because
// a page would get what was found about another, or be missing without a word. Contents are not
// compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"

namespace pagekin::reading {

// What is known of the pages of an earlier reading. The ids must outlive it.
struct PagesBefore {
  enum class Kind : std::uint8_t {
    kAll,     // all pages, in input order
    kListed,  // all pages that a crawl store lists, in input order; some may not be readable
    kSome,    // any pages in any order, as in a table: nothing is checked
  };
  const PageIds* ids = nullptr;
  Kind kind = Kind::kAll;
  // Of runs with an index: the first so many ids are pages of earlier runs. So many of these were
  // read again, anywhere among the others.
  std::size_t earlier = 0;
  std::size_t seen_before = 0;
};

class SameAgain {
 public:
  // `option`: what the inputs are read again for; empty: no option asks for it.
  explicit SameAgain(const PagesBefore& before, std::string_view option = {});

  // The number of the page that comes next in input order. Of `kSome` pages: nothing for a page
  // that is not one of them. Throws InputError if another page came here before.
  std::optional<PageId> next(std::string_view id);

  // Call it after the last page. Throws InputError if pages are missing.
  void finish() const;

 private:
  [[noreturn]] void throw_changed(const std::string& how) const;

  PagesBefore before_;
  std::string option_;
  std::size_t next_ = 0;  // page
  std::size_t read_ = 0;
  std::size_t seen_before_ = 0;
};

}  // namespace pagekin::reading
