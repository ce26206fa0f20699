// "Name: value" lines, as WARC and HTTP headers have them.
#pragma once

#include <string>
#include <string_view>

namespace pagekin {

// Walks over the lines of a header block up to and including the blank line.
// Accepts CRLF and LF; a line that begins with a space or tab continues the value
// before it; lines without a colon are passed over.
//
//   for (HeaderLines lines(bytes); lines.next();) use(lines.name(), lines.value());
class HeaderLines {
 public:
  explicit HeaderLines(std::string_view bytes) : rest_(bytes) {}

  // False after the blank line or at the end of the bytes.
  bool next();

  std::string_view name() const { return name_; }    // trimmed, as spelled
  std::string_view value() const { return value_; }  // trimmed, folds joined by a space

  // After next() returned false.
  bool complete() const { return complete_; }      // a blank line was seen
  std::string_view rest() const { return rest_; }  // what follows it

 private:
  std::string_view take_line();

  std::string_view rest_;
  std::string_view name_;
  std::string_view value_;
  std::string folded_;
  bool complete_ = false;
};

}  // namespace pagekin
