#include "pagekin/templates/site_parts.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/stop.h"
#include "pagekin/core/union_find.h"
#include "pagekin/features/marks.h"
#include "pagekin/recognise/bit_rows.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/rounded.h"

namespace pagekin::templates {
namespace {

constexpr double kCommonShare = 0.5;              // of the pages have a common name
constexpr double kFrameShare = 0.5;               // of the pages of a part have what is its frame
constexpr double kSharedBy = 0.05;                // of the pages of another part
constexpr double kMostShared = 0.07;              // of two frames, on average
constexpr std::uint32_t kFewestNames = 12;        // of a page that links others
constexpr std::uint32_t kLinkedShare[] = {3, 5};  // three fifths
constexpr std::size_t kMostColumns = 8192;        // names and texts that are compared
constexpr std::size_t kFewPagesOfSet = 100;       // in fewer, a name of two pages counts
constexpr std::size_t kMostTelling = 128;         // marks by which a part is known

bool is_class_or_id(std::uint64_t mark) {
  const features::MarkKind kind = features::kind_of(mark);
  return kind == features::MarkKind::kClass || kind == features::MarkKind::kId;
}

bool is_named(std::uint64_t mark) { return features::kind_of(mark) != features::MarkKind::kPath; }

// Pages as rows of bits, one for each name or text that several pages have.
struct NamedPages {
  std::vector<recognise::Bits> rows;
  std::vector<std::uint32_t> names;  // by page: the number of its bits

  std::uint32_t common(std::size_t a, std::size_t b) const {
    return recognise::count_common(rows[a], rows[b]);
  }
};

NamedPages named_pages(std::span<const MarkSet> pages) {
  MarkTable pages_with;
  for (const MarkSet page : pages) {
    for (const std::uint64_t mark : page) {
      if (is_named(mark)) ++pages_with[mark];
    }
  }
  const std::uint32_t fewest = pages.size() < kFewPagesOfSet ? 2 : 3;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> kept;
  pages_with.for_each([&](std::uint64_t mark, std::uint32_t count) {
    if (count >= fewest) kept.emplace_back(count, mark);
  });
  std::ranges::sort(kept, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  kept.resize(std::min(kept.size(), kMostColumns));
  MarkTable column;  // by mark: its column, from 1
  for (std::size_t i = 0; i < kept.size(); ++i) {
    column[kept[i].second] = static_cast<std::uint32_t>(i + 1);
  }
  NamedPages named;
  for (const MarkSet page : pages) {
    recognise::Bits row((kept.size() + 63) / 64);
    std::uint32_t names = 0;
    for (const std::uint64_t mark : page) {
      const std::uint32_t* const at = is_named(mark) ? column.find(mark) : nullptr;
      if (at == nullptr) continue;
      recognise::set_bit(row, *at - 1);
      ++names;
    }
    named.rows.push_back(std::move(row));
    named.names.push_back(names);
  }
  return named;
}

UnionFind linked_pages(const NamedPages& pages) {
  UnionFind linked(pages.rows.size());
  for (std::uint32_t a = 0; a < pages.rows.size(); ++a) {
    check_stop();
    if (pages.names[a] < kFewestNames) continue;
    for (std::uint32_t b = 0; b < a; ++b) {
      if (pages.names[b] < kFewestNames || linked.find(a) == linked.find(b)) continue;
      const std::uint32_t fewer = std::min(pages.names[a], pages.names[b]);
      if (kLinkedShare[1] * pages.common(a, b) >= kLinkedShare[0] * fewer) linked.unite(a, b);
    }
  }
  return linked;
}

// Returns the mean share of their frames that two of the first `count` parts have in common.
double mean_shared(const NamedPages& pages, std::span<const std::uint32_t> part_of,
                   std::size_t count) {
  const std::size_t columns = pages.rows.front().size() * 64;
  std::vector<std::vector<std::uint32_t>> pages_with(count, std::vector<std::uint32_t>(columns));
  std::vector<double> size(count);
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    if (part_of[i] >= count) continue;
    ++size[part_of[i]];
    for (std::size_t column = 0; column < columns; ++column) {
      pages_with[part_of[i]][column] += recognise::has_bit(pages.rows[i], column);
    }
  }
  const auto has = [&](std::size_t part, std::size_t column, double share) {
    return pages_with[part][column] >= share * size[part];
  };
  double shared = 0;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::size_t frames = 0;
      std::size_t common = 0;
      for (std::size_t column = 0; column < columns; ++column) {
        const bool of_a = has(a, column, kFrameShare);
        const bool of_b = has(b, column, kFrameShare);
        frames += std::size_t{of_a} + std::size_t{of_b};
        common += std::size_t{of_a && has(b, column, kSharedBy)} +
                  std::size_t{of_b && has(a, column, kSharedBy)};
      }
      if (frames > 0) shared += static_cast<double>(common) / static_cast<double>(frames);
    }
  }
  return 2 * shared / (static_cast<double>(count) * static_cast<double>(count - 1));
}

}  // namespace

