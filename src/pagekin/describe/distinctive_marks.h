// What some pages have and others have not, in a few lines.
//
// Blocks of marks (see templates/shapes.h) that nearly all of the pages have and at most half
// of the others are telling; where there are none, those whose shares differ most. Blocks with
// nearly the same shares here and there come and go together as far as these pages go: they are
// one line. Lines are in the order of how much they tell: the difference between the two shares,
// cubed, by the logarithm of the number of marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/marks.h"
#include "pagekin/templates/shapes.h"

namespace pagekin::describe {

struct DistinctiveMarks {
  std::vector<std::uint64_t> marks;  // of the block that differs most, then of the others
  double share = 0;                  // of the pages that have it
  double elsewhere = 0;              // of the others
};

// share, elsewhere: by block. No more than `most` lines.
std::vector<DistinctiveMarks> distinctive_marks(std::span<const templates::Block> blocks,
                                                std::span<const float> share,
                                                std::span<const float> elsewhere, std::size_t most);

// How much a name tells a person of a page, larger is more: a class of the body, the text of a
// heading and an id more than a bare path.
int rate_name(features::MarkKind kind, std::string_view name);

// The most telling names first, none twice, no more than `most`. Of one kind there are two, as
// long as there are others.
struct RatedName {
  features::MarkKind kind{};
  std::string name;
};
std::vector<std::string> choose_names(std::vector<RatedName> names, std::size_t most);

}  // namespace pagekin::describe
