#include "pagekin/coverage/template_coverage.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/coverage/majority_shapes.h"
#include "pagekin/url/address_shapes.h"
#include "pagekin/url/page_address.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::coverage {
namespace {

// The templates of the addresses of one crawl, by hash of the address.
class AddressTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t template_number = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tie(a.key, a.template_number) < std::tie(b.key, b.template_number);
    }
  };

  explicit AddressTable(std::span<const TemplatedPage> pages) {
    entries_.reserve(pages.size());
    for (const TemplatedPage& page : pages) {
      entries_.push_back({hash_bytes(url::address_key(page.id)), page.template_number});
    }
    std::sort(entries_.begin(), entries_.end());
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
  }

  const std::vector<Entry>& entries() const { return entries_; }

  // By template; an address that was read twice may have two templates.
  std::span<const Entry> of(std::uint64_t key) const {
    const auto begin = std::lower_bound(
        entries_.begin(), entries_.end(), key,
        [](const Entry& entry, std::uint64_t wanted) { return entry.key < wanted; });
    const auto end = std::find_if_not(begin, entries_.end(),
                                      [&](const Entry& entry) { return entry.key == key; });
    return {begin, end};
  }

 private:
  std::vector<Entry> entries_;
};

using TemplateCounts = std::map<std::uint32_t, std::uint64_t>;

// The most frequent template; the lowest number of equally frequent ones.
std::uint32_t most_frequent(const TemplateCounts& counts) {
  std::uint32_t best = 0;
  std::uint64_t most = 0;
  for (const auto& [number, count] : counts) {
    if (count > most) best = number, most = count;
  }
  return best;
}

// An address of the sitemap that is in neither crawl.
struct Unplaced {
  std::string_view address;
  url::AddressShapes shapes;
  std::array<std::uint64_t, url::kAddressShapeCount> hashes{};
};

std::uint64_t shape_hash(std::size_t level, std::string_view shape) {
  return hash_bytes(shape, level + 1);
}

class Coverer {
 public:
  explicit Coverer(const CoverageInput& input)
      : input_(&input), old_(input.old_pages), new_(input.new_pages) {}

  TemplateCoverage run() {
    count_pages(input_->new_pages, &CoverageRow::new_pages);
    count_pages(input_->old_pages, &CoverageRow::old_pages);
    compare_crawls();
    read_sitemap();
    list_old_addresses();
    place_by_shape();
    for (auto& [number, row] : rows_) {
      MajorityShapes::Best best = shapes_of_template_[number].best();
      row.shape = std::move(best.shape);
      if (!row.shape.empty()) row.example = best.example;
      row.state = state_of(row);
      found_.rows.push_back(std::move(row));
    }
    sort_rows();
    return std::move(found_);
  }

 private:
  void count_pages(std::span<const TemplatedPage> pages, std::uint64_t CoverageRow::*count) {
    for (const TemplatedPage& page : pages) {
      CoverageRow& row = rows_[page.template_number];
      row.template_number = page.template_number;
      if (row.old_pages + row.new_pages == 0) row.example = page.id;
      ++(row.*count);
      const std::string key = url::address_key(page.id);
      if (url::is_address_key(key)) {
        ++found_.addresses;
        hosts_.emplace(url::host_of_key(key));
      }
    }
  }

  void compare_crawls() {
    std::map<std::uint32_t, TemplateCounts> moves;
    for (const auto& [key, number] : old_.entries()) {
      CoverageRow& row = rows_[number];
      ++old_addresses_[number];
      const auto now = new_.of(key);
      const bool is_kept =
          std::ranges::find(now, number, &AddressTable::Entry::template_number) != now.end();
      if (is_kept) {
        ++row.both;
      } else if (!now.empty()) {
        ++row.moved;
        for (const auto& entry : now) ++moves[number][entry.template_number];
      }
    }
    for (const auto& [number, counts] : moves) rows_[number].moved_to = most_frequent(counts);
  }

  void read_sitemap() {
    std::map<std::string, CoverageRow, std::less<>> other_hosts;
    for (const std::string& address : input_->sitemap) {
      const std::string key = url::address_key(address);
      const std::uint64_t hash = hash_bytes(key);
      if (!in_sitemap_.insert(hash).second) continue;
      const std::string_view host = url::host_of_key(key);
      if (!hosts_.contains(host)) {
        CoverageRow& row = other_hosts[std::string(host)];
        row.state = CoverageState::kOtherHost;
        row.shape = host;
        if (row.in_sitemap == 0) row.example = address;
        ++row.in_sitemap;
        ++row.not_crawled;
        ++found_.other_host_addresses;
        continue;
      }
      ++found_.sitemap_addresses;
      const auto now = new_.of(hash);
      const auto before = old_.of(hash);
      if (!now.empty()) {
        ++found_.sitemap_crawled;
        ++rows_[now.front().template_number].in_sitemap;
      } else if (!before.empty()) {
        count_not_crawled(before.front().template_number);
      } else {
        Unplaced unplaced{.address = address, .shapes = url::address_shapes(key)};
        for (std::size_t i = 0; i < unplaced.shapes.size(); ++i) {
          unplaced.hashes[i] = shape_hash(i, unplaced.shapes[i]);
          templates_of_shape_[unplaced.hashes[i]];
        }
        unplaced_.push_back(std::move(unplaced));
      }
    }
    for (auto& [host, row] : other_hosts) found_.rows.push_back(std::move(row));
  }

