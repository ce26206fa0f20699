// Which templates and columns a user asked for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pagekin::reading {

struct TemplateLabel {
  std::string_view id;
  std::string_view name;             // may be empty
  std::string_view given_name = {};  // see PageTableGroup; may be empty
};

// Whether a template was asked for, by its id or its name; without `wanted` all are.
bool is_wanted(std::span<const std::string> wanted, const TemplateLabel& label);

// Throws OptionError for a template that was asked for and is not there.
void check_templates(std::span<const std::string> wanted, std::span<const TemplateLabel> all);

// Throws OptionError for a column that was asked for and is not among the known ones.
void check_columns(std::span<const std::string> wanted, const std::vector<std::string_view>& known);

// Leaves the items with the wanted names, in the order in which they were asked for.
template <class Item>
std::vector<Item> in_wanted_order(std::vector<Item> items, std::span<const std::string> wanted) {
  if (wanted.empty()) return items;
  std::vector<Item> chosen;
  for (const std::string& name : wanted) {
    for (Item& item : items) {
      if (item.name != name) continue;
      chosen.push_back(std::move(item));
      break;
    }
  }
  return chosen;
}

}  // namespace pagekin::reading
