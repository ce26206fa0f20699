#include "pagekin/model/model.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/params.h"
#include "pagekin/core/registry.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/feature_bytes.h"

namespace pagekin::model {
namespace {

constexpr float kThresholdOfOnePage = 0.8F;

struct Bucket {
  std::size_t operator()(const Hash128& hash) const { return hash.low; }
};

}  // namespace

std::optional<float> given_threshold(const measure::Measure& measure, std::uint64_t pages) {
  if (const auto fixed = measure.fixed_threshold()) return fixed;
  if (pages <= 1 || measure.match_key()) return kThresholdOfOnePage;
  return {};
}

std::string spelled_out(std::string_view measure) {
  measure::make_symmetric(measure);  // throws for a wrong spec
  const Spec spec = parse_spec(measure);
  const auto& info = find_by_name(measure::measures(), "measure", spec.name);
  std::string text = spec.name;
  char separator = ':';
  for (const ParamDoc& option : info.options) {
    const auto given = spec.params.find(option.name);
    text += separator + option.name + "=" +
            (given == spec.params.end() ? option.default_value : given->second);
    separator = ',';
  }
  return text;
}

struct ModelBuilder::State {
  Model model;
  std::unique_ptr<measure::Measure> measure;
  features::Needs needs;
  std::vector<std::string> names;
  std::vector<std::unordered_map<Hash128, std::size_t, Bucket>> known;  // examples by class
};

ModelBuilder::ModelBuilder(std::string_view measure, std::span<const std::string> names)
    : state_(std::make_unique<State>()) {
  state_->model.measure = spelled_out(measure);
  state_->measure = measure::make(measure);
  state_->needs = state_->measure->needs();
  state_->names.assign(names.begin(), names.end());
  state_->known.resize(names.size());
}

ModelBuilder::~ModelBuilder() = default;
ModelBuilder::ModelBuilder(ModelBuilder&&) noexcept = default;

void ModelBuilder::add(int number, const Features& prepared) {
  std::vector<Example>& examples = state_->model.examples;
  Example example{.class_number = static_cast<std::uint32_t>(number),
                  .features = compared_parts(prepared, state_->needs)};
  const Hash128 hash = hash_bytes_128(to_bytes(example.features));
  const auto [earlier, is_new] =
      state_->known[example.class_number].try_emplace(hash, examples.size());
  if (is_new) {
    examples.push_back(std::move(example));
  } else {
    ++examples[earlier->second].pages;
  }
}

Model ModelBuilder::finish() && {
  Model& model = state_->model;
  if (model.examples.empty()) throw Error("there are no pages to learn from");
  std::vector<std::uint64_t> pages(state_->names.size());
  for (const Example& example : model.examples) pages[example.class_number] += example.pages;

  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    if (pages[i] > 0) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return state_->names[i]; });
  std::vector<std::uint32_t> numbers(pages.size());
  for (const std::uint32_t i : order) {
    const std::string& name = state_->names[i];
    if (name.empty() || name == kNoTemplate) {
      throw Error("a template cannot be called '" + name + "'");
    }
    numbers[i] = static_cast<std::uint32_t>(model.classes.size());
    model.classes.push_back({.name = name,
                             .pages = pages[i],
                             .threshold = given_threshold(*state_->measure, pages[i]).value_or(1)});
  }
  for (Example& example : model.examples) example.class_number = numbers[example.class_number];
  std::ranges::stable_sort(model.examples, {}, &Example::class_number);
  return std::move(model);
}

}  // namespace pagekin::model
