#include "pagekin/pipeline/read_hints.h"

#include <cstdint>
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

namespace pagekin::pipeline {
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

// Two cells with a tab between them, none of which is the name of a column.
bool has_no_header(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::size_t tab = line.find('\t');
  return tab != std::string_view::npos && line.find('\t', tab + 1) == std::string_view::npos &&
         line.substr(0, tab) != "page" && line.substr(tab + 1) != "page";
}

}  // namespace

HintFile::HintFile(const std::string& path) {
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
  table::Row row;
  std::size_t kept = 0;  // bytes; a compressed table may unfold
  while (reader->next(row)) {
    for (const auto& text : row.cells) kept += text ? text->size() + sizeof(Hint) : 0;
    if (kept > 8 * kMostHintBytes) refuse_size(name);
    const std::size_t line = row.line - header_lines;
    const auto cell = [&](Column column) { return row.cells[column].value_or(""); };
    const std::string page = cell(kPage);
    if (page.empty()) table::throw_at_line(name, line, "the page is missing");
    const std::size_t before = hints_.size();
    if (!cell(kTemplate).empty()) hints_.push_back({page, cell(kTemplate), {}, false, line});
    if (!cell(kSameAs).empty()) hints_.push_back({page, {}, cell(kSameAs), true, line});
    if (!cell(kDifferentFrom).empty()) {
      hints_.push_back({page, {}, cell(kDifferentFrom), false, line});
    }
    if (hints_.size() == before) {
      table::throw_at_line(name, line, "nothing is said of '" + printable(page) + "'");
    }
  }
  if (hints_.empty()) throw InputError(name + ": the file has no hints; " + std::string(kExpected));
  check(name);
}

// Throws InputError if a hint contradicts one before it.
void HintFile::check(const std::string& path) const {
  PageIds ids;
  std::set<std::string_view> seen;
  for (const Hint& hint : hints_) {
    for (const std::string* const page : {&hint.page, &hint.other}) {
      if (!page->empty() && seen.insert(*page).second) ids.add(*page);
    }
  }
  const std::vector<std::size_t> refused = of(ids).hints.contradictions();
  if (refused.empty()) return;
  const Hint& hint = hints_[refused.front()];
  table::throw_at_line(path, hint.line,
                       "the hint about '" + printable(hint.page) +
                           "' contradicts the lines before it; say one thing of each page");
}

HintFile::Given HintFile::of(const PageIds& pages) const {
  Given given;
  std::set<std::string_view> unknown;
  std::set<PageId> known;
  const auto find = [&](const std::string& id) {
    const std::optional<PageId> page = pages.find(id);
    if (page) {
      known.insert(*page);
    } else if (unknown.insert(id).second) {
      given.unknown.push_back(id);
    }
    return page;
  };
  for (const Hint& hint : hints_) {
    const std::optional<PageId> page = find(hint.page);
    if (!hint.name.empty()) {
      if (page) given.hints.add_name(*page, hint.name);
      continue;
    }
    const std::optional<PageId> other = find(hint.other);
    if (!page || !other) continue;
    if (hint.is_same) {
      given.hints.add_same(*page, *other);
    } else {
      given.hints.add_different(*page, *other);
    }
  }
  given.pages = known.size();
  return given;
}

}  // namespace pagekin::pipeline
