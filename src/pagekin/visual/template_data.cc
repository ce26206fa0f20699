#include "pagekin/visual/template_data.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/skeleton/schema.h"

namespace pagekin::visual {
namespace {

using picture::Outline;
using picture::PagePicture;

constexpr std::size_t kMostValues = 12;       // of a column on a drawn page
constexpr std::size_t kMostValueBytes = 200;  // of each
constexpr std::size_t kMostExamples = 3;
constexpr std::size_t kLeastBegin = 20;  // bytes of a text by which a longer one is recognised
constexpr int kLevelsUp = 3;             // from an element to one that has a box
constexpr double kMostlyOfType = 0.9;

std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  constexpr std::string_view between = " > ";
  while (true) {
    const std::size_t end = path.find(between);
    steps.push_back(path.substr(0, end));
    if (end == std::string_view::npos) return steps;
    path.remove_prefix(end + between.size());
  }
}

std::string_view tag_of(std::string_view step) { return step.substr(0, step.find_first_of(".#[")); }

// Titles and headings are named by what they are.
bool is_named_by_nothing(const skeleton::Slot& slot) {
  constexpr std::array<std::string_view, 7> titles = {"h1", "h2", "h3", "h4", "h5", "h6", "title"};
  const bool is_title = std::ranges::binary_search(titles, tag_of(steps_of(slot.place).back()));
  return slot.label.empty() && slot.itemprop.empty() && slot.hint.empty() && !is_title &&
         slot.source != content::Source::kCell;
}

// "price_2" is one of several columns that would be called "price".
bool has_numbered_name(const std::string& name, const std::set<std::string>& names) {
  const std::size_t end = name.rfind('_');
  if (end == std::string::npos || end + 1 == name.size()) return false;
  const bool is_number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(end) + 1,
                                     name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number && names.contains(name.substr(0, end));
}

TemplateData data_of(const skeleton::TemplateSchema& schema) {
  TemplateData data{.pages = schema.model.pages,
                    .columns = {},
                    .records = {},
                    .parts = schema.model.parts,
                    .values = {}};
  std::set<std::string> names;
  for (const skeleton::Column& column : schema.columns) names.insert(column.name);
  for (const skeleton::Column& column : schema.columns) {
    const skeleton::Slot& slot = schema.model.slots[column.slot];
    DataColumn& shown = data.columns.emplace_back();
    shown.name = column.name;
    shown.type = skeleton::to_text(slot.type);
    if (const rows::RecordRule* record = schema.model.record_of(slot)) shown.record = record->name;
    shown.place = slot.place;
    shown.pages = slot.pages;
    shown.distinct = slot.distinct;
    shown.is_list = slot.rule.is_list;
    shown.is_link = slot.source == content::Source::kHref;
    for (const std::string& example : slot.examples) {
      if (shown.examples.size() < kMostExamples) {
        shown.examples.emplace_back(clipped(example, kMostValueBytes));
      }
    }
    if (is_named_by_nothing(slot)) shown.doubts.emplace_back("nothing on the page names it");
    if (has_numbered_name(column.name, names)) {
      shown.doubts.emplace_back("another column has the same name");
    }
  }
  for (const rows::RecordRule& record : schema.model.records.records) {
    const bool has_cells = std::ranges::any_of(
        data.columns, [&](const DataColumn& column) { return column.record == record.name; });
    if (has_cells) data.records.push_back({record.name, record.pages, record.rows});
  }
  return data;
}

// Values of the drawn pages that are not what most are.
void note_types(const skeleton::TemplateSchema& schema, TemplateData& data) {
  for (std::size_t c = 0; c < data.columns.size(); ++c) {
    const skeleton::ValueType type = schema.model.slots[schema.columns[c].slot].type;
    if (type == skeleton::ValueType::kText) continue;
    std::size_t values = 0;
    std::size_t typed = 0;
    for (const auto& [page, columns] : data.values) {
      for (const std::string& value : columns[c]) {
        ++values;
        typed += skeleton::type_of(value) == type ? 1 : 0;
      }
    }
    if (static_cast<double>(typed) >= kMostlyOfType * static_cast<double>(values)) continue;
    data.columns[c].doubts.push_back(fmt::format(
        "{} of {} values that were looked at are not of this type", values - typed, values));
  }
}

// How many steps of the path of a column the elements at and above a node have, from below. A step
// counts twice if the names are equal, too.
std::size_t common_steps(const std::vector<std::string_view>& steps, const Outline& outline,
                         std::uint32_t node) {
  std::size_t common = 0;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const std::string& label = outline.label(outline.nodes[node]);
    if (tag_of(label) != tag_of(*step)) continue;  // the outline leaves out what only formats
    common += label == *step ? 2 : 1;
    if (node == outline.nodes[node].parent) break;
    node = outline.nodes[node].parent;
  }
  return common;
}

// How well the text of a node, which may be cut, is the value.
enum class Match : std::uint8_t { kNo, kWithin, kWhole };
Match match_of(std::string_view text, std::string_view value) {
  if (text.empty() || value.empty()) return Match::kNo;
  if (text == value) return Match::kWhole;
  const bool is_cut = text.size() + 4 >= picture::kMostTextBytes;
  if (is_cut && value.size() > text.size() && text.size() >= kLeastBegin &&
      value.starts_with(text)) {
    return Match::kWhole;
  }
  // Of a text of several parts, or the first part of a longer value.
  const bool has_it = text.find(value) != std::string_view::npos ||
                      (text.size() >= kLeastBegin && value.starts_with(text));
  return has_it ? Match::kWithin : Match::kNo;
}

