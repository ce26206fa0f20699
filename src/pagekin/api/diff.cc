#include "pagekin/api/diff.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/first_incidents.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/core/error.h"
#include "pagekin/report/diff.h"

namespace pagekin {
namespace {

MarkList list_of(const comparing::NamedMarks& marks) {
  return {.names = marks.names, .marks = marks.marks};
}

}  // namespace

DiffResult diff_crawls(const Source& before, const Source& now, const Run& run) {
  return api::on_own_thread(
      run, {{"reading"}, {"comparing"}}, [&](Progress& reading, Progress& comparing) {
        const input::Source source = api::reread_source(now, run);
        api::FirstIncidents incidents(run);
        const auto details = std::make_shared<DiffDetails>();
        details->found = comparing::diff_crawls({.before = before.inputs,
                                                 .now = now.inputs,
                                                 .reading = source.reading,
                                                 .strict = source.strict},
                                                std::ref(incidents), &reading, &comparing);
        details->incidents = std::move(incidents.kept);
        const comparing::CrawlDiff& found = details->found;
        DiffResult result{.templates = {},
                          .old_pages = found.before.pages.size(),
                          .new_pages = found.now.pages.size(),
                          .same_ids = found.is_joint,
                          .gone_before = found.gone_before,
                          .note = found.note,
                          .caution = found.caution,
                          .old_counts = found.before.counts,
                          .new_counts = found.now.counts,
                          .read_seconds = found.read_seconds,
                          .compare_seconds = found.compare_seconds,
                          .details = details};
        for (std::size_t i = 0; i < found.rows.size(); ++i) {
          const coverage::DiffRow& row = found.rows[i];
          const comparing::MarkChange& change = found.changes[i];
          TemplateDifference& difference = result.templates.emplace_back();
          difference.state = row.state;
          if (row.old_template != 0) {
            difference.old_id = TemplateId::from_text(found.before.label(row.old_template));
          }
          if (row.new_template != 0) {
            difference.new_id = TemplateId::from_text(found.now.label(row.new_template));
          }
          difference.old_pages = row.old_pages;
          difference.new_pages = row.new_pages;
          difference.both = row.both;
          if (change.is_compared) difference.kept = change.kept;
          difference.severity = comparing::severity_of(change);
          difference.added = list_of(change.added);
          difference.removed = list_of(change.removed);
          difference.shape = row.shape;
          difference.example = row.example;
        }
        return result;
      });
}

const DiffDetails& api::diff_details_of(const DiffResult& diff) {
  if (!diff.details) throw OptionError("this is not the result of diff_crawls()", "diff");
  return *diff.details;
}

std::uint64_t DiffResult::count(DiffState state) const {
  return static_cast<std::uint64_t>(
      std::ranges::count(templates, state, &TemplateDifference::state));
}

void write_table(const DiffResult& diff, const FileFormat& format, const TextSink& sink) {
  report::write_table(api::diff_details_of(diff).found, format, sink);
}

void write_pages(const DiffResult& diff, const FileFormat& format, const TextSink& sink) {
  report::write_pages(api::diff_details_of(diff).found, format, sink);
}

std::string to_json(const DiffResult& diff) {
  return report::to_json(api::diff_details_of(diff).found);
}

std::string summarise(const DiffResult& diff, bool all) {
  return report::summarise(api::diff_details_of(diff).found, all);
}

}  // namespace pagekin
