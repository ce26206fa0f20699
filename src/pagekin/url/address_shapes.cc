#include "pagekin/url/address_shapes.h"

#include <algorithm>
#include <set>

#include "pagekin/core/text.h"

namespace pagekin::url {
namespace {

constexpr std::size_t kMaxExtension = 5;
constexpr std::size_t kMaxValue = 20;
constexpr std::string_view kWordEnds = "-_.,;+~!";

std::string without_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_digit(c)) {
      out += c;
    } else if (!out.ends_with('0')) {
      out += '0';
    }
  }
  return out;
}

std::string star_of(std::string_view segment) {
  return segment.empty() || segment == "0" ? std::string(segment) : "*";
}

// The shapes of the name of a page, with its first word and without.
struct NameShapes {
  std::string with_word;
  std::string bare;
};

NameShapes shapes_of_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool has_extension = dot != name.npos && dot > 0 && name.size() - dot - 1 <= kMaxExtension;
  const std::string_view extension = has_extension ? name.substr(dot) : std::string_view();
  name.remove_suffix(extension.size());
  std::string bare = star_of(name) + std::string(extension);
  const std::size_t end = name.find_first_of(kWordEnds);
  if (end == name.npos || end == 0) return {bare, bare};
  return {std::string(name.substr(0, end + 1)) + "*" + std::string(extension), bare};
}

std::string shape_of_query(std::string_view query, bool with_values) {
  std::set<std::string> parts;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    const std::string_view name = part.substr(0, part.find('='));
    std::string_view value = part.substr(name.size());  // with its '='
    if (!with_values || value.size() > kMaxValue + 1 || std::ranges::any_of(value, is_digit)) {
      value = {};
    }
    if (part.empty()) continue;
    parts.insert(without_digits(name) + std::string(value));
  }
  std::string shape;
  for (const std::string& part : parts) shape += (shape.empty() ? "?" : "&") + part;
  return shape;
}

bool is_index(std::string_view segment) {
  return segment.empty() || segment == "index" || segment.starts_with("index.");
}

}  // namespace

AddressShapes address_shapes(std::string_view address) {
  const std::size_t question = std::min(address.find('?'), address.size());
  const std::string_view query = address.substr(std::min(question + 1, address.size()));
  std::string_view path = address.substr(0, question);
  std::string_view host;
  if (path.starts_with("//")) {
    host = path.substr(0, path.find('/', 2));
    path.remove_prefix(host.size());
  }
  const bool is_rooted = path.starts_with('/');
  if (is_rooted) path.remove_prefix(1);

  std::string tail;  // after the name
  if (const std::size_t slash = path.rfind('/');
      slash != path.npos && is_index(path.substr(slash + 1))) {
    tail = path.substr(slash);
    path = path.substr(0, slash);
  }
  std::string directories(host);
  std::string first_directory(host);
  if (is_rooted) {
    directories += '/';
    first_directory += '/';
  }
  bool is_first = true;
  for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
    const std::string segment = without_digits(path.substr(0, slash));
    directories += segment + "/";
    first_directory += (is_first ? segment : star_of(segment)) + "/";
    path.remove_prefix(slash + 1);
    is_first = false;
  }
  const NameShapes name = shapes_of_name(without_digits(path));
  const std::string values = tail + shape_of_query(query, true);
  const std::string names = tail + shape_of_query(query, false);
  return {directories + name.with_word + values, first_directory + name.with_word + values,
          directories + name.bare + names, first_directory + name.bare + names};
}

}  // namespace pagekin::url
