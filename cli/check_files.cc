#include "cli/check_files.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStandardOutput = "-";

// A value of an option.
struct Given {
  const Option* option = nullptr;
  std::string value;

  std::string name() const {
    return option->is_positional() ? option->placeholder() : option->all_names().front();
  }
};

std::vector<Given> given_values(const Option& option) {
  std::vector<Given> values;
  if (const auto* const text = std::get_if<std::string*>(&option.target)) {
    if (!(*text)->empty()) values.push_back({&option, **text});
  } else if (const auto* const all = std::get_if<std::vector<std::string>*>(&option.target)) {
    for (const std::string& value : **all) values.push_back({&option, value});
  }
  return values;
}

// The file that an input means: without '@', "warc:" and the like.
std::string file_of(const std::string& input) {
  std::error_code ignored;
  if (fs::exists(input, ignored)) return input;
  const std::size_t kind = input.starts_with('@') ? 0 : input.find(':');
  return kind == std::string::npos ? input : input.substr(kind + 1);
}

// Devices and pipes may be used as often as one likes.
bool are_same_file(const std::string& file, const std::string& other) {
  std::error_code failed;
  if (fs::exists(file, failed) && fs::exists(other, failed)) {
    return fs::is_regular_file(file, failed) && fs::equivalent(file, other, failed);
  }
  const auto canonical = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, failed), failed);
  };
  return canonical(file) == canonical(other);
}

// A table that has no file goes to standard output.
std::vector<Given> outputs_of(const OptionTable& table) {
  std::vector<Given> outputs;
  for (const Option& option : table.options()) {
    if (option.writes == Writes::kNothing) continue;
    std::vector<Given> values = given_values(option);
    const bool is_main = option.all_names().front() == "--output" && !option.required;
    if (values.empty() && is_main) values.push_back({&option, std::string(kStandardOutput)});
    outputs.insert(outputs.end(), values.begin(), values.end());
  }
  return outputs;
}

void check_standard_output(const std::vector<Given>& outputs) {
  const Given* first = nullptr;
  for (const Given& output : outputs) {
    if (output.value != kStandardOutput) continue;
    if (output.option->writes == Writes::kFile) {
      throw UsageError(fmt::format("{} takes a file, not standard output", output.name()));
    }
    if (first != nullptr) {
      throw UsageError(
          fmt::format("{} and {} would both go to standard output; name a file for one",
                      first->name(), output.name()));
    }
    first = &output;
  }
}

}  // namespace

void check_files(const OptionTable& table) {
  const std::vector<Given> outputs = outputs_of(table);
  check_standard_output(outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Given& output = outputs[i];
    if (output.value == kStandardOutput) continue;
    for (std::size_t k = 0; k < i; ++k) {
      if (outputs[k].value == kStandardOutput || !are_same_file(outputs[k].value, output.value)) {
        continue;
      }
      throw UsageError(fmt::format("{} and {} would both write '{}'", outputs[k].name(),
                                   output.name(), printable(output.value)));
    }
    std::error_code ignored;
    if (!fs::is_regular_file(output.value, ignored)) continue;
    for (const Option& option : table.options()) {
      if (option.writes != Writes::kNothing) continue;
      for (const Given& input : given_values(option)) {
        if (!fs::equivalent(file_of(input.value), output.value, ignored)) continue;
        throw UsageError(fmt::format("{} would overwrite '{}', which is read as {}", output.name(),
                                     printable(output.value), input.name()));
      }
    }
  }
}

}  // namespace pagekin::cli
