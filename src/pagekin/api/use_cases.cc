#include "pagekin/use_cases.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/classify.h"
#include "pagekin/cluster.h"
#include "pagekin/compare.h"
#include "pagekin/coverage.h"
#include "pagekin/crawl.h"
#include "pagekin/crossval.h"
#include "pagekin/evaluate.h"
#include "pagekin/fields.h"
#include "pagekin/file_format.h"
#include "pagekin/fingerprint.h"
#include "pagekin/matrix.h"
#include "pagekin/options.h"
#include "pagekin/page_list.h"
#include "pagekin/records.h"
#include "pagekin/report.h"
#include "pagekin/run.h"
#include "pagekin/sample.h"
#include "pagekin/sweep.h"
#include "pagekin/synth.h"

namespace pagekin {
namespace {

template <class Value>
constexpr OptionType type_of_option(const OptionText& text) {
  if (std::is_same_v<Value, bool>) return OptionType::kFlag;
  if (std::is_integral_v<Value> || std::is_same_v<Value, std::optional<std::uint64_t>> ||
      std::is_same_v<Value, std::optional<int>>) {
    return OptionType::kInteger;
  }
  if (std::is_floating_point_v<Value> || std::is_same_v<Value, std::optional<double>>) {
    return OptionType::kNumber;
  }
  if (std::is_enum_v<Value>) return OptionType::kWord;
  if (std::is_same_v<Value, std::vector<Hint>>) return OptionType::kHints;
  if (requires(Value & value) { value.push_back({}); } && !std::is_same_v<Value, std::string>) {
    return OptionType::kTexts;
  }
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
    if (!text.choices.empty()) return std::string(text.choices);
    return text.has_range() ? fmt::format("{} to {}", text.min, text.max) : std::string();
  }
}

std::string flag_name(const OptionText& text, bool is_negated) {
  std::string flag(text.flag.empty() ? text.name : text.flag);
  std::ranges::replace(flag, '_', '-');
  return is_negated ? "no-" + flag : flag;
}

template <class Options>
void add_options(UseCase& use_case) {
  const Options defaults;
  for_each_option<Options>([&]<class Value>(const OptionText& text, Value Options::*field) {
    bool is_negated = false;
    if constexpr (std::is_same_v<Value, bool>) is_negated = defaults.*field;
    use_case.options.push_back({.name = std::string(text.name),
                                .type = type_of_option<Value>(text),
                                .default_value = default_text(defaults.*field),
                                .range = range_text<Value>(text),
                                .help = std::string(text.help),
                                .flag = flag_name(text, is_negated)});
  });
}

template <class... Options>
UseCase use_case(std::string name) {
  UseCase all{.name = std::move(name), .options = {}};
  (add_options<Options>(all), ...);
  return all;
}

}  // namespace

std::vector<UseCase> list_use_cases() {
  return {use_case<Source>("reading"),
          use_case<DocumentOptions>("documents"),
          use_case<TemplateSource>("templates"),
          use_case<TableOptions>("table"),
          use_case<ClusterOptions>("cluster"),
          use_case<TrainOptions>("train"),
          use_case<ClassTableOptions>("classify"),
          use_case<RecordOptions>("extract"),
          use_case<FieldRecordOptions, TableOutput>("records"),
          use_case<LearnFieldsOptions>("learn"),
          use_case<LabelPagesOptions>("label"),
          use_case<SelectorOptions>("selectors"),
          use_case<CleanOptions>("clean"),
          use_case<SampleOptions>("sample"),
          use_case<PageChoice>("pages"),
          use_case<CoverageOptions>("coverage"),
          use_case<ReportOptions>("report"),
          use_case<InternalOptions>("evaluate"),
          use_case<SweepOptions>("sweep"),
          use_case<SweepView>("scores"),
          use_case<CrossvalOptions>("crossval"),
          use_case<CompareOptions>("compare"),
          use_case<MatrixOptions>("matrix"),
          use_case<FingerprintOptions>("fingerprint"),
          use_case<SynthOptions>("synth"),
          use_case<CrawlOptions>("crawl")};
}

}  // namespace pagekin
