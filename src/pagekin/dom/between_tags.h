// What lies between two tags: text, comments, doctypes, CDATA sections.
//
//   BetweenTags pieces(gap, true);
//   while (pieces.next()) { ... pieces.kind, pieces.begin, pieces.end ... }
//
// The scanner has read these bytes already and found no tag in them, so a '<' before a letter can
// only begin a tag that the end of the page cuts off.
//
// Source: HTML standard (WHATWG), 13.2.5 "Tokenization".
// Cost: O(bytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pagekin::dom {

class BetweenTags {
 public:
  enum class Kind : std::uint8_t {
    kText,
    kCdata,  // text without character references
    kComment,
    kDoctype,  // from after "<!doctype" to before '>'
  };

  // If `has_cdata` is false, a CDATA section is a comment.
  BetweenTags(std::string_view bytes, bool has_cdata) : bytes_(bytes), has_cdata_(has_cdata) {}

  // False at the end.
  bool next();

  std::string_view bytes() const { return bytes_; }

  Kind kind = Kind::kText;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_finished = true;  // of a doctype: it has its '>'

 private:
  bool is_text(std::size_t less) const;
  bool read_markup();

  std::string_view bytes_;
  bool has_cdata_;
  std::size_t at_ = 0;
};

}  // namespace pagekin::dom
