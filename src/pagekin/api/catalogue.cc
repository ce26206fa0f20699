#include "pagekin/catalogue.h"

#include <span>
#include <string>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/core/reference.h"
#include "pagekin/core/registry.h"
#include "pagekin/eval/score.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"
#include "pagekin/run.h"

namespace pagekin {
namespace {

std::vector<OptionInfo> options_of(const std::vector<ParamDoc>& docs) {
  std::vector<OptionInfo> options;
  options.reserve(docs.size());
  for (const ParamDoc& doc : docs) {
    options.push_back({.name = doc.name,
                       .kind = doc.kind,
                       .default_value = doc.default_value,
                       .range = doc.range,
                       .help = doc.help});
  }
  return options;
}

}  // namespace

std::vector<MethodInfo> list_methods() {
  std::vector<MethodInfo> list;
  for (const method::MethodInfo& info : method::methods()) {
    list.push_back({.name = std::string(info.name),
                    .summary = std::string(info.summary),
                    .reference = short_text(info.references),
                    .references = references_of(info.references),
                    .options = options_of(info.options),
                    .default_measure = std::string(info.measure),
                    .required_option = std::string(info.required),
                    .keeps_index = info.capabilities.has(method::Capability::kPersistent),
                    .makes_dendrogram = info.capabilities.has(method::Capability::kHierarchical),
                    .gives_confidence = info.capabilities.has(method::Capability::kAssessing)});
  }
  return list;
}

MethodInfo find_method(const std::string& spec) {
  const std::vector<MethodInfo> methods = list_methods();
  return find_by_name(std::span<const MethodInfo>(methods), "method", parse_spec(spec).name);
}

std::vector<MeasureInfo> list_measures() {
  std::vector<MeasureInfo> list;
  for (const measure::MeasureInfo& info : measure::measures()) {
    list.push_back({.name = std::string(info.name),
                    .summary = std::string(info.summary),
                    .reference = short_text(info.references),
                    .references = references_of(info.references),
                    .cost = std::string(info.cost),
                    .options = options_of(info.options)});
  }
  return list;
}

std::vector<ScoreInfo> list_scores() {
  std::vector<ScoreInfo> list;
  for (const eval::ScoreInfo& info : eval::scores()) {
    list.push_back({.name = std::string(info.name),
                    .summary = std::string(info.summary),
                    .reference = short_text(info.references),
                    .references = references_of(info.references)});
  }
  return list;
}

std::string make_spec(const std::string& name, const OptionMap& options) {
  if (name.find_first_of(":,=") != std::string::npos) {
    throw OptionError("a name without ':', ',' and '=' was expected, got '" + name + "'");
  }
  std::string spec = name;
  for (const auto& [key, value] : options) {
    if (key.empty() || key.find_first_of(":,=") != std::string::npos) {
      throw OptionError("an option without ':', ',' and '=' was expected, got '" + key + "'", key);
    }
    if (value.find('=') != std::string::npos) {
      throw OptionError("option '" + key + "' takes a value without '=', got '" + value + "'", key);
    }
    spec += (spec.size() == name.size() ? ":" : ",") + key + "=" + value;
  }
  return spec;
}

}  // namespace pagekin
