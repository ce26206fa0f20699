#include "pagekin/sitemap/entries.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/url/url.h"

namespace pagekin::sitemap {
namespace {

constexpr std::size_t kAllowed = 50'000;  // by the protocol
constexpr std::size_t kShownOfEntry = 80;

}  // namespace

bool is_address(std::string_view text) {
  const auto url = text.size() > kMaxAddressBytes ? std::nullopt : url::parse(text);
  return url && url->is_http();
}

bool Entries::add(std::string_view text, std::size_t line) {
  text = trim(text, kWhiteSpace);
  const auto url = text.size() > kMaxAddressBytes ? std::nullopt : url::parse(text);
  if (!url || !url->is_http()) {
    if (left_out_++ == 0) {
      first_left_out_ = {.line = line,
                         .what = text.empty() ? "an entry without an address"
                                              : "no address of a page: '" +
                                                    printable(text.substr(0, kShownOfEntry)) + "'"};
    }
    return true;
  }
  if (sitemap_->addresses.size() == limits_->max_addresses) {
    sitemap_->notes.push_back({.line = line,
                               .what = fmt::format("more than {} addresses; the rest was not read",
                                                   with_commas(limits_->max_addresses)),
                               .is_damage = true});
    return false;
  }
  sitemap_->addresses.push_back(url->href());
  return true;
}

void Entries::finish() {
  if (left_out_ > 0) {
    if (left_out_ > 1) {
      first_left_out_.what += fmt::format(", and {} more entries like it", left_out_ - 1);
    }
    first_left_out_.what += "; left out";
    sitemap_->notes.push_back(std::move(first_left_out_));
  }
  if (sitemap_->addresses.size() > kAllowed) {
    sitemap_->notes.push_back(
        {.what = fmt::format("{} addresses, where the protocol allows {}; all count",
                             with_commas(sitemap_->addresses.size()), with_commas(kAllowed))});
  }
}

}  // namespace pagekin::sitemap
