#include "pagekin/laboratory/sweep_plan.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"

namespace pagekin::laboratory {
namespace {

constexpr std::string_view kOfMethod = "method.";
constexpr std::string_view kOfMeasure = "measure.";

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc{} && end == text.data() + text.size();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// A number without an exponent: units / 10^decimals.
struct Decimal {
  std::int64_t units = 0;
  std::size_t decimals = 0;
};

std::optional<Decimal> parse_decimal(std::string_view text) {
  constexpr std::size_t digits_at_most = 15;  // so that nothing below overflows
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  Decimal number;
  if (point != std::string_view::npos) {
    digits += text.substr(point + 1);
    number.decimals = text.size() - point - 1;
  }
  if (digits.empty() || digits.size() > digits_at_most) return std::nullopt;
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number.units);
  if (failure != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  if (digits.front() == '-') return std::nullopt;
  if (is_negative) number.units = -number.units;
  return number;
}

std::string to_text(const Decimal& number) {
  std::string digits = std::to_string(number.units < 0 ? -number.units : number.units);
  if (number.decimals > 0) {
    if (digits.size() <= number.decimals) {
      digits.insert(0, number.decimals + 1 - digits.size(), '0');
    }
    digits.insert(digits.size() - number.decimals, 1, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return (number.units < 0 ? "-" : "") + digits;
}

// Gives all three the same number of decimals. Returns false if they have too many digits.
bool align(Decimal& from, Decimal& to, Decimal& step) {
  constexpr std::int64_t units_at_most = 1'000'000'000'000'000;
  const std::size_t decimals = std::max({from.decimals, to.decimals, step.decimals});
  for (Decimal* const number : {&from, &to, &step}) {
    for (; number->decimals < decimals; ++number->decimals) {
      if (number->units > units_at_most || number->units < -units_at_most) return false;
      number->units *= 10;
    }
  }
  return true;
}

std::vector<std::string> values_of_range(std::string_view text,
                                         const std::vector<std::string>& parts) {
  const auto wrong = [&](const std::string& expected) {
    return OptionError(fmt::format("{} expects {}, got '{}'", option_named("vary"), expected, text),
                       "vary");
  };
  if (parts.size() != 3) throw wrong("NAME=FROM:TO:STEP or NAME=VALUE,VALUE");
  auto from = parse_decimal(parts[0]);
  auto to = parse_decimal(parts[1]);
  auto step = parse_decimal(parts[2]);
  if (!from || !to || !step) {
    throw wrong("three plain numbers of up to 15 digits in NAME=FROM:TO:STEP");
  }
  if (!align(*from, *to, *step)) throw wrong("numbers of about the same size");
  if (step->units == 0 ||
      (to->units != from->units && (to->units > from->units) != (step->units > 0))) {
    throw wrong("a step that leads from FROM to TO");
  }
  const auto steps = static_cast<std::uint64_t>((to->units - from->units) / step->units);
  if (steps >= kMaxSettings) {
    throw wrong(fmt::format("{} values at most", with_commas(kMaxSettings)));
  }
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i <= steps; ++i) {
    values.push_back(
        to_text(Decimal{.units = from->units + static_cast<std::int64_t>(i) * step->units,
                        .decimals = from->decimals}));
  }
  return values;
}

bool has_option(const std::vector<ParamDoc>& options, std::string_view name) {
  return std::ranges::find(options, name, &ParamDoc::name) != options.end();
}

// "snn (similar, overlap)"
std::string with_options(std::string_view name, const std::vector<ParamDoc>& options) {
  std::string names;
  for (const ParamDoc& option : options) names += (names.empty() ? "" : ", ") + option.name;
  return fmt::format("{} ({})", name, names.empty() ? "none" : names);
}

std::string to_text(const Spec& spec) {
  std::string text = spec.name;
  char separator = ':';
  for (const auto& [name, value] : spec.params) {
    text += separator + name + "=" + value;
    separator = ',';
  }
  return text;
}

struct Choice {
  std::string text;  // as asked for
  Spec spec;
  const std::vector<ParamDoc>* options;
};

struct MethodChoice : Choice {
  const method::MethodInfo* info;
};

MethodChoice method_choice(const std::string& text) {
  Spec spec = parse_spec(text);
  const method::MethodInfo& info = find_by_name(method::methods(), "method", spec.name);
  info.make(spec.params);  // throws if an option is wrong
  return {{text, std::move(spec), &info.options}, &info};
}

Choice measure_choice(const std::string& text) {
  Spec spec = parse_spec(text);
  const measure::MeasureInfo& info = find_by_name(measure::measures(), "measure", spec.name);
  measure::make_symmetric(text);
  return {text, std::move(spec), &info.options};
}

// A method with a measure, and which of the two has each varied option.
class Combination {
 public:
  Combination(const MethodChoice& method, const Choice* measure, const std::vector<Varied>& varied)
      : method_(&method), measure_(measure) {
    ParamMap given = method.spec.params;
    for (const Varied& option : varied) {
      const Target target = target_of(option.name);
      for (const Target& earlier : targets_) {
        if (earlier.has_it() && earlier == target) {
          throw OptionError(fmt::format("'{}' is varied twice", target.name));
        }
      }
      targets_.push_back(target);
      if (target.of_method) given.try_emplace(std::string(target.name));
    }
    method::check_required(*method.info, given);
  }

  std::size_t size(const std::vector<Varied>& varied) const {
    std::size_t size = 1;
    for (std::size_t i = 0; i < varied.size(); ++i) {
      if (targets_[i].has_it()) size = std::min(kMaxSettings + 1, size * varied[i].values.size());
    }
    return size;
  }

  bool has(std::size_t number) const { return targets_[number].has_it(); }

  // Appends the settings; the last option varies fastest.
  void add_settings(const std::vector<Varied>& varied, std::vector<SweepSetting>& settings) const {
    std::vector<std::size_t> at(varied.size());
    for (;;) {
      settings.push_back(setting(varied, at));
      std::size_t i = varied.size();
      while (i > 0 && !(has(i - 1) && at[i - 1] + 1 < varied[i - 1].values.size())) at[--i] = 0;
      if (i == 0) return;
      ++at[i - 1];
    }
  }

  // Throws Error if any single value is invalid.
  void check_values(const std::vector<Varied>& varied) const {
    for (std::size_t i = 0; i < varied.size(); ++i) {
      const std::string name(targets_[i].name);
      for (const std::string& value : varied[i].values) {
        if (targets_[i].of_method) {
          ParamMap params = method_->spec.params;
          refuse_given_twice(params, *method_, name);
          params[name] = value;
          method_->info->make(params);
        } else if (targets_[i].of_measure) {
          Spec spec = measure_->spec;
          refuse_given_twice(spec.params, *measure_, name);
          spec.params[name] = value;
          measure::make(to_text(spec));  // other values decide whether it is symmetric
        }
      }
    }
  }

 private:
  struct Target {
    std::string_view name;  // without its prefix
    bool of_method = false;
    bool of_measure = false;
    bool has_it() const { return of_method || of_measure; }
    friend bool operator==(const Target&, const Target&) = default;
  };

  Target target_of(std::string_view name) const {
    Target target{.name = name};
    const bool says_method = name.starts_with(kOfMethod);
    const bool says_measure = name.starts_with(kOfMeasure);
    if (says_method) target.name.remove_prefix(kOfMethod.size());
    if (says_measure) target.name.remove_prefix(kOfMeasure.size());
    target.of_method = !says_measure && has_option(*method_->options, target.name);
    target.of_measure =
        !says_method && measure_ != nullptr && has_option(*measure_->options, target.name);
    if (target.of_method && target.of_measure) {
      throw OptionError(
          fmt::format("method {0} and measure {1} both have '{2}'; vary method.{2} or "
                      "measure.{2}",
                      method_->spec.name, measure_->spec.name, name));
    }
    return target;
  }

  static void refuse_given_twice(const ParamMap& params, const Choice& choice,
                                 const std::string& name) {
    if (params.contains(name)) {
      throw OptionError(fmt::format("'{}' is varied, so '{}' cannot fix it", name, choice.text));
    }
  }

  SweepSetting setting(const std::vector<Varied>& varied,
                       const std::vector<std::size_t>& at) const {
    SweepSetting setting{.method = method_->text, .values = std::vector<std::string>(at.size())};
    Spec method = method_->spec;
    Spec measure = measure_ != nullptr ? measure_->spec : Spec{};
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (!has(i)) continue;
      setting.values[i] = varied[i].values[at[i]];
      Spec& target = targets_[i].of_method ? method : measure;
      target.params[std::string(targets_[i].name)] = setting.values[i];
    }
    setting.method_spec = to_text(method);
    if (measure_ == nullptr) return setting;
    setting.measure = measure_->text;
    setting.measure_spec = to_text(measure);
    return setting;
  }

  const MethodChoice* method_;
  const Choice* measure_;
  std::vector<Target> targets_;
};

void add_method(const std::string& text, std::vector<MethodChoice>& methods) {
  if (std::ranges::find(methods, text, &MethodChoice::text) != methods.end()) return;
  methods.push_back(method_choice(text));
}

// Adds every method that needs no option, or only one that is varied.
void add_all_methods(const std::vector<Varied>& varied, std::vector<MethodChoice>& methods) {
  for (const method::MethodInfo& info : method::methods()) {
    const bool is_ready =
        info.required.empty() || std::ranges::any_of(varied, [&](const Varied& option) {
          return option.name == info.required ||
                 option.name == std::string(kOfMethod) + std::string(info.required);
        });
    if (is_ready) add_method(std::string(info.name), methods);
  }
}

std::vector<MethodChoice> choose_methods(const std::vector<std::string>& asked,
                                         const std::vector<Varied>& varied) {
  std::vector<MethodChoice> methods;
  if (asked.empty() && varied.empty()) {
    add_all_methods(varied, methods);
    return methods;
  }
  for (const std::string& text : asked) {
    if (text == "all") {
      add_all_methods(varied, methods);
    } else {
      add_method(text, methods);
    }
  }
  if (!asked.empty()) return methods;
  for (const method::MethodInfo& info : method::methods()) {
    for (const Varied& option : varied) {
      std::string_view name = option.name;
      if (name.starts_with(kOfMethod)) name.remove_prefix(kOfMethod.size());
      if (!has_option(info.options, name)) continue;
      add_method(std::string(info.name), methods);
      break;
    }
  }
  if (methods.empty()) {
    throw OptionError(
        "no method has an option that is varied; choose methods with " + option_named("method"),
        "method");
  }
  return methods;
}

[[noreturn]] void throw_not_there(const Varied& varied, const std::vector<MethodChoice>& methods,
                                  const std::vector<Choice>& measures) {
  std::vector<std::string_view> names;
  for (const MethodChoice& method : methods) {
    for (const ParamDoc& option : *method.options) names.push_back(option.name);
  }
  for (const Choice& measure : measures) {
    for (const ParamDoc& option : *measure.options) names.push_back(option.name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::string meant = did_you_mean(varied.name, names);
  std::string message = fmt::format("nothing has an option '{}' to vary; {}", varied.name,
                                    meant.empty() ? "there are" : meant + " There are");
  std::string separator = " those of method ";
  for (const MethodChoice& method : methods) {
    message += separator + with_options(method.spec.name, *method.options);
    separator = ", method ";
  }
  for (const Choice& measure : measures) {
    message += ", measure " + with_options(measure.spec.name, *measure.options);
  }
  throw OptionError(message);
}

}  // namespace

Varied parse_varied(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    throw OptionError(fmt::format("{} expects NAME=FROM:TO:STEP or NAME=VALUE,VALUE, got '{}'",
                                  option_named("vary"), text),
                      "vary");
  }
  Varied varied{.name = std::string(text.substr(0, equals))};
  const std::string_view values = text.substr(equals + 1);
  const std::vector<std::string> parts = split(values, ':');
  varied.values = parts.size() == 1 ? split(values, ',') : values_of_range(text, parts);
  varied.is_numeric = std::ranges::all_of(varied.values, is_number);
  std::vector<std::string> sorted = varied.values;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) {
    throw OptionError(
        fmt::format("{} {} has the value '{}' twice", option_named("vary"), varied.name, *twice),
        "vary");
  }
  return varied;
}

SweepPlan plan_sweep(const std::vector<std::string>& method_specs,
                     const std::vector<std::string>& measure_specs, std::vector<Varied> varied) {
  for (std::size_t i = 0; i < varied.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (varied[i].name == varied[j].name) {
        throw OptionError(fmt::format("{} {} is given twice", option_named("vary"), varied[i].name),
                          "vary");
      }
    }
  }
  const std::vector<MethodChoice> methods = choose_methods(method_specs, varied);
  std::vector<Choice> measures;
  for (const std::string& text : measure::expand_all(measure_specs)) {
    measures.push_back(measure_choice(text));
  }
  const auto compares = [](const MethodChoice& method) { return !method.info->measure.empty(); };
  if (!measures.empty() && std::ranges::none_of(methods, compares)) {
    throw OptionError(fmt::format("method {} compares no pages, so it takes no measure",
                                  methods.front().spec.name));
  }
  const bool own_measures = measures.empty();
  if (own_measures) {  // the default of each method that compares pages, in order
    for (const MethodChoice& method : methods) {
      if (compares(method)) measures.push_back(measure_choice(std::string(method.info->measure)));
    }
  }

