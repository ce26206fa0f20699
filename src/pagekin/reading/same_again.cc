#include "pagekin/reading/same_again.h"

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::reading {

SameAgain::SameAgain(const PagesBefore& before, std::string_view option)
    : before_(before), option_(option), next_(before.earlier) {}

std::optional<PageId> SameAgain::next(std::string_view id) {
  const PageIds& ids = *before_.ids;
  if (before_.kind == PagesBefore::Kind::kSome) return ids.find(id);
  ++read_;
  if (next_ < ids.size() && ids[static_cast<PageId>(next_)] == id) {
    return static_cast<PageId>(next_++);
  }
  const std::optional<PageId> known = ids.find(id);
  if (known && *known < before_.earlier) {
    ++seen_before_;
    return known;
  }
  if (known && before_.kind == PagesBefore::Kind::kListed && *known > next_) {
    next_ = *known + std::size_t{1};
    return known;
  }
  const std::string expected =
      next_ < ids.size() ? "'" + printable(ids[static_cast<PageId>(next_)]) + "'" : "the end";
  throw_changed("'" + printable(id) + "' came in place of " + expected);
}

void SameAgain::finish() const {
  if (before_.kind != PagesBefore::Kind::kAll) return;
  const std::size_t expected = before_.ids->size() - before_.earlier + before_.seen_before;
  if (next_ == before_.ids->size() && seen_before_ == before_.seen_before) return;
  if (read_ == expected) throw_changed("other pages came");
  throw_changed("it had " + with_commas(expected) + (expected == 1 ? " page" : " pages") +
                ", and now has " + with_commas(read_));
}

void SameAgain::throw_changed(const std::string& how) const {
  throw InputError("the input was not the same when it was read again" +
                       (option_.empty() ? "" : " for " + option_named(option_)) + ": " + how,
                   option_);
}

}  // namespace pagekin::reading
