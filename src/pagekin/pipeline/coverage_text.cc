// What coverage found: tables for programs, JSON, and a summary for people.
#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/coverage.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

constexpr std::uint64_t kFewestPages = 3;  // of a template to speak of, as docs/auto.md has it
constexpr std::size_t kShown = 10;         // rows, in the summary

struct Cell {
  std::string text;
  bool is_text = false;  // in quotes in JSON
  bool is_known = true;  // else empty, in JSON null
};

Cell number(std::uint64_t value, bool is_known = true) {
  return {std::to_string(value), false, is_known};
}
Cell text(std::string_view value, bool is_known = true) {
  return {std::string(value), true, is_known};
}

constexpr std::string_view kColumns[] = {"template",    "state", "old",      "new",
                                         "both",        "moved", "moved_to", "sitemap",
                                         "not_crawled", "shape", "example"};

std::vector<Cell> cells_of(const Coverage& coverage, const CoverageRow& row) {
  const bool is_template = row.template_number != 0;
  const bool has_old = coverage.has_old && is_template;
  return {number(row.template_number, is_template),
          text(to_text(row.state)),
          number(row.old_pages, has_old),
          number(row.new_pages, is_template),
          number(row.both, has_old),
          number(row.moved, has_old),
          number(row.moved_to, has_old && row.moved_to != 0),
          number(row.in_sitemap, coverage.has_sitemap),
          number(row.not_crawled, coverage.has_sitemap),
          text(row.shape),
          text(row.example)};
}

std::string json_object(std::span<const std::string_view> columns, const std::vector<Cell>& cells) {
  std::string line = "{";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    line += fmt::format("{}\"{}\": {}", i == 0 ? "" : ", ", columns[i],
                        !cell.is_known ? "null"
                        : cell.is_text ? quote_json(cell.text)
                                       : cell.text);
  }
  return line + "}";
}

std::string line_of(eval::TableFormat format, std::span<const std::string_view> columns,
                    const std::vector<Cell>& cells) {
  if (format == eval::TableFormat::kJsonl) return json_object(columns, cells) + "\n";
  const bool is_tsv = format == eval::TableFormat::kTsv;
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += is_tsv ? '\t' : ',';
    if (!cells[i].is_known) continue;
    line += is_tsv ? escape_tsv(cells[i].text) : quote_csv(cells[i].text);
  }
  return line + "\n";
}

std::string header_of(eval::TableFormat format, std::span<const std::string_view> columns) {
  if (format == eval::TableFormat::kJsonl) return {};
  return fmt::format("{}\n", fmt::join(columns, format == eval::TableFormat::kTsv ? "\t" : ","));
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

std::string describe_sitemap(const Coverage& coverage) {
  const TemplateCoverage& found = coverage.found;
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
    line += fmt::format("; {} that an index names {} not beside it",
                        plural(not_read, "sitemap", "sitemaps"), not_read == 1 ? "is" : "are");
  }
  return line + "\n";
}

// How many templates met each state, those to speak of and others.
std::string describe_states(const Coverage& coverage) {
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

std::string describe_row(const Coverage& coverage, const CoverageRow& row) {
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
  return line + fmt::format("; {} {}\n",
                            row.shape.empty() ? "such as" : printable(row.shape) + ", such as",
                            printable(row.example));
}

// What a person should look at: all that the new crawl seems to lack, and new templates.
bool deserves_a_look(const CoverageRow& row) {
  if (row.template_number == 0 || row.old_pages + row.new_pages < kFewestPages) return false;
  return row.state <= CoverageState::kNew || row.not_crawled > 0;
}

// Rows without a template, in one state.
std::string describe_addresses(const Coverage& coverage, CoverageState state,
                               std::string_view title) {
  std::size_t count = 0;
  std::string lines;
  for (const CoverageRow& row : coverage.found.rows) {
    if (row.state != state || ++count > kShown) continue;
    lines += fmt::format("  {:>8}  {}, such as {}\n", with_commas(row.in_sitemap),
                         printable(row.shape), printable(row.example));
  }
  if (count == 0) return {};
  return fmt::format("{}{}:\n{}", title, count > kShown ? ", the largest" : "", lines);
}

}  // namespace

