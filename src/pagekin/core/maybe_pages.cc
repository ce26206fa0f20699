#include "pagekin/core/maybe_pages.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin {
namespace {

// The id before a number made it unique, if one did: "a#2" may have been "a".
std::string_view without_number(std::string_view id) {
  const std::size_t mark = id.rfind('#');
  if (mark == std::string_view::npos || mark + 1 == id.size()) return id;
  const std::string_view number = id.substr(mark + 1);
  return number.find_first_not_of("0123456789") == std::string_view::npos ? id.substr(0, mark) : id;
}

}  // namespace

MaybePages::MaybePages(const PageIds& ids, std::span<const PageId> chosen) {
  std::vector<Entry> entries;
  entries.reserve(chosen.size());
  for (const PageId page : chosen) add(ids[page], page, entries);
  keep(std::move(entries));
}

MaybePages::MaybePages(std::span<const std::string_view> ids) {
  std::vector<Entry> entries;
  entries.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) add(ids[i], static_cast<PageId>(i), entries);
  keep(std::move(entries));
}

void MaybePages::add(std::string_view id, PageId page, std::vector<Entry>& entries) {
  entries.push_back({KeyedHash()(id), page});
  const std::string_view before = without_number(id);
  if (before.size() < id.size()) entries.push_back({KeyedHash()(before), page});
}

void MaybePages::keep(std::vector<Entry>&& entries) {
  std::sort(entries.begin(), entries.end());
  hashes_.reserve(entries.size());
  pages_.reserve(entries.size());
  for (const Entry& entry : entries) {
    hashes_.push_back(entry.hash);
    pages_.push_back(entry.page);
  }
}

std::span<const PageId> MaybePages::of(std::string_view id) const {
  if (hashes_.empty()) return {};
  const auto [begin, end] =
      std::equal_range(hashes_.begin(), hashes_.end(), KeyedHash()(to_valid_utf8(id)));
  return std::span(pages_).subspan(static_cast<std::size_t>(begin - hashes_.begin()),
                                   static_cast<std::size_t>(end - begin));
}

}  // namespace pagekin
