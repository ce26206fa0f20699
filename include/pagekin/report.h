// Visual reports: one HTML file that needs no network and no server. docs/report.md shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/coverage.h"
#include "pagekin/diff.h"
#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/labels.h"
#include "pagekin/options.h"
#include "pagekin/page_list.h"
#include "pagekin/run.h"

namespace pagekin {

struct ReportOptions {
  std::string title;
  int representatives = 3;
  bool screenshots = false;
  std::string browser;
  std::string command;    // that makes the report again; empty: not shown
  std::int64_t made = 0;  // seconds since 1970; 0: not known, and no times are shown
};

template <>
struct OptionsOf<ReportOptions> {
  using Self = ReportOptions;
  static constexpr auto all = std::tuple{
      option(&Self::title, {.name = "title",
                            .help = "the name of the report; without it, the names of the inputs",
                            .group = "Report",
                            .value = "TITLE"}),
      option(&Self::representatives,
             {.name = "representatives",
              .help = "pages that the report shows of a template: the most typical one, then the "
                      "most different ones",
              .group = "Report",
              .min = 1,
              .max = 12}),
      option(&Self::screenshots,
             {.name = "screenshots",
              .help = "show screenshots of the largest 60 templates instead of wireframes; needs "
                      "Chromium, which gets the stored pages without network and scripts",
              .group = "Report"}),
      option(&Self::browser,
             {.name = "browser",
              .help = "the program for `screenshots`; without it, chromium or google-chrome is "
                      "searched for",
              .group = "Report",
              .value = "PROGRAM"}),
  };
};

// Throws OptionError if screenshots are wanted and there is no browser.
PAGEKIN_API void check_options(const ReportOptions& options);

// The name of a report for people: the title, or the inputs.
PAGEKIN_API std::string report_title(const ReportOptions& options,
                                     const std::vector<std::string>& inputs);

// Pictures that a report has, and a line about those that could not be made.
struct ReportPictures {
  std::size_t screenshots = 0;
  std::size_t failed_screenshots = 0;
  std::string note;  // empty: none
};

// Shows the templates of a run, which must have kept pictures of as many pages of a template as
// `representatives` says (ClusterOptions::shown_in_report). Reads the source again.
PAGEKIN_API ReportPictures write_report(const ClusterResult& result, const Labels& truth,
                                        const ReportOptions& options, const TextSink& sink,
                                        const Run& run = {});

// What a report of a table shows.
struct TableReport : ReportPictures {
  PageCounts counts;
  std::size_t templates = 0;
  std::uint64_t pages_without_row = 0;  // pages of the source
  std::uint64_t rows_without_page = 0;
};

// Shows the templates of a table of pages, as `pagekin cluster -o` writes it. Reads the source
// twice. Throws InputError if no page of the source is in the table, OptionError, Cancelled, and
// what the sink throws.
PAGEKIN_API TableReport write_table_report(const Source& source, const std::string& table,
                                           const TableOptions& groups, const Labels& truth,
                                           const ReportOptions& options, const TextSink& sink,
                                           const Run& run = {});

// The same report for a server: it gives the parts of the report and the stored pages one by one.
// Several threads may use it at once.
class PAGEKIN_API ReportSite {
 public:
  // Reads the source twice, and again for each stored page. Throws as write_table_report() does.
  ReportSite(const Source& source, const PageTable& table, const Labels& truth,
             const ReportOptions& options, const Run& run = {});
  ~ReportSite();
  ReportSite(ReportSite&&) noexcept;
  ReportSite& operator=(ReportSite&&) noexcept;

  const TableReport& shown() const;

  // The document, and the two files that it asks for as /app.js and /app.css.
  const std::string& html() const;
  static std::string_view script();
  static std::string_view style();

  // What these ask for as /api/report and /api/pages: JSON, packed by gzip.
  const std::string& data() const;
  const std::string& pages() const;
  // The pages of one template, by its place in the report; null: there is none.
  const std::string* pages_of(std::size_t number) const;

  // A page of the source as UTF-8; nothing if it has no page with this id any more.
  std::optional<std::string> stored_page(const std::string& id) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Shows what find_coverage() found, with pictures of both crawls; a side that cannot be read again,
// such as an index, has none. `source` and `compared` are those of that call.
PAGEKIN_API void write_report(const Source& source, const CoverageResult& coverage,
                              const CoverageOptions& compared, const ReportOptions& options,
                              const TextSink& sink, const Run& run = {});

// Shows what diff_crawls() found between these two.
PAGEKIN_API void write_report(const Source& before, const Source& now, const DiffResult& diff,
                              const ReportOptions& options, const TextSink& sink,
                              const Run& run = {});

}  // namespace pagekin
