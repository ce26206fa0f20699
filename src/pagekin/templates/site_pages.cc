#include "pagekin/templates/site_pages.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/interrupt.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/learn_templates.h"
#include "pagekin/templates/mark_sketch.h"
#include "pagekin/templates/shapes.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostSampled = 2048;
constexpr int kAllSampled = 64;  // the level
constexpr std::size_t kFewPages = 20;

// The largest hash of a look that is sampled at this level.
std::uint64_t hash_limit(int level) {
  return level == kAllSampled ? UINT64_MAX : (std::uint64_t{1} << level) - 1;
}

std::uint64_t hash_of(MarkSet marks) {
  return hash_bytes({reinterpret_cast<const char*>(marks.data()), marks.size_bytes()});
}

// Equal pages prove less than different ones.
std::uint32_t count_of(std::uint32_t pages) {
  return static_cast<std::uint32_t>(std::bit_width(pages));
}

// Tells pages most of whose structure is found nowhere else. Where pages are few, what all
// of them have does not count: it may be no more than html, head and body.
class Strangers {
 public:
  Strangers(std::span<const MarkSet> pages, std::span<const std::uint64_t> recurring)
      : recurring_(recurring) {
    if (pages.empty() || pages.size() >= kFewPages) return;
    everywhere_.assign(pages.front().begin(), pages.front().end());
    for (const MarkSet page : pages) {
      std::erase_if(everywhere_, [&](std::uint64_t mark) {
        return !std::binary_search(page.begin(), page.end(), mark);
      });
    }
  }

  bool operator()(MarkSet page) const {
    std::size_t paths = 0;
    std::size_t alone = 0;
    std::size_t shared = 0;
    for (const std::uint64_t mark : page) {
      if (features::kind_of(mark) != features::MarkKind::kPath) continue;
      ++paths;
      if (!std::binary_search(recurring_.begin(), recurring_.end(), mark)) {
        ++alone;
      } else if (!std::binary_search(everywhere_.begin(), everywhere_.end(), mark)) {
        ++shared;
      }
    }
    return alone > shared && 4 * alone >= paths;  // and not one odd path among many
  }

 private:
  std::span<const std::uint64_t> recurring_;
  std::vector<std::uint64_t> everywhere_;  // marks that all pages have
};

}  // namespace

bool SitePages::is_sampled(const Look& look) const { return look.hash <= hash_limit(level_); }

std::uint32_t SitePages::add(std::vector<std::uint64_t>&& marks,
                             std::vector<std::uint64_t>&& address) {
  const std::uint64_t hash = hash_of(marks);
  const auto next = static_cast<std::uint32_t>(looks_.size());
  const std::uint32_t number = numbers_.find_or_add(hash, next, hash_by_number());
  if (number == next) {
    looks_.push_back({.hash = hash});
    keep(looks_.back(), {std::move(marks), std::move(address)});
  } else if (is_sampled(looks_[number])) {
    Sampled& page = sampled_[looks_[number].at];  // whichever page came first
    if (address < page.address) page.address = std::move(address);
  }
  ++looks_[number].pages;
  while (sampled_.size() > kMostSampled) draw_fewer();
  return number;
}

std::optional<std::uint32_t> SitePages::find(MarkSet marks) const {
  return numbers_.find(hash_of(marks), hash_by_number());
}

void SitePages::keep(Look& look, Sampled&& page) {
  if (!is_sampled(look)) {
    sketch(look, page.marks);
    return;
  }
  look.at = static_cast<std::uint32_t>(sampled_.size());
  sampled_.push_back(std::move(page));
}

void SitePages::sketch(Look& look, MarkSet marks) {
  look.at = static_cast<std::uint32_t>(sketch_begins_.size());
  sketch_begins_.push_back(sketches_.size());
  append_sketch(marks, sketches_);
}

std::string_view SitePages::sketch_of(const Look& look) const {
  const std::uint64_t begin = sketch_begins_[look.at];
  const std::uint64_t end =
      look.at + 1 < sketch_begins_.size() ? sketch_begins_[look.at + 1] : sketches_.size();
  return std::string_view(sketches_).substr(begin, end - begin);
}

// Half of the sampled looks become sketches.
void SitePages::draw_fewer() {
  --level_;
  std::vector<Sampled> sampled = std::exchange(sampled_, {});
  for (Look& look : looks_) {
    if (look.hash <= hash_limit(level_ + 1)) keep(look, std::move(sampled[look.at]));
  }
}

