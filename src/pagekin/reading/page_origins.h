// Where pages come from: the input, and the place of the page in it.
//
// Memory: 12 bytes a page, and each name of an input once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/page.h"

namespace pagekin::reading {

class PageOrigins {
 public:
  // Of the next page.
  void add(std::string_view input, std::uint64_t offset) {
    set(static_cast<PageId>(offsets_.size()), input, offset);
  }

  // Pages before it may lack an origin.
  void set(PageId page, std::string_view input, std::uint64_t offset) {
    if (inputs_.empty() || inputs_[last_] != input) {
      const auto number = static_cast<std::uint32_t>(inputs_.size());
      const auto [known, is_new] = number_of_.try_emplace(std::string(input), number);
      if (is_new) inputs_.emplace_back(input);
      last_ = known->second;
    }
    if (page >= offsets_.size()) {
      input_of_.resize(page + std::size_t{1}, none);
      offsets_.resize(page + std::size_t{1});
    }
    input_of_[page] = last_;
    offsets_[page] = offset;
  }

  bool has(PageId page) const { return page < offsets_.size() && input_of_[page] != none; }
  // Only of a page that has an origin.
  std::string_view input(PageId page) const { return inputs_[input_of_[page]]; }
  std::uint64_t offset(PageId page) const { return offsets_[page]; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  std::vector<std::string> inputs_;
  std::unordered_map<std::string, std::uint32_t, KeyedHash> number_of_;
  std::uint32_t last_ = 0;  // input
  std::vector<std::uint32_t> input_of_;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace pagekin::reading
