#include "pagekin/visual/comparison_report.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/describe/template_name.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/url/page_shape.h"
#include "pagekin/visual/group_view.h"
#include "pagekin/visual/shown_skeleton.h"

namespace pagekin::visual {
namespace {

using coverage::CoverageState;
using coverage::DiffState;
using report::JsonWriter;

constexpr std::size_t kShownPages = 2;

std::string_view meaning_of(DiffState state) {
  switch (state) {
    case DiffState::kChanged:
      return "its pages gained or lost marks";
    case DiffState::kNew:
      return "only the new crawl has it";
    case DiffState::kGone:
      return "only the old crawl has it";
    case DiffState::kSplit:
      return "some of its pages have a template of their own now";
    case DiffState::kJoined:
      return "most of its addresses have another template now";
    case DiffState::kSame:
      return "as it was";
    case DiffState::kOdd:
      return "of one or two pages, not compared";
  }
  return "";
}

std::string_view meaning_of(CoverageState state) {
  switch (state) {
    case CoverageState::kMissing:
      return "the older crawl has it, this one lacks it";
    case CoverageState::kUnknownShape:
      return "addresses of the sitemap that look like no crawled page";
    case CoverageState::kReplaced:
      return "its addresses have other templates now";
    case CoverageState::kFewer:
      return "fewer pages than before";
    case CoverageState::kNew:
      return "the older crawl lacks it";
    case CoverageState::kMore:
      return "more pages than before";
    case CoverageState::kSame:
      return "as it was";
    case CoverageState::kOtherHost:
      return "addresses of the sitemap on other hosts";
  }
  return "";
}

template <class State>
void count_states(Comparison& comparison, std::span<const State> states) {
  for (const ComparedRow& row : comparison.rows) {
    const auto known = std::ranges::find(comparison.states, row.state, &Comparison::State::word);
    if (known != comparison.states.end()) {
      ++known->count;
      continue;
    }
    std::string_view meaning;
    for (const State state : states) {
      if (to_text(state) == row.state) meaning = meaning_of(state);
    }
    comparison.states.push_back({row.state, 1, std::string(meaning)});
  }
}

// What a row is called: a word of its address, as templates of one crawl are called.
std::string name_of(const std::string& shape, std::string_view example) {
  const std::string path(shape.empty() ? url::without_host(url::address_key(example))
                                       : url::without_host(shape));
  return describe::readable_shape(path);
}

class Writer {
 public:
  Writer(const Comparison& comparison, const SidePictures& before, const SidePictures& now)
      : comparison_(comparison), before_(before), now_(now) {}

  std::string write(const ReportFacts& facts) {
    JsonWriter json;
    json.begin_object().member("format", 1).member("kind", "comparison");
    write_facts(json, facts);
    json.member("oldName", comparison_.before.name).member("newName", comparison_.now.name);
    json.member("oldPages", comparison_.before.pages).member("newPages", comparison_.now.pages);
    json.member("note", comparison_.note).key("states").begin_array();
    for (const Comparison::State& state : comparison_.states) {
      json.begin_array().value(state.word).value(state.count).value(state.meaning).end_array();
    }
    json.end_array().key("rows").begin_array();
    const std::size_t shown = std::min(comparison_.rows.size(), kMostComparedRows);
    for (std::size_t i = 0; i < shown; ++i) write_row(json, i);
    json.end_array().member("more", comparison_.rows.size() - shown);
    json.key("notCrawled").begin_array();
    for (const auto& [page, template_id, source] : comparison_.not_crawled) {
      json.begin_array().value(page).value(template_id).value(source).end_array();
    }
    json.end_array().end_object();
    return json.finish();
  }

 private:
  void write_row(JsonWriter& json, std::size_t i) {
    check_stop();
    const ComparedRow& row = comparison_.rows[i];
    json.begin_object().member("state", row.state).member("id", row.id).member("oldId", row.old_id);
    json.member("name", row.name).member("shape", row.shape).member("oldPages", row.old_pages);
    json.member("newPages", row.new_pages).member("both", row.both);
    json.member("notCrawled", row.not_crawled).member("matchedBy", row.matched_by).key("kept");
    if (row.kept) {
      json.decimal(*row.kept, 3);
    } else {
      json.null();
    }
    write_texts(json, "added", row.added);
    write_texts(json, "removed", row.removed);
    write_texts(json, "related", row.related);
    json.member("example", row.example);
    const std::string_view old_page = write_side(json, "old", comparison_.before, before_, i, {});
    write_side(json, "now", comparison_.now, now_, i, old_page);
    json.end_object();
  }

