#include "pagekin/input/names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/input/recognise.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMaxNameLine = std::size_t{1} << 16;
constexpr std::size_t kMaxDepth = 8;  // of nested lists

constexpr std::string_view kHowToPass =
    "name a file of pages without @, or pass pages on standard input as jsonl:-, warc:- or html:-";

// What a line is if it is surely not the name of an input.
std::optional<std::string_view> what_line_is(const std::string& line) {
  if (line.find('\0') != std::string::npos) return "binary data";
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return std::nullopt;
  const bool is_json = line[first] == '{' || line.compare(first, 2, "[{") == 0;
  if (!is_json && line[first] != '<') return std::nullopt;
  if (is_file(line)) return std::nullopt;
  return is_json ? "JSON" : "markup";
}

// Blanks around a name are dropped, unless there is a file that has them.
std::string without_outer_blanks(std::string line) {
  const std::string_view bare = trim(line, " \t");
  std::error_code ignored;
  if (bare.size() == line.size() || std::filesystem::exists(line, ignored)) return line;
  return std::string(bare);
}

std::string beginning_of(std::string_view bytes) {
  constexpr std::size_t shown = 40;
  return "'" + printable(bytes.substr(0, shown)) + (bytes.size() > shown ? "...'" : "'");
}

}  // namespace

bool Names::next_line(List& list, std::string& line) {
  for (;;) {
    std::string_view bytes = list.window.at(list.at, 1);
    std::size_t newline = bytes.find('\n');
    // Only what has arrived is read, so that names from a slow pipe are used at once.
    while (newline == std::string_view::npos && !list.window.at_end() &&
           bytes.size() <= kMaxNameLine) {
      const std::size_t searched = bytes.size();
      bytes = list.window.at(list.at, searched + 1);
      newline = bytes.find('\n', searched);
    }
    if (bytes.empty()) return false;
    ++list.line;
    const std::string_view text = bytes.substr(0, newline);
    line = text.substr(0, kMaxNameLine);
    if (line.ends_with('\r')) line.pop_back();
    if (list.line == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    line = without_outer_blanks(std::move(line));
    std::string problem;
    if (const auto what = what_line_is(line)) {
      problem = "looks like " + std::string(*what);
    } else if (text.size() > kMaxNameLine) {
      problem = "has more than " + with_commas(kMaxNameLine) + " bytes and begins with " +
                beginning_of(text);
    }
    if (!problem.empty()) {
      throw InputError("line " + std::to_string(list.line) + " of this list of inputs " + problem +
                       ", so it is not the name of an input; " + std::string(kHowToPass));
    }
    list.at += text.size() + (newline == std::string_view::npos ? 0 : 1);
    if (!line.empty()) return true;
  }
}

std::optional<Incident> Names::open_list(const std::string& given, const std::string& path,
                                         std::unique_ptr<ByteSource> file) {
  const auto fault = [&](std::string detail) {
    return Incident{.input = given, .page = {}, .detail = std::move(detail)};
  };
  const bool is_open =
      std::ranges::any_of(lists_, [&](const List& list) { return list.name == given; });
  if (is_open) return fault("the list of inputs names itself");
  if (lists_.size() >= kMaxDepth) return fault("lists of inputs are nested too deeply");
  try {
    if (!file) file = rereadable(open_named(path, spool_));
    const auto held = recognise_in_place_of_list(*file);
    if (held && held->kind == Kind::kUnsupported) return fault(held->message);
    if (held) {
      return fault("looks like " + std::string(to_text(held->kind)) +
                   ", not like a list of inputs; give it as " + path);
    }
  } catch (const Error& error) {
    return fault(error.what());
  }
  lists_.emplace_back(given, std::move(file));
  return std::nullopt;
}

std::optional<NextName> Names::next() {
  for (;;) {
    std::string given;
    if (!lists_.empty()) {
      try {
        if (!next_line(lists_.back(), given)) {
          lists_.pop_back();
          continue;
        }
      } catch (const Error& error) {  // also where it cannot be read; none of the rest is
        NextName found;
        found.fault = {.input = lists_.back().name,
                       .page = {},
                       .offset = lists_.back().at,
                       .detail = error.what()};
        lists_.pop_back();
        found.is_from_list = !lists_.empty();
        return found;
      }
    } else if (at_ < given_.size()) {
      given = given_[at_++];
    } else {
      return std::nullopt;
    }
    NextName found{
        .name = parse_input_name(given), .file = {}, .is_from_list = !lists_.empty(), .fault = {}};
    InputName& name = found.name;
    bool is_list = name.as == InputName::As::kList;
    if (name.is_stdin() && name.as == InputName::As::kByContent) {
      try {
        found.file = rereadable(open_named(name.path, spool_));
        is_list = !recognise_in_place_of_list(*found.file);
      } catch (const Error& error) {
        found.fault = {.input = given, .page = {}, .detail = error.what()};
        return found;
      }
    }
    if (!is_list) return found;
    if ((found.fault = open_list(given, name.path, std::move(found.file)))) return found;
  }
}

}  // namespace pagekin::input
