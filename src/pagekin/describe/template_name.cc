#include "pagekin/describe/template_name.h"

#include <algorithm>
#include <array>

#include "pagekin/core/text.h"

namespace pagekin::describe {
namespace {

constexpr std::size_t kShapeBytes = 60;
constexpr std::size_t kMarkBytes = 40;
constexpr std::size_t kWordBytes = 30;
constexpr std::size_t kMostNamed = 3;      // in a name, if fewer do not tell it from others
constexpr std::size_t kFewestLetters = 3;  // of a word; shorter ones are languages and the like
constexpr std::string_view kAddress = "address: ";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) > 127;
}

// Shortens a text in the middle, so that both ends stay visible.
std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t head = most / 2 - 2;
  std::size_t tail = text.size() - (most - head - 3);
  const auto inside_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (head > 0 && inside_character(head)) --head;
  while (tail < text.size() && inside_character(tail)) ++tail;
  return std::string(text.substr(0, head)) + "..." + std::string(text.substr(tail));
}

// A segment of a path as a word; empty if it is none: a wildcard, a number, too short.
std::string word_of(std::string_view segment) {
  if (const std::size_t dot = segment.rfind('.'); dot != segment.npos && dot > 0) {
    segment = segment.substr(0, dot);
  }
  // "query*status*closed" and "query%3Fstatus" are addresses of "query" with parameters in a path.
  if (const std::size_t end = segment.find_first_of("*%");
      end != segment.npos && end > 0 && is_letter(segment[end - 1])) {
    segment = segment.substr(0, end);
  }
  while (!segment.empty() && !is_letter(segment.back())) segment.remove_suffix(1);
  while (!segment.empty() && !is_letter(segment.front())) segment.remove_prefix(1);
  const auto letters = static_cast<std::size_t>(std::ranges::count_if(segment, is_letter));
  // What has a digit inside is a hash or an identifier.
  if (letters < kFewestLetters || segment.size() > kWordBytes ||
      segment.find_first_of("*%0123456789") != segment.npos) {
    return {};
  }
  std::string word = lower_case(segment);
  return word == "index" || word == "default" ? std::string() : word;
}

// The name of a parameter that asks for a search.
bool is_search(std::string_view parameter) {
  constexpr std::array<std::string_view, 5> names = {"q", "s", "query", "search", "keyword"};
  return std::ranges::find(names, parameter) != names.end();
}

std::string word_of_query(std::string_view query) {
  std::string first;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    const std::string_view name = part.substr(0, part.find('='));
    if (is_search(name)) return "search";
    if (first.empty()) first = word_of(name);
  }
  return first;
}

std::string word_of_shape(std::string_view shape) {
  const std::size_t question = std::min(shape.find('?'), shape.size());
  std::string_view path = shape.substr(0, question);
  const std::string_view query = shape.substr(std::min(question + 1, shape.size()));
  const bool is_root = path == "/" || path.starts_with("/index.") || path == "index.html";
  if (is_root && query.empty()) return "home";
  while (!path.empty()) {
    const std::size_t slash = path.rfind('/');
    const std::string_view segment = path.substr(slash == path.npos ? 0 : slash + 1);
    if (std::string word = word_of(segment); !word.empty()) return word;
    path = slash == path.npos ? std::string_view() : path.substr(0, slash);
  }
  return word_of_query(query);
}

// Classes that say how something looks or works, not what it is.
bool is_of_layout(std::string_view word) {
  constexpr std::array<std::string_view, 16> words = {
      "active", "btn",   "button", "clearfix", "column", "container", "content", "hidden",
      "icon",   "inner", "left",   "main",     "right",  "row",       "section", "wrapper"};
  // What such names begin with: icons, states, columns of a grid.
  constexpr std::array<std::string_view, 11> prefixes = {
      "js-", "fa-", "icon-", "glyphicon-", "bi-", "mdi-", "no-", "has-", "is-", "col-", "wp-"};
  return std::ranges::find(words, word) != words.end() ||
         std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return word.starts_with(prefix); });
}

constexpr std::string_view kDeclaredMark = "declared: ";

// "declared: JSON-LD Article" -> "article"; empty for other marks, and for types that say only that
// it is a page of a site or what stands around it.
std::string declared_word(std::string_view mark) {
  if (!mark.starts_with(kDeclaredMark)) return {};
  const std::string word = word_of(mark.substr(mark.rfind(' ') + 1));
  constexpr std::array<std::string_view, 12> plain = {
      "website",      "webpage",        "object",   "wpheader", "wpfooter", "wpsidebar",
      "organization", "breadcrumblist", "listitem", "person",   "image",    "imageobject"};
  return std::ranges::find(plain, word) != plain.end() ? std::string() : word;
}

