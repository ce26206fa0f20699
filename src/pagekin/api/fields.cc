#include "pagekin/fields.h"

#include <optional>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/given_labels.h"
#include "pagekin/api/output_files.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/extraction/extract_fields.h"
#include "pagekin/extraction/find_selectors.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/extraction/pages_to_label.h"
#include "pagekin/extraction/read_field_labels.h"
#include "pagekin/report/field_records.h"
#include "pagekin/report/field_summary.h"
#include "pagekin/report/pages_to_label.h"
#include "pagekin/report/selectors.h"
#include "pagekin/version.h"
#include "pagekin/wrapper/designs.h"
#include "pagekin/wrapper/wrapper_file.h"

namespace pagekin {
namespace {

FieldRecord record_of(const extraction::FieldRecord& found) {
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
    if (found.records[r].needs_review) record.needs_review.push_back(rule.name);
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

ExtractResult extract_result(const extraction::ExtractFieldsRun& run,
                             const wrapper::Wrapper& wrapper) {
  ExtractResult result;
  result.records = run.records;
  result.no_template = run.unknown;
  result.without_fields = run.other;
  result.counts = run.counts;
  result.health = report::to_json(run, wrapper);
  result.seconds = run.seconds;
  result.summary = report::summarise(run, wrapper);
  const std::vector<std::uint32_t> designs = wrapper::design_numbers(wrapper);
  for (const extraction::TemplateHealth& health : run.templates) {
    const wrapper::TemplateRules& rules = wrapper.templates[health.template_number];
    const auto add = [&](const std::string& name, const wrapper::Diagnosis& diagnosis,
                         const auto& now, const auto& before) -> FieldState& {
      FieldState& state = result.fields.emplace_back();
      state.template_id = TemplateId::from_text(rules.label);
      state.design = designs[health.template_number];
      state.field = name;
      state.condition = api::with_word_of<FieldCondition>(diagnosis.state);
      state.reason = diagnosis.reason;
      state.pages = now.pages;
      state.filled = now.filled;
      if (before.pages != 0) {
        state.fill_rate_before = static_cast<double>(before.filled) / before.pages;
      }
      return state;
    };
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldProfile& before = rules.fields[i].profile;
      FieldState& state = add(rules.fields[i].name, health.diagnoses[i], health.fields[i], before);
      state.agreement = health.fields[i].agreement();
      state.agreement_before = before.agreement;
      if (i >= health.relocated.fields.size()) continue;
      state.found_again = health.relocated.fields[i].confidence;
      state.new_example = health.relocated.fields[i].example;
    }
    for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
      const wrapper::RecordProfile before = rules.profile_of_record(r);
      FieldState& state =
          add(rules.records.records[r].name, health.record_diagnoses[r], health.records[r], before);
      state.is_record = true;
      state.rows = health.records[r].rows;
      state.rows_per_page = health.records[r].usual_rows();
      state.rows_per_page_before = before.usual_rows;
    }
  }
  return result;
}

}  // namespace

struct FieldWrapper::State {
  explicit State(wrapper::Wrapper learned)
      : wrapper(std::move(learned)),
        full({.full_addresses = true}, wrapper),
        kept({.full_addresses = false}, wrapper) {}

  // Calls `use` for each page, and makes the result. `chosen`: what `options` leave of the wrapper.
  template <class Use>
  static ExtractResult read(const Source& source, const FieldRecordOptions& options,
                            const wrapper::Wrapper& chosen, const Run& run, const Use& use) {
    Progress grouping;
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"grouping", &grouping}, {"reading", &reading}});
    extraction::ExtractFieldsOptions extract;
    extract.apply.full_addresses = options.addresses == AddressForm::kFull;
    std::optional<clustering::GroupedPages> pages;
    if (options.clusters.empty() && options.model.empty()) {
      extract.source = api::input_source(source, run);
    } else {
      extract.source = api::reread_source(source, run);
      pages = clustering::group_pages({.source = extract.source,
                                       .measure = {},
                                       .clusters = options.clusters,
                                       .model = options.model},
                                      nullptr, &grouping);
      extract.templates = &*pages;
    }
    const extraction::ExtractFieldsRun done =
        extraction::extract_fields(extract, chosen, use, run.incident, &reading);
    ExtractResult result = extract_result(done, chosen);
    const bool has_all = options.templates.empty() && options.columns.empty();
    if (result.broken() > 0 && has_all) {
      result.repaired = std::shared_ptr<const FieldWrapper>(
          new FieldWrapper(std::make_unique<State>(extraction::repaired(chosen, done))));
    }
    return result;
  }

  wrapper::Wrapper wrapper;
  // For pages that come one by one, with full addresses and with those of the page.
  extraction::FieldFinder full;
  extraction::FieldFinder kept;
};

