// A small HTML reader for these tests: tags in order, links, balance. It reads what synth writes,
// not pages in general.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::test {

struct Tag {
  std::string name;  // lower case
  bool closing = false;
  std::string href;
  std::string class_names;
};

inline std::string attribute_value(std::string_view tag, std::string_view name) {
  std::string key = " " + std::string(name) + "=";
  auto at = tag.find(key);
  if (at == std::string_view::npos) {
    for (char& c : key) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    at = tag.find(key);
    if (at == std::string_view::npos) return {};
  }
  tag.remove_prefix(at + key.size());
  const bool quoted = !tag.empty() && (tag[0] == '"' || tag[0] == '\'');
  if (quoted) return std::string(tag.substr(1, tag.find(tag[0], 1) - 1));
  return std::string(tag.substr(0, tag.find_first_of(" >")));
}

inline std::vector<Tag> tags_of(std::string_view html) {
  std::vector<Tag> tags;
  std::size_t at = 0;
  while ((at = html.find('<', at)) != std::string_view::npos) {
    if (html.substr(at, 4) == "<!--") {
      at = html.find("-->", at);
      continue;
    }
    // No attribute that synth writes holds a '>'.
    const std::size_t end = html.find('>', at);
    const std::string_view text = html.substr(at, end - at + 1);
    at = end;
    Tag tag;
    tag.closing = text.substr(0, 2) == "</";
    for (std::size_t i = tag.closing ? 2 : 1; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (!std::isalnum(c)) break;
      tag.name += static_cast<char>(std::tolower(c));
    }
    if (tag.name.empty()) continue;  // <!DOCTYPE
    tag.class_names = attribute_value(text, "class");
    if (tag.name == "a" && !tag.closing) tag.href = attribute_value(text, "href");
    tags.push_back(tag);
    if (!tag.closing && (tag.name == "script" || tag.name == "style")) {
      at = html.find("</" + tag.name, at);
    }
  }
  return tags;
}

// Every element is closed in the right order; <p> and <li> need no end tag.
inline bool balanced(const std::vector<Tag>& tags) {
  static const std::set<std::string> void_elements{"meta", "link", "img", "br", "hr", "input"};
  std::vector<std::string> open;
  for (const Tag& tag : tags) {
    if (void_elements.contains(tag.name)) continue;
    if (!tag.closing) {
      open.push_back(tag.name);
      continue;
    }
    while (!open.empty() && open.back() != tag.name &&
           (open.back() == "p" || open.back() == "li")) {
      open.pop_back();
    }
    if (open.empty() || open.back() != tag.name) return false;
    open.pop_back();
  }
  return open.empty();
}

// The URL that `href` means on the page at `base`; fragments do not occur.
inline std::string resolve(const std::string& base, std::string href) {
  for (std::size_t at = 0; (at = href.find("&amp;", at)) != std::string::npos; ++at) {
    href.replace(at, 5, "&");
  }
  if (href.starts_with("https://")) return href;
  const std::size_t root = base.find('/', 8);
  if (href.starts_with("/")) return base.substr(0, root) + href;
  std::string folder = base.substr(0, base.find('?'));
  folder.resize(folder.rfind('/') + 1);
  while (href.starts_with("../") || href.starts_with("./")) {
    if (href[1] == '.' && folder.size() > root + 1) {
      folder.resize(folder.rfind('/', folder.size() - 2) + 1);
    }
    href.erase(0, href.find('/') + 1);
  }
  return folder + href;
}

}  // namespace pagekin::test
