// Matching with '*' in linear time.
//
// The pattern is split at its stars. The first piece must begin the path; each further piece is
// searched after the one before it, and its first occurrence is taken. The first occurrence
// leaves the most room for the rest, so there is no backtracking. With '$' the last piece must
// end the path. A piece is found by the Knuth-Morris-Pratt algorithm, which never goes back in
// the path.
//
// Source: RFC 9309, sections 2.2.2 and 2.2.3; Knuth, Morris, Pratt, "Fast Pattern Matching in
// Strings", SIAM J. Comput. 6, 1977.
// Cost: at most 4 (|pattern| + |path|) steps; memory for a table as long as a piece, none if the
// pattern has no star.
// Limits: RFC 9309 asks for reserved characters to be encoded before comparing. This is done for
// those that can be written both ways (' * $ [ ] #). "/" and "%2F", and similar pairs, stay
// different, as in RFC 3986 and in other crawlers.
#include "pagekin/crawl/path_pattern.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pagekin/url/percent.h"

namespace pagekin::crawl {
namespace {

constexpr bool is_unreserved(char c) {
  return url::is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

constexpr auto kKept = [] {
  std::array<bool, 256> kept{};
  for (std::size_t c = 0; c < 128; ++c) kept[c] = is_unreserved(static_cast<char>(c));
  for (const char c : std::string_view("!&()+,;=:@/?")) kept[static_cast<unsigned char>(c)] = true;
  return kept;
}();

std::string normalised(std::string_view text, bool is_pattern) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_special = text[i] == '*' || (text[i] == '$' && i + 1 == text.size());
    const int byte = url::encoded_byte(text, i);
    const char c = byte < 0 ? text[i] : static_cast<char>(byte);
    const bool is_kept = byte < 0 ? kKept[static_cast<unsigned char>(c)] : is_unreserved(c);
    if (is_kept || (is_pattern && is_special)) {
      out += c;
    } else {
      url::append_encoded(c, out);
    }
    if (byte >= 0) i += 2;
  }
  return out;
}

// Finds pieces in order, each after the one before it.
class PieceFinder {
 public:
  PieceFinder(std::string_view path, std::size_t* steps) : rest_(path), steps_(steps) {}

  std::string_view rest() const { return rest_; }

  bool skip_prefix(std::string_view piece) {
    count(piece.size());
    if (!rest_.starts_with(piece)) return false;
    rest_.remove_prefix(piece.size());
    return true;
  }

  bool skip_first(std::string_view piece) {
    if (piece.empty()) return true;
    if (piece.size() > rest_.size()) return false;
    make_table(piece);
    std::size_t matched = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      matched = extended(piece, matched, rest_[i]);
      if (matched < piece.size()) continue;
      rest_.remove_prefix(i + 1);
      return true;
    }
    return false;
  }

  bool ends_with(std::string_view piece) {
    count(piece.size());
    return rest_.ends_with(piece);
  }

 private:
  void count(std::size_t steps) {
    if (steps_ != nullptr) *steps_ += steps;
  }

  // The length of the longest prefix of the piece that ends with `c`, if its first `matched`
  // bytes come right before c.
  std::size_t extended(std::string_view piece, std::size_t matched, char c) {
    count(1);
    while (piece[matched] != c) {
      if (matched == 0) return 0;
      matched = table_[matched - 1];
      count(1);
    }
    return matched + 1;
  }

  // table_[i] is the length of the longest proper prefix of piece[0..i] that is also its suffix.
  void make_table(std::string_view piece) {
    table_.assign(piece.size(), 0);
    for (std::size_t i = 1; i < piece.size(); ++i) {
      table_[i] = static_cast<std::uint32_t>(extended(piece, table_[i - 1], piece[i]));
    }
  }

  std::string_view rest_;
  std::size_t* steps_;
  std::vector<std::uint32_t> table_;
};

// Takes the text up to the next star, and that star, off the front of `pattern`.
std::string_view next_piece(std::string_view& pattern) {
  const std::size_t star = std::min(pattern.find('*'), pattern.size());
  const std::string_view piece = pattern.substr(0, star);
  pattern.remove_prefix(std::min(star + 1, pattern.size()));
  return piece;
}

}  // namespace

std::string normalised_path(std::string_view path_and_query) {
  return normalised(path_and_query, false);
}

std::string normalised_pattern(std::string_view pattern) { return normalised(pattern, true); }

bool matches(std::string_view pattern, std::string_view path, std::size_t* steps) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  auto stars = std::count(pattern.begin(), pattern.end(), '*');
  PieceFinder finder(path, steps);
  if (!finder.skip_prefix(next_piece(pattern))) return false;
  if (stars == 0) return !to_the_end || finder.rest().empty();
  for (; stars > 1; --stars) {
    if (!finder.skip_first(next_piece(pattern))) return false;
  }
  const std::string_view last = next_piece(pattern);
  return to_the_end ? finder.ends_with(last) : finder.skip_first(last);
}

}  // namespace pagekin::crawl
