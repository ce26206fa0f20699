#include "pagekin/templates/inbound_links.h"

#include <algorithm>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/site_links.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostLinks = 65'536;

void make_set_from(std::vector<std::uint64_t>& links, std::size_t settled) {
  const auto middle = links.begin() + static_cast<std::ptrdiff_t>(settled);
  std::sort(middle, links.end());
  std::inplace_merge(links.begin(), middle, links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
}

}  // namespace

void InboundLinks::add(std::span<const std::uint64_t> links) {
  if (are_too_many_) return;
  for (const std::uint64_t link : links) {
    const auto end = links_.begin() + static_cast<std::ptrdiff_t>(settled_);
    if (!std::binary_search(links_.begin(), end, link)) links_.push_back(link);
  }
  if (links_.size() > settled_ + settled_ / 4 + 512) settle();
}

void InboundLinks::drop_known(std::vector<std::uint64_t>& links) const {
  const auto end = links_.begin() + static_cast<std::ptrdiff_t>(settled_);
  std::erase_if(links, [&](std::uint64_t link) {
    return are_too_many_ || std::binary_search(links_.begin(), end, link);
  });
}

void InboundLinks::settle() {
  make_set_from(links_, settled_);
  if (links_.size() > kMostLinks) {
    are_too_many_ = true;
    links_ = std::vector<std::uint64_t>();  // frees the memory, which "= {}" would not
  }
  settled_ = links_.size();
}

std::vector<std::uint64_t> InboundLinks::all() const {
  std::vector<std::uint64_t> links = links_;
  make_set_from(links, settled_);
  if (links.size() > kMostLinks) links.clear();
  return links;
}

// Writes whether there are too many links, then the links (none in that case).
void InboundLinks::save(const std::function<void(std::string_view)>& write) const {
  std::vector<std::uint64_t> links = links_;
  make_set_from(links, settled_);
  const bool are_too_many = are_too_many_ || links.size() > kMostLinks;
  if (are_too_many) links.clear();
  const std::uint8_t flag = are_too_many ? 1 : 0;
  write(bytes_of(flag));
  write_list(links, write);
}

void InboundLinks::load(ByteReader& bytes) {
  const auto flag = bytes.number<std::uint8_t>();
  links_ = read_list<std::uint64_t>(bytes);
  const bool is_set =
      std::adjacent_find(links_.begin(), links_.end(), std::greater_equal<>{}) == links_.end();
  if (flag > 1 || !is_set || links_.size() > (flag == 1 ? 0 : kMostLinks)) {
    throw Error("the links of a site are inconsistent");
  }
  are_too_many_ = flag == 1;
  settled_ = links_.size();
}

std::vector<std::uint64_t> link_marks(std::span<const std::uint64_t> links, std::uint64_t target) {
  std::vector<std::uint64_t> marks;
  for (auto link = std::lower_bound(links.begin(), links.end(), target << features::kLinkPlaceBits);
       link != links.end() && features::target_of(*link) == target; ++link) {
    const std::uint64_t place = mix(features::link_place_of(*link) + 1);
    marks.push_back(features::make_mark(place, features::MarkKind::kLink, place));
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

}  // namespace pagekin::templates
