#include "pagekin/clustering/index_models.h"

#include <map>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/clustering/template_models.h"
#include "pagekin/core/error.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/maintext/page_blocks.h"
#include "pagekin/maintext/site_texts.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::clustering {
namespace {

constexpr std::uint32_t kEnoughPages = 100;

// 0 for a model that cannot be read, as of another version: any new one is better.
std::uint32_t pages_of(const method::IndexedModel& model) {
  try {
    return skeleton::from_bytes(model.bytes).pages;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace

void learn_index_models(const ClusterOptions& options, ClusterRun& run, Progress* progress) {
  GroupedPages pages = grouped(run);
  for (PageId page = 0; page < pages.groups.size(); ++page) {
    if (run.is_old(page)) pages.groups[page] = kUngrouped;
  }
  maintext::SiteTexts texts;
  const auto admit = [&](std::string_view id, const skeleton::PageNodes& page) {
    return texts.add(features::site_of(id), maintext::keys_of(page, maintext::read_blocks(page)));
  };
  const std::vector<skeleton::TemplateModel> models = learn_models(
      {.source = options.source, .option = "skeletons", .admit = admit}, pages, progress);
  const std::vector<std::size_t> labels = run.labels_by_number();
  for (std::size_t group = 0; group < models.size(); ++group) {
    if (models[group].empty()) continue;
    run.models.push_back({.template_id = run.template_ids[labels[group]],
                          .bytes = skeleton::to_bytes(models[group])});
  }
}

std::vector<method::IndexedModel> newer_models(std::span<const method::IndexedModel> before,
                                               std::span<const method::IndexedModel> now) {
  std::map<std::uint32_t, const method::IndexedModel*> models;
  for (const method::IndexedModel& indexed : before) models[indexed.template_id] = &indexed;
  for (const method::IndexedModel& indexed : now) {
    const method::IndexedModel*& kept = models[indexed.template_id];
    const std::uint32_t pages = pages_of(indexed);
    if (kept == nullptr || pages >= kEnoughPages || pages >= pages_of(*kept)) kept = &indexed;
  }
  std::vector<method::IndexedModel> all;
  all.reserve(models.size());
  for (const auto& [id, model] : models) all.push_back(*model);
  return all;
}

}  // namespace pagekin::clustering
