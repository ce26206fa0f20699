// Readable names of columns.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace pagekin::skeleton {

constexpr std::size_t kMaxNameBytes = 40;

// A label as a name: "Pub. Date:" becomes "pub_date". Letters of other scripts stay. Empty if the
// label has no letters.
std::string name_of_label(std::string_view label);

// A class name or id as a name: "ctl00_lblListPrice" becomes "price". Words that say nothing
// about the content ("col", "wrapper", "left") are dropped. Empty if no word is left.
std::string name_of_class(std::string_view name);

// The bytes of a character that is not ASCII and not a letter, with which the text begins: a mark
// such as U+00BB, a symbol, or a picture of an icon font. 0: it is a letter, or ASCII.
std::size_t mark_bytes(std::string_view text);

// Adds "_2", "_3" ... to names that were given before.
class UniqueColumnNames {
 public:
  std::string add(std::string name);

 private:
  std::set<std::string> names_;
};

}  // namespace pagekin::skeleton
