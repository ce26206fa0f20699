#include "pagekin/use_cases.h"

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/cluster.h"
#include "pagekin/fields.h"
#include "pagekin/options.h"
#include "pagekin/records.h"
#include "pagekin/report.h"
#include "pagekin/sample.h"
#include "pagekin/synth.h"

namespace pagekin {
namespace {

template <class Value>
constexpr OptionType type_of_option(const OptionText& text) {
  if (std::is_same_v<Value, bool>) return OptionType::kFlag;
  if (std::is_integral_v<Value> || std::is_same_v<Value, std::optional<std::uint64_t>>) {
    return OptionType::kInteger;
  }
  if (std::is_floating_point_v<Value> || std::is_same_v<Value, std::optional<double>>) {
    return OptionType::kNumber;
  }
  if (std::is_enum_v<Value>) return OptionType::kWord;
  if (std::is_same_v<Value, std::vector<Hint>>) return OptionType::kHints;
  return text.value == "FILE" ? OptionType::kFile : OptionType::kText;
}

template <class Value>
std::string default_text(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (HasWords<Value>) {
    return std::string(to_text(value));
  } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
    return fmt::format("{}", value);
  } else {
    return {};
  }
}

template <class Value>
std::string range_text(const OptionText& text) {
  if constexpr (HasWords<Value>) {
    return fmt::format("{}", fmt::join(Words<Value>::all, "|"));
  } else {
    return text.has_range() ? fmt::format("{} to {}", text.min, text.max) : std::string();
  }
}

template <class Options>
UseCase use_case(std::string name) {
  UseCase found{.name = std::move(name), .options = {}};
  const Options defaults;
  for_each_option<Options>([&]<class Value>(const OptionText& text, Value Options::*field) {
    found.options.push_back({.name = std::string(text.name),
                             .type = type_of_option<Value>(text),
                             .default_value = default_text(defaults.*field),
                             .range = range_text<Value>(text),
                             .help = std::string(text.help),
                             .flag = std::string(text.flag)});
  });
  return found;
}

}  // namespace

std::vector<UseCase> list_use_cases() {
  return {use_case<ClusterOptions>("cluster"),   use_case<SampleOptions>("sample"),
          use_case<SynthOptions>("synth"),       use_case<RecordOptions>("extract"),
          use_case<LearnFieldsOptions>("learn"), use_case<LabelPagesOptions>("label"),
          use_case<CleanOptions>("clean"),       use_case<ReportOptions>("report")};
}

}  // namespace pagekin
