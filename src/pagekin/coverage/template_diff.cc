#include "pagekin/coverage/template_diff.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/coverage/majority_shapes.h"
#include "pagekin/url/address_shapes.h"
#include "pagekin/url/page_address.h"

namespace pagekin::coverage {
namespace {

constexpr std::uint64_t kFewestPages = 3;  // a template with fewer pages does not count
constexpr std::uint64_t kFewestNames = 3;  // that two templates must have in common
constexpr std::uint64_t kSmallPart = 10;   // less than 1 / 10 of a template says nothing about it

using Pages = std::span<const TemplatedPage>;

struct KeyedPage {
  std::uint64_t key = 0;
  std::uint32_t page = 0;
};

// The first page of each address, by key.
std::vector<KeyedPage> by_address(Pages pages) {
  std::vector<KeyedPage> keyed;
  keyed.reserve(pages.size());
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (pages[i].template_number == 0) continue;
    keyed.push_back({hash_bytes(url::address_key(pages[i].id)), i});
  }
  std::ranges::sort(keyed, {}, [](const KeyedPage& keyed_page) {
    return std::pair(keyed_page.key, keyed_page.page);
  });
  const auto same = [](const KeyedPage& a, const KeyedPage& b) { return a.key == b.key; };
  keyed.erase(std::unique(keyed.begin(), keyed.end(), same), keyed.end());
  return keyed;
}

// The last part of an address without its ending and without digits: what stays if a site gets new
// addresses. Empty: the address has none.
std::string name_of(std::string_view id) {
  const std::string key = url::address_key(id);
  std::string_view path = key;
  if (url::is_address_key(path)) path.remove_prefix(std::min(path.find('/', 2), path.size()));
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  path = path.substr(path.rfind('/') + 1);
  if (const std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0) {
    path = path.substr(0, dot);
  }
  std::string name(path);
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name;
}

std::string_view without_host(std::string_view shape) {
  return url::is_address_key(shape) ? shape.substr(std::min(shape.find('/', 2), shape.size()))
                                    : shape;
}

// What is known of a template of one crawl.
struct Known {
  std::uint64_t pages = 0;
  std::uint64_t paired = 0;      // addresses that the other crawl has, too
  std::uint32_t match = 0;       // its match in the other crawl; 0: none
  MajorityShapes::Best typical;  // shape and example
  std::string_view first;        // page

  // Whether enough of its addresses are in both crawls to say where they went.
  bool has_evidence() const { return paired > 0 && kSmallPart * paired >= pages; }
  bool is_mostly(std::uint64_t common) const { return has_evidence() && 2 * common >= paired; }
};
using Templates = std::map<std::uint32_t, Known>;

Templates templates_of(Pages pages) {
  Templates templates;
  std::map<std::uint32_t, MajorityShapes> shapes_of;
  for (const bool is_first_pass : {true, false}) {
    for (const TemplatedPage& page : pages) {
      if (page.template_number == 0) continue;
      const url::AddressShapes shapes = url::address_shapes(url::address_key(page.id));
      MajorityShapes::Shapes bare;
      std::ranges::transform(shapes, bare.begin(), without_host);
      MajorityShapes& majority = shapes_of[page.template_number];
      if (!is_first_pass) {
        majority.count(bare, page.id);
        continue;
      }
      majority.vote(bare);
      Known& known = templates[page.template_number];
      if (known.pages++ == 0) known.first = page.id;
    }
  }
  for (auto& [number, known] : templates) known.typical = shapes_of[number].best();
  return templates;
}

class Differ {
 public:
  explicit Differ(const DiffInput& input)
      : input_(&input), old_(templates_of(input.old_pages)), new_(templates_of(input.new_pages)) {}

  TemplateDiff run() {
    pair_pages();
    if (input_->same_numbers) {
      match_successors();
      for (const auto& [number, known] : old_) match(number, number, MatchedBy::kNumber);
    }
    for (const auto& [before, now] : input_->same_marks) match(before, now, MatchedBy::kMarks);
    match_by_addresses();
    match_by_shapes();
    match_by_names();
    for (const auto& [number, known] : old_) add_old(number, known);
    for (const auto& [number, known] : new_) add_new(number, known);
    for (auto& [number, row] : rows_) result_.rows.push_back(std::move(row));
    for (DiffRow& row : result_.rows) {
      if (row.old_pages + row.new_pages < kFewestPages) row.state = DiffState::kOdd;
    }
    std::ranges::stable_sort(result_.rows, {}, [](const DiffRow& row) {
      return std::tuple(row.state, ~(row.old_pages + row.new_pages), row.old_template,
                        row.new_template);
    });
    return std::move(result_);
  }

