#include "pagekin/report/diff.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/page_list.h"
#include "pagekin/text.h"
#include "pagekin/url/page_address.h"

namespace pagekin::report {
namespace {

using comparing::CrawlDiff;
using comparing::DiffSide;
using comparing::MarkChange;
using comparing::NamedMarks;
using coverage::DiffRow;
using coverage::DiffState;

constexpr DiffState kStates[] = {DiffState::kChanged, DiffState::kNew,    DiffState::kGone,
                                 DiffState::kSplit,   DiffState::kJoined, DiffState::kSame,
                                 DiffState::kOdd};
constexpr std::size_t kDiffRows = 10;   // rows in the summary
constexpr std::size_t kNamesShown = 4;  // marks of a row in the summary
constexpr std::size_t kLineWidth = 66;  // of the names, so that lines fit into 80 columns

std::vector<std::string> labels_of(const DiffSide& side,
                                   const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> labels;
  for (const std::uint32_t number : numbers) labels.push_back(side.label(number));
  return labels;
}

// The columns of ids have one type in all rows.
struct DiffColumns {
  explicit DiffColumns(const CrawlDiff& diff) {
    for (const DiffRow& row : diff.rows) {
      if (row.old_template != 0) old_id.see(diff.before.label(row.old_template));
      if (row.new_template != 0) new_id.see(diff.now.label(row.new_template));
    }
    using enum ColumnType;
    all = {"state",
           old_id.column(),
           new_id.column(),
           "name",
           {"old_pages", kInteger},
           {"new_pages", kInteger},
           {"both", kInteger},
           "matched_by",
           {"kept", kNumber},
           {"marks_added", kInteger},
           {"marks_removed", kInteger},
           {"added", kTexts},
           {"removed", kTexts},
           {"split_off", kTexts},
           {"joined_by", kTexts},
           "shape",
           "example"};
  }

  IdColumn old_id{"old"};
  IdColumn new_id{"new"};
  std::vector<Column> all;
};

// The cells of a row, and the texts that they refer to.
struct RowCells {
  RowCells(const CrawlDiff& diff, const DiffColumns& columns, std::size_t i) {
    const DiffRow& row = diff.rows[i];
    const MarkChange& change = diff.changes[i];
    if (row.old_template != 0) old_label = diff.before.label(row.old_template);
    if (row.new_template != 0) new_label = diff.now.label(row.new_template);
    split_off = labels_of(diff.now, row.split_off);
    joined_by = labels_of(diff.before, row.joined_by);
    const auto view = [&](const std::vector<std::string>& texts) {
      views.emplace_back(texts.begin(), texts.end());
      return Cell(std::span<const std::string_view>(views.back()), "");
    };
    views.reserve(4);
    cells = {to_text(row.state),
             columns.old_id.cell(old_label),
             columns.new_id.cell(new_label),
             diff.names[i],
             row.old_pages > 0 ? Cell(row.old_pages) : Cell(),
             row.new_pages > 0 ? Cell(row.new_pages) : Cell(),
             row.both,
             row.matched_by == coverage::MatchedBy::kNothing ? Cell() : to_text(row.matched_by),
             change.is_compared ? Cell(change.kept) : Cell(),
             change.is_compared ? Cell(change.added.marks) : Cell(),
             change.is_compared ? Cell(change.removed.marks) : Cell(),
             view(change.added.names),
             view(change.removed.names),
             view(split_off),
             view(joined_by),
             row.shape,
             row.example};
  }

