// Enums whose values have words: in files, on the command line, in other languages.
//
// The words of an enum are listed once, beside it, in the order of its values:
//
//   enum class OnDuplicate : std::uint8_t { kReplace, kSkip };
//   template <> struct Words<OnDuplicate> {
//     static constexpr std::array<std::string_view, 2> all = {"replace", "skip"};
//   };
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pagekin {

template <class Enum>
struct Words {};

template <class Enum>
concept HasWords = requires {
  Words<Enum>::all.size();
};

// "replace"
template <HasWords Enum>
constexpr std::string_view to_text(Enum value) {
  return Words<Enum>::all[static_cast<std::size_t>(value)];
}

// The value with this word; nothing: there is none.
template <HasWords Enum>
constexpr std::optional<Enum> parse(std::string_view word) {
  for (std::size_t i = 0; i < Words<Enum>::all.size(); ++i) {
    if (Words<Enum>::all[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace pagekin