std::string to_table(const Coverage& coverage, eval::TableFormat format) {
  std::string table = header_of(format, kColumns);
  for (const CoverageRow& row : coverage.found.rows) {
    table += line_of(format, kColumns, cells_of(coverage, row));
  }
  return table;
}

std::string to_json(const Coverage& coverage) {
  std::string json =
      fmt::format("{{\n  \"new\": {},\n  \"old\": {},\n  \"sitemap\": ", coverage.new_ids.size(),
                  coverage.has_old ? std::to_string(coverage.old_ids.size()) : "null");
  if (coverage.has_sitemap) {
    std::vector<std::string> not_read;
    for (const std::string& address : coverage.sitemaps.not_read) {
      not_read.push_back(quote_json(address));
    }
    std::vector<std::string> notes;
    for (const sitemap::FileNote& note : coverage.sitemaps.notes) {
      notes.push_back(quote_json(describe(note)));
    }
    json += fmt::format(
        "{{\"files\": {}, \"addresses\": {}, \"crawled\": {}, \"other_hosts\": {}, \"not_read\": "
        "[{}], \"notes\": [{}]}}",
        coverage.sitemaps.files, coverage.found.sitemap_addresses, coverage.found.sitemap_crawled,
        coverage.found.other_host_addresses, fmt::join(not_read, ", "), fmt::join(notes, ", "));
  } else {
    json += "null";
  }
  std::vector<std::string> rows;
  for (const CoverageRow& row : coverage.found.rows) {
    rows.push_back("    " + json_object(kColumns, cells_of(coverage, row)));
  }
  return json + fmt::format(",\n  \"rows\": [\n{}\n  ]\n}}\n", fmt::join(rows, ",\n"));
}

std::string list_not_crawled(const Coverage& coverage, eval::TableFormat format) {
  constexpr std::string_view columns[] = {"page", "template", "source"};
  std::string table = header_of(format, columns);
  for (const NotCrawled& one : coverage.found.not_crawled) {
    table += line_of(format, columns,
                     {text(one.address), number(one.template_number, one.template_number != 0),
                      text(!one.in_old      ? "sitemap"
                           : one.in_sitemap ? "both"
                                            : "old")});
  }
  return table;
}

std::string summarise(const Coverage& coverage) {
  std::string summary = "new       " + describe_counts(coverage.new_counts) + "\n";
  if (coverage.has_old) {
    summary += "old       ";
    if (coverage.indexed > 0) {
      summary += fmt::format("{} of an index", plural(coverage.indexed, "page", "pages"));
    }
    if (coverage.old_counts.read() > 0) {
      summary += (coverage.indexed > 0 ? ", " : "") + describe_counts(coverage.old_counts);
    }
    summary += "\n";
  }
  if (coverage.has_sitemap) summary += describe_sitemap(coverage);
  summary += describe_states(coverage);
  std::size_t shown = 0;
  for (const CoverageRow& row : coverage.found.rows) {
    if (deserves_a_look(row) && ++shown <= kShown) summary += describe_row(coverage, row);
  }
  if (shown > kShown) summary += fmt::format("  and {} more\n", with_commas(shown - kShown));
  summary += describe_addresses(coverage, CoverageState::kUnknownShape,
                                "unknown   addresses of the sitemap like no crawled page");
  summary += describe_addresses(coverage, CoverageState::kOtherHost,
                                "hosts     of addresses of the sitemap, without a page");
  return summary + fmt::format("time      {:.2f} s: reading {:.2f}, comparing {:.2f}\n",
                               coverage.read_seconds + coverage.cluster_seconds,
                               coverage.read_seconds, coverage.cluster_seconds);
}

}  // namespace pagekin::pipeline
