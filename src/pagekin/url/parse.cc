// The URL parser: the standard's state machine as plain functions.
//
// The standard reads one character at a time and switches states. Each state ends at one of a few
// characters, so here a state is a function that takes its part off the input and passes on the
// rest:
//
//   scheme -> authority -> path -> query -> fragment
//          -> relative --/
//          -> file -----/
//
// A path is kept as it will be written; a segment is dropped by cutting at the last '/'.
//
// Source: URL Standard (whatwg.org), "Basic URL parser", without state override.
// Cost: time linear in the input.
// Limits: queries are encoded as UTF-8, also in pages of other encodings; inputs above
// 256 MB are not URLs.
#include <algorithm>
#include <cstddef>

#include "pagekin/core/text.h"
#include "pagekin/url/host.h"
#include "pagekin/url/parts.h"
#include "pagekin/url/percent.h"
#include "pagekin/url/url.h"

namespace pagekin::url {
namespace {

constexpr std::size_t kMaxInput = std::size_t{1} << 28;

// The input as valid UTF-8, without the characters that the standard strips: a part of the input,
// or `buffer`.
std::string_view cleaned(std::string_view input, std::string& buffer) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!input.empty() && is_blank(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_blank(input.back())) input.remove_suffix(1);

  const auto is_line_end = [](char c) { return c == '\t' || c == '\n' || c == '\r'; };
  const auto is_clean = [&](char c) {
    return static_cast<unsigned char>(c) < 0x80 && !is_line_end(c);
  };
  if (std::all_of(input.begin(), input.end(), is_clean)) return input;
  buffer = to_valid_utf8(input);
  std::erase_if(buffer, is_line_end);
  return buffer;
}

// Length of the scheme at the front of `text`, which ends at the first ':'; 0: none.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_alpha(text[0])) return 0;
  std::size_t end = 1;
  const auto goes_on = [](char c) {
    return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  };
  while (end < text.size() && goes_on(text[end])) ++end;
  return end < text.size() && text[end] == ':' ? end : 0;
}

// The position of the first wanted character, or the end. Unlike find_first_of it makes no
// function call for each character.
template <class Wanted>
std::size_t find_any(std::string_view text, Wanted wanted) {
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), wanted) - text.begin());
}

bool is_query_or_fragment(char c) { return c == '?' || c == '#'; }

bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) {
  constexpr std::string_view ends = "/\\?#";
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || ends.find(text[2]) != ends.npos);
}

// The first segment of a path, when it is a drive letter as the parser writes it, with
// its '/'; else empty.
std::string_view drive_of(std::string_view path) {
  const bool drive = path.size() >= 3 && path[0] == '/' && is_alpha(path[1]) && path[2] == ':' &&
                     (path.size() == 3 || path[3] == '/');
  return drive ? path.substr(0, 3) : std::string_view();
}