// The node of the outline that has the value at the place of the column.
std::optional<std::uint32_t> node_of(const DataColumn& column, std::string_view value,
                                     const std::vector<std::string_view>& steps,
                                     const PagePicture& picture) {
  std::optional<std::uint32_t> best;
  std::pair<std::size_t, std::size_t> most{};  // how well it is the value, and at the place
  const auto consider = [&](std::uint32_t node, std::size_t match) {
    const std::pair rank{match, common_steps(steps, picture.outline, node)};
    if (best && rank <= most) return;
    best = node;
    most = rank;
  };
  if (column.is_link) {
    const std::string_view target = value.substr(0, value.find('#'));
    for (const picture::PlacedLink& link : picture.links) {
      if (link.target == target) consider(link.node, 1);
    }
    return best;
  }
  for (std::uint32_t node = 0; node < picture.outline.nodes.size(); ++node) {
    const Match match = match_of(picture.outline.nodes[node].text, value);
    if (match != Match::kNo) consider(node, static_cast<std::size_t>(match));
  }
  return best;
}

}  // namespace

std::vector<TemplateData> read_template_data(const input::Source& source,
                                             const clustering::ClusterRun& run,
                                             std::span<const PageId> drawn) {
  extraction::ExtractOptions options;
  options.source = source;
  clustering::GroupedPages pages = clustering::grouped(run);
  std::vector<TemplateData> all(pages.all.size());
  skeleton::Schema schema = extraction::learn_schema(options, pages);
  const extraction::MatchedSchema matched =
      extraction::own_schema(options, pages, std::move(schema));
  std::vector<std::size_t> number_of(matched.schema.templates.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t table = matched.tables[i];
    if (table == clustering::kUngrouped) continue;
    all[i] = data_of(matched.schema.templates[table]);
    number_of[table] = i;
  }
  // Only the drawn pages are parsed once more.
  for (PageId page = 0; page < pages.groups.size(); ++page) {
    if (!std::ranges::binary_search(drawn, page)) pages.groups[page] = clustering::kUngrouped;
  }
  const bool has_any = std::ranges::any_of(pages.groups, [&](std::uint32_t group) {
    return group != clustering::kUngrouped && matched.tables[group] != clustering::kUngrouped;
  });
  if (!has_any) return all;
  extraction::extract_records(options, pages, matched, [&](const extraction::Record& record) {
    TemplateData& data = all[number_of[record.table]];
    std::vector<std::vector<std::string>>& values = data.values[*run.ids.find(record.page)];
    values.resize(data.columns.size());
    for (const extraction::RecordValue& value : record.values) {
      std::vector<std::string>& own = values[value.column];
      if (own.size() < kMostValues) own.emplace_back(clipped(value.text, kMostValueBytes));
    }
  });
  for (std::size_t table = 0; table < number_of.size(); ++table) {
    note_types(matched.schema.templates[table], all[number_of[table]]);
  }
  return all;
}

std::vector<std::vector<std::uint32_t>> boxes_of_data(
    const std::vector<DataColumn>& columns, const std::vector<std::vector<std::string>>& values,
    const PagePicture& picture) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> boxes_at;  // by node
  for (std::uint32_t i = 0; i < picture.wireframe.boxes.size(); ++i) {
    const bool is_frame = picture.wireframe.boxes[i].kind <= picture::BoxKind::kPanel;
    if (is_frame) continue;  // around other things
    boxes_at[picture.wireframe.boxes[i].node].push_back(i);
  }
  std::vector<std::vector<std::uint32_t>> boxes(columns.size());
  for (std::size_t c = 0; c < std::min(columns.size(), values.size()); ++c) {
    const std::vector<std::string_view> steps = steps_of(columns[c].place);
    for (const std::string& value : values[c]) {
      std::optional<std::uint32_t> node = node_of(columns[c], value, steps, picture);
      for (int level = 0; node && level < kLevelsUp && !boxes_at.contains(*node); ++level) {
        node = picture.outline.nodes[*node].parent;
      }
      if (!node || !boxes_at.contains(*node)) continue;
      boxes[c].insert(boxes[c].end(), boxes_at[*node].begin(), boxes_at[*node].end());
    }
    std::ranges::sort(boxes[c]);
    boxes[c].erase(std::unique(boxes[c].begin(), boxes[c].end()), boxes[c].end());
  }
  return boxes;
}

void write_data(report::JsonWriter& json, const TemplateData& data) {
  json.key("data").begin_object().member("pages", data.pages).key("columns").begin_array();
  for (const DataColumn& column : data.columns) {
    json.begin_object().member("name", column.name).member("type", column.type);
    json.member("record", column.record).member("place", column.place);
    json.member("pages", column.pages).member("distinct", column.distinct);
    json.member("list", column.is_list).key("examples").values(column.examples);
    json.key("doubts").values(column.doubts).end_object();
  }
  json.end_array().key("records").begin_array();
  for (const DataRecords& records : data.records) {
    json.begin_array().value(records.name).value(records.pages).value(records.records).end_array();
  }
  json.end_array().end_object();
}

}  // namespace pagekin::visual
