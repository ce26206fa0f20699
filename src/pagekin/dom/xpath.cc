// Computes XPaths by one pass over all parents and their children.
//
// Every name gets a number, so that children can be counted in an array: known tags
// have theirs, the other names are sorted and numbered. Names are compared whole,
// never by hash: a page may be made so that hashes collide.
//
// Source: XML Path Language 1.0 (W3C), 2.1 and 3.7; the form is that of browsers' developer tools
// and of libxml2.
// Cost: O(elements) for the pass, O(k log k) comparisons for k elements of unknown name; a path
// costs its length, finding one O(children on the way).
// Limits: namespaces are not distinguished, as in /html/body/svg/a.
#include "pagekin/dom/xpath.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::dom {
namespace {

// Whether the text is a name without prefix in XPath. Some names beyond ASCII would be names too.
bool is_plain_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

// XPath 1.0 has no escapes: a text with both kinds of quotes is joined from parts.
void append_literal(std::string_view text, std::string& out) {
  const bool single = text.find('\'') != text.npos;
  const bool both = single && text.find('"') != text.npos;
  if (!both) {
    const char quote = single ? '"' : '\'';
    ((out += quote) += text) += quote;
    return;
  }
  out += "concat('";
  for (const char c : text) {
    if (c == '\'') {
      out += "',\"'\",'";
    } else {
      out += c;
    }
  }
  out += "')";
}

}  // namespace

XPaths::XPaths(const Tree& tree)
    : tree_(tree), names_(tree.tags.begin(), tree.tags.end()), positions_(tree.size()) {
  number_names();
  count_siblings();
}

void XPaths::number_names() {
  struct Other {
    std::string name;
    std::uint32_t element;
  };
  std::vector<Other> others;
  std::string buffer;
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    const bool known = tree_.tags[i] < html::kKnownTagEnd;
    if (known && tree_.namespaces[i] != Namespace::kSvg) continue;
    const std::string_view name = element_name(tree_, i, buffer);
    if (known && name == html::tag_name(tree_.tags[i])) continue;  // not in mixed case
    others.push_back({std::string(name), i});
  }
  std::sort(others.begin(), others.end(),
            [](const Other& a, const Other& b) { return a.name < b.name; });
  for (Other& other : others) {
    const bool is_new = other_names_.empty() || other_names_.back() != other.name;
    if (is_new) other_names_.push_back(std::move(other.name));
    names_[other.element] =
        html::kKnownTagEnd + static_cast<std::uint32_t>(other_names_.size()) - 1;
  }
}

void XPaths::count_siblings() {
  std::vector<std::uint32_t> counts(html::kKnownTagEnd + other_names_.size());
  for (std::uint32_t parent = 0; parent < tree_.size(); ++parent) {
    const std::uint32_t end = parent + tree_.sizes[parent];
    const auto for_each_child = [&](auto visit) {
      for (std::uint32_t c = parent + 1; c < end; c += tree_.sizes[c]) visit(c);
    };
    for_each_child([&](std::uint32_t c) { positions_[c] = ++counts[names_[c]]; });
    for_each_child([&](std::uint32_t c) {
      if (counts[names_[c]] == 1) positions_[c] = 0;
    });
    for_each_child([&](std::uint32_t c) { counts[names_[c]] = 0; });
  }
}

std::string_view XPaths::name_of(std::uint32_t element) const {
  const std::uint32_t name = names_[element];
  return name < html::kKnownTagEnd ? html::tag_name(name)
                                   : std::string_view(other_names_[name - html::kKnownTagEnd]);
}

void XPaths::append_step(std::uint32_t element, std::string& out) const {
  const std::string_view name = name_of(element);
  out += '/';
  if (is_plain_name(name)) {
    out += name;
  } else {
    out += "*[name()=";
    append_literal(name, out);
    out += ']';
  }
  if (positions_[element] > 0) ((out += '[') += std::to_string(positions_[element])) += ']';
}

void XPaths::append(std::uint32_t element, std::string& out) const {
  std::vector<std::uint32_t> line;  // from the element up to the root
  for (; element != 0; element = tree_.parents[element]) line.push_back(element);
  append_step(0, out);
  for (auto step = line.rbegin(); step != line.rend(); ++step) append_step(*step, out);
}

std::string XPaths::of(std::uint32_t element) const {
  std::string path;
  append(element, path);
  return path;
}

std::vector<std::uint64_t> XPaths::hashes() const {
  std::vector<std::uint64_t> hashes(tree_.size());
  std::string step;
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    step.clear();
    append_step(i, step);
    hashes[i] = hash_bytes(step, i == 0 ? 0 : hashes[tree_.parents[i]]);
  }
  return hashes;
}

std::optional<std::uint32_t> XPaths::find(std::string_view path) const {
  std::string step;
  const auto takes_step = [&](std::uint32_t element) {
    step.clear();
    append_step(element, step);
    return path.starts_with(step) && (path.size() == step.size() || path[step.size()] == '/');
  };
  if (tree_.empty() || !takes_step(0)) return std::nullopt;
  path.remove_prefix(step.size());
  std::uint32_t element = 0;
  while (!path.empty()) {
    const std::uint32_t end = element + tree_.sizes[element];
    std::uint32_t child = element + 1;
    while (child < end && !takes_step(child)) child += tree_.sizes[child];
    if (child >= end) return std::nullopt;
    path.remove_prefix(step.size());
    element = child;
  }
  return element;
}

}  // namespace pagekin::dom
