#include "pagekin/laboratory/compare_pages.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/text.h"
#include "pagekin/features/features.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::laboratory {
namespace {

// One of the two pages, with its features for each group of needs.
struct ExtractedPage {
  std::string id;
  std::vector<features::Features> features;
};

// Reads inputs and keeps the two pages.
class PageFinder {
 public:
  PageFinder(const CompareOptions& options, std::span<const features::Needs> groups,
             const std::function<void(const Incident&)>& on_incident)
      : options_(&options), groups_(groups), on_incident_(&on_incident) {}

  // Returns the pages of the source that have the two ids.
  std::array<ExtractedPage, 2> named() {
    const std::array<std::string, 2>& wanted = options_->pages;
    std::array<std::optional<ExtractedPage>, 2> found;
    PageIds ids;
    read(
        options_->source.inputs, ids,
        [&](std::string_view id) { return may_become(id, wanted[0]) || may_become(id, wanted[1]); },
        [&](std::string_view id, MaybeExtracted&& extracted) {
          for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (id == wanted[i]) found[i] = {std::string(id), *extracted};
          }
        },
        [&](const Incident& incident) {
          if (*on_incident_) (*on_incident_)(incident);
          if (std::ranges::count(wanted, incident.page) > 0) limited.push_back(incident);
        });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (found[i]) continue;
      throw InputError(fmt::format("no page has the id '{}' among the {} pages of {}", wanted[i],
                                   with_commas(ids.size()),
                                   fmt::join(options_->source.inputs, ", ")));
    }
    return {std::move(*found[0]), std::move(*found[1])};
  }

  // Returns the only page of an input.
  ExtractedPage only(const std::string& input) {
    std::optional<ExtractedPage> found;
    std::string trouble = input + ": holds no page";
    PageIds ids;
    read(
        {input}, ids, [](std::string_view) { return true; },
        [&](std::string_view id, MaybeExtracted&& extracted) {
          if (found) {
            throw InputError(
                fmt::format("{} holds more than one page; to compare two of them, give their ids "
                            "and {} {}",
                            input, option_named("from"), input),
                "from", input);
          }
          found = {std::string(id), std::move(*extracted)};
        },
        [&](const Incident& incident) {
          if (fate_of(incident.reason) == Fate::kSkipped) {
            trouble = to_text(incident);
          } else {
            if (*on_incident_) (*on_incident_)(incident);
            limited.push_back(incident);
          }
        });
    if (!found) throw InputError(trouble, {}, input);
    return std::move(*found);
  }

  std::vector<Incident> limited;  // of the pages found

 private:
  using MaybeExtracted = std::optional<std::vector<features::Features>>;  // none: another page

  // Whether a page with this id may get the id `wanted` when repeated ids are numbered.
  static bool may_become(std::string_view id, std::string_view wanted) {
    return id == wanted || (wanted.starts_with(id) && wanted.substr(id.size()).starts_with('#'));
  }

  void read(std::vector<std::string> inputs, PageIds& ids,
            const std::function<bool(std::string_view)>& may_count,
            const std::function<void(std::string_view, MaybeExtracted&&)>& take,
            const std::function<void(const Incident&)>& on_incident) const {
    reading::read_each<MaybeExtracted>(
        {.source = {.inputs = std::move(inputs),
                    .reading = options_->source.reading,
                    .strict = options_->source.strict},
         .incident = on_incident},
        ids,
        [&](const Page& page, reading::ExtractionNotes& notes) -> MaybeExtracted {
          if (!may_count(to_valid_utf8(page.id))) return std::nullopt;
          std::vector<features::Features> by_group;
          for (const features::Needs& needs : groups_) {
            by_group.push_back(features::extract(page, needs));
            if (!notes.limits.any()) notes.limits = by_group.back().limits;
          }
          return by_group;
        },
        take);
  }

  const CompareOptions* options_;
  std::span<const features::Needs> groups_;
  const std::function<void(const Incident&)>* on_incident_;
};

}  // namespace

Comparison compare_pages(const CompareOptions& options,
                         const std::function<void(const Incident&)>& on_incident) {
  Comparison comparison;
  for (const std::string& spec : options.measures) comparison.rows.push_back({.measure = spec});
  if (options.measures.empty()) {
    for (const measure::MeasureInfo& info : measure::measures()) {
      comparison.rows.push_back({.measure = std::string(info.name)});
    }
  }
  std::vector<std::unique_ptr<measure::Measure>> measures;
  std::vector<features::Needs> groups;
  std::vector<std::size_t> group_of;  // by measure
  for (const Comparison::Row& row : comparison.rows) {
    measures.push_back(measure::make(row.measure));
    group_of.push_back(features::join_group(measures.back()->needs(), groups));
  }

  PageFinder finder(options, groups, on_incident);
  std::array<ExtractedPage, 2> pages =
      options.source.inputs.empty()
          ? std::array{finder.only(options.pages[0]), finder.only(options.pages[1])}
          : finder.named();
  comparison.pages = {pages[0].id, pages[1].id};
  comparison.limited = std::move(finder.limited);
  for (std::size_t i = 0; i < measures.size(); ++i) {
    features::Features& a = pages[0].features[group_of[i]];
    features::Features& b = pages[1].features[group_of[i]];
    measures[i]->prepare(a);
    measures[i]->prepare(b);
    const measure::Explained explained = measures[i]->explain(a, b);
    comparison.rows[i].similarity = explained.similarity;
    comparison.rows[i].basis = explained.basis;
  }
  return comparison;
}

}  // namespace pagekin::laboratory
