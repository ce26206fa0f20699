// A simple and slow reference for template coverage: each value is computed from all pages anew.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "pagekin/coverage/template_coverage.h"
#include "pagekin/url/address_shapes.h"
#include "pagekin/url/page_address.h"

namespace pagekin::reference {

class SlowCoverage {
 public:
  explicit SlowCoverage(const coverage::CoverageInput& input) : input_(&input) {}

  // The templates of an address in one crawl.
  static std::set<std::uint32_t> templates_of(std::span<const coverage::TemplatedPage> pages,
                                              std::string_view address) {
    std::set<std::uint32_t> found;
    for (const auto& page : pages) {
      if (url::address_key(page.id) == url::address_key(address)) {
        found.insert(page.template_number);
      }
    }
    return found;
  }

  // The distinct addresses, by the key under which they are compared.
  template <class List, class Text>
  static std::vector<std::string> distinct(const List& list, Text text) {
    std::vector<std::string> keys;
    for (const auto& item : list) {
      const std::string key = url::address_key(text(item));
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return keys;
  }

  // 0: none.
  std::uint32_t template_by_shape(const std::string& key) const {
    for (std::size_t level = 0; level < url::kAddressShapeCount; ++level) {
      std::map<std::uint32_t, int> counts;
      for (const auto pages : {input_->old_pages, input_->new_pages}) {
        for (const auto& page : pages) {
          if (url::address_shapes(url::address_key(page.id))[level] ==
              url::address_shapes(key)[level]) {
            ++counts[page.template_number];
          }
        }
      }
      std::uint32_t best = 0;
      for (const auto& [number, count] : counts) {
        if (best == 0 || count > counts[best]) best = number;
      }
      if (best != 0) return best;
    }
    return 0;
  }

  bool has_host(std::string_view key) const {
    for (const auto pages : {input_->old_pages, input_->new_pages}) {
      for (const auto& page : pages) {
        if (url::host_of_key(url::address_key(page.id)) == url::host_of_key(key)) {
          return true;
        }
      }
    }
    return false;
  }

  // By template; 0 holds the addresses of unknown shape.
  std::map<std::uint32_t, coverage::CoverageRow> rows() const {
    std::map<std::uint32_t, coverage::CoverageRow> rows;
    for (const auto& page : input_->old_pages) ++rows[page.template_number].old_pages;
    for (const auto& page : input_->new_pages) ++rows[page.template_number].new_pages;
    const auto id = [](const auto& page) { return page.id; };
    std::map<std::uint32_t, std::map<std::uint32_t, int>> moves;
    for (const std::string& key : distinct(input_->old_pages, id)) {
      const auto now = templates_of(input_->new_pages, key);
      for (const std::uint32_t before : templates_of(input_->old_pages, key)) {
        rows[before].both += now.contains(before) ? 1 : 0;
        if (now.empty() || now.contains(before)) continue;
        ++rows[before].moved;
        for (const std::uint32_t number : now) ++moves[before][number];
      }
    }
    for (const auto& [before, counts] : moves) {
      int most = 0;
      for (const auto& [number, count] : counts) {
        if (count > most) rows[before].moved_to = number, most = count;
      }
    }
    for (const std::string& key :
         distinct(input_->sitemap, [](const auto& text) { return text; })) {
      if (!has_host(key)) continue;
      const auto now = templates_of(input_->new_pages, key);
      const auto before = templates_of(input_->old_pages, key);
      const std::uint32_t number = !now.empty()      ? *now.begin()
                                   : !before.empty() ? *before.begin()
                                                     : template_by_shape(key);
      ++rows[number].in_sitemap;
      rows[number].not_crawled += now.empty() ? 1 : 0;
    }
    return rows;
  }

 private:
  const coverage::CoverageInput* input_;
};

}  // namespace pagekin::reference