  static void write_texts(JsonWriter& json, std::string_view name,
                          const std::vector<std::string>& texts) {
    json.key(name).values(texts);
  }

  // Returns the id of the typical page. `same`: the page that is shown if this side has it.
  std::string_view write_side(JsonWriter& json, std::string_view name, const ComparedSide& side,
                              const SidePictures& pictures, std::size_t row,
                              std::string_view same) {
    json.key(name);
    if (pictures.sample == nullptr || pictures.sample->members()[row].empty()) {
      json.null();
      return {};
    }
    const std::vector<std::uint32_t>& members = pictures.sample->members()[row];
    const auto id_of = [&](std::uint32_t member) {
      return (*side.ids)[pictures.sample->pages()[member]];
    };
    std::optional<std::uint32_t> typical;
    if (!same.empty()) {
      const std::string key = url::address_key(same);
      for (const std::uint32_t member : members) {
        if (url::address_key(id_of(member)) == key) typical = member;
      }
    }
    const GroupView view = view_of(members, pictures.pictures, {}, kShownPages, typical);
    json.begin_object();
    write_view(json, view);
    const skeleton::TemplateModel& model = pictures.models[row];
    write_skeleton(json, model.parts, model.pages);
    json.key("shown").begin_array();
    std::string_view first;
    for (const ShownPage& shown : view.shown) {
      const picture::PagePicture& picture = pictures.pictures[shown.picture];
      const std::string_view id = id_of(shown.picture);
      if (first.empty()) first = id;
      json.begin_object().member("page", id).member("title", picture.title);
      json.member("why", to_text(shown.why)).member("confidence", -1).key("second").null();
      write_wireframe(json, picture, shown);
      json.end_object();
    }
    json.end_array().end_object();
    return first;
  }