// "main span.kind" -> "kind"; empty for marks of other kinds.
std::string word_of_mark(std::string_view mark) {
  if (mark.find_first_of("\"[>") != mark.npos || mark.starts_with(kDeclaredMark)) return {};
  const std::size_t sign = mark.find_last_of(".#");
  if (sign == mark.npos) return {};
  std::string word = word_of(mark.substr(sign + 1));
  return is_of_layout(word) ? std::string() : word;
}

// Whether a mark is of an element that stands for a page or its main part.
bool is_of_frame(std::string_view mark) {
  std::string_view element = mark.substr(0, mark.find_first_of(".#"));
  element = element.substr(element.rfind(' ') + 1);
  constexpr std::array<std::string_view, 4> frames = {"body", "html", "main", "article"};
  return std::ranges::find(frames, element) != frames.end();
}

std::string word_of_marks(std::span<const std::string> marks) {
  for (const std::string& mark : marks) {
    if (std::string word = declared_word(mark); !word.empty()) return word;
  }
  for (const bool wants_frame : {true, false}) {
    for (const std::string& mark : marks) {
      if (wants_frame && !is_of_frame(mark)) continue;
      if (std::string word = word_of_mark(mark); !word.empty()) return word;
    }
  }
  return {};
}

// The length of the escape that a shape begins with, such as "%0F" of "%3F" and "%0" of "%26"; 0 if
// it begins with none. In shapes a 0 stands for any number, so nobody can say what the escape was.
std::size_t length_of_escape(std::string_view shape) {
  const auto is_letter_at = [&](std::size_t at) {
    return at < shape.size() && shape[at] >= 'A' && shape[at] <= 'F';
  };
  if (shape.starts_with("%0")) return is_letter_at(2) ? 3 : 2;
  if (!shape.starts_with('%') || !is_letter_at(1)) return 0;
  return is_letter_at(2) || (shape.size() > 2 && shape[2] == '0') ? 3 : 0;
}

bool is_path(std::string_view mark) {
  return !mark.starts_with(kDeclaredMark) && mark.find_first_of(".#[\"") == mark.npos;
}

}  // namespace

std::string readable_shape(std::string_view shape) {
  std::string text;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t escape = length_of_escape(shape.substr(i));
    const char shown = shape[i] == '0' || escape > 0 ? '*' : shape[i];
    if (shown != '*' || !text.ends_with('*')) text += shown;
    if (escape > 0) i += escape - 1;
  }
  return text;
}

std::vector<std::string> marks_for_name(const ClusterDescription& description) {
  std::vector<std::string> marks;
  std::vector<std::string> paths;
  for (const Evidence& line : description.held_together_by) {
    for (const std::string& name : line.names) {
      if (name.starts_with(kAddress) || name == "?") continue;
      (is_path(name) ? paths : marks).push_back(name);
    }
  }
  marks.insert(marks.end(), paths.begin(), paths.end());
  return marks;
}

std::string template_name(std::string_view shape, std::span<const std::string> marks,
                          std::size_t most) {
  std::string word = word_of_shape(shape);
  if (word.empty()) word = word_of_marks(marks);
  std::string name = word.empty() ? "page" : word;
  std::string_view before = ": ";
  if (!shape.empty()) {
    name += std::string(before) + shortened(shape, kShapeBytes);
    before = ", ";
  }
  for (const std::string& mark : marks.first(std::min(most, marks.size()))) {
    name += std::string(before) + shortened(mark, kMarkBytes);
    before = ", ";
  }
  return name;
}

std::string UniqueNames::name(std::string_view shape, std::span<const std::string> marks) {
  for (std::size_t most = 1; most <= kMostNamed; ++most) {
    std::string name = template_name(shape, marks, most);
    if (names_.insert(name).second) return name;
  }
  const std::string name = template_name(shape, marks);
  // A crawl of many hosts may have a million templates with the same name.
  std::size_t& next = next_number_.try_emplace(name, 2).first->second;
  while (true) {
    std::string numbered = name + " (" + std::to_string(next++) + ")";
    if (names_.insert(numbered).second) return numbered;
  }
}

}  // namespace pagekin::describe
