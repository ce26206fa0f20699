#include "pagekin/page_list.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/choose_pages.h"
#include "pagekin/text.h"

namespace pagekin {

PageTable read_page_table(const std::string& path, const TableOptions& options) {
  return clustering::read_named_table(path, options.by);
}

namespace {

// Which groups of a table are chosen.
class GroupChoice {
 public:
  GroupChoice(const PageTable& table, const PageChoice& choice)
      : table_(table), chosen_(table.groups.size() + 1, choice.templates.empty()) {
    mark("template", choice.templates, true);
    mark("not_template", choice.not_templates, false);
  }

  bool has(const PageTableRow& row) const {
    return chosen_[row.group == kNoPageGroup ? chosen_.size() - 1 : row.group];
  }
  std::size_t templates() const {
    return static_cast<std::size_t>(std::count(chosen_.begin(), chosen_.end() - 1, true));
  }

 private:
  void mark(const std::string& option, const std::vector<std::string>& lists, bool value) {
    for (const std::string& list : lists) {
      for (std::string_view rest = list; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string_view word = trim(rest.substr(0, end));
        if (!word.empty()) mark_word(option, word, value);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }

  void mark_word(const std::string& option, std::string_view word, bool value) {
    bool is_known = word == "none" || word == "0";
    if (is_known) chosen_.back() = value;
    for (std::size_t i = 0; i < table_.groups.size(); ++i) {
      const PageTableGroup& group = table_.groups[i];
      if (group.id != word && group.name != word && group.given_name != word) continue;
      chosen_[i] = value;
      is_known = true;
    }
    if (!is_known) refuse(option, word);
  }

  [[noreturn]] void refuse(const std::string& option, std::string_view word) const {
    constexpr std::size_t shown_at_most = 10;
    std::vector<std::string> ids;
    for (const PageTableGroup& group : table_.groups) ids.push_back(printable(group.id));
    std::ranges::sort(ids, [](const std::string& a, const std::string& b) {
      return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    const std::size_t more = ids.size() - std::min(ids.size(), shown_at_most);
    ids.resize(ids.size() - more);
    std::string shown = ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, ", "));
    if (more > 0) shown += fmt::format(" and {} more", more);
    throw OptionError(
        fmt::format("{} {}: {} has no {} of that id or name; it has {}", option_in_message(option),
                    printable(word), printable(table_.file), printable(table_.column), shown),
        option);
  }

  const PageTable& table_;
  std::vector<bool> chosen_;  // by group; the last one is for pages that were left out
};

}  // namespace

ChosenPages choose_pages(const PageTable& table, const PageChoice& choice) {
  const GroupChoice groups(table, choice);
  ChosenPages chosen{.rows = {}, .templates = groups.templates()};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (groups.has(table.rows[row])) chosen.rows.push_back(row);
  }
  return chosen;
}

ListedPage listed_page(const PageTable& table, const PageTableRow& row) {
  ListedPage page{.page = row.page, .confidence = row.confidence};
  if (row.group == kNoPageGroup) return page;
  const PageTableGroup& group = table.groups[row.group];
  page.template_id = group.id;
  page.name = group.name;
  page.template_pages = group.pages;
  return page;
}

FoundPages find_pages(const Source& source, std::span<const std::string_view> chosen, bool unique,
                      PageCopies* copies, const Run& run) {
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& reading) {
    return reading::find_pages(api::input_source(source, run), chosen, unique, copies, run.incident,
                               &reading);
  });
}

}  // namespace pagekin
