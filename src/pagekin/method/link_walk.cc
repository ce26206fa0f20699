#include "pagekin/method/link_walk.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

namespace pagekin::method {
namespace {

constexpr std::uint32_t kNone = 0xffff'ffff;

// The pages of each address, by the number of the address.
class PagesByAddress {
 public:
  // `address_of`: by page, below `address_count`.
  PagesByAddress(std::span<const std::uint32_t> address_of, std::span<const PageId> in_order,
                 std::size_t address_count)
      : first_(address_count, kNone), next_(address_of.size(), kNone) {
    for (std::size_t i = in_order.size(); i-- > 0;) {
      next_[in_order[i]] = first_[address_of[in_order[i]]];
      first_[address_of[in_order[i]]] = in_order[i];
    }
  }

  bool has_any(std::uint32_t address) const {
    return address < first_.size() && first_[address] != kNone;
  }
  template <class Visit>
  void visit(std::uint32_t address, Visit visit) const {
    for (PageId page = first_[address]; page != kNone; page = next_[page]) visit(page);
  }

 private:
  std::vector<PageId> first_;
  std::vector<PageId> next_;  // the next page of the same address
};

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
  const std::vector<PageId> in_order = in_id_order();
  const PageId first = first_seed(seed_page, in_order);
  std::vector<std::uint32_t> address_of;
  address_of.reserve(size());
  for (const std::uint64_t address : addresses_) address_of.push_back(links_.number_of(address));
  const std::size_t value_count = links_.value_count();
  const PagesByAddress pages(address_of, in_order, value_count);

  std::vector<bool> is_reached(value_count);                // by address
  std::vector<std::uint32_t> group_of(value_count, kNone);  // by XPath
  seen.order.reserve(size());
  seen.group_of.reserve(size());
  const auto reach = [&](std::uint32_t address, std::uint32_t group) {
    is_reached[address] = true;
    pages.visit(address, [&](PageId page) {
      seen.order.push_back(page);
      seen.group_of.push_back(group);
    });
  };
  std::size_t followed = 0;  // pages of `order` whose links were followed
  const auto follow = [&] {
    for (; followed < seen.order.size(); ++followed) {
      check_stop();
      const std::vector<std::uint32_t> links = links_.numbers(seen.order[followed]);
      for (std::size_t i = 0; i < links.size(); i += 2) {
        if (!pages.has_any(links[i])) continue;
        ++seen.link_count;
        if (is_reached[links[i]]) continue;
        std::uint32_t& group = group_of[links[i + 1]];
        if (group == kNone) group = seen.group_count++;
        reach(links[i], group);
      }
    }
  };
  const auto start_from = [&](PageId page) {
    if (is_reached[address_of[page]]) return;
    ++seen.seed_count;
    reach(address_of[page], seen.group_count++);
    follow();
  };
  start_from(first);
  for (const PageId page : in_order) start_from(page);
  return seen;
}

}  // namespace pagekin::method