// The number of dots of a segment that consists of dots only, written as such or as %2E; 0 for
// any other segment.
int dots(std::string_view segment) {
  int count = 0;
  while (!segment.empty()) {
    if (segment[0] == '.') {
      segment.remove_prefix(1);
    } else if (encoded_byte(segment, 0) == '.') {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    ++count;
  }
  return count;
}

class Parser {
 public:
  explicit Parser(const Url* base) : base_(base) {}

  bool parse(std::string_view text);
  const Parts& parts() const { return parts_; }

 private:
  bool is_slash(char c) const { return c == '/' || (special_ && c == '\\'); }
  std::string_view skip_slashes(std::string_view rest) const {
    while (!rest.empty() && is_slash(rest[0])) rest.remove_prefix(1);
    return rest;
  }

  bool relative(std::string_view rest);
  bool authority(std::string_view rest);
  bool host_and_port(std::string_view text);
  bool file(std::string_view rest);
  bool file_host(std::string_view rest);
  void path_start(std::string_view rest);
  void path(std::string_view rest);
  void opaque_path(std::string_view rest);
  void query_and_fragment(std::string_view rest);

  void take_host_of_base();
  void take_path_of_base();
  void append_segment(std::string_view segment, bool last);
  void shorten_path();

  const Url* base_;
  Parts parts_;
  bool special_ = false;
};

bool Parser::parse(std::string_view text) {
  const std::size_t length = scheme_length(text);
  if (length == 0) {
    if (base_ == nullptr) return false;
    parts_.scheme = base_->scheme();
    special_ = is_special_scheme(parts_.scheme);
    if (base_->has_opaque_path()) {
      if (!text.starts_with('#')) return false;
      take_path_of_base();
      query_and_fragment(text);
      return true;
    }
    return parts_.scheme == "file" ? file(text) : relative(text);
  }

  parts_.scheme = lower_case(text.substr(0, length));
  special_ = is_special_scheme(parts_.scheme);
  const std::string_view rest = text.substr(length + 1);
  if (parts_.scheme == "file") {
    if (base_ != nullptr && base_->scheme() != "file") base_ = nullptr;
    return file(rest);
  }
  if (special_) {
    const bool same_scheme = base_ != nullptr && base_->scheme() == parts_.scheme;
    if (same_scheme && !rest.starts_with("//")) return relative(rest);
    return authority(skip_slashes(rest));
  }
  if (rest.starts_with("//")) return authority(rest.substr(2));
  if (rest.starts_with('/')) {
    path(rest.substr(1));
  } else {
    opaque_path(rest);
  }
  return true;
}

bool Parser::relative(std::string_view rest) {
  if (!rest.empty() && is_slash(rest[0])) {
    rest.remove_prefix(1);
    if (!rest.empty() && is_slash(rest[0])) {
      return authority(special_ ? skip_slashes(rest) : rest.substr(1));
    }
    take_host_of_base();
    path(rest);
    return true;
  }
  take_host_of_base();
  take_path_of_base();
  if (rest.empty() || rest[0] == '?' || rest[0] == '#') {
    query_and_fragment(rest);
  } else {
    parts_.query.reset();
    shorten_path();
    path(rest);
  }
  return true;
}

bool Parser::authority(std::string_view rest) {
  const std::size_t end =
      find_any(rest, [this](char c) { return is_slash(c) || is_query_or_fragment(c); });
  std::string_view host = rest.substr(0, end);
  const std::size_t at_sign = host.rfind('@');
  if (at_sign != host.npos) {
    const std::string_view user = host.substr(0, at_sign);
    const std::size_t colon = std::min(user.find(':'), user.size());
    append_encoded(user.substr(0, colon), kUserinfoSet, parts_.username);
    if (colon < user.size()) append_encoded(user.substr(colon + 1), kUserinfoSet, parts_.password);
    host.remove_prefix(at_sign + 1);
    if (host.empty()) return false;
  }
  if (!host_and_port(host)) return false;
  path_start(rest.substr(end));
  return true;
}

bool Parser::host_and_port(std::string_view text) {
  std::size_t colon = 0;
  for (bool in_brackets = false; colon < text.size(); ++colon) {
    if (text[colon] == '[') in_brackets = true;
    if (text[colon] == ']') in_brackets = false;
    if (text[colon] == ':' && !in_brackets) break;
  }
  const std::string_view host = text.substr(0, colon);
  if (host.empty() && (special_ || colon < text.size())) return false;
  parts_.host = special_ ? parse_host(host) : parse_opaque_host(host);
  if (!parts_.host) return false;
  if (colon == text.size()) return true;

  std::uint32_t port = 0;
  for (const char c : text.substr(colon + 1)) {
    if (!is_digit(c)) return false;
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 0xFFFF) return false;
  }
  if (colon + 1 < text.size()) parts_.port = static_cast<std::uint16_t>(port);
  if (parts_.port == default_port(parts_.scheme)) parts_.port.reset();
  return true;
}

bool Parser::file(std::string_view rest) {
  parts_.host = "";
  if (!rest.empty() && is_slash(rest[0])) {
    rest.remove_prefix(1);
    if (!rest.empty() && is_slash(rest[0])) return file_host(rest.substr(1));
    if (base_ != nullptr) {
      parts_.host = base_->host();
      if (!starts_with_drive_letter(rest)) parts_.path = drive_of(base_->path());
    }
    path(rest);
    return true;
  }
  if (base_ == nullptr) {
    path(rest);
    return true;
  }
  parts_.host = base_->host();
  take_path_of_base();
  if (rest.empty() || rest[0] == '?' || rest[0] == '#') {
    query_and_fragment(rest);
    return true;
  }
  parts_.query.reset();
  if (starts_with_drive_letter(rest)) {
    parts_.path.clear();
  } else {
    shorten_path();
  }
  path(rest);
  return true;
}

