#include "pagekin/core/suggest.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/text.h"  // what it declares is exported

namespace pagekin {
namespace {

constexpr std::size_t kMostSuggested = 3;
constexpr std::size_t kLongestTyped = 64;  // nobody mistypes a longer name

std::string folded(std::string_view name) {
  std::string text = lower_case(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

// Smaller is nearer; none: not near.
std::size_t distance_of(std::string_view typed, std::string_view name, std::size_t none) {
  const std::size_t allowed = std::max<std::size_t>(1, typed.size() / 3);
  const std::size_t distance = typing_distance(typed, name);
  if (distance <= allowed && distance < name.size()) return distance;
  const std::string text = folded(typed);
  const std::string whole = folded(name);
  if (text.size() >= 3 && whole.starts_with(text)) return allowed + 1;
  if (text.size() >= 4 && whole.find(text) != std::string::npos) return allowed + 2;
  return none;
}

std::string joined(std::span<const std::string_view> names, std::string_view separator) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += separator;
    text += name;
  }
  return text;
}

}  // namespace

std::size_t typing_distance(std::string_view first, std::string_view second) {
  const std::string a = folded(first);
  const std::string b = folded(second);
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::vector<std::string_view> nearest_names(std::string_view typed,
                                            std::span<const std::string_view> names) {
  std::vector<std::string_view> nearest;
  if (typed.size() < 2 || typed.size() > kLongestTyped) return nearest;
  constexpr auto none = static_cast<std::size_t>(-1);
  std::size_t least = none;
  for (const std::string_view name : names) {
    const std::size_t distance = distance_of(typed, name, none);
    if (distance == none || distance > least) continue;
    if (distance < least) nearest.clear();
    least = distance;
    if (nearest.size() < kMostSuggested) nearest.push_back(name);
  }
  return nearest;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names) {
  const std::vector<std::string_view> nearest = nearest_names(typed, names);
  if (nearest.empty()) return {};
  return "did you mean '" + joined(nearest, "' or '") + "'?";
}

std::string choices_for(std::string_view typed, std::span<const std::string_view> names) {
  const std::string meant = did_you_mean(typed, names);
  return meant.empty() ? "; choose one of " + joined(names, ", ")
                       : "; " + meant + " The choices are " + joined(names, ", ");
}

}  // namespace pagekin
