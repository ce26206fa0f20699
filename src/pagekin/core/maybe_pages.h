// Which of some chosen pages a page may be that is read again.
//
// Pages are read by several threads, and the number of a page is known only when the pages before
// it are there, too. Until then it has only the id that its record has, which may not be its own
// alone: the chosen pages "a" and "a#2" are both read as "a". So this says which pages are worth
// the work. What is made of a page is then taken by its number.
//
// Memory: 12 bytes a chosen page, twice that for ids that end in a number. No candidate is missing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"

namespace pagekin {

class MaybePages {
 public:
  MaybePages() = default;  // no page is chosen
  MaybePages(const PageIds& ids, std::span<const PageId> chosen);
  // The chosen pages by their unique ids; their numbers are the places in the list.
  explicit MaybePages(std::span<const std::string_view> ids);

  // The chosen pages that a page may be, ascending. `id`: as it was read, any bytes. Any thread.
  std::span<const PageId> of(std::string_view id) const;
  bool has(std::string_view id) const { return !of(id).empty(); }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    PageId page = 0;
    bool operator<(const Entry& other) const {
      return std::pair(hash, page) < std::pair(other.hash, other.page);
    }
  };
  static void add(std::string_view id, PageId page, std::vector<Entry>& entries);
  void keep(std::vector<Entry>&& entries);

  std::vector<std::uint64_t> hashes_;  // ascending: of ids as they may be read
  std::vector<PageId> pages_;          // in the same order
};

}  // namespace pagekin
