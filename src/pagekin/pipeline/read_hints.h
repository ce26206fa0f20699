// Hints about the templates of some pages, as a file says them (see templates/hints.h).
//
// The file has two columns, page and template, as labels have them (see eval/labels.h), or it is a
// table (see table/read_table.h) with a column `page` and at least one of
//
//   template        the name of the page's template
//   same_as         another page of the same template
//   different_from  a page of another template
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pagekin/core/page_ids.h"
#include "pagekin/templates/hints.h"

namespace pagekin::pipeline {

class HintFile {
 public:
  HintFile() = default;

  // Reads the file; "-" is standard input. Throws InputError, naming file and line, for a file that
  // has no such columns, for a row that says nothing, for a hint that contradicts one before it,
  // and for a file without hints.
  explicit HintFile(const std::string& path);

  bool empty() const { return hints_.empty(); }

  struct Given {
    templates::Hints hints;
    std::size_t pages = 0;             // pages that they speak of
    std::vector<std::string> unknown;  // ids of pages that the run does not have
  };
  // Returns the hints by the numbers of pages, without those about pages that are not among them.
  Given of(const PageIds& pages) const;

 private:
  struct Hint {
    std::string page;
    std::string name;      // of the template; empty: it is about two pages
    std::string other;     // the other page
    bool is_same = false;  // whether both are of one template
    std::size_t line = 0;
  };
  void check(const std::string& path) const;

  std::vector<Hint> hints_;
};

}  // namespace pagekin::pipeline
