#include "pagekin/templates/context_words.h"

#include "pagekin/features/marks.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {
ContextWords context_words(const BlockShapes& shapes, std::span<const MarkSet> marks,
                           std::span<const std::uint32_t> counts) {
  const std::vector<std::uint64_t> words = recurring_marks(marks, counts);
  MarkTable number_of;
  for (std::uint32_t i = 0; i < words.size(); ++i) number_of[words[i]] = i;
  ContextWords context{.size = words.size(),
                       .counts = std::vector<float>(shapes.size() * words.size()),
                       .places = {}};
  for (const std::uint64_t word : words) context.places.push_back(features::place_of(word));
  for (std::size_t page = 0; page < marks.size(); ++page) {
    float* const row = context.counts.data() + shapes.shape_of[page] * words.size();
    const float count = counts.empty() ? 1 : static_cast<float>(counts[page]);
    for (const std::uint64_t mark : marks[page]) {
      if (const std::uint32_t* const word = number_of.find(mark)) row[*word] += count;
    }
  }
  return context;
}

}  // namespace pagekin::templates
