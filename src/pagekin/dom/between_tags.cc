// Distinguishes text, comments, doctypes and CDATA sections.
#include "pagekin/dom/between_tags.h"

#include <algorithm>

#include "pagekin/core/text.h"

namespace pagekin::dom {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// The end of a comment whose text starts at `body`: the position after its '>'.
std::size_t comment_end(std::string_view bytes, std::size_t body) {
  for (std::size_t at = body;; ++at) {
    at = bytes.find('>', at);
    if (at == kNowhere) return bytes.size();
    const std::string_view text = bytes.substr(body, at - body);
    if (text.empty() || text == "-" || text.ends_with("--") || text.ends_with("--!")) {
      return at + 1;
    }
  }
}

}  // namespace

bool BetweenTags::next() {
  while (at_ < bytes_.size()) {
    if (bytes_[at_] == '<') {
      const std::size_t before = at_;
      if (read_markup()) return true;
      if (at_ != before) continue;  // "</>" is nothing at all
    }
    kind = Kind::kText;
    begin = at_;
    do {
      at_ = std::min(bytes_.find('<', at_ + 1), bytes_.size());
    } while (at_ < bytes_.size() && is_text(at_));
    end = at_;
    return true;
  }
  return false;
}

// Whether the '<' there is text.
bool BetweenTags::is_text(std::size_t less) const {
  const std::string_view rest = bytes_.substr(less + 1);
  if (rest.empty() || rest == "/") return true;
  const char c = rest.front();
  return c != '!' && c != '?' && c != '/' && !is_letter(c);
}

// Returns false without a step forward if the '<' is text, false with a step if there is nothing.
bool BetweenTags::read_markup() {
  if (is_text(at_)) return false;
  const std::string_view rest = bytes_.substr(at_ + 1);
  begin = at_;
  kind = Kind::kComment;
  const std::size_t greater = bytes_.find('>', at_ + 1);
  const std::size_t past = greater == kNowhere ? bytes_.size() : greater + 1;
  switch (rest.front()) {
    case '!':
      if (rest.starts_with("!--")) {
        end = at_ = comment_end(bytes_, at_ + 4);
      } else if (has_cdata_ && rest.starts_with("![CDATA[")) {
        kind = Kind::kCdata;
        begin = at_ + 9;
        end = std::min(bytes_.find("]]>", begin), bytes_.size());
        at_ = std::min(end + 3, bytes_.size());
      } else if (starts_with_ignoring_case(rest.substr(1), "doctype")) {
        kind = Kind::kDoctype;
        begin = at_ + 9;
        is_finished = greater != kNowhere;
        end = is_finished ? greater : bytes_.size();
        at_ = past;
      } else {
        end = at_ = past;
      }
      return true;
    case '?':
      end = at_ = past;
      return true;
    case '/':
      if (rest[1] == '>') {
        at_ += 3;
        return false;
      }
      end = at_ = past;
      return true;
    default:
      at_ = bytes_.size();
      return false;
  }
}

}  // namespace pagekin::dom
