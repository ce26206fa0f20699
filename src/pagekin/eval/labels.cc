#include "pagekin/eval/labels.h"

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <re2/re2.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/lines.h"
#include "pagekin/table/file_format.h"
#include "pagekin/table/read_table.h"

namespace pagekin::eval {
namespace {

using IndexByName = std::unordered_map<std::string, int, KeyedHash, std::equal_to<>>;

// Numbers names in the order of their first mention.
class Interner {
 public:
  int index_of(std::string_view name, std::vector<std::string>& names) {
    const auto found = indexes_.find(name);
    if (found != indexes_.end()) return found->second;
    const int index = static_cast<int>(names.size());
    indexes_.emplace(name, index);
    names.emplace_back(name);
    return index;
  }

 private:
  IndexByName indexes_;
};

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

// Where pages and labels are in a line.
struct LabelColumns {
  std::size_t page = 0;
  std::size_t label = 1;
  std::size_t width = 2;

  // Whether the cells are the header of two columns, which begins with `page`, or that of a table
  // with more, which names a column `page` and one of `label`, `template` and `cluster`.
  bool read_header(std::span<const std::string_view> cells) {
    if (cells.size() == 2) return cells[0] == "page";
    const auto named_page = std::ranges::find(cells, "page");
    if (named_page == cells.end()) return false;
    for (const std::string_view name : {"label", "template", "cluster"}) {
      const auto found = std::ranges::find(cells, name);
      if (found == cells.end()) continue;
      page = static_cast<std::size_t>(named_page - cells.begin());
      label = static_cast<std::size_t>(found - cells.begin());
      width = cells.size();
      return true;
    }
    return false;
  }
};

class NamedPages final : public Labels {
 public:
  NamedPages(std::string_view text, std::string name) : Labels(std::move(name)) {
    Interner interner;
    Lines lines(text);
    pages_.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    LabelColumns columns;
    for (std::string_view line; lines.next(line);) {
      if (line.empty()) continue;
      const std::vector<std::string_view> cells = cells_of(line);
      if (lines.number() == 1 && columns.read_header(cells)) continue;
      if (cells.size() != columns.width) {
        throw_at(name_, lines.number(),
                 columns.width == 2
                     ? "expected a page id, a tab and a template name, found '" +
                           printable(line.substr(0, 200)) + "'"
                     : "expected " + std::to_string(columns.width) +
                           " cells, as the first line has, found " + std::to_string(cells.size()));
      }
      const std::string label = unescape_tsv(cells[columns.label]);
      if (label.empty()) continue;
      add(unescape_tsv(cells[columns.page]), interner.index_of(label, templates_), lines.number());
    }
    if (pages_.empty()) {
      throw InputError(printable(name_) +
                       " holds no labels; expected lines of a page id, a tab and a "
                       "template name");
    }
  }

  int template_of(std::string_view page) const override {
    const auto found = pages_.find(page);
    return found == pages_.end() ? kUnlabelled : found->second;
  }

  std::optional<std::size_t> page_count() const override { return pages_.size(); }

  void for_each(
      const std::function<void(std::string_view page, std::string_view name)>& use) const override {
    for (const auto& [page, number] : pages_) {
      use(page, templates_[static_cast<std::size_t>(number)]);
    }
  }

 private:
  void add(std::string page, int index, std::size_t line) {
    const auto [found, is_new] = pages_.try_emplace(std::move(page), index);
    if (is_new || found->second == index) return;
    const auto name_of = [&](int i) { return printable(templates_[static_cast<std::size_t>(i)]); };
    throw_at(name_, line,
             "page '" + printable(found->first) + "' is of template '" + name_of(index) +
                 "' here and '" + name_of(found->second) + "' before");
  }

  IndexByName pages_;
};

// A table of another format as the lines that NamedPages reads.
std::string lines_of_table(const std::string& path) {
  const std::vector<std::string> columns = {"page", "label", "template", "cluster"};
  const auto reader = table::open_table(path, columns);
  std::size_t label = 1;
  while (label < columns.size() && !reader->has(columns[label])) ++label;
  if (label == columns.size()) {
    throw InputError(printable(path) + ": there is no column 'label' or 'template'", {}, path);
  }
  std::string text = "page\tlabel\n";
  for (table::Row row; reader->next(row);) {
    text += escape_tsv(row.cells[0].value_or("")) + "\t" +
            escape_tsv(row.cells[label].value_or("")) + "\n";
  }
  return text;
}

class Rules final : public Labels {
 public:
  Rules(std::string_view text, std::string name) : Labels(std::move(name)) {
    Interner interner;
    RE2::Options options;
    options.set_log_errors(false);
    Lines lines(text);
    for (std::string_view line; lines.next(line);) {
      if (line.empty() || line.front() == '#') continue;
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos || tab == 0) {
        throw_at(name_, lines.number(),
                 "expected a label, a tab and a regular expression, found '" +
                     printable(line.substr(0, 200)) + "'");
      }
      const std::string_view pattern = line.substr(tab + 1);
      auto regex = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
      if (!regex->ok()) {
        throw_at(
            name_, lines.number(),
            "bad regular expression '" + printable(pattern) + "': " + printable(regex->error()));
      }
      rules_.push_back({interner.index_of(line.substr(0, tab), templates_), std::move(regex)});
    }
    if (rules_.empty()) {
      throw InputError(printable(name_) +
                       " holds no rules; expected lines of a label, a tab and a "
                       "regular expression");
    }
  }

  int template_of(std::string_view page) const override {
    for (const Rule& rule : rules_) {
      if (RE2::PartialMatch(re2::StringPiece(page.data(), page.size()), *rule.regex)) {
        return rule.index;
      }
    }
    return kUnlabelled;
  }

  std::optional<std::size_t> page_count() const override { return std::nullopt; }

 private:
  struct Rule {
    int index;
    std::unique_ptr<RE2> regex;
  };
  std::vector<Rule> rules_;
};

}  // namespace

std::unique_ptr<Labels> read_labels(ByteSource& source, std::string name) {
  return std::make_unique<NamedPages>(read_text(source), std::move(name));
}

std::unique_ptr<Labels> read_label_rules(ByteSource& source, std::string name) {
  return std::make_unique<Rules>(read_text(source), std::move(name));
}

std::string nothing_labelled(std::string_view pages, const Labels& labels,
                             std::span<const std::string> ids) {
  constexpr std::size_t named_at_most = 3;
  std::string text = std::string(pages) + " has a label in " + printable(labels.name());
  text += "; first ids:";
  for (std::size_t i = 0; i < std::min(named_at_most, ids.size()); ++i) {
    text += (i == 0 ? " " : ", ") + printable(ids[i]);
  }
  return text;
}

std::unique_ptr<Labels> read_labels(const std::string& path) {
  const auto format = table::format_of_name(path);
  const bool is_plain = !format || *format == table::FileFormat(table::TableFormat::kTsv);
  if (is_plain) return read_labels(*open_named(path), spoken_name(path));
  return std::make_unique<NamedPages>(lines_of_table(path), spoken_name(path));
}

std::unique_ptr<Labels> read_label_rules(const std::string& path) {
  return read_label_rules(*open_named(path), spoken_name(path));
}

}  // namespace pagekin::eval
