#include "pagekin/features/url_shape.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/sorted_hashes.h"

namespace pagekin::features {
namespace {

constexpr std::size_t kMaxSegments = 64;
constexpr std::size_t kMaxWords = 64;  // of a segment
constexpr std::size_t kMaxParameters = 64;
constexpr std::size_t kMaxShape = 20;  // bytes
constexpr std::size_t kMaxValue = 20;  // bytes

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

struct Address {
  std::string_view host;  // with the port; empty: none
  std::string_view path;  // without the slash in front
  std::string_view query;
};

// The bytes before the first of `ends`, all where there is none.
std::string_view until(std::string_view text, std::string_view ends) {
  return text.substr(0, text.find_first_of(ends));
}

// The size of "scheme://" at the begin; 0 where there is none.
std::size_t scheme_size(std::string_view id) {
  const auto end = std::ranges::find_if_not(
      id, [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
  const auto size = static_cast<std::size_t>(end - id.begin());
  return size > 0 && is_letter(id[0]) && id.substr(size).starts_with("://") ? size + 3 : 0;
}

bool equals_lower(std::string_view text, std::string_view lower_case) {
  return std::ranges::equal(text, lower_case, {}, lower);
}

Address parse(std::string_view id) {
  Address address;
  if (const std::size_t scheme = scheme_size(id)) {
    std::string_view rest = id.substr(scheme);
    address.host = until(rest, "/?#");
    rest.remove_prefix(address.host.size());
    address.host = address.host.substr(address.host.rfind('@') + 1);  // 0 where there is none
    const std::string_view own_port = equals_lower(id.substr(0, scheme), "http://")    ? ":80"
                                      : equals_lower(id.substr(0, scheme), "https://") ? ":443"
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

// What a mark of an address is about. Numbers are part of stored formats.
enum class Place : std::uint64_t { kSegmentCount, kWord, kShape, kExtension, kParameter, kValue };
constexpr std::uint64_t kLast = ~std::uint64_t{0};  // the number of the last segment

constexpr std::uint64_t place_hash(Place place, std::uint64_t which = 0) {
  return mix(mix(static_cast<std::uint64_t>(place) + 1) ^ which);
}

class UrlMarks {
 public:
  void add_path(std::string_view path) {
    std::size_t count = 1;
    for (; count < kMaxSegments; ++count) {
      const std::size_t slash = path.find('/');
      if (slash == path.npos) break;
      add_segment(path.substr(0, slash), count - 1);
      path.remove_prefix(slash + 1);
    }
    // Those in between do not count.
    const std::string_view last = path.substr(path.rfind('/') + 1);
    add_segment(last, kLast);
    const std::size_t dot = last.rfind('.');
    add(place_hash(Place::kExtension), dot == last.npos ? "" : last.substr(dot + 1));
    marks_.push_back(make_mark(place_hash(Place::kSegmentCount), MarkKind::kUrl, mix(count)));
  }

  void add_query(std::string_view query) {
    for (std::size_t count = 0; count < kMaxParameters && !query.empty();) {
      const std::string_view parameter = until(query, "&");
      query.remove_prefix(std::min(parameter.size() + 1, query.size()));
      if (parameter.empty()) continue;
      ++count;
      const std::string_view name = until(parameter, "=");
      add(place_hash(Place::kParameter), name);
      if (name.size() == parameter.size()) continue;
      const std::string_view value = parameter.substr(name.size() + 1);
      if (value.size() > kMaxValue) continue;
      const std::uint64_t which = hash_bytes(generalise_digits(name, buffer_));
      add(place_hash(Place::kValue, which), value);
    }
  }

  std::vector<std::uint64_t> take_set() {
    make_set(marks_);
    return std::move(marks_);
  }

 private:
  void add_segment(std::string_view segment, std::uint64_t number) {
    add_shape(segment, number);
    for (std::size_t count = 0; count < kMaxWords && !segment.empty();) {
      const std::string_view word = until(segment, "-_.,;+~!");
      segment.remove_prefix(std::min(word.size() + 1, segment.size()));
      if (word.empty()) continue;
      ++count;
      add(place_hash(Place::kWord, number), word);
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
    add(place_hash(Place::kShape, number), shape);
  }

  void add(std::uint64_t place, std::string_view value) {
    marks_.push_back(
        make_mark(place, MarkKind::kUrl, hash_bytes(generalise_digits(value, buffer_))));
  }

  std::vector<std::uint64_t> marks_;
  std::string buffer_;
};

}  // namespace

std::uint64_t site_of(std::string_view page_id) {
  std::string host(parse(page_id).host);
  if (host.empty()) return 0;
  std::ranges::transform(host, host.begin(), lower);
  return hash_bytes(host);
}

std::vector<std::uint64_t> url_shape(std::string_view page_id) {
  const Address address = parse(page_id);
  UrlMarks marks;
  marks.add_path(address.path);
  marks.add_query(address.query);
  return marks.take_set();
}

}  // namespace pagekin::features