 private:
  void pair_pages() {
    const std::vector<KeyedPage> before = by_address(input_->old_pages);
    const std::vector<KeyedPage> now = by_address(input_->new_pages);
    auto at = now.begin();
    for (const KeyedPage& keyed_page : before) {
      while (at != now.end() && at->key < keyed_page.key) ++at;
      if (at == now.end() || at->key != keyed_page.key) continue;
      result_.paired.push_back({keyed_page.page, at->page});
      const std::uint32_t was = input_->old_pages[keyed_page.page].template_number;
      const std::uint32_t is = input_->new_pages[at->page].template_number;
      ++flows_[{was, is}];
      ++old_[was].paired;
      ++new_[is].paired;
    }
  }

  void match(std::uint32_t before, std::uint32_t now, MatchedBy matched_by) {
    const auto a = old_.find(before);
    const auto b = new_.find(now);
    if (a == old_.end() || b == new_.end() || a->second.match != 0 || b->second.match != 0) return;
    a->second.match = now;
    b->second.match = before;
    matched_by_[before] = matched_by;
  }

  // Matches a template that lost nearly all its pages with the new one that has them.
  void match_successors() {
    for (const auto& [pair, count] : flows_) {
      const auto& [before, now] = pair;
      const Known& known = old_[before];
      if (old_.contains(now) || known.pages < kFewestPages || new_[now].pages < kFewestPages) {
        continue;
      }
      const bool is_left = kSmallPart * flow(before, before) <= known.paired;
      if (is_left && known.is_mostly(count)) match(before, now, MatchedBy::kAddresses);
    }
  }

  void match_by_addresses() {
    using Flow = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;
    std::vector<Flow> flows(flows_.begin(), flows_.end());
    std::ranges::stable_sort(flows, std::greater<>(), &Flow::second);
    for (const auto& [pair, count] : flows) {
      if (!old_[pair.first].is_mostly(count) && !new_[pair.second].is_mostly(count)) continue;
      match(pair.first, pair.second, MatchedBy::kAddresses);
    }
  }

  void match_by_shapes() {
    const auto lone = [](const Templates& templates) {
      std::map<std::string_view, std::vector<std::uint32_t>> by_shape;
      for (const auto& [number, known] : templates) {
        if (known.match == 0 && !known.has_evidence() && !known.typical.shape.empty()) {
          by_shape[known.typical.shape].push_back(number);
        }
      }
      return by_shape;
    };
    const auto now = lone(new_);
    for (const auto& [shape, numbers] : lone(old_)) {
      const auto same = now.find(shape);
      if (numbers.size() != 1 || same == now.end() || same->second.size() != 1) continue;
      match(numbers.front(), same->second.front(), MatchedBy::kShape);
    }
  }

  // By name the template, of templates without a match; 0: pages of several have the name. A site
  // in two languages has each name twice.
  static std::map<std::string, std::uint32_t> names_of(Pages pages, const Templates& templates) {
    std::map<std::string, std::uint32_t> names;
    for (const TemplatedPage& page : pages) {
      const auto known = templates.find(page.template_number);
      if (known == templates.end() || known->second.match != 0) continue;
      std::string name = name_of(page.id);
      if (name.empty()) continue;
      const auto [at, is_new] = names.try_emplace(std::move(name), page.template_number);
      if (!is_new && at->second != page.template_number) at->second = 0;
    }
    return names;
  }

  // By template: its names.
  static std::map<std::uint32_t, std::uint64_t> count_names(
      const std::map<std::string, std::uint32_t>& names) {
    std::map<std::uint32_t, std::uint64_t> counts;
    for (const auto& [name, number] : names) ++counts[number];
    return counts;
  }