bool Parser::file_host(std::string_view rest) {
  const std::size_t end =
      find_any(rest, [this](char c) { return is_slash(c) || is_query_or_fragment(c); });
  const std::string_view host = rest.substr(0, end);
  if (is_drive_letter(host)) {
    path(rest);
    return true;
  }
  if (!host.empty()) {
    parts_.host = parse_host(host);
    if (!parts_.host) return false;
    if (*parts_.host == "localhost") parts_.host = "";
  }
  path_start(rest.substr(end));
  return true;
}

void Parser::path_start(std::string_view rest) {
  const bool slash = !rest.empty() && is_slash(rest[0]);
  if (special_ || slash) {
    path(rest.substr(slash ? 1 : 0));
  } else {
    query_and_fragment(rest);
  }
}

// `rest` begins after the slash before the first segment.
void Parser::path(std::string_view rest) {
  const std::size_t end = find_any(rest, is_query_or_fragment);
  std::string_view segments = rest.substr(0, end);
  while (true) {
    const std::size_t length = find_any(segments, [this](char c) { return is_slash(c); });
    const bool last = length == segments.size();
    append_segment(segments.substr(0, length), last);
    if (last) break;
    segments.remove_prefix(length + 1);
  }
  query_and_fragment(rest.substr(end));
}

void Parser::append_segment(std::string_view segment, bool last) {
  std::string& path = parts_.path;
  const int dot_count = dots(segment);
  if (dot_count == 1 || dot_count == 2) {
    if (dot_count == 2) shorten_path();
    if (last) path += '/';
    return;
  }
  const bool drive = parts_.scheme == "file" && path.empty() && is_drive_letter(segment);
  path += '/';
  append_encoded(segment, kPathSet, path);
  if (drive) path.back() = ':';
}

// Drops the last segment, but not a drive letter that is the only one.
void Parser::shorten_path() {
  std::string& path = parts_.path;
  if (parts_.scheme == "file" && path.size() == 3 && !drive_of(path).empty()) return;
  const std::size_t slash = path.rfind('/');
  if (slash != path.npos) path.resize(slash);
}

void Parser::opaque_path(std::string_view rest) {
  parts_.opaque_path = true;
  const std::size_t end = find_any(rest, is_query_or_fragment);
  append_encoded(rest.substr(0, end), kC0ControlSet, parts_.path);
  if (end < rest.size() && parts_.path.ends_with(' ')) {
    parts_.path.pop_back();  // a blank at the end would be lost when '?' or '#' is taken away
    parts_.path += "%20";
  }
  query_and_fragment(rest.substr(end));
}

// `rest` is empty or begins with '?' or '#'.
void Parser::query_and_fragment(std::string_view rest) {
  const std::size_t hash = std::min(rest.find('#'), rest.size());
  if (rest.starts_with('?')) {
    parts_.query.emplace();
    append_encoded(rest.substr(1, hash - 1), special_ ? kSpecialQuerySet : kQuerySet,
                   *parts_.query);
  }
  if (hash < rest.size()) {
    parts_.fragment.emplace();
    append_encoded(rest.substr(hash + 1), kFragmentSet, *parts_.fragment);
  }
}

void Parser::take_host_of_base() {
  parts_.username = base_->username();
  parts_.password = base_->password();
  if (base_->has_host()) parts_.host = base_->host();
  parts_.port = base_->port_number();
}

void Parser::take_path_of_base() {
  parts_.path = base_->path();
  parts_.opaque_path = base_->has_opaque_path();
  if (base_->has_query()) parts_.query = base_->query();
}

}  // namespace

std::optional<Url> parse(std::string_view input, const Url* base) {
  if (input.size() > kMaxInput) return std::nullopt;
  std::string buffer;
  Parser parser(base);
  if (!parser.parse(cleaned(input, buffer))) return std::nullopt;
  return assemble(parser.parts());
}

}  // namespace pagekin::url
