// The words of an address that may name a kind of page: "ticket" of /ticket/4751/index.html.
//
// A word is a directory, a file without its ending, or the name or value of a parameter, in lower
// case and without digits and signs at its ends. What has a digit inside is an identifier, and what
// has fewer than three letters a language or the like: neither is a word, nor are "index",
// "default" and "page". The first and the last part of a name with hyphens, underscores or dots are
// words, too: "import" of import-red-tea.html, "struct" of struct.Vec.html, "class" of
// String-class.html. The root of a site has the word "home"; a parameter that asks for a search has
// the word "search".
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pagekin::describe {

struct AddressWord {
  std::string word;
  std::size_t place = 0;  // how many directories and parameters stand before it
  bool is_whole = true;   // not just a part of a name

  friend bool operator==(const AddressWord&, const AddressWord&) = default;
  friend auto operator<=>(const AddressWord& a, const AddressWord& b) {
    return std::tie(a.word, a.place, a.is_whole) <=> std::tie(b.word, b.place, b.is_whole);
  }
};

// `id`: of the page; one that is not an address is read as a path.
std::vector<AddressWord> address_words(std::string_view id);

}  // namespace pagekin::describe
