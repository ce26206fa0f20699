// Finds the shape that more than half of the pages of a template have, without counting every
// shape.
//
// Source: Boyer and Moore (1981): MJRTY - A Fast Majority Vote Algorithm: one candidate and one
// counter find the majority if there is one; a second pass over the pages checks it.
// Memory: four texts for each template.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/url/address_shapes.h"

namespace pagekin::coverage {

class MajorityShapes {
 public:
  using Shapes = std::array<std::string_view, url::kAddressShapeCount>;

  // The first pass.
  void vote(const Shapes& shapes) {
    ++pages_;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      Candidate& candidate = candidates_[i];
      if (candidate.lead == 0) candidate.shape = shapes[i];
      if (candidate.shape == shapes[i]) {
        ++candidate.lead;
      } else {
        --candidate.lead;
      }
    }
  }

  // The second pass, over the same pages. Keeps a view of the id.
  void count(const Shapes& shapes, std::string_view id) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (candidates_[i].shape == shapes[i] && candidates_[i].pages++ == 0) {
        candidates_[i].example = id;
      }
    }
  }

  struct Best {
    std::string shape;
    std::string_view example;  // the first page that has it
  };

  // The most specific shape that more than half of the pages have; empty: there is none.
  Best best() const {
    for (const Candidate& candidate : candidates_) {
      if (2 * candidate.pages > pages_) return {candidate.shape, candidate.example};
    }
    return {};
  }

 private:
  struct Candidate {
    std::string shape;
    std::uint64_t lead = 0;
    std::uint64_t pages = 0;
    std::string_view example;
  };
  std::array<Candidate, url::kAddressShapeCount> candidates_;
  std::uint64_t pages_ = 0;
};

}  // namespace pagekin::coverage