  void match_by_names() {
    const std::map<std::string, std::uint32_t> before = names_of(input_->old_pages, old_);
    const std::map<std::string, std::uint32_t> now = names_of(input_->new_pages, new_);
    std::map<std::uint32_t, std::uint64_t> old_names = count_names(before);
    std::map<std::uint32_t, std::uint64_t> new_names = count_names(now);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> common;
    for (const auto& [name, number] : before) {
      const auto same = now.find(name);
      if (number == 0 || same == now.end() || same->second == 0) continue;
      ++common[{number, same->second}];
    }
    using Common = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;
    std::vector<Common> pairs(common.begin(), common.end());
    std::ranges::stable_sort(pairs, std::greater<>(), &Common::second);
    for (const auto& [pair, count] : pairs) {
      const std::uint64_t fewer = std::min(old_names[pair.first], new_names[pair.second]);
      if (count < kFewestNames || 2 * count < fewer) continue;
      match(pair.first, pair.second, MatchedBy::kNames);
    }
  }

  // The template of the other crawl that has at least half of the common addresses; 0: none.
  std::uint32_t most_of_old(std::uint32_t number, const Known& known) const {
    for (const auto& [pair, count] : flows_) {
      if (pair.first == number && known.is_mostly(count)) return pair.second;
    }
    return 0;
  }
  std::uint32_t most_of_new(std::uint32_t number, const Known& known) const {
    for (const auto& [pair, count] : flows_) {
      if (pair.second == number && known.is_mostly(count)) return pair.first;
    }
    return 0;
  }

  // The row of a matched template of the old crawl.
  DiffRow& row_of(std::uint32_t before) { return rows_[{before, old_[before].match}]; }

  void add_old(std::uint32_t number, const Known& known) {
    DiffRow& row = rows_[{number, known.match}];
    row.old_template = number;
    row.old_pages = known.pages;
    describe(row, known);
    if (known.match != 0) {
      const Known& now = new_[known.match];
      row.new_template = known.match;
      row.new_pages = now.pages;
      row.matched_by = matched_by_[number];
      row.both = flow(number, known.match);
      describe(row, now);
      return;
    }
    row.state = DiffState::kGone;
    const std::uint32_t joined = most_of_old(number, known);
    if (joined == 0) return;
    row.state = DiffState::kJoined;
    row.new_template = joined;
    row.both = flow(number, joined);
    if (new_[joined].match != 0 && known.pages >= kFewestPages)
      row_of(new_[joined].match).joined_by.push_back(number);
  }

  void add_new(std::uint32_t number, const Known& known) {
    if (known.match != 0) return;
    DiffRow& row = rows_[{0, number}];
    row.state = DiffState::kNew;
    row.new_template = number;
    row.new_pages = known.pages;
    describe(row, known);
    if (known.pages < kFewestPages) return;  // too small to be a part that counts
    // What is left of a template that has changed has its number.
    const bool is_left = input_->same_numbers && old_.contains(number);
    const std::uint32_t source = is_left ? number : most_of_new(number, known);
    if (source == 0) return;
    if (!is_left && kSmallPart * flow(source, number) < old_[source].paired) return;
    row.state = DiffState::kSplit;
    row.old_template = source;
    row.both = flow(source, number);
    if (old_[source].match == 0 || is_left) return;
    DiffRow& whole = row_of(source);
    whole.state = DiffState::kSplit;
    whole.split_off.push_back(number);
  }

  static void describe(DiffRow& row, const Known& known) {
    row.shape = known.typical.shape;
    row.example = known.typical.shape.empty() ? known.first : known.typical.example;
  }

  std::uint64_t flow(std::uint32_t before, std::uint32_t now) const {
    const auto found = flows_.find({before, now});
    return found == flows_.end() ? 0 : found->second;
  }

  const DiffInput* input_;
  Templates old_;
  Templates new_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> flows_;  // common addresses
  std::map<std::uint32_t, MatchedBy> matched_by_;                           // by old template
  std::map<std::pair<std::uint32_t, std::uint32_t>, DiffRow> rows_;
  TemplateDiff result_;
};

}  // namespace

std::string_view to_text(MatchedBy matched_by) {
  constexpr std::string_view names[] = {"", "number", "marks", "addresses", "shape", "names"};
  return names[static_cast<std::size_t>(matched_by)];
}

TemplateDiff diff_templates(const DiffInput& input) { return Differ(input).run(); }

}  // namespace pagekin::coverage
