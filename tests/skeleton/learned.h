// Models learned from pages in memory.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/rows/row_page.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

inline PageNodes nodes_of(std::string_view html, const ReadLimits& limits = {}) {
  dom::Builder builder;
  PageNodes nodes;
  read_nodes(builder.build(html, {.text = true}), limits, nodes);
  return nodes;
}

inline TemplateModel learn(std::span<const std::string> pages, const LearnOptions& options = {}) {
  Learner learner(options);
  for (const std::string& page : pages) learner.add(nodes_of(page, kLearnLimits));
  return learner.finish();
}

// A model with the records of its pages.
inline TemplateModel learn_with_records(std::span<const std::string> pages) {
  Learner learner;
  dom::Builder builder;
  for (const std::string& page : pages) {
    auto rows = std::make_unique<rows::RowPage>();
    rows::read_row_page(
        builder.build(page, {.all_attributes = true, .text = true, .blank_text = true}),
        "https://a.example/", *rows);
    learner.add(nodes_of(page, kLearnLimits), std::move(rows));
  }
  return learner.finish();
}

// The column with this name; null if there is none.
inline const Slot* column(const TemplateModel& model, std::string_view name) {
  for (const Slot& slot : model.slots) {
    if (slot.dropped == Dropped::kNo && slot.name == name) return &slot;
  }
  return nullptr;
}

// The values of a column on a page.
inline std::vector<std::string> values(const TemplateModel& model, std::string_view name,
                                       std::string_view html) {
  const Applier applier(model);
  Applier::Workspace workspace;
  Applied applied;
  const PageNodes page = nodes_of(html);
  applier.apply(page, workspace, applied);
  std::vector<std::string> found;
  for (const SlotValue& value : applied.values) {
    const Slot& slot = model.slots[value.slot];
    if (slot.name != name) continue;
    found.emplace_back(text_of(page, slot.source, value));
  }
  return found;
}

// The part that an element with this tag and these names is; null if there is none.
inline const Part* part(const TemplateModel& model, std::string_view tag,
                        std::string_view names = {}) {
  for (const Part& one : model.parts) {
    if (!one.is_text && one.tag == tag && one.names == names) return &one;
  }
  return nullptr;
}

}  // namespace pagekin::skeleton
