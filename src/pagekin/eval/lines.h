// Reads a text file, written by people or spreadsheets, line by line.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::eval {

// The whole text as valid UTF-8, without a byte order mark.
inline std::string read_text(ByteSource& source) {
  std::string text = to_valid_utf8(read_all(source));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

// Opens a path that a user gave; "-" is standard input.
inline std::unique_ptr<ByteSource> open_named(const std::string& path) {
  return path == "-" ? open_stdin() : open_file(path);
}
inline std::string spoken_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // Gets the next line without its end (LF or CR LF); false at the end of the text.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }

  // The number of the current line, from 1.
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

[[noreturn]] inline void throw_at(const std::string& file, std::size_t line,
                                  const std::string& problem) {
  throw InputError(printable(file) + ", line " + std::to_string(line) + ": " + problem);
}

}  // namespace pagekin::eval
