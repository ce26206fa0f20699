// Text with collapsed white space: each run of ASCII white space becomes one space, and
// there is none at the ends.
//
// Cost: linear; eight bytes at a time while words are separated by single spaces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::features {

class CollapsedText {
 public:
  void clear() { size_ = 1; }

  // Appends more of the text. White space across the boundary is collapsed, too.
  void append(std::string_view piece);

  // Valid until the next change.
  std::string_view view() const {
    const std::string_view text(bytes_.data() + 1, size_ - 1);
    return text.ends_with(' ') ? text.substr(0, text.size() - 1) : text;
  }

 private:
  // The appended text after a space, which absorbs leading white space. A space at the end
  // may absorb more. Bytes from size_ on are undefined.
  std::string bytes_ = " ";
  std::size_t size_ = 1;
};

}  // namespace pagekin::features