  const Comparison& comparison_;
  const SidePictures& before_;
  const SidePictures& now_;
};

std::vector<std::uint32_t> templates_of(std::span<const coverage::TemplatedPage> pages) {
  std::vector<std::uint32_t> templates;
  templates.reserve(pages.size());
  for (const coverage::TemplatedPage& page : pages) templates.push_back(page.template_number);
  return templates;
}

}  // namespace

Comparison comparison_of(const comparing::CrawlDiff& diff) {
  Comparison comparison;
  const auto side_of = [](const comparing::DiffSide& side, std::string name) {
    ComparedSide compared;
    compared.name = std::move(name);
    compared.pages = side.pages.size();
    if (side.kind == comparing::SideKind::kCrawl) {
      compared.ids = &side.ids;
      compared.template_of = templates_of(side.pages);
    }
    return compared;
  };
  comparison.before = side_of(diff.before, "old crawl");
  comparison.now = side_of(diff.now, "new crawl");
  comparison.note = diff.note;
  for (std::size_t i = 0; i < diff.rows.size(); ++i) {
    const coverage::DiffRow& row = diff.rows[i];
    ComparedRow& compared = comparison.rows.emplace_back();
    compared.state = to_text(row.state);
    compared.old_template = row.old_template;
    compared.new_template = row.new_template;
    if (row.old_template != 0) compared.old_id = diff.before.label(row.old_template);
    compared.id = row.new_template != 0 ? diff.now.label(row.new_template) : compared.old_id;
    compared.name = diff.names[i];
    compared.shape = describe::readable_shape(url::without_host(row.shape));
    compared.old_pages = row.old_pages;
    compared.new_pages = row.new_pages;
    compared.both = row.both;
    if (row.matched_by != coverage::MatchedBy::kNumber) {
      compared.matched_by = to_text(row.matched_by);
    }
    for (const std::uint32_t number : row.split_off)
      compared.related.push_back(diff.now.label(number));
    for (const std::uint32_t number : row.joined_by) {
      compared.related.push_back(diff.before.label(number));
    }
    compared.example = row.example;
    if (i < diff.changes.size() && diff.changes[i].is_compared) {
      compared.kept = diff.changes[i].kept;
      compared.added = diff.changes[i].added.names;
      compared.removed = diff.changes[i].removed.names;
    }
  }
  constexpr DiffState states[] = {DiffState::kChanged, DiffState::kNew,    DiffState::kGone,
                                  DiffState::kSplit,   DiffState::kJoined, DiffState::kSame,
                                  DiffState::kOdd};
  count_states(comparison, std::span<const DiffState>(states));
  return comparison;
}

Comparison comparison_of(const comparing::Coverage& coverage) {
  Comparison comparison;
  comparison.before.name = coverage.has_old ? "older crawl" : "sitemap";
  comparison.before.pages =  // the ids have those of an index, too
      coverage.has_old ? coverage.old_ids.size() : coverage.found.sitemap_addresses;
  if (coverage.old_ids.size() > 0) {
    comparison.before.ids = &coverage.old_ids;
    comparison.before.has_others = coverage.indexed > 0;
    comparison.before.template_of = coverage.old_templates;
  }
  comparison.now.name = "this crawl";
  comparison.now.pages = coverage.new_ids.size();
  comparison.now.ids = &coverage.new_ids;
  comparison.now.template_of = coverage.new_templates;
  for (const coverage::CoverageRow& row : coverage.found.rows) {
    ComparedRow& compared = comparison.rows.emplace_back();
    compared.state = to_text(row.state);
    compared.old_template = compared.new_template = row.template_number;
    if (row.template_number != 0) {
      compared.id = compared.old_id = std::to_string(row.template_number);
      const auto name = coverage.names.find(row.template_number);
      if (name != coverage.names.end()) compared.name = name->second;
    }
    if (compared.name.empty()) compared.name = name_of(row.shape, row.example);
    compared.shape = describe::readable_shape(url::without_host(row.shape));
    compared.old_pages = coverage.has_old ? row.old_pages : row.in_sitemap;
    compared.new_pages = row.new_pages;
    compared.both = row.both;
    compared.not_crawled = row.not_crawled;
    if (row.moved_to != 0) compared.related.push_back(std::to_string(row.moved_to));
    compared.example = row.example;
  }
  constexpr CoverageState states[] = {CoverageState::kMissing,  CoverageState::kUnknownShape,
                                      CoverageState::kReplaced, CoverageState::kFewer,
                                      CoverageState::kNew,      CoverageState::kMore,
                                      CoverageState::kSame,     CoverageState::kOtherHost};
  count_states(comparison, std::span<const CoverageState>(states));
  for (const coverage::NotCrawled& not_crawled : coverage.found.not_crawled) {
    if (comparison.not_crawled.size() == kMostNotCrawled) break;
    comparison.not_crawled.emplace_back(
        not_crawled.address,
        not_crawled.template_number == 0 ? "" : std::to_string(not_crawled.template_number),
        not_crawled.in_old ? (not_crawled.in_sitemap ? "older crawl, sitemap" : "older crawl")
                           : "sitemap");
  }
  return comparison;
}

namespace {

std::size_t shown_rows(const Comparison& comparison) {
  return std::min(comparison.rows.size(), kMostComparedRows);
}

// By page: the row of its template; no_group: none.
std::vector<std::uint32_t> rows_of_pages(const Comparison& comparison, const ComparedSide& side) {
  const std::size_t rows = shown_rows(comparison);
  const bool is_old = &side == &comparison.before;
  std::unordered_map<std::uint32_t, std::uint32_t> row_of;  // by template
  for (std::uint32_t i = 0; i < rows; ++i) {
    const ComparedRow& row = comparison.rows[i];
    const std::uint32_t number = is_old ? row.old_template : row.new_template;
    if (number != 0) row_of.emplace(number, i);
  }
  std::vector<std::uint32_t> group_of;
  group_of.reserve(side.template_of.size());
  for (const std::uint32_t number : side.template_of) {
    const auto row = row_of.find(number);
    group_of.push_back(row == row_of.end() ? reading::PictureSample::no_group : row->second);
  }
  return group_of;
}

}  // namespace

reading::PictureSample sample_of(const Comparison& comparison, const ComparedSide& side) {
  return {
      *side.ids, rows_of_pages(comparison, side), shown_rows(comparison), {}, kMostComparedPages};
}

clustering::GroupedPages pages_of(const Comparison& comparison, const ComparedSide& side) {
  static_assert(reading::PictureSample::no_group == clustering::kUngrouped);
  clustering::GroupedPages pages;
  for (PageId page = 0; page < side.ids->size(); ++page) pages.ids.add((*side.ids)[page]);
  pages.groups = rows_of_pages(comparison, side);
  pages.confidence.assign(pages.groups.size(), -1);
  pages.all.resize(shown_rows(comparison));
  for (const std::uint32_t group : pages.groups) {
    if (group != clustering::kUngrouped) ++pages.all[group].pages;
  }
  pages.has_all_pages = !side.has_others;
  return pages;
}

ReportTexts report_texts(const Comparison& comparison, const SidePictures& before,
                         const SidePictures& now, const ReportFacts& facts) {
  ReportTexts texts;
  texts.data = Writer(comparison, before, now).write(facts);
  return texts;
}

}  // namespace pagekin::visual