FieldWrapper::FieldWrapper(std::unique_ptr<State> state) : state_(std::move(state)) {}
FieldWrapper::FieldWrapper(FieldWrapper&&) noexcept = default;
FieldWrapper& FieldWrapper::operator=(FieldWrapper&&) noexcept = default;
FieldWrapper::~FieldWrapper() = default;

FieldWrapper FieldWrapper::load(const std::string& path) {
  return FieldWrapper(std::make_unique<State>(wrapper::read_wrapper(path)));
}

void FieldWrapper::save(const std::string& path) const {
  wrapper::write_wrapper(path, state_->wrapper, kVersion);
}

void FieldWrapper::check(const FieldRecordOptions& options) const {
  wrapper::Wrapper chosen = state_->wrapper;
  extraction::choose_fields(options.templates, options.columns, chosen);
}

ExtractResult FieldWrapper::extract(const Source& source,
                                    const std::function<void(const FieldRecord&)>& use,
                                    const Run& run) const {
  return api::on_own_thread(run, [&] {
    return State::read(source, {}, state_->wrapper, run, [&](const extraction::FieldRecord& found) {
      if (use) use(record_of(found));
    });
  });
}

ExtractResult FieldWrapper::write(const Source& source, const TableOutput& output,
                                  const FieldRecordOptions& options, const Run& run) const {
  return api::on_own_thread(run, [&] {
    wrapper::Wrapper chosen = state_->wrapper;
    extraction::choose_fields(options.templates, options.columns, chosen);
    api::OutputFiles files(output);
    report::FieldRecordWriter writer(
        {.format = files.format(), .all = options.all_pages, .forms = output.values}, chosen,
        files.open(output.path));
    ExtractResult result =
        State::read(source, options, chosen, run,
                    [&](const extraction::FieldRecord& found) { writer.write(found); });
    writer.finish();
    files.commit();
    result.rows = writer.rows();
    result.misfits = report::describe_misfits(writer.misfits());
    return result;
  });
}

std::string FieldWrapper::extract_line(const Page& page, AddressForm addresses) const {
  std::string line;
  report::FieldRecordWriter writer(
      {.format = table::FileFormat(table::TableFormat::kJsonl), .all = true}, state_->wrapper,
      [&](std::string_view bytes) { line += bytes; });
  writer.write((addresses == AddressForm::kFull ? state_->full : state_->kept).find(page));
  writer.finish();
  return line;
}

std::vector<WrapperField> FieldWrapper::fields() const {
  std::vector<WrapperField> all;
  const std::vector<std::uint32_t> designs = wrapper::design_numbers(state_->wrapper);
  for (std::size_t t = 0; t < designs.size(); ++t) {
    const wrapper::TemplateRules& rules = state_->wrapper.templates[t];
    for (const wrapper::FieldRule& rule : rules.fields) {
      all.push_back({.template_id = TemplateId::from_text(rules.label),
                     .design = designs[t],
                     .template_name = rules.name,
                     .field = rule.name,
                     .is_list = rule.is_list,
                     .pages = rule.profile.pages,
                     .filled = rule.profile.filled,
                     .agreement = rule.profile.agreement,
                     .examples = rule.profile.examples});
    }
    for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
      const rows::RecordRule& rule = rules.records.records[r];
      const wrapper::RecordProfile profile = rules.profile_of_record(r);
      for (const rows::Cell& cell : rule.cells) {
        all.push_back({.template_id = TemplateId::from_text(rules.label),
                       .design = designs[t],
                       .template_name = rules.name,
                       .field = rule.name + "." + cell.name,
                       .is_list = true,
                       .pages = profile.pages,
                       .filled = profile.filled,
                       .agreement = rule.agreement,
                       .examples = {}});
      }
    }
  }
  return all;
}