  std::string old_label;
  std::string new_label;
  std::vector<std::string> split_off;
  std::vector<std::string> joined_by;
  std::vector<std::vector<std::string_view>> views;
  std::vector<Cell> cells;
};

void write_side(JsonWriter& json, std::string_view key, const DiffSide& side) {
  json.on_line(2).key(key).begin_object().member("kind", to_text(side.kind));
  json.member("pages", side.pages.size()).end_object();
}

std::string describe_side(const DiffSide& side) {
  if (side.kind == comparing::SideKind::kCrawl) return describe_counts(side.counts);
  return fmt::format("{} of {}", plural(side.pages.size(), "page", "pages"),
                     side.kind == comparing::SideKind::kIndex ? "an index" : "a table");
}

std::string describe_diff_states(const CrawlDiff& diff) {
  std::string line;
  std::uint64_t templates = 0;
  for (const DiffState state : kStates) {
    const std::uint64_t count = diff.count(state);
    if (state == DiffState::kOdd || count == 0) continue;
    templates += count;
    line += fmt::format("{}{} {}", line.empty() ? ": " : ", ", with_commas(count), to_text(state));
  }
  const std::uint64_t odd = diff.count(DiffState::kOdd);
  if (odd > 0) line += fmt::format("; and {} of one or two pages", plural(odd, "group", "groups"));
  return fmt::format("templates {}{}\n", with_commas(templates), line);
}

// "template 3", or "template 3 -> 5" if the two sides have ids of their own.
std::string name_of(const CrawlDiff& diff, const DiffRow& row) {
  const std::string before =
      row.old_template == 0 ? "" : printable(diff.before.label(row.old_template));
  const std::string now = row.new_template == 0 ? "" : printable(diff.now.label(row.new_template));
  if (before.empty() || now.empty()) return "template " + before + now;
  if (diff.is_joint && before == now) return "template " + before;
  return "template " + before + " -> " + now;
}

std::string joined(const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text += (text.empty() ? "" : ", ") + printable(label);
  return text;
}

// "              + body.shop; h2 "Price" (and 12 more marks)"
std::string describe_marks(char sign, const NamedMarks& marks) {
  if (marks.marks == 0) return {};
  std::string names;
  std::size_t shown = 0;
  for (const std::string& name : marks.names) {
    const std::string text = printable(name);
    if (shown == kNamesShown || (shown > 0 && names.size() + text.size() + 2 > kLineWidth)) break;
    names += (shown++ == 0 ? "" : "; ") + text;
  }
  std::string rest;
  if (shown == 0) {
    rest = fmt::format("{} without a name, because there are no pages to read",
                       plural(marks.marks, "mark", "marks"));
  } else if (marks.marks > shown) {
    rest = fmt::format("; {} more", with_commas(marks.marks - shown));
  }
  return fmt::format("              {} {}{}\n", sign, names, rest);
}

std::string describe_diff_row(const CrawlDiff& diff, std::size_t i) {
  const DiffRow& row = diff.rows[i];
  std::string line = fmt::format("  {:<8}  {}: ", to_text(row.state), name_of(diff, row));
  switch (row.state) {
    case DiffState::kNew:
      line += plural(row.new_pages, "page", "pages");
      break;
    case DiffState::kGone:
      line += fmt::format("{} before", plural(row.old_pages, "page", "pages"));
      break;
    case DiffState::kJoined:
      line += fmt::format("{} before, {} of its addresses have the other template now",
                          plural(row.old_pages, "page", "pages"), with_commas(row.both));
      break;
    default:
      if (row.matched_by == coverage::MatchedBy::kNothing) {
        line += fmt::format("{}, {} of them split off", plural(row.new_pages, "page", "pages"),
                            with_commas(row.both));
      } else {
        line += fmt::format("{} before, {} now", plural(row.old_pages, "page", "pages"),
                            with_commas(row.new_pages));
      }
  }
  if (!row.split_off.empty()) {
    line += "; split off: " + joined(labels_of(diff.now, row.split_off));
  }
  line += "\n            " + printable(diff.names[i]);
  line += "\n            such as " + printable(row.example) + "\n";
  line += describe_marks('+', diff.changes[i].added);
  return line + describe_marks('-', diff.changes[i].removed);
}

}  // namespace

void write_table(const CrawlDiff& diff, FileFormat format, const TableWriter::Sink& sink) {
  const DiffColumns columns(diff);
  TableWriter table(format, columns.all, sink);
  for (std::size_t i = 0; i < diff.rows.size(); ++i) table.row(RowCells(diff, columns, i).cells);
  table.finish();
}

void write_pages(const CrawlDiff& diff, FileFormat format, const TableWriter::Sink& sink) {
  IdColumn old_id("old");
  IdColumn new_id("new");
  std::unordered_map<std::uint32_t, DiffState> of_old;
  std::unordered_map<std::uint32_t, DiffState> of_new;
  for (const DiffRow& row : diff.rows) {
    if (row.old_template != 0) {
      old_id.see(diff.before.label(row.old_template));
      // Of several rows, that with the pages of the template; parts that split off have none.
      if (row.old_pages > 0) of_old.emplace(row.old_template, row.state);
    }
    if (row.new_template != 0) {
      new_id.see(diff.now.label(row.new_template));
      if (row.new_pages > 0) of_new.emplace(row.new_template, row.state);
    }
  }
  std::unordered_map<std::string, std::uint32_t> before;  // templates by address
  std::unordered_set<std::string> is_now;
  for (const coverage::TemplatedPage& page : diff.before.pages) {
    before.emplace(url::address_key(page.id), page.template_number);
  }
  TableWriter table(format, {"page", "state", old_id.column(), new_id.column()}, sink);
  const auto add = [&](std::string_view id, std::uint32_t was, std::uint32_t is) {
    const auto state = is != 0 ? of_new.find(is) : of_old.find(was);
    const bool is_known = state != (is != 0 ? of_new.end() : of_old.end());
    const std::string old_label = was == 0 ? "" : diff.before.label(was);
    const std::string new_label = is == 0 ? "" : diff.now.label(is);
    table.row(std::vector<Cell>{id, is_known ? Cell(to_text(state->second)) : Cell(),
                                old_id.cell(old_label), new_id.cell(new_label)});
  };
  for (const coverage::TemplatedPage& page : diff.now.pages) {
    const std::string key = url::address_key(page.id);
    const auto old = before.find(key);
    add(page.id, old == before.end() ? 0 : old->second, page.template_number);
    is_now.insert(key);
  }
  for (const coverage::TemplatedPage& page : diff.before.pages) {
    if (!is_now.contains(url::address_key(page.id))) add(page.id, page.template_number, 0);
  }
  table.finish();
}

std::string to_json(const CrawlDiff& diff) {
  const DiffColumns columns(diff);
  JsonWriter json;
  json.begin_object();
  write_side(json, "old", diff.before);
  write_side(json, "new", diff.now);
  json.on_line(2).member("same_ids", diff.is_joint);
  json.on_line(2).member("gone_before", diff.gone_before);
  json.on_line(2).key("note").value_or_null(diff.note);
  json.on_line(2).key("caution").value_or_null(diff.caution);
  json.on_line(2).key("counts").begin_object();
  for (const DiffState state : kStates) json.member(to_text(state), diff.count(state));
  json.end_object();
  json.on_line(2).key("templates").begin_array();
  for (std::size_t i = 0; i < diff.rows.size(); ++i) {
    const RowCells row(diff, columns, i);
    json.on_line(4).begin_object();
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      write_cell(json.key(columns.all[k].name), row.cells[k]);
    }
    json.end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string summarise(const CrawlDiff& diff, bool all) {
  std::string summary = "old       " + describe_side(diff.before) + "\n";
  summary += "new       " + describe_side(diff.now) + "\n";
  summary += describe_diff_states(diff);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < diff.rows.size(); ++i) {
    if (diff.rows[i].state >= DiffState::kSame) continue;
    if (++shown <= kDiffRows || all) summary += describe_diff_row(diff, i);
  }
  if (shown > kDiffRows && !all) {
    summary += fmt::format("  and {} more; -v shows all\n", with_commas(shown - kDiffRows));
  }
  if (diff.gone_before > 0) {
    summary += fmt::format("not shown {} that the last run of the index did not see either\n",
                           with_commas(diff.gone_before));
  }
  if (!diff.note.empty()) summary += "note      " + diff.note + "\n";
  summary += describe_caution(diff.caution);
  return summary +
         fmt::format("time      {:.2f} s: reading and clustering {:.2f}, comparing {:.2f}\n",
                     diff.read_seconds + diff.compare_seconds, diff.read_seconds,
                     diff.compare_seconds);
}

}  // namespace pagekin::report
