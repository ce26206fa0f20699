#include "cli/options.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace pagekin::cli {
namespace {

constexpr std::string_view kPlainGroup = "Options";

// Options that mean the same in every command. A command may choose another group or word.
struct CommonOption {
  std::string_view name;
  std::string_view group;
  std::string_view value;
  Writes writes = Writes::kNothing;
};
constexpr CommonOption kCommonOptions[] = {
    {"--max-page-bytes", "Input", "N"},
    {"--all-status", "Input", ""},
    {"--verify-digests", "Input", ""},
    {"--url-field", "Input", "NAME"},
    {"--html-field", "Input", "NAME"},
    {"--html-encoding", "Input", ""},
    {"--listed-pages", "Input", ""},
    {"--archives", "Input", "PLACE"},
    {"--request-delay", "Input", "SECONDS"},
    {"--keep-records", "Input", "FOLDER"},
    {"--tika", "Documents", "URL"},
    {"--via", "Documents", "COMMAND"},
    {"--document-types", "Documents", "LIST"},
    {"--max-document-bytes", "Documents", "N"},
    {"--document-timeout", "Documents", "SECONDS"},
    {"--document-requests", "Documents", "N"},
    {"--from", "Input", "INPUT"},
    {"--against", "Input", "INPUT"},
    {"--sitemap", "Input", "FILE"},
    {"--model", "Input", "FILE"},
    {"--sample", "Input", "N"},
    {"--method", "Method", "METHOD"},
    {"--measure", "Method", "MEASURE"},
    {"--check", "Method", ""},
    {"--decision", "Method", ""},
    {"--seed", "Method", "N"},
    {"--truth", "Labels", "FILE"},
    {"--truth-rules", "Labels", "FILE"},
    {"--output", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--json", "Output", ""},
    {"--markdown", "Output", ""},
    {"--columns", "Output", "LIST"},
    {"--format", "Output", "FORMAT"},
    {"--templates", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--describe", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--dendrogram", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--report", "Output", "FILE", Writes::kFile},
    {"--not-crawled", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--plot", "Output", "FILE", Writes::kFileOrStandardOutput},
    {"--save", "Output", ""},
    {"--all", "Output", ""},
    {"--score", "Output", "SCORE"},
    {"--errors", "Output", "FILE", Writes::kFile},
    {"--summary", "Output", "FILE", Writes::kFile},
    {"--follow-links", "Output", ""},
    {"--index", "Index", "FILE"},
    {"--on-duplicate", "Index", ""},
    {"--fail-on", "Running", "LIST"},
    {"--cut-off", "Running", "N"},
    {"--threads", "Running", "N"},
    {"--strict", "Running", ""},
    {"--quiet", "Running", ""},
    {"--verbose", "Running", ""},
};

const CommonOption* find_common(const Option& option) {
  const std::vector<std::string> names = option.all_names();
  for (const CommonOption& common : kCommonOptions) {
    if (common.name == names.front()) return &common;
  }
  return nullptr;
}

std::string capitals(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::vector<std::string> split_list(std::string_view list) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string_view word = list.substr(begin, end - begin);
    word.remove_prefix(std::min(word.find_first_not_of(blanks), word.size()));
    words.emplace_back(word.substr(0, word.find_last_not_of(blanks) + 1));
    begin = end + 1;
  }
  return words;
}

std::vector<std::string> Option::all_names() const {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    all.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  std::stable_partition(all.begin(), all.end(),
                        [](const std::string& name) { return name.starts_with("--"); });
  return all;
}

std::string Option::placeholder() const {
  if (is_positional()) return capitals(names);
  if (!value.empty()) return value;
  if (!choices.empty()) return fmt::format("{}", fmt::join(choices, "|"));
  return std::visit(
      []<class Value>(const Value*) -> std::string {
        if constexpr (std::is_same_v<Value, double>) return "NUMBER";
        if constexpr (std::is_same_v<Value, std::optional<double>>) return "NUMBER";
        if constexpr (std::is_same_v<Value, std::optional<int>>) return "N";
        if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) return "N";
        if constexpr (std::is_integral_v<Value>) return "N";
        return "VALUE";
      },
      target);
}

std::string Option::range_text() const {
  constexpr double practically_endless = 1e6;
  return std::visit(
      []<class Range>(const Range& ends) -> std::string {
        if constexpr (std::is_same_v<Range, std::monostate>) {
          return "";
        } else if (static_cast<double>(ends.second) >= practically_endless) {
          return fmt::format("{} or more", ends.first);
        } else {
          return fmt::format("{} to {}", ends.first, ends.second);
        }
      },
      range);
}

std::string Option::conditions() const {
  std::vector<std::string> conditions;
  if (required && !is_positional()) conditions.emplace_back("required");
  if (repeated) conditions.emplace_back("may be repeated");
  if (range.index() != 0) conditions.push_back(range_text());
  if (!choices.empty() && (is_positional() || !value.empty())) {
    conditions.push_back(fmt::format("{}", fmt::join(choices, "|")));
  }
  if (!default_value.empty()) conditions.push_back("default " + default_value);
  if (!excludes.empty()) conditions.push_back("not with " + excludes);
  return conditions.empty() ? "" : fmt::format("({})", fmt::join(conditions, "; "));
}

OptionTable::Added OptionTable::add_list(std::string names, std::vector<std::string>& target,
                                         std::string help) {
  std::string& text = words_.emplace_back();
  after_parsing_.emplace_back([&text, &target] {
    for (const std::string& word : split_list(text)) {
      if (!word.empty()) target.push_back(word);
    }
  });
  return add(std::move(names), text, std::move(help));
}

OptionTable::Added OptionTable::add_negation(std::string names, bool& target, std::string help) {
  bool& is_given = negations_.emplace_back(false);
  after_parsing_.emplace_back([&is_given, &target] { target = target && !is_given; });
  return add(std::move(names), is_given, std::move(help));
}

OptionTable::Added OptionTable::add_option(Option option) {
  const CommonOption* const common = find_common(option);
  option.group = group_;
  if (common != nullptr) {
    if (group_.empty()) option.group = common->group;
    const bool is_text = option.is_list() || std::holds_alternative<std::string*>(option.target);
    if (is_text) {
      option.value = common->value;
      option.writes = common->writes;
    }
  }
  if (option.group.empty()) option.group = kPlainGroup;
  return Added(options_.emplace_back(std::move(option)));
}

const Option* OptionTable::find(std::string_view name) const {
  for (const Option& option : options_) {
    if (std::ranges::count(option.all_names(), name) > 0) return &option;
  }
  return nullptr;
}

std::vector<std::string> OptionTable::groups() const {
  std::vector<std::string> groups;
  for (const Option& option : options_) {
    if (option.is_positional() || std::ranges::count(groups, option.group) > 0) continue;
    groups.push_back(option.group);
  }
  for (const std::string_view last : {"Output", "Running"}) {
    std::stable_partition(groups.begin(), groups.end(),
                          [&](const std::string& group) { return group != last; });
  }
  return groups;
}

std::vector<const Option*> OptionTable::options_of(std::string_view group) const {
  std::vector<const Option*> found;
  for (const Option& option : options_) {
    if (!option.is_positional() && option.group == group) found.push_back(&option);
  }
  std::stable_partition(found.begin(), found.end(),
                        [](const Option* option) { return option->required; });
  return found;
}

std::function<int()> OptionTable::with_ending(std::function<int()> body) const {
  if (!ending_) return body;
  return [body = std::move(body), ending = ending_] {
    const int status = body();
    return status == 0 ? ending() : status;
  };
}

OptionTable::Added& OptionTable::Added::required(bool required) {
  option_.required = required;
  return *this;
}

OptionTable::Added& OptionTable::Added::repeated() {
  option_.repeated = true;
  return *this;
}

OptionTable::Added& OptionTable::Added::show_default() {
  option_.default_value = std::visit(
      []<class Value>(const Value* value) -> std::string {
        if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
          return fmt::format("{}", *value);
        } else {
          return "";  // lists and values that may be absent have no default to show
        }
      },
      option_.target);
  return *this;
}

OptionTable::Added& OptionTable::Added::range(int smallest, int largest) {
  option_.range = std::pair(smallest, largest);
  return *this;
}

OptionTable::Added& OptionTable::Added::range(double smallest, double largest) {
  option_.range = std::pair(smallest, largest);
  return *this;
}

OptionTable::Added& OptionTable::Added::one_of(std::vector<std::string> choices) {
  option_.choices = std::move(choices);
  return *this;
}

OptionTable::Added& OptionTable::Added::excludes(std::string name) {
  option_.excludes = std::move(name);
  return *this;
}

OptionTable::Added& OptionTable::Added::value(std::string word) {
  option_.value = std::move(word);
  return *this;
}

OptionTable::Added& OptionTable::Added::writes(Writes what) {
  option_.writes = what;
  return *this;
}

}  // namespace pagekin::cli
