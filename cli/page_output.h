// Where chosen pages go, for the commands that choose some: a list, or copies of the pages.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/page_list.h"

#include "cli/input_options.h"
#include "cli/output.h"

namespace pagekin::cli {

class OptionTable;

struct PageOutputOptions {
  std::string format;  // empty: by the ending of the output
  std::string output;
  bool unique = false;  // keep one of pages that are equal
};

void add_page_output_options(OptionTable& table, PageOutputOptions& options);

class PageOutput {
 public:
  // Opens the output. Throws UsageError for options that do not fit; `command` is for messages.
  PageOutput(std::string_view command, const PageOutputOptions& options, const InputOptions& input,
             bool is_sample);

  // Writes the list, or reads the inputs and copies the pages. Reports on standard error what was
  // done, and what could not be done. Returns the exit status.
  int write(std::vector<ListedPage> pages, std::span<const ListFact> facts);

 private:
  int find(std::vector<ListedPage>& pages);

  const PageOutputOptions* options_;
  const InputOptions* input_;
  bool is_sample_;
  ListFormat format_;
  std::unique_ptr<PageCopies> copies_;
  std::unique_ptr<Output> list_;
};

}  // namespace pagekin::cli