  void count_not_crawled(std::uint32_t template_number) {
    CoverageRow& row = rows_[template_number];
    ++row.in_sitemap;
    ++row.not_crawled;
  }

  void list_old_addresses() {
    std::unordered_set<std::uint64_t> listed;
    for (const TemplatedPage& page : input_->old_pages) {
      const std::uint64_t hash = hash_bytes(url::address_key(page.id));
      if (!new_.of(hash).empty() || !listed.insert(hash).second) continue;
      found_.not_crawled.push_back({.address = page.id,
                                    .template_number = old_.of(hash).front().template_number,
                                    .in_old = true,
                                    .in_sitemap = in_sitemap_.contains(hash)});
    }
  }

  // Passes over the pages twice: to vote for shapes, and to count the candidates.
  void place_by_shape() {
    for_each_page([&](const TemplatedPage& page, const url::AddressShapes& shapes) {
      shapes_of_template_[page.template_number].vote(without_hosts(shapes));
    });
    for_each_page([&](const TemplatedPage& page, const url::AddressShapes& shapes) {
      shapes_of_template_[page.template_number].count(without_hosts(shapes), page.id);
      for (std::size_t i = 0; i < shapes.size() && !unplaced_.empty(); ++i) {
        const auto wanted = templates_of_shape_.find(shape_hash(i, shapes[i]));
        if (wanted != templates_of_shape_.end()) ++wanted->second[page.template_number];
      }
    });
    std::map<std::string, CoverageRow> unknown;
    for (const Unplaced& unplaced : unplaced_) {
      std::uint32_t number = 0;
      for (std::size_t i = 0; i < unplaced.hashes.size() && number == 0; ++i) {
        number = most_frequent(templates_of_shape_[unplaced.hashes[i]]);
      }
      found_.not_crawled.push_back(
          {.address = unplaced.address, .template_number = number, .in_sitemap = true});
      if (number != 0) {
        count_not_crawled(number);
        continue;
      }
      CoverageRow& row = unknown[unplaced.shapes.back()];
      row.state = CoverageState::kUnknownShape;
      if (row.in_sitemap == 0) row.example = unplaced.address;
      ++row.in_sitemap;
      ++row.not_crawled;
    }
    for (auto& [shape, row] : unknown) {
      row.shape = hosts_.size() > 1 ? shape.substr(2) : std::string(url::without_host(shape));
      found_.rows.push_back(std::move(row));
    }
  }

  template <class Visit>
  void for_each_page(const Visit& visit) const {
    for (const auto pages : {input_->new_pages, input_->old_pages}) {
      for (const TemplatedPage& page : pages)
        visit(page, url::address_shapes(url::address_key(page.id)));
    }
  }

  static MajorityShapes::Shapes without_hosts(const url::AddressShapes& shapes) {
    MajorityShapes::Shapes bare;
    std::ranges::transform(shapes, bare.begin(), url::without_host);
    return bare;
  }

  CoverageState state_of(const CoverageRow& row) const {
    if (!input_->has_old) {
      if (row.in_sitemap == 0) return CoverageState::kNew;
      if (row.not_crawled > 0) return CoverageState::kFewer;
      return row.new_pages > row.in_sitemap ? CoverageState::kMore : CoverageState::kSame;
    }
    if (row.old_pages == 0) return CoverageState::kNew;
    if (row.new_pages == 0) {
      return 2 * row.moved >= old_addresses_.at(row.template_number) ? CoverageState::kReplaced
                                                                     : CoverageState::kMissing;
    }
    if (row.new_pages < row.old_pages) return CoverageState::kFewer;
    return row.new_pages > row.old_pages ? CoverageState::kMore : CoverageState::kSame;
  }

  // Rows are ranked by state. Rows with addresses of the sitemap that were not crawled come right
  // after kFewer at the latest.
  static int rank(const CoverageRow& row) {
    const int state = 2 * static_cast<int>(row.state);
    const int after_fewer = 2 * static_cast<int>(CoverageState::kFewer) + 1;
    return row.state != CoverageState::kOtherHost && row.not_crawled > 0
               ? std::min(state, after_fewer)
               : state;
  }

  void sort_rows() {
    const auto order = [](const CoverageRow& row) {
      const std::uint64_t lost = row.old_pages - std::min(row.old_pages, row.new_pages);
      return std::tuple(rank(row), ~std::max(lost, row.not_crawled),
                        ~(row.old_pages + row.new_pages), row.template_number);
    };
    std::ranges::stable_sort(found_.rows, {}, order);
  }

  const CoverageInput* input_;
  AddressTable old_;
  AddressTable new_;
  TemplateCoverage found_;
  std::map<std::uint32_t, CoverageRow> rows_;  // by template
  std::map<std::uint32_t, std::uint64_t> old_addresses_;
  std::map<std::uint32_t, MajorityShapes> shapes_of_template_;
  std::set<std::string, std::less<>> hosts_;
  std::unordered_set<std::uint64_t> in_sitemap_;
  std::vector<Unplaced> unplaced_;
  std::unordered_map<std::uint64_t, TemplateCounts>
      templates_of_shape_;  // of the addresses in unplaced_
};

}  // namespace

TemplateCoverage cover_templates(const CoverageInput& input) { return Coverer(input).run(); }

}  // namespace pagekin::coverage
