// Finds the name that was probably meant, for messages about a name that does not exist.
//
// Cost: O(length of the typed name * length of all names).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin {

// The least number of letters to insert, delete, replace or swap with their neighbour that turns
// one name into the other. No letter is touched twice (optimal string alignment). Upper and lower
// case are equal, and so are '-' and '_'.
std::size_t typing_distance(std::string_view a, std::string_view b);

// The names that `typed` probably stands for, the likeliest first, at most three. A name is one
// of them if it takes few edits, one for every three letters, or if it begins with `typed` or
// contains it. Only the nearest are returned.
std::vector<std::string_view> nearest_names(std::string_view typed,
                                            std::span<const std::string_view> names);

// "did you mean 'a' or 'b'?"; empty if no name is near.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names);

// "; did you mean 'a'? The choices are a, b, c", or "; choose one of a, b, c".
std::string choices_for(std::string_view typed, std::span<const std::string_view> names);

}  // namespace pagekin
