#include "pagekin/core/header_lines.h"

#include "pagekin/core/text.h"

namespace pagekin {

std::string_view HeaderLines::take_line() {
  const auto newline = rest_.find('\n');
  std::string_view line = rest_.substr(0, newline);
  rest_.remove_prefix(newline == std::string_view::npos ? rest_.size() : newline + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

bool HeaderLines::next() {
  while (!rest_.empty()) {
    const std::string_view line = take_line();
    if (line.empty()) {
      complete_ = true;
      return false;
    }
    const bool is_field = line.front() != ' ' && line.front() != '\t';
    const auto colon = is_field ? line.find(':') : std::string_view::npos;
    const bool folds = !rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t');
    if (colon == std::string_view::npos) continue;
    name_ = trim(line.substr(0, colon));
    value_ = trim(line.substr(colon + 1));
    if (folds) {
      folded_ = value_;
      while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
        folded_ += ' ';
        folded_ += trim(take_line());
      }
      value_ = trim(folded_);
    }
    return true;
  }
  return false;
}

}  // namespace pagekin
