// Labels: the known templates of pages.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"

namespace pagekin::eval {

constexpr int kUnlabelled = -1;

class Labels {
 public:
  virtual ~Labels() = default;

  // Returns an index into templates(), or kUnlabelled. May be called from any thread.
  virtual int template_of(std::string_view page) const = 0;

  // How many pages are labelled by name; none for rules, which label any page.
  virtual std::optional<std::size_t> page_count() const = 0;

  // Calls use(page, template) for every page that is labelled by name, in no particular order.
  virtual void for_each(
      const std::function<void(std::string_view page, std::string_view name)>& use) const {
    (void)use;
  }

  // The names of templates, in the order of their first mention in the file.
  const std::vector<std::string>& templates() const { return templates_; }

  // The name of the file in messages.
  const std::string& name() const { return name_; }

 protected:
  explicit Labels(std::string name) : name_(std::move(name)) {}

  std::vector<std::string> templates_;
  std::string name_;
};

// Reads two columns, page id and template, separated by a tab, with the escapes \t \n \r \\ in
// both. A first row whose first cell is `page` is a header. A table with more
// columns is read by their names: `page`, and `label`, `template` or `cluster`. Empty lines and
// rows with an empty template are skipped; a page may occur again with the same template.
// Ill-formed UTF-8 is read as U+FFFD, as assignments are written. Throws InputError, naming file
// and line, for a row without exactly two cells, for a page with two templates and for a file
// without any label. Cost: linear; memory holds each page id once.
std::unique_ptr<Labels> read_labels(ByteSource& source, std::string name);

// Reads lines `label<TAB>regex`: a page has the first label whose regular expression (RE2) is found
// anywhere in its id. Empty lines and lines that start with # are skipped. Nothing is unescaped,
// because backslashes belong to the expressions.
// Throws InputError, naming file and line, for a line without a tab or label, for a bad expression
// and for a file without any rule.
// Cost of template_of: linear in the id for each rule tried, for any rule.
std::unique_ptr<Labels> read_label_rules(ByteSource& source, std::string name);

// "no page has a label in FILE; first ids: a, b": `pages` says which pages were looked up, and
// `ids` are some of their ids.
std::string nothing_labelled(std::string_view pages, const Labels& labels,
                             std::span<const std::string> ids);

// The same from a file, or from standard input when `path` is "-".
std::unique_ptr<Labels> read_labels(const std::string& path);
std::unique_ptr<Labels> read_label_rules(const std::string& path);

}  // namespace pagekin::eval
