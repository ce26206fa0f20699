#include "pagekin/fields.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/pipeline/extract_fields.h"
#include "pagekin/pipeline/learn_wrapper.h"
#include "pagekin/version.h"
#include "pagekin/wrapper/wrapper_file.h"

namespace pagekin {
namespace {

wrapper::GivenLabel label_of(const FieldLabel& given) {
  wrapper::GivenLabel label;
  label.page = given.page;
  label.field = given.field;
  if (!given.xpath.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kXpath;
    label.text = given.xpath;
  } else if (!given.css.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kCss;
    label.text = given.css;
  } else if (given.slot != 0) {
    label.kind = wrapper::GivenLabel::Kind::kSlot;
    label.slot = given.slot;
  } else if (given.value.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kAbsent;
  } else {
    label.text = given.value;
  }
  return label;
}

std::vector<FieldLabel> labels_of(const std::vector<wrapper::GivenLabel>& given) {
  std::vector<FieldLabel> labels;
  labels.reserve(given.size());
  for (const wrapper::GivenLabel& from : given) {
    FieldLabel& label = labels.emplace_back();
    label.page = from.page;
    label.field = from.field;
    switch (from.kind) {
      case wrapper::GivenLabel::Kind::kValue:
        label.value = from.text;
        break;
      case wrapper::GivenLabel::Kind::kXpath:
        label.xpath = from.text;
        break;
      case wrapper::GivenLabel::Kind::kCss:
        label.css = from.text;
        break;
      case wrapper::GivenLabel::Kind::kSlot:
        label.slot = from.slot;
        break;
      case wrapper::GivenLabel::Kind::kAbsent:
        break;
    }
  }
  return labels;
}

FieldRecord record_of(const pipeline::FieldRecord& found) {
  FieldRecord record;
  record.page = found.page;
  if (found.rules == nullptr) return record;
  record.template_id = TemplateId::from_text(found.rules->label);
  for (std::size_t i = 0; i < found.fields.size(); ++i) {
    const std::string& name = found.rules->fields[i].name;
    if (found.fields[i].state == wrapper::FieldState::kFound) {
      record.fields.push_back({name, found.fields[i].values, found.fields[i].confidence});
    }
    if (wrapper::needs_review(found.fields[i])) record.needs_review.push_back(name);
  }
  // The cells of a record are lists of equal length; a row that lacks one has an empty text.
  for (std::size_t r = 0; r < found.records.size(); ++r) {
    const rows::RecordRule& rule = found.rules->records.records[r];
    if (found.records[r].rows.empty()) continue;
    for (std::size_t c = 0; c < rule.cells.size(); ++c) {
      std::vector<std::string> values;
      for (const rows::FoundRow& row : found.records[r].rows) values.push_back(row.cells[c]);
      record.fields.push_back(
          {rule.name + "." + rule.cells[c].name, std::move(values), found.records[r].confidence});
    }
  }
  return record;
}

ExtractResult extract_result(const pipeline::ExtractFieldsRun& run,
                             const wrapper::Wrapper& wrapper) {
  ExtractResult result;
  result.records = run.records;
  result.no_template = run.unknown;
  for (const pipeline::TemplateHealth& health : run.templates) {
    const wrapper::TemplateRules& rules = wrapper.templates[health.template_number];
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldProfile& before = rules.fields[i].profile;
      FieldState& state = result.fields.emplace_back();
      state.template_id = TemplateId::from_text(rules.label);
      state.field = rules.fields[i].name;
      state.condition = api::with_word_of<FieldCondition>(health.diagnoses[i].state);
      state.reason = health.diagnoses[i].reason;
      state.pages = health.fields[i].pages;
      state.filled = health.fields[i].filled;
      state.fill_rate_before =
          before.pages == 0 ? 0 : static_cast<double>(before.filled) / before.pages;
      state.agreement = health.fields[i].agreement();
      state.agreement_before = before.agreement;
      if (i >= health.relocated.fields.size()) continue;
      state.found_again = health.relocated.fields[i].confidence;
      state.new_example = health.relocated.fields[i].example;
    }
  }
  return result;
}

}  // namespace

struct FieldWrapper::State {
  wrapper::Wrapper wrapper;
};

FieldWrapper::FieldWrapper(std::unique_ptr<State> state) : state_(std::move(state)) {}
FieldWrapper::FieldWrapper(FieldWrapper&&) noexcept = default;
FieldWrapper& FieldWrapper::operator=(FieldWrapper&&) noexcept = default;
FieldWrapper::~FieldWrapper() = default;

FieldWrapper FieldWrapper::load(const std::string& path) {
  auto state = std::make_unique<State>();
  state->wrapper = wrapper::read_wrapper(path);
  return FieldWrapper(std::move(state));
}

void FieldWrapper::save(const std::string& path) const {
  wrapper::write_wrapper(path, state_->wrapper, kVersion);
}

ExtractResult FieldWrapper::extract(const Source& source,
                                    const std::function<void(const FieldRecord&)>& use,
                                    const Run& run) const {
  return api::on_own_thread(run, [&] {
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}});
    pipeline::ExtractFieldsOptions options;
    options.source = api::input_source(source, run);
    const pipeline::ExtractFieldsRun done = pipeline::extract_fields(
        options, state_->wrapper,
        [&](const pipeline::FieldRecord& found) {
          if (use) use(record_of(found));
        },
        run.incident, &reading);
    return extract_result(done, state_->wrapper);
  });
}

std::vector<FieldLabel> read_field_labels(const std::string& path) {
  return labels_of(pipeline::read_field_labels(path));
}

std::vector<FieldLabel> read_field_answers(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot open " + path, {}, path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    return labels_of(wrapper::read_answers(text));
  } catch (const Error& error) {
    throw InputError(path + ": " + error.what(), {}, path);
  }
}

FieldLearning learn_fields(const Source& source, std::span<const FieldLabel> labels,
                           const LearnFieldsOptions& options, const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"comparing", &comparing}});
    pipeline::LearnWrapperOptions learn;
    learn.pages = {.source = api::reread_source(source, run),
                   .method = options.templates.method,
                   .measure = options.templates.measure,
                   .clusters = options.templates.clusters,
                   .model = options.templates.model};
    learn.sample = options.sample;
    for (const FieldLabel& label : labels) learn.labels.push_back(label_of(label));
    pipeline::LearnWrapperRun done =
        pipeline::learn_wrapper(learn, run.incident, &reading, &comparing);
    auto state = std::make_unique<FieldWrapper::State>();
    state->wrapper = std::move(done.wrapper);
    FieldLearning learning{FieldWrapper(std::move(state)), {}, {}};
    for (const pipeline::FieldSummary& field : done.fields) {
      learning.fields.push_back({TemplateId::from_text(field.template_label), field.field,
                                 field.labels, field.pages, field.filled, field.agreement,
                                 field.doubt, field.ask, field.examples});
    }
    for (const pipeline::LabelProblem& problem : done.problems) {
      learning.unused.push_back({problem.page, problem.field, problem.problem});
    }
    return learning;
  });
}

}  // namespace pagekin
