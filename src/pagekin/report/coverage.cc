#include "pagekin/report/coverage.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/text.h"

namespace pagekin::report {
namespace {

using comparing::Coverage;
using coverage::CoverageRow;
using coverage::CoverageState;

constexpr std::uint64_t kFewestPages = 3;  // of a template that counts as one, see docs/auto.md
constexpr std::size_t kCoverageRows = 10;  // rows in the summary

const std::vector<Column>& columns() {
  constexpr ColumnType integer = ColumnType::kInteger;
  static const std::vector<Column> all = {
      {"template", integer},    {"state"},          {"old", integer},      {"new", integer},
      {"both", integer},        {"moved", integer}, {"moved_to", integer}, {"sitemap", integer},
      {"not_crawled", integer}, {"shape"},          {"example"},           {"name"}};
  return all;
}

// The readable name of a template; no value if it has none.
Cell name_cell(const Coverage& coverage, std::uint32_t id) {
  const auto found = coverage.names.find(id);
  return found == coverage.names.end() ? Cell() : Cell(found->second);
}

template <class Number>
Cell known_if(bool is_known, Number value) {
  return is_known ? Cell(value) : Cell();
}

std::vector<Cell> cells_of(const Coverage& coverage, const CoverageRow& row) {
  const bool is_template = row.template_number != 0;
  const bool has_old = coverage.has_old && is_template;
  return {known_if(is_template, row.template_number),
          to_text(row.state),
          known_if(has_old, row.old_pages),
          known_if(is_template, row.new_pages),
          known_if(has_old, row.both),
          known_if(has_old, row.moved),
          known_if(has_old && row.moved_to != 0, row.moved_to),
          known_if(coverage.has_sitemap, row.in_sitemap),
          known_if(coverage.has_sitemap, row.not_crawled),
          row.shape,
          row.example,
          name_cell(coverage, row.template_number)};
}

std::string describe_sitemap(const Coverage& coverage) {
  const coverage::TemplateCoverage& found = coverage.found;
  const std::uint64_t missing = found.sitemap_addresses - found.sitemap_crawled;
  std::string line = fmt::format("sitemap   names {}: {} crawled, {} not",
                                 plural(found.sitemap_addresses, "address", "addresses"),
                                 with_commas(found.sitemap_crawled), with_commas(missing));
  if (found.other_host_addresses > 0) {
    line += fmt::format("; {} of hosts without a page not compared",
                        with_commas(found.other_host_addresses));
  }
  const std::size_t not_read = coverage.sitemaps.not_read.size();
  if (not_read > 0) {
    line += fmt::format("; {} that an index names {} not in its folder",
                        plural(not_read, "sitemap", "sitemaps"), not_read == 1 ? "is" : "are");
  }
  return line + "\n";
}

// The number of templates in each state, and of groups that are too small to be templates.
std::string describe_coverage_states(const Coverage& coverage) {
  constexpr CoverageState states[] = {CoverageState::kMissing, CoverageState::kReplaced,
                                      CoverageState::kFewer,   CoverageState::kNew,
                                      CoverageState::kMore,    CoverageState::kSame};
  std::uint64_t templates = 0;
  std::uint64_t odd = 0;
  std::vector<std::uint64_t> counts(std::size(states));
  for (const CoverageRow& row : coverage.found.rows) {
    if (row.template_number == 0) continue;
    const bool is_odd = row.old_pages + row.new_pages < kFewestPages;
    ++(is_odd ? odd : templates);
    for (std::size_t i = 0; i < std::size(states) && !is_odd; ++i) {
      counts[i] += row.state == states[i] ? 1 : 0;
    }
  }
  std::string line = fmt::format("templates {}", with_commas(templates));
  std::string_view before = ": ";
  for (std::size_t i = 0; i < std::size(states); ++i) {
    if (counts[i] == 0) continue;
    line += fmt::format("{}{} {}", before, with_commas(counts[i]), to_text(states[i]));
    before = ", ";
  }
  if (odd > 0) {
    line += fmt::format("; and {} of one or two pages", plural(odd, "group", "groups"));
  }
  return line + "\n";
}

std::string describe_coverage_row(const Coverage& coverage, const CoverageRow& row) {
  std::string line = fmt::format("  {:<8}  template {}: ", to_text(row.state), row.template_number);
  line += coverage.has_old ? fmt::format("{} pages before, {} now", with_commas(row.old_pages),
                                         with_commas(row.new_pages))
                           : plural(row.new_pages, "page", "pages");
  if (row.moved > 0) {
    line += fmt::format(", {} of its addresses now have template {}", with_commas(row.moved),
                        row.moved_to);
  }
  if (row.not_crawled > 0) {
    line += fmt::format(", {} in the sitemap were not crawled", with_commas(row.not_crawled));
  }
  return line + fmt::format("\n{:12}{} {}\n", "",
                            row.shape.empty() ? "such as" : printable(row.shape) + ", such as",
                            printable(row.example));
}

// Whether people should look at a row: the new crawl seems to lack pages, or the template is new.
bool deserves_a_look(const CoverageRow& row) {
  if (row.template_number == 0 || row.old_pages + row.new_pages < kFewestPages) return false;
  return row.state <= CoverageState::kNew || row.not_crawled > 0;
}

// The rows without a template that are in one state.
std::string describe_addresses(const Coverage& coverage, CoverageState state,
                               std::string_view title) {
  std::size_t count = 0;
  std::string lines;
  for (const CoverageRow& row : coverage.found.rows) {
    if (row.state != state || ++count > kCoverageRows) continue;
    lines += fmt::format("  {:>8}  {}, such as {}\n", with_commas(row.in_sitemap),
                         printable(row.shape), printable(row.example));
  }
  if (count == 0) return {};
  return fmt::format("{}{}:\n{}", title, count > kCoverageRows ? ", the largest" : "", lines);
}

}  // namespace

void write_table(const Coverage& coverage, const FileFormat& format,
                 const TableWriter::Sink& sink) {
  TableWriter table(format, columns(), sink);
  for (const CoverageRow& row : coverage.found.rows) table.row(cells_of(coverage, row));
  table.finish();
}

std::string to_json(const Coverage& coverage) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("new", coverage.new_ids.size());
  write_cell(json.on_line(2).key("old"), known_if(coverage.has_old, coverage.old_ids.size()));
  json.on_line(2).key("sitemap");
  if (coverage.has_sitemap) {
    json.begin_object().member("files", coverage.sitemaps.files);
    json.member("addresses", coverage.found.sitemap_addresses);
    json.member("crawled", coverage.found.sitemap_crawled);
    json.member("other_hosts", coverage.found.other_host_addresses);
    json.key("not_read").values(coverage.sitemaps.not_read).key("notes").begin_array();
    for (const sitemap::FileNote& note : coverage.sitemaps.notes) {
      json.value(sitemap::describe(note));
    }
    json.end_array().end_object();
  } else {
    json.null();
  }
  json.on_line(2).key("caution").value_or_null(coverage.caution);
  json.on_line(2).key("rows").begin_array();
  for (const CoverageRow& row : coverage.found.rows) {
    const std::vector<Cell> cells = cells_of(coverage, row);
    json.on_line(4).begin_object();
    for (std::size_t i = 0; i < cells.size(); ++i)
      write_cell(json.key(columns()[i].name), cells[i]);
    json.end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

void list_not_crawled(const Coverage& coverage, const FileFormat& format,
                      const TableWriter::Sink& sink) {
  TableWriter table(format, {{"page"}, {"template", ColumnType::kInteger}, {"source"}}, sink);
  for (const coverage::NotCrawled& not_crawled : coverage.found.not_crawled) {
    table.row({not_crawled.address,
               known_if(not_crawled.template_number != 0, not_crawled.template_number),
               !not_crawled.in_old      ? "sitemap"
               : not_crawled.in_sitemap ? "both"
                                        : "old"});
  }
  table.finish();
}

std::string summarise(const Coverage& coverage) {
  std::string summary = "new       " + pagekin::describe_counts(coverage.new_counts) + "\n";
  if (coverage.has_old) {
    summary += "old       ";
    if (coverage.indexed > 0) {
      summary += fmt::format("{} of an index", plural(coverage.indexed, "page", "pages"));
    }
    if (coverage.old_counts.read() > 0) {
      summary += (coverage.indexed > 0 ? ", " : "") + pagekin::describe_counts(coverage.old_counts);
    }
    summary += "\n";
  }
  if (coverage.has_sitemap) summary += describe_sitemap(coverage);
  summary += describe_coverage_states(coverage);
  std::size_t shown = 0;
  for (const CoverageRow& row : coverage.found.rows) {
    if (deserves_a_look(row) && ++shown <= kCoverageRows)
      summary += describe_coverage_row(coverage, row);
  }
  if (shown > kCoverageRows)
    summary += fmt::format("  and {} more\n", with_commas(shown - kCoverageRows));
  summary += describe_addresses(coverage, CoverageState::kUnknownShape,
                                "unknown   addresses of the sitemap like no crawled page");
  summary += describe_addresses(coverage, CoverageState::kOtherHost,
                                "hosts     of addresses of the sitemap, without a page");
  summary += describe_caution(coverage.caution);
  return summary + fmt::format("time      {:.2f} s: reading {:.2f}, comparing {:.2f}\n",
                               coverage.read_seconds + coverage.cluster_seconds,
                               coverage.read_seconds, coverage.cluster_seconds);
}

}  // namespace pagekin::report