std::string FieldWrapper::selectors(const Source& source, const SelectorOptions& options,
                                    const Run& run) const {
  Selectors found = find_selectors(source, options, run);
  if (found.templates == 0) {
    throw InputError("no page of the inputs has a template of the wrapper");
  }
  return std::move(found.text);
}

FieldWrapper::Selectors FieldWrapper::find_selectors(const Source& source,
                                                     const SelectorOptions& options,
                                                     const Run& run) const {
  check_options(options);
  static_assert(static_cast<int>(SelectorForm::kConsole) ==
                static_cast<int>(report::SelectorFormat::kConsole));
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& reading) {
    const extraction::SelectorsRun done =
        extraction::find_selectors({.source = api::input_source(source, run), .best = options.best},
                                   state_->wrapper, run.incident, &reading);
    return Selectors{
        .text = report::write_selectors(done, static_cast<report::SelectorFormat>(options.format)),
        .templates = done.templates.size(),
        .counts = done.counts};
  });
}

PagesToLabel find_pages_to_label(const Source& source, const LabelPagesOptions& options,
                                 const Run& run) {
  check_options(options);
  return api::on_own_thread(
      run, {{"reading"}, {"comparing"}}, [&](Progress& reading, Progress& comparing) {
        extraction::LabelPagesOptions label;
        label.pages = api::group_options(api::input_source(source, run), options.templates);
        label.max_pages = options.max_pages;
        label.all_slots = options.all_slots;
        const extraction::LabelPagesRun done =
            extraction::find_pages_to_label(label, run.incident, &reading, &comparing);
        PagesToLabel result{.covered = done.covered,
                            .all_pages = done.all_pages,
                            .templates = done.templates,
                            .json = report::to_json(done),
                            .counts = done.counts,
                            .summary = report::summarise(done),
                            .caution = done.caution};
        for (const extraction::PageToLabel& page : done.pages) {
          PageToLabel& shown = result.pages.emplace_back();
          shown.page = page.page;
          shown.template_id = TemplateId::from_text(page.template_label);
          shown.template_name = page.template_name;
          shown.variant = page.variant;
          shown.covers = page.covers;
          for (const extraction::NumberedSlot& slot : page.slots) {
            shown.slots.push_back({slot.number, slot.kind, slot.text, slot.before, slot.element});
          }
        }
        return result;
      });
}

std::vector<FieldLabel> read_field_labels(const std::string& path) {
  return api::field_labels(extraction::read_field_labels(path), path);
}

std::vector<FieldLabel> read_field_answers(const std::string& path) {
  return api::parse_file(path, "answers", [&](const std::string& text) {
    return api::field_labels(wrapper::read_answers(text), path);
  });
}

FieldLearning learn_fields(const Source& source, std::span<const FieldLabel> labels,
                           const LearnFieldsOptions& options, const Run& run) {
  check_options(options);
  return api::on_own_thread(
      run, {{"reading"}, {"comparing"}}, [&](Progress& reading, Progress& comparing) {
        extraction::LearnWrapperOptions learn;
        learn.pages = api::group_options(api::reread_source(source, run), options.templates);
        learn.sample = options.sample;
        for (const FieldLabel& label : labels) learn.labels.push_back(api::given_label(label));
        extraction::LearnWrapperRun done =
            extraction::learn_wrapper(learn, run.incident, &reading, &comparing);
        const std::string json = report::to_json(done);
        const std::string summary = report::summarise(done);
        FieldLearning learning{
            .wrapper = FieldWrapper(std::make_unique<FieldWrapper::State>(std::move(done.wrapper))),
            .json = json,
            .summary = summary,
            .questions = report::describe_questions(done),
            .labels = done.labels,
            .templates = done.templates,
            .counts = done.counts,
            .caution = done.caution};
        for (const extraction::FieldSummary& field : done.fields) {
          learning.fields.push_back({TemplateId::from_text(field.template_label), field.field,
                                     field.labels, field.pages, field.filled, field.agreement,
                                     field.doubt, field.ask, field.examples});
        }
        for (const extraction::LabelProblem& problem : done.problems) {
          learning.unused.push_back(
              {problem.page, problem.field, problem.problem, problem.file, problem.line});
        }
        return learning;
      });
}

}  // namespace pagekin