  std::vector<Combination> combinations;
  std::size_t own = 0;
  for (const MethodChoice& method : methods) {
    if (!compares(method)) {
      combinations.emplace_back(method, nullptr, varied);
    } else if (own_measures) {
      combinations.emplace_back(method, &measures[own++], varied);
    } else {
      for (const Choice& measure : measures) combinations.emplace_back(method, &measure, varied);
    }
  }
  for (std::size_t i = 0; i < varied.size(); ++i) {
    if (std::ranges::none_of(combinations,
                             [&](const Combination& combination) { return combination.has(i); })) {
      throw_not_there(varied[i], methods, measures);
    }
  }
  std::size_t size = 0;
  for (const Combination& combination : combinations) size += combination.size(varied);
  if (size > kMaxSettings) {
    throw OptionError(fmt::format("these are more than {} settings; vary fewer values at a time",
                                  with_commas(kMaxSettings)));
  }

  SweepPlan plan;
  for (const Combination& combination : combinations) {
    combination.check_values(varied);
    combination.add_settings(varied, plan.settings);
  }
  plan.varied = std::move(varied);
  const SweepSetting& first = plan.settings.front();
  for (const SweepSetting& setting : plan.settings) {
    plan.has_methods |= setting.method != first.method;
    plan.has_measures |= setting.measure != first.measure;
  }
  return plan;
}

std::string SweepPlan::describe(const SweepSetting& setting, std::size_t except) const {
  std::vector<std::string> parts;
  if (has_methods) parts.push_back(setting.method);
  if (has_measures && !setting.measure.empty()) parts.push_back(setting.measure);
  for (std::size_t i = 0; i < varied.size(); ++i) {
    if (i == except || setting.values[i].empty()) continue;
    parts.push_back(varied[i].name + "=" + setting.values[i]);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace pagekin::laboratory