bool have_common_name(std::span<const MarkSet> pages) {
  if (pages.size() < 2 * kFewestOfPart) return true;
  const double fewest = kCommonShare * static_cast<double>(pages.size());
  MarkTable pages_with;
  for (const MarkSet page : pages) {
    for (const std::uint64_t mark : page) {
      if (is_class_or_id(mark) && ++pages_with[mark] >= fewest) return true;
    }
  }
  return false;
}

std::vector<std::uint32_t> site_parts(std::span<const MarkSet> pages) {
  std::vector<std::uint32_t> part_of(pages.size());
  const NamedPages named = named_pages(pages);
  UnionFind linked = linked_pages(named);
  std::vector<std::uint32_t> size(pages.size());  // by first page of a set
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (named.names[i] >= kFewestNames) ++size[linked.find(i)];
  }
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> number(pages.size(), none);  // by first page of a set
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (size[i] >= kFewestOfPart) number[i] = count++;
  }
  if (count < 2) return part_of;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (named.names[i] < kFewestNames) continue;
    const std::uint32_t own = number[linked.find(i)];
    part_of[i] = own == none ? count : own;
  }
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (named.names[i] >= kFewestNames) continue;
    double most = -1;
    for (std::uint32_t other = 0; other < pages.size(); ++other) {
      if (named.names[other] < kFewestNames) continue;
      const double common = named.common(i, other);
      const double similar = common * common / named.names[other];
      if (similar <= most) continue;
      most = similar;
      part_of[i] = part_of[other];
    }
  }
  if (mean_shared(named, part_of, count) > kMostShared) part_of.assign(pages.size(), 0);
  return part_of;
}

PartFinder::PartFinder(std::span<const MarkSet> pages, std::span<const std::uint32_t> part_of)
    : parts_(*std::ranges::max_element(part_of) + std::size_t{1}) {
  std::vector<MarkTable> pages_with(parts_.size());
  MarkTable all_with;
  std::vector<double> size(parts_.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    ++size[part_of[i]];
    for (const std::uint64_t mark : pages[i]) {
      ++pages_with[part_of[i]][mark];
      ++all_with[mark];
    }
  }
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const double others = static_cast<double>(pages.size()) - size[part];
    std::vector<std::pair<float, std::uint64_t>> telling;
    pages_with[part].for_each([&](std::uint64_t mark, std::uint32_t count) {
      const double elsewhere = (*all_with.find(mark) - count) / others;
      const double weight = count / size[part] - elsewhere;
      if (weight > 0) telling.emplace_back(rounded(static_cast<float>(weight)), mark);
    });
    std::ranges::sort(telling, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    telling.resize(std::min(telling.size(), kMostTelling));
    for (const auto& [weight, mark] : telling) {
      parts_[part].push_back({SketchedMark(mark), weight});
    }
  }
}

std::uint32_t PartFinder::find(std::string_view sketch) const {
  const OpenSketch page(sketch);
  std::uint32_t best = 0;
  float most = -1;
  for (std::uint32_t part = 0; part < parts_.size(); ++part) {
    float known = 0;
    float has = 0;
    for (const Telling& telling_mark : parts_[part]) {
      const OpenSketch::Answer answer = page.has(telling_mark.mark);
      if (answer == OpenSketch::Answer::kUnknown) continue;
      known += telling_mark.weight;
      if (answer == OpenSketch::Answer::kYes) has += telling_mark.weight;
    }
    const float share = known > 0 ? has / known : 0;
    if (share <= most) continue;
    most = share;
    best = part;
  }
  return best;
}

}  // namespace pagekin::templates
