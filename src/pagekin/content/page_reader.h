// What a reader sees of the texts and attributes of a tree: character references decoded, white
// space collapsed (features/readable_text.h). All forms of a page take their texts from here.
//
// Cost: linear in what is read. Keeps a buffer: one object a thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/dom/tree.h"

namespace pagekin::content {

class PageReader {
 public:
  // The tree must outlive the reader.
  explicit PageReader(const dom::Tree& tree) : tree_(tree) {}

  // The value of an attribute with its white space; valid until the next call.
  std::string_view decoded(const dom::Attribute& attribute);
  // A piece of a text, in the same way.
  std::string_view decoded(const dom::TextLeaf& leaf, dom::Span span);

  // Appends a value to `out`; false: it is blank.
  bool append(const dom::Attribute& attribute, std::string& out);

  struct Seen {
    bool is_blank = false;  // nothing was appended
    bool space_before = false;
    bool space_after = false;
  };
  // Appends a text to `out`, not much more than `most` bytes.
  Seen append(const dom::TextLeaf& leaf, std::string& out, std::size_t most = std::string::npos);

 private:
  const dom::Tree& tree_;
  std::string buffer_;
};

}  // namespace pagekin::content
