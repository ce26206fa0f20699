#include "pagekin/fields.h"

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
  } else if (given.value.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kAbsent;
  } else {
    label.text = given.value;
  }
  return label;
}

FieldRecord record_of(const pipeline::FieldRecord& found) {
  FieldRecord record;
  record.page = found.page;
  if (found.rules == nullptr) return record;
  record.template_id = found.rules->label;
  for (std::size_t i = 0; i < found.fields.size(); ++i) {
    const std::string& name = found.rules->fields[i].name;
    if (found.fields[i].state == wrapper::FieldState::kFound) {
      record.fields.push_back({name, found.fields[i].values, found.fields[i].confidence});
    } else if (found.fields[i].state == wrapper::FieldState::kReview) {
      record.needs_review.push_back(name);
    }
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
      state.template_id = rules.label;
      state.field = rules.fields[i].name;
      state.state = to_text(health.diagnoses[i].state);
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
                                    const std::function<void(const FieldRecord&)>& record,
                                    const Run& run) const {
  return api::on_own_thread(run, [&] {
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}});
    pipeline::ExtractFieldsOptions options;
    options.source = api::input_source(source, run);
    const pipeline::ExtractFieldsRun done = pipeline::extract_fields(
        options, state_->wrapper,
        [&](const pipeline::FieldRecord& found) {
          if (record) record(record_of(found));
        },
        run.incident, &reading);
    return extract_result(done, state_->wrapper);
  });
}

FieldLearning learn_fields(const LearnFieldsOptions& options, const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"comparing", &comparing}});
    pipeline::LearnWrapperOptions learn;
    learn.pages = {.source = api::input_source(options.source, run),
                   .method = options.templates.method,
                   .measure = options.templates.measure,
                   .clusters = options.templates.clusters,
                   .model = options.templates.model};
    learn.fields = options.labels_file;
    learn.answers = options.answers_file;
    learn.sample = options.sample;
    for (const FieldLabel& label : options.labels) learn.labels.push_back(label_of(label));
    pipeline::LearnWrapperRun done =
        pipeline::learn_wrapper(learn, run.incident, &reading, &comparing);
    auto state = std::make_unique<FieldWrapper::State>();
    state->wrapper = std::move(done.wrapper);
    FieldLearning learning{FieldWrapper(std::move(state)), {}, {}};
    for (const pipeline::FieldSummary& field : done.fields) {
      learning.fields.push_back({field.template_label, field.field, field.labels, field.pages,
                                 field.filled, field.agreement, field.doubt, field.ask,
                                 field.examples});
    }
    for (const pipeline::LabelProblem& problem : done.problems) {
      learning.unused.push_back({problem.page, problem.field, problem.problem});
    }
    return learning;
  });
}

}  // namespace pagekin
