#include "pagekin/classify.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/output_files.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/clustering/classify_pages.h"
#include "pagekin/clustering/open_classifier.h"
#include "pagekin/clustering/train_model.h"
#include "pagekin/core/block_file.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/model/classifier.h"
#include "pagekin/model/model_file.h"
#include "pagekin/report/classification.h"
#include "pagekin/report/training.h"
#include "pagekin/version.h"

namespace pagekin {

TrainResult train(const Source& source, const Labels& labels, const TrainOptions& options,
                  const std::string& path, const Run& run) {
  return api::on_own_thread(
      run, {{"reading"}, {"comparing", "pairs"}}, [&](Progress& reading, Progress& comparing) {
        const clustering::TrainRun done = clustering::train_model(
            {.source = api::input_source(source, run), .measure = options.measure},
            api::eval_labels(labels), run.incident, &reading, &comparing);
        model::write_model(path, done.model, kVersion);
        return TrainResult{.pages = done.pages,
                           .unlabelled = done.unlabelled,
                           .missing = done.missing,
                           .templates = done.model.classes.size(),
                           .counts = done.counts,
                           .read_seconds = done.read_seconds,
                           .train_seconds = done.train_seconds,
                           .summary = report::summarise(done)};
      });
}

struct Classifier::State {
  std::unique_ptr<model::PageClassifier> classifier;
  features::Needs needs;
  ClassifierKind kind = ClassifierKind::kIndex;

  // A model names templates as the labels did, also where a name looks like a number.
  TemplateId id_of(const model::Class& known) const {
    return kind == ClassifierKind::kModel ? TemplateId::named(known.name)
                                          : TemplateId::from_text(known.name);
  }
  Decision decision_of(const model::Decision& found) const {
    Decision decision{.template_id = {}, .score = found.score, .title = {}};
    if (found.best != model::kNone) {
      const model::Class& best = classifier->classes()[static_cast<std::size_t>(found.best)];
      decision.template_id = id_of(best);
      decision.title = best.title;
    }
    return decision;
  }

  // Calls origin(input, offset), unless it is null, and then use(id, decision) for each page.
  template <class Use>
  ClassifyResult read(const Source& source, clustering::ClassifyOptions options, const Run& run,
                      const Use& use) const {
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}});
    options.source = api::input_source(source, run);
    const clustering::ClassifyRun done =
        clustering::classify_pages(options, *classifier, use, run.incident, &reading);
    ClassifyResult result{.counts = done.counts,
                          .none = done.none,
                          .drifts = report::template_drifts(done, *classifier),
                          .seconds = done.seconds,
                          .summary = report::summarise(done, *classifier)};
    for (std::size_t i = 0; i < done.by_class.size(); ++i) {
      const model::Class& page_class = classifier->classes()[i];
      if (done.by_class[i] > 0)
        result.found.push_back({id_of(page_class), page_class.title, done.by_class[i]});
    }
    result.templates = result.found.size();
    return result;
  }
};

Classifier::Classifier(const std::string& path, const Run& run)
    : state_(std::make_unique<State>()) {
  state_->classifier =
      api::on_own_thread(run, [&] { return clustering::open_classifier(path, run.threads); });
  state_->needs = state_->classifier->needs();
  if (first_line_of_file(path).starts_with("pagekin model ")) state_->kind = ClassifierKind::kModel;
}
Classifier::~Classifier() = default;

ClassifierKind Classifier::kind() const { return state_->kind; }

std::vector<TemplateId> Classifier::templates() const {
  std::vector<TemplateId> ids;
  for (const model::Class& known : state_->classifier->classes()) {
    ids.push_back(state_->id_of(known));
  }
  return ids;
}

Decision Classifier::classify(const Page& page) const {
  return state_->decision_of(state_->classifier->classify(features::extract(page, state_->needs)));
}

ClassifyResult Classifier::classify(const Source& source,
                                    const std::function<void(const Page&, const Decision&)>& use,
                                    const Run& run) const {
  return api::on_own_thread(run, [&] {
    std::string input;
    std::uint64_t offset = 0;
    return state_->read(source,
                        {.source = {},
                         .origin =
                             [&](std::string_view its_input, std::uint64_t its_offset) {
                               input = its_input;
                               offset = its_offset;
                             }},
                        run, [&](std::string_view id, const model::Decision& found) {
                          use({.id = id, .input = input, .offset = offset},
                              state_->decision_of(found));
                        });
  });
}

ClassifyResult Classifier::write(const Source& source, const TableOutput& output,
                                 const ClassTableOptions& options, const Run& run) const {
  return api::on_own_thread(run, [&] {
    api::OutputFiles files(output);
    report::ClassificationWriter writer({.format = files.format(),
                                         .columns = options.columns,
                                         .decide = options.decide,
                                         .has_ids = state_->kind == ClassifierKind::kIndex},
                                        *state_->classifier, files.open(output.path));
    clustering::ClassifyOptions classify{.source = {}, .decide = options.decide};
    if (report::needs_origins(options.columns)) {
      classify.origin = [&](std::string_view input, std::uint64_t offset) {
        writer.set_origin(input, offset);
      };
    }
    ClassifyResult result = state_->read(
        source, std::move(classify), run,
        [&](std::string_view id, const model::Decision& found) { writer.write(id, found); });
    writer.finish();
    files.commit();
    return result;
  });
}

std::string Classifier::basis() const { return state_->classifier->basis(); }

IndexInfo read_index(const std::string& path) {
  const method::IndexFile file(path, method::IndexFile::Access::kRead);
  std::string spec = file.method();
  const auto info = std::ranges::find(method::methods(), spec, &method::MethodInfo::name);
  if (info != method::methods().end() && info->saved_options != nullptr) {
    spec += ":" + info->saved_options(file.saved());
  }
  return {.method = file.method(),
          .spec = std::move(spec),
          .pages = file.page_count(),
          .templates = file.templates().all.size(),
          .skeletons = file.models().size()};
}

}  // namespace pagekin
