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

namespace pagekin::pipeline {

class PageOrigins {
 public:
  void add(std::string_view input, std::uint64_t offset) {
    if (inputs_.empty() || inputs_[input_of_.back()] != input) {
      const auto number = static_cast<std::uint32_t>(inputs_.size());
      const auto [known, is_new] = number_of_.try_emplace(std::string(input), number);
      if (is_new) inputs_.emplace_back(input);
      input_of_.push_back(known->second);
    } else {
      input_of_.push_back(input_of_.back());
    }
    offsets_.push_back(offset);
  }

  std::size_t size() const { return offsets_.size(); }
  std::string_view input(std::size_t page) const { return inputs_[input_of_[page]]; }
  std::uint64_t offset(std::size_t page) const { return offsets_[page]; }

 private:
  std::vector<std::string> inputs_;
  std::unordered_map<std::string, std::uint32_t, KeyedHash> number_of_;
  std::vector<std::uint32_t> input_of_;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace pagekin::pipeline
