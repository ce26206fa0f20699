#include "pagekin/clustering/read_hints.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/table/read_table.h"

namespace pagekin::clustering {
namespace {

constexpr std::string_view kExpected =
    "expected a column 'page' and one of 'template', 'same_as', 'different_from', or two columns, "
    "page and template, without a header";

enum Column : std::size_t { kPage, kTemplate, kSameAs, kDifferentFrom };

// A source that has been read to its end.
class ReadSource final : public ByteSource {
 public:
  explicit ReadSource(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(out.data(), out.size(), offset);
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string bytes_;
};

constexpr std::size_t kMostHintBytes = std::size_t{64} << 20;

[[noreturn]] void refuse_size(const std::string& name) {
  throw InputError(name + ": larger than 64 MB, which is the most that hints may be", {}, name);
}

// All bytes, if they are not too many. No more than that are read.
std::string read_hint_bytes(ByteSource& source, const std::string& name) {
  if (source.size().value_or(0) > kMostHintBytes) refuse_size(name);
  std::string bytes;
  char piece[std::size_t{1} << 16];
  while (const std::size_t got = read_fully(source, bytes.size(), piece)) {
    bytes.append(piece, got);
    if (bytes.size() > kMostHintBytes) refuse_size(name);
  }
  return bytes;
}

// Two cells with a tab between them, neither of which is the name of a column.
bool has_no_header(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::size_t tab = line.find('\t');
  return tab != std::string_view::npos && line.find('\t', tab + 1) == std::string_view::npos &&
         line.substr(0, tab) != "page" && line.substr(tab + 1) != "page";
}

// Calls throw_at(number, problem) with the number of the first hint that contradicts those before
// it, if there is one.
void check_contradictions(
    std::span<const Hint> hints,
    const std::function<void(std::size_t number, const std::string& problem)>& throw_at) {
  PageIds ids;
  std::set<std::string_view> seen;
  std::vector<std::size_t> hint_of;  // by statement, in the order of number_hints()
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const Hint& hint = hints[i];
    for (const std::string* const page : {&hint.page, &hint.same_as, &hint.different_from}) {
      if (!page->empty() && seen.insert(*page).second) ids.add(*page);
    }
    for (const std::string* const said :
         {&hint.template_name, &hint.same_as, &hint.different_from}) {
      if (!said->empty()) hint_of.push_back(i);
    }
  }
  const std::vector<std::size_t> refused = number_hints(hints, ids).hints.contradictions();
  if (refused.empty()) return;
  const std::size_t number = hint_of[refused.front()];
  throw_at(number, "the hint about '" + printable(hints[number].page) + "' contradicts the ");
}

}  // namespace

NumberedHints number_hints(std::span<const Hint> hints, const PageIds& pages) {
  NumberedHints numbered;
  std::set<std::string_view> unknown;
  std::set<PageId> known;
  const auto find = [&](const std::string& id) {
    const std::optional<PageId> page = pages.find(id);
    if (page) {
      known.insert(*page);
    } else if (unknown.insert(id).second) {
      numbered.unknown.push_back(id);
    }
    return page;
  };
  for (const Hint& hint : hints) {
    const std::optional<PageId> page = find(hint.page);
    if (page && !hint.template_name.empty()) numbered.hints.add_name(*page, hint.template_name);
    if (!hint.same_as.empty()) {
      const std::optional<PageId> other = find(hint.same_as);
      if (page && other) numbered.hints.add_same(*page, *other);
    }
    if (!hint.different_from.empty()) {
      const std::optional<PageId> other = find(hint.different_from);
      if (page && other) numbered.hints.add_different(*page, *other);
    }
  }
  numbered.pages = known.size();
  return numbered;
}

void check_hints(std::span<const Hint> hints) {
  const auto throw_at = [](std::size_t number, const std::string& problem) {
    throw InputError("hints: hint " + std::to_string(number) + ": " + problem, "hints");
  };
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const Hint& hint = hints[i];
    if (hint.page.empty()) throw_at(i, "the page is missing");
    if (hint.template_name.empty() && hint.same_as.empty() && hint.different_from.empty()) {
      throw_at(i, "nothing is said of '" + printable(hint.page) + "'");
    }
  }
  check_contradictions(hints, [&](std::size_t number, const std::string& problem) {
    throw_at(number, problem + "hints before it; say one thing of each page");
  });
}

}  // namespace pagekin::clustering

namespace pagekin {

std::vector<Hint> read_hints(const std::string& path) {
  using namespace clustering;  // NOLINT(google-build-using-namespace): the rest of this file
  const std::string name = path == "-" ? "standard input" : path;
  std::string bytes = read_hint_bytes(*(path == "-" ? open_stdin() : open_file(path)), name);
  std::optional<table::TableFormat> format;
  std::size_t header_lines = 0;
  if (has_no_header(bytes)) {
    const std::size_t mark = bytes.starts_with("\xef\xbb\xbf") ? 3 : 0;
    bytes = "page\ttemplate\n" + bytes.substr(mark);
    format = table::TableFormat::kTsv;
    header_lines = 1;
  }
  const std::unique_ptr<table::TableReader> reader =
      table::open_table(std::make_unique<ReadSource>(std::move(bytes)), name,
                        {"page", "template", "same_as", "different_from"}, format);
  if (!reader->has("template") && !reader->has("same_as") && !reader->has("different_from")) {
    table::throw_at_line(name, 1, std::string(kExpected));
  }
  std::vector<Hint> hints;
  std::vector<std::size_t> lines;  // by hint
  table::Row row;
  std::size_t kept = 0;  // bytes; a compressed table may unfold
  while (reader->next(row)) {
    for (const auto& text : row.cells) kept += text ? text->size() + sizeof(Hint) : 0;
    if (kept > 8 * kMostHintBytes) refuse_size(name);
    const std::size_t line = row.line - header_lines;
    const auto cell = [&](Column column) { return row.cells[column].value_or(""); };
    Hint hint{cell(kPage), cell(kTemplate), cell(kSameAs), cell(kDifferentFrom)};
    if (hint.page.empty()) table::throw_at_line(name, line, "the page is missing");
    if (hint.template_name.empty() && hint.same_as.empty() && hint.different_from.empty()) {
      table::throw_at_line(name, line, "nothing is said of '" + printable(hint.page) + "'");
    }
    hints.push_back(std::move(hint));
    lines.push_back(line);
  }
  if (hints.empty()) throw InputError(name + ": the file has no hints; " + std::string(kExpected));
  check_contradictions(hints, [&](std::size_t number, const std::string& problem) {
    table::throw_at_line(name, lines[number],
                         problem + "lines before it; say one thing of each page");
  });
  return hints;
}

}  // namespace pagekin
