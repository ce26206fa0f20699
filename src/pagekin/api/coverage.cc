#include "pagekin/api/coverage.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/first_incidents.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/core/error.h"
#include "pagekin/report/coverage.h"

namespace pagekin {

CoverageResult find_coverage(const Source& source, const CoverageOptions& options, const Run& run) {
  if (options.against.empty() && options.sitemaps.empty()) {
    throw OptionError("coverage needs something to compare with: " + option_named("against") +
                          " or " + option_named("sitemap"),
                      "against");
  }
  if (std::ranges::count_if(options.against, is_index_file) > 1) {
    throw OptionError(option_named("against") + " takes one index only", "against");
  }
  return api::on_own_thread(
      run, {{"reading the older crawl"}, {"reading"}},
      [&](Progress& old_reading, Progress& new_reading) {
        api::FirstIncidents incidents(run);
        comparing::Coverage found =
            comparing::find_coverage({.source = api::input_source(source, run),
                                      .against = options.against,
                                      .sitemaps = options.sitemaps},
                                     std::ref(incidents), &old_reading, &new_reading);
        return CoverageResult(std::make_shared<const CoverageResult::State>(
            CoverageResult::State{std::move(found), std::move(incidents.kept)}));
      });
}

const std::vector<CoverageRow>& CoverageResult::rows() const { return state_->found.rows; }
const std::vector<NotCrawled>& CoverageResult::not_crawled() const {
  return state_->found.not_crawled;
}

std::string CoverageResult::name_of(const TemplateId& id) const {
  const auto name = state_->names.find(id.number());
  return name == state_->names.end() ? std::string() : name->second;
}

PageCounts CoverageResult::counts() const { return state_->new_counts; }
PageCounts CoverageResult::old_counts() const { return state_->old_counts; }
const std::string& CoverageResult::caution() const { return state_->caution; }
double CoverageResult::read_seconds() const { return state_->read_seconds; }
double CoverageResult::cluster_seconds() const { return state_->cluster_seconds; }

std::vector<std::string> CoverageResult::sitemap_notes() const {
  std::vector<std::string> notes;
  for (const sitemap::FileNote& note : state_->sitemaps.notes) {
    notes.push_back(sitemap::describe(note));
  }
  return notes;
}

const std::vector<std::string>& CoverageResult::sitemaps_not_read() const {
  return state_->sitemaps.not_read;
}

void write_table(const CoverageResult& coverage, const FileFormat& format, const TextSink& sink) {
  report::write_table(coverage.state(), format, sink);
}

std::string to_json(const CoverageResult& coverage) { return report::to_json(coverage.state()); }

void write_not_crawled(const CoverageResult& coverage, const FileFormat& format,
                       const TextSink& sink) {
  report::list_not_crawled(coverage.state(), format, sink);
}

std::string summarise(const CoverageResult& coverage) {
  return report::summarise(coverage.state());
}

}  // namespace pagekin