SiteTemplates SitePages::learn() const {
  std::vector<const Look*> sampled;
  std::vector<MarkSet> pages;
  std::vector<MarkSet> addresses;
  std::vector<std::uint32_t> counts;
  for (const Look& look : looks_) {
    if (!is_sampled(look)) continue;
    sampled.push_back(&look);
    pages.emplace_back(sampled_[look.at].marks);
    addresses.emplace_back(sampled_[look.at].address);
    counts.push_back(count_of(look.pages));
  }
  const std::vector<std::uint64_t> recurring = recurring_marks(pages, counts);
  const Strangers is_stranger(pages, recurring);
  std::vector<const Look*> strangers;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sampled.size(); ++i) {
    if (is_stranger(pages[i])) {
      strangers.push_back(sampled[i]);
      continue;
    }
    sampled[kept] = sampled[i];
    pages[kept] = pages[i];
    addresses[kept] = addresses[i];
    counts[kept] = counts[i];
    ++kept;
  }
  sampled.resize(kept);
  pages.resize(kept);
  addresses.resize(kept);
  counts.resize(kept);

  const Shapes shapes = shapes_of(pages, recurring, counts);
  const std::vector<std::uint32_t> found =
      learn_templates(shapes, addresses_of(shapes, addresses, counts));
  const std::size_t count =
      found.empty() ? 0 : *std::max_element(found.begin(), found.end()) + std::size_t{1};
  const Groups groups(shapes, found, count);

  SiteTemplates result;
  result.template_of.resize(looks_.size());
  const auto number_of = [&](const Look* look) {
    return static_cast<std::size_t>(look - looks_.data());
  };
  for (std::size_t i = 0; i < sampled.size(); ++i) {
    result.template_of[number_of(sampled[i])] = found[shapes.shape_of[i]];
  }
  result.placer = SitePlacer(shapes.blocks, groups);
  for (std::size_t i = 0; i < looks_.size() && count > 0; ++i) {
    if (is_sampled(looks_[i])) continue;
    if (i % 1024 == 0) check_interrupt();
    result.template_of[i] = result.placer.place_sketch(sketch_of(looks_[i]));
  }
  for (std::uint32_t i = 0; i < count; ++i) result.core.push_back(result.placer.core(i));
  for (const Look* const look : strangers) {
    result.template_of[number_of(look)] = static_cast<std::uint32_t>(result.core.size());
    result.core.push_back(sampled_[look->at].marks);
  }
  return result;
}

namespace {

void save_marks(MarkSet marks, const std::function<void(std::string_view)>& write) {
  const auto size = static_cast<std::uint32_t>(marks.size());
  write(bytes_of(size));
  write({reinterpret_cast<const char*>(marks.data()), marks.size_bytes()});
}

std::vector<std::uint64_t> load_marks(ByteReader& bytes) {
  const auto size = bytes.number<std::uint32_t>();
  const std::string_view taken = bytes.bytes(std::size_t{size} * sizeof(std::uint64_t));
  std::vector<std::uint64_t> marks(size);
  if (size > 0) std::memcpy(marks.data(), taken.data(), taken.size());
  if (!std::is_sorted(marks.begin(), marks.end())) throw Error("marks are out of order");
  return marks;
}

}  // namespace

// Level, then the looks in their order: hash, pages, and marks and address or the sketch.
void SitePages::save(const std::function<void(std::string_view)>& write) const {
  const auto level = static_cast<std::uint8_t>(level_);
  const auto count = static_cast<std::uint32_t>(looks_.size());
  write(bytes_of(level));
  write(bytes_of(count));
  for (const Look& look : looks_) {
    write(bytes_of(look.hash));
    write(bytes_of(look.pages));
    if (is_sampled(look)) {
      save_marks(sampled_[look.at].marks, write);
      save_marks(sampled_[look.at].address, write);
    } else {
      write(sketch_of(look));
    }
  }
}

void SitePages::load(ByteReader& bytes) {
  *this = {};
  level_ = bytes.number<std::uint8_t>();
  if (level_ > kAllSampled) throw Error("the size of a sample is out of range");
  const auto count = bytes.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    Look look{.hash = bytes.number<std::uint64_t>(), .pages = bytes.number<std::uint32_t>()};
    if (numbers_.find_or_add(look.hash, i, hash_by_number()) != i) {
      throw Error("a look is there twice");
    }
    if (is_sampled(look)) {
      look.at = static_cast<std::uint32_t>(sampled_.size());
      std::vector<std::uint64_t> marks = load_marks(bytes);
      sampled_.push_back({std::move(marks), load_marks(bytes)});
    } else {
      look.at = static_cast<std::uint32_t>(sketch_begins_.size());
      sketch_begins_.push_back(sketches_.size());
      sketches_ += take_sketch(bytes);
    }
    looks_.push_back(look);
  }
  if (sampled_.size() > kMostSampled) throw Error("a sample is too large");
}

}  // namespace pagekin::templates
