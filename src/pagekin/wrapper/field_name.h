// Whether texts of a page name a field: the field `owner` stands behind "Owned by:".
//
// The name that a user gives to a field is a hint where its value stands twice on a page, or as a
// part of one text and as the whole of another.
//
// Cost: linear in the texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pagekin::wrapper {

// The words of the name of a field, in lower case.
std::vector<std::string> words_of_name(std::string_view name);

// Whether a word of the text is one of these words or has its beginning in common with one.
bool has_word_of(std::string_view text, const std::vector<std::string>& words);

// Whether it has one, and no other word: "Date:", but not "End Date".
bool has_only_words_of(std::string_view text, const std::vector<std::string>& words);

}  // namespace pagekin::wrapper
