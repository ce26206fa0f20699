// The cases of html5lib's tree construction files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/shared.h"

namespace pagekin::test {

struct TreeCase {
  std::string file;
  std::size_t line = 0;  // of its "#data"
  std::string data;
  std::string context;  // of a fragment: "td", "svg path"; empty: a document
  bool needs_scripting = false;
  std::vector<std::string> document;  // the dump, line by line
};

inline std::vector<TreeCase> read_tree_cases(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  std::vector<TreeCase> cases;
  std::string section;
  bool is_first = true;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    const bool is_new_case = line == "#data" && (cases.empty() || section == "#document");
    if (is_new_case) {
      cases.push_back({.file = path.filename().string(), .line = number});
      section = line;
      is_first = true;
      continue;
    }
    if (cases.empty()) continue;
    TreeCase& now = cases.back();
    const bool is_section = line == "#errors" || line == "#new-errors" || line == "#document" ||
                            line == "#document-fragment" || line == "#script-on" ||
                            line == "#script-off";
    if (is_section && section != "#document") {
      section = line;
      if (line == "#script-on") now.needs_scripting = true;
      continue;
    }
    if (section == "#data") {
      if (!is_first) now.data += '\n';
      is_first = false;
      now.data += line;
    } else if (section == "#document-fragment") {
      now.context = line;
    } else if (section == "#document") {
      now.document.push_back(line);
    }
  }
  for (TreeCase& now : cases) {
    while (!now.document.empty() && now.document.back().empty()) now.document.pop_back();
  }
  return cases;
}

}  // namespace pagekin::test
