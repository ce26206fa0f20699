#include "pagekin/features/url_shape.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::features {
namespace {

constexpr std::size_t kMaxSegments = 64;
constexpr std::size_t kMaxWords = 64;  // of a segment
constexpr std::size_t kMaxParameters = 64;
constexpr std::size_t kMaxShape = 20;       // bytes
constexpr std::size_t kMaxQueryValue = 20;  // bytes

struct Address {
  std::string_view host;  // with the port; empty: none
  std::string_view path;  // without the slash in front
  std::string_view query;
};

// Returns the bytes before the first of `ends`; all if there is none.
std::string_view until(std::string_view text, std::string_view ends) {
  return text.substr(0, text.find_first_of(ends));
}

// Returns the size of "scheme://" at the beginning; 0 if there is none.
std::size_t scheme_size(std::string_view id) {
  const auto end = std::ranges::find_if_not(
      id, [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
  const auto size = static_cast<std::size_t>(end - id.begin());
  return size > 0 && is_letter(id[0]) && id.substr(size).starts_with("://") ? size + 3 : 0;
}

Address parse(std::string_view id) {
  Address address;
  if (const std::size_t scheme = scheme_size(id)) {
    std::string_view rest = id.substr(scheme);
    address.host = until(rest, "/?#");
    rest.remove_prefix(address.host.size());
    // Npos + 1 is 0 if there is none.
    address.host = address.host.substr(address.host.rfind('@') + 1);
    const std::string_view own_port = equals_ignoring_case(id.substr(0, scheme), "http://") ? ":80"
                                      : equals_ignoring_case(id.substr(0, scheme), "https://")
                                          ? ":443"
                                          : "";
    if (address.host.ends_with(own_port)) address.host.remove_suffix(own_port.size());
    rest = until(rest, "#");
    address.path = until(rest, "?");
    rest.remove_prefix(address.path.size());
    if (!rest.empty()) address.query = rest.substr(1);
  } else {
    address.path = id;
  }
  if (address.path.starts_with('/')) address.path.remove_prefix(1);
  return address;
}

// The subject of a mark of an address. The numbers are part of stored formats.
enum class Place : std::uint64_t { kSegmentCount, kWord, kShape, kExtension, kParameter, kValue };
constexpr std::uint64_t kLast = ~std::uint64_t{0};  // the number of the last segment

constexpr std::uint64_t place_hash(Place place, std::uint64_t which = 0) {
  return mix(mix(static_cast<std::uint64_t>(place) + 1) ^ which);
}

std::string name_of(Place place, std::uint64_t which, std::string_view value) {
  const std::string segment =
      which == kLast ? "the last segment" : fmt::format("segment {}", which + 1);
  switch (place) {
    case Place::kSegmentCount:
      return fmt::format("address: {} segment{}", value, value == "1" ? "" : "s");
    case Place::kWord:
      return fmt::format("address: \"{}\" in {}", value, segment);
    case Place::kShape:
      return value.empty() ? fmt::format("address: {} is empty", segment)
                           : fmt::format("address: {} like {}", segment, value);
    case Place::kExtension:
      return value.empty() ? "address: no extension" : fmt::format("address: ends in .{}", value);
    case Place::kParameter:
      return fmt::format("address: ?{}=", value);
    case Place::kValue:
      break;  // named with its parameter
  }
  return fmt::format("address: ?{}", value);
}

class UrlMarks {
 public:
  explicit UrlMarks(bool with_names = false) : with_names_(with_names) {}

  void add_path(std::string_view path) {
    std::size_t count = 1;
    for (; count < kMaxSegments; ++count) {
      const std::size_t slash = path.find('/');
      if (slash == path.npos) break;
      add_segment(path.substr(0, slash), count - 1);
      path.remove_prefix(slash + 1);
    }
    // The segments in between do not count.
    const std::string_view last = path.substr(path.rfind('/') + 1);
    add_segment(last, kLast);
    const std::size_t dot = last.rfind('.');
    add(Place::kExtension, 0, dot == last.npos ? "" : last.substr(dot + 1));
    marks_.push_back(make_mark(place_hash(Place::kSegmentCount), MarkKind::kUrl, mix(count)));
    if (with_names_) names_.push_back(name_of(Place::kSegmentCount, 0, std::to_string(count)));
  }

  void add_query(std::string_view query) {
    for (std::size_t count = 0; count < kMaxParameters && !query.empty();) {
      const std::string_view parameter = until(query, "&");
      query.remove_prefix(std::min(parameter.size() + 1, query.size()));
      if (parameter.empty()) continue;
      ++count;
      const std::string_view name = until(parameter, "=");
      add(Place::kParameter, 0, name);
      if (name.size() == parameter.size()) continue;
      const std::string_view value = parameter.substr(name.size() + 1);
      if (value.size() > kMaxQueryValue) continue;
      const std::uint64_t which = hash_bytes(generalise_digits(name, buffer_));
      add(Place::kValue, which, value);
      if (with_names_) {
        std::string value_buffer;
        names_.back() = fmt::format("address: ?{}={}", generalise_digits(name, buffer_),
                                    generalise_digits(value, value_buffer));
      }
    }
  }

  std::vector<std::uint64_t> take_set() {
    make_set(marks_);
    return std::move(marks_);
  }

  std::vector<NamedMark> take_names() {
    std::vector<NamedMark> named;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      named.push_back({marks_[i], std::move(names_[i])});
    }
    std::ranges::stable_sort(named, {}, &NamedMark::mark);
    const auto same = [](const NamedMark& a, const NamedMark& b) { return a.mark == b.mark; };
    named.erase(std::unique(named.begin(), named.end(), same), named.end());
    return named;
  }

 private:
  void add_segment(std::string_view segment, std::uint64_t number) {
    add_shape(segment, number);
    for (std::size_t count = 0; count < kMaxWords && !segment.empty();) {
      const std::string_view word = until(segment, "-_.,;+~!");
      segment.remove_prefix(std::min(word.size() + 1, segment.size()));
      if (word.empty()) continue;
      ++count;
      add(Place::kWord, number, word);
    }
  }

  void add_shape(std::string_view segment, std::uint64_t number) {
    std::string shape;
    for (const char c : segment) {
      const bool letter = is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
      const char kind = letter ? 'a' : is_digit(c) ? '0' : c;
      const bool goes_on = (letter || is_digit(c)) && shape.ends_with(kind);
      if (goes_on) continue;
      if (shape.size() == kMaxShape) break;
      shape += kind;
    }
    add(Place::kShape, number, shape);
  }

  void add(Place place, std::uint64_t which, std::string_view value) {
    value = generalise_digits(value, buffer_);
    marks_.push_back(make_mark(place_hash(place, which), MarkKind::kUrl, hash_bytes(value)));
    if (with_names_) names_.push_back(name_of(place, which, value));
  }

  bool with_names_;
  std::vector<std::string> names_;  // of the marks
  std::vector<std::uint64_t> marks_;
  std::string buffer_;
};

}  // namespace

std::string site_name(std::string_view page_id) { return lower_case(parse(page_id).host); }

std::uint64_t site_of(std::string_view page_id) {
  const std::string host = site_name(page_id);
  return host.empty() ? 0 : hash_bytes(host);
}

std::vector<NamedMark> named_url_shape(std::string_view page_id) {
  const Address address = parse(page_id);
  UrlMarks marks(true);
  marks.add_path(address.path);
  marks.add_query(address.query);
  return marks.take_names();
}

std::vector<std::uint64_t> url_shape(std::string_view page_id) {
  const Address address = parse(page_id);
  UrlMarks marks;
  marks.add_path(address.path);
  marks.add_query(address.query);
  return marks.take_set();
}

}  // namespace pagekin::features
