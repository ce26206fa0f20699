// Text with its white space collapsed: each run of ASCII white space is one space, and
// there is none at the ends.
//
// Cost: linear; eight bytes at a time where no more than single spaces lie between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pagekin::features {

class CollapsedText {
 public:
  void clear() { size_ = 1; }

  // More of the same text: white space at the seam is collapsed too.
  void append(std::string_view piece);

  // Valid until the next change.
  std::string_view view() const {
    const std::string_view text(bytes_.data() + 1, size_ - 1);
    return text.ends_with(' ') ? text.substr(0, text.size() - 1) : text;
  }

 private:
  // What was appended behind a space that swallows white space in front; a space at the
  // end may yet swallow more. Bytes from size_ on mean nothing.
  std::string bytes_ = " ";
  std::size_t size_ = 1;
};

}  // namespace pagekin::features
