#include "pagekin/method/link_walk.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>

#include "pagekin/core/breadth_first.h"
#include "pagekin/core/error.h"
#include "pagekin/features/url_shape.h"

namespace pagekin::method {
namespace {

constexpr std::uint32_t kNone = 0xffff'ffff;

}  // namespace

void LinkWalk::add(std::string_view id, std::uint64_t address,
                   std::span<const features::XpathLink> links, std::uint64_t content) {
  ids_.add(id);
  addresses_.push_back(address);
  contents_.push_back(content);
  std::vector<std::uint64_t> values;
  values.reserve(2 * links.size());
  for (const features::XpathLink& link : links) {
    values.push_back(link.target);
    values.push_back(link.xpath);
  }
  links_.add(values);
}

std::vector<PageId> LinkWalk::in_id_order() const {
  std::vector<PageId> pages(size());
  std::iota(pages.begin(), pages.end(), PageId{0});
  std::sort(pages.begin(), pages.end(), [&](PageId a, PageId b) {
    return std::tuple(ids_[a], contents_[a], a) < std::tuple(ids_[b], contents_[b], b);
  });
  return pages;
}

PageId LinkWalk::first_seed(std::string_view seed_page, std::span<const PageId> in_order) const {
  if (seed_page.empty()) {
    return *std::ranges::min_element(in_order, {}, [&](PageId page) { return ids_[page].size(); });
  }
  const std::uint64_t address = features::address_of(seed_page);
  const auto found =
      std::ranges::find_if(in_order, [&](PageId page) { return addresses_[page] == address; });
  if (found != in_order.end()) return *found;
  throw OptionError(
      fmt::format("no page has the address '{}' that seed_page names; one that has: '{}'",
                  seed_page, ids_[in_order.front()]),
      "seed_page");
}

WalkedPages LinkWalk::walk(std::string_view seed_page) {
  WalkedPages seen;
  if (size() == 0) return seen;
  std::unordered_set<std::uint64_t> sites;
  for (PageId page = 0; page < size(); ++page) sites.insert(features::site_of(ids_[page]));
  seen.site_count = static_cast<std::uint32_t>(sites.size());
  const std::vector<PageId> in_order = in_id_order();
  const PageId first = first_seed(seed_page, in_order);
  std::vector<std::uint32_t> address_of;
  address_of.reserve(size());
  for (const std::uint64_t address : addresses_) address_of.push_back(links_.number_of(address));
  const std::size_t value_count = links_.value_count();
  const PagesByAddress pages(address_of, in_order, value_count);

  std::vector<std::uint32_t> group_of(value_count, kNone);  // by XPath
  seen.group_of.reserve(size());
  seen.order = breadth_first<std::uint32_t>(
      pages, first,
      [&](PageId page, const auto& follow) {
        const std::vector<std::uint32_t> links = links_.numbers(page);
        for (std::size_t i = 0; i < links.size(); i += 2) {
          if (!pages.has_page(links[i])) continue;
          ++seen.link_count;
          follow(links[i], links[i + 1]);
        }
      },
      [&](std::span<const PageId> reached, std::size_t from, std::uint32_t xpath) {
        std::uint32_t group = seen.group_count;
        if (from == kSeed) {
          ++seen.seed_count;
          ++seen.group_count;
        } else if (group_of[xpath] == kNone) {
          group_of[xpath] = seen.group_count++;
        } else {
          group = group_of[xpath];
        }
        seen.group_of.insert(seen.group_of.end(), reached.size(), group);
      });
  return seen;
}

}  // namespace pagekin::method
