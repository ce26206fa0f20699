// Finds the marks that some pages have and others lack.
//
// A block of marks (see templates/block_shapes.h) is distinctive if nearly all of the pages have it
// and at most half of the others. If there is no such block, those whose shares differ most are
// taken. Blocks with nearly equal shares in both groups form one line. Lines are sorted by the cube
// of the difference between the two shares times the logarithm of the number of marks, largest
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/marks.h"
#include "pagekin/templates/block_shapes.h"

namespace pagekin::describe {

struct DistinctiveMarks {
  std::vector<std::uint64_t> marks;  // of the block that differs most, then of the others
  double share = 0;                  // of the pages that have it
  double elsewhere = 0;              // of the others
};

// share, elsewhere: by block. Returns at most `most` lines.
std::vector<DistinctiveMarks> distinctive_marks(std::span<const templates::Block> blocks,
                                                std::span<const float> share,
                                                std::span<const float> elsewhere, std::size_t most);

// How informative a name is for people; larger is better. A class of the body, the text of a
// heading and an id are more informative than a bare path.
int rate_name(features::MarkKind kind, std::string_view name);

// Returns at most `most` different names, the most informative first. It takes more than two of
// one kind only if other kinds run out.
struct RatedName {
  features::MarkKind kind{};
  std::string name;
};
std::vector<std::string> choose_names(std::vector<RatedName> names, std::size_t most);

}  // namespace pagekin::describe
