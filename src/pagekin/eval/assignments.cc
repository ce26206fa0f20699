#include "pagekin/eval/assignments.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/eval/lines.h"
#include "pagekin/table/page_table.h"

namespace pagekin::eval {
namespace {

// A source that stays with the caller.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& source) : source_(&source) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    return source_->read_at(offset, out);
  }
  std::optional<std::uint64_t> size() const override { return source_->size(); }

 private:
  ByteSource* source_;
};

// The number that a text is; -1: none.
int number_in(std::string_view text) {
  int number = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  return status == std::errc() && stop == end && number >= 0 ? number : -1;
}

// By group: its number. Names of templates, and variants with numbers that those of other templates
// have, too, are numbered in the order of their first pages.
std::vector<int> numbers_of(const table::PageTable& table) {
  std::vector<int> numbers;
  for (const table::PageGroup& group : table.groups) {
    const std::string_view id = group.id;
    numbers.push_back(number_in(table.column == "variant" ? id.substr(id.find('/') + 1) : id));
  }
  const bool are_names = table.column == "template" &&
                         std::ranges::all_of(numbers, [](int number) { return number < 0; });
  const bool are_repeated =
      table.column == "variant" && std::set(numbers.begin(), numbers.end()).size() < numbers.size();
  if (are_names || are_repeated) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i) + 1;
  }
  return numbers;
}

std::vector<Assignment> assignments_of(table::PageTable&& table) {
  const std::vector<int> numbers = numbers_of(table);
  std::vector<Assignment> assignments;
  assignments.reserve(table.rows.size());
  for (table::PageRow& row : table.rows) {
    const int number = row.group == table::kNoGroup ? 0 : numbers[row.group];
    if (number < 0) {
      throw_at(table.file, row.line,
               "expected a " + printable(table.column) + " number from 0 to 2147483647, found '" +
                   printable(table.groups[row.group].id.substr(0, 200)) + "'");
    }
    assignments.push_back({std::move(row.page), number});
  }
  return assignments;
}

}  // namespace

std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<table::TableFormat> format) {
  const auto reader = table::open_table(std::make_unique<BorrowedSource>(source), name,
                                        table::page_table_columns(), format);
  return assignments_of(table::read_page_table(*reader));
}

}  // namespace pagekin::eval

std::vector<pagekin::Assignment> pagekin::read_assignments(const std::string& path,
                                                           const TableOptions& options) {
  return eval::assignments_of(table::read_page_table(path, options.by));
}
