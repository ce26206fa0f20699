#include "pagekin/pipeline/compare_pages.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/features.h"
#include "pagekin/pipeline/page_ids.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

// A page that was asked for; its features for each group of needs.
struct Found {
  std::string id;
  std::vector<features::Features> features;
};

// Reads inputs and keeps the pages that are asked for.
class PageFinder {
 public:
  PageFinder(const CompareOptions& options, std::span<const features::Needs> groups,
             const std::function<void(const Incident&)>& on_incident)
      : options_(&options), groups_(groups), on_incident_(&on_incident) {}

  // The pages of `from` with the two ids.
  std::array<Found, 2> named() {
    const std::array<std::string, 2>& wanted = options_->pages;
    std::array<std::optional<Found>, 2> found;
    PageIds ids;
    read(
        options_->from, ids,
        [&](std::string_view id) { return may_become(id, wanted[0]) || may_become(id, wanted[1]); },
        [&](std::string_view id, Kept&& kept) {
          for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (id == wanted[i]) found[i] = {std::string(id), *kept};
          }
        },
        [&](const Incident& incident) {
          if (*on_incident_) (*on_incident_)(incident);
          if (std::ranges::count(wanted, incident.page) > 0) limited.push_back(incident);
        });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (found[i]) continue;
      throw Error(fmt::format("no page has the id '{}' among the {} pages of {}", wanted[i],
                              with_commas(ids.size()), fmt::join(options_->from, ", ")));
    }
    return {std::move(*found[0]), std::move(*found[1])};
  }

  // The one page of an input.
  Found only(const std::string& input) {
    std::optional<Found> found;
    std::string trouble = input + ": holds no page";
    PageIds ids;
    read(
        {&input, 1}, ids, [](std::string_view) { return true; },
        [&](std::string_view id, Kept&& kept) {
          if (found) {
            throw Error(
                fmt::format("{} holds more than one page; to compare two of them: pagekin compare "
                            "--from {} ID ID",
                            input, input));
          }
          found = {std::string(id), std::move(*kept)};
        },
        [&](const Incident& incident) {
          if (fate_of(incident.reason) == Fate::kSkipped) {
            trouble = describe(incident);
          } else {
            if (*on_incident_) (*on_incident_)(incident);
            limited.push_back(incident);
          }
        });
    if (!found) throw Error(trouble);
    return std::move(*found);
  }

  std::vector<Incident> limited;  // of the pages found

 private:
  using Kept = std::optional<std::vector<features::Features>>;  // none: not asked for

  // Whether a page with this id may end up as `wanted` once repeated ids have numbers.
  static bool may_become(std::string_view id, std::string_view wanted) {
    return id == wanted || (wanted.starts_with(id) && wanted.substr(id.size()).starts_with('#'));
  }

  void read(std::span<const std::string> inputs, PageIds& ids,
            const std::function<bool(std::string_view)>& may_count,
            const std::function<void(std::string_view, Kept&&)>& take,
            const std::function<void(const Incident&)>& on_incident) const {
    read_each<Kept>(
        {.inputs = inputs,
         .options = options_->read,
         .strict = options_->strict,
         .incident = on_incident},
        ids,
        [&](const Page& page, Look& look) -> Kept {
          if (!may_count(to_valid_utf8(page.id))) return std::nullopt;
          std::vector<features::Features> by_group;
          for (const features::Needs& needs : groups_) {
            by_group.push_back(features::extract(page, needs));
            if (!look.limits.any()) look.limits = by_group.back().limits;
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
  std::array<Found, 2> pages = options.from.empty() ? std::array{finder.only(options.pages[0]),
                                                                 finder.only(options.pages[1])}
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

std::string to_table(const Comparison& comparison) {
  std::size_t width = std::string_view("measure").size();
  for (const Comparison::Row& row : comparison.rows) width = std::max(width, row.measure.size());
  std::string text = fmt::format("{:<{}}  similarity  rests on\n", "measure", width);
  for (const Comparison::Row& row : comparison.rows) {
    const measure::Basis& basis = row.basis;
    text += fmt::format("{:<{}}  {:10.6f}  {} and {} {}", row.measure, width, row.similarity,
                        with_commas(basis.sizes[0]), with_commas(basis.sizes[1]), basis.what);
    if (basis.shared) text += fmt::format(", {} shared", with_commas(*basis.shared));
    if (basis.at_most)
      text += fmt::format("; at most {:.6f}, too large to be exact", *basis.at_most);
    text += "\n";
  }
  return text;
}

std::string to_json(const Comparison& comparison) {
  std::string text = fmt::format("{{\"pages\": [{}, {}],\n \"similarity\": {{",
                                 quote_json(comparison.pages[0]), quote_json(comparison.pages[1]));
  std::string_view comma;
  for (const Comparison::Row& row : comparison.rows) {
    text += fmt::format("{}\n  {}: {:.6f}", comma, quote_json(row.measure), row.similarity);
    comma = ",";
  }
  text += "},\n \"evidence\": {";
  comma = {};
  for (const Comparison::Row& row : comparison.rows) {
    const measure::Basis& basis = row.basis;
    text +=
        fmt::format("{}\n  {}: {{\"what\": {}, \"sizes\": [{}, {}]", comma, quote_json(row.measure),
                    quote_json(basis.what), basis.sizes[0], basis.sizes[1]);
    if (basis.shared) text += fmt::format(", \"shared\": {}", *basis.shared);
    if (basis.at_most) text += fmt::format(", \"at_most\": {:.6f}", *basis.at_most);
    text += "}";
    comma = ",";
  }
  return text + "}}\n";
}

}  // namespace pagekin::pipeline
