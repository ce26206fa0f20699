#include "pagekin/diff.h"

#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/comparing/diff_crawls.h"

namespace pagekin {
namespace {

MarkList list_of(const comparing::NamedMarks& marks) {
  return {.names = marks.names, .marks = marks.marks};
}

}  // namespace

DiffResult diff_crawls(const Source& before, const Source& now, const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress comparing;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"comparing", &comparing}});
    const input::Source source = api::reread_source(now, run);
    const comparing::CrawlDiff found = comparing::diff_crawls({.before = before.inputs,
                                                               .now = now.inputs,
                                                               .reading = source.reading,
                                                               .strict = source.strict},
                                                              run.incident, &reading, &comparing);
    DiffResult result{.templates = {},
                      .old_pages = found.before.pages.size(),
                      .new_pages = found.now.pages.size(),
                      .same_ids = found.is_joint,
                      .note = found.note};
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
      difference.added = list_of(change.added);
      difference.removed = list_of(change.removed);
      difference.shape = row.shape;
      difference.example = row.example;
    }
    return result;
  });
}

}  // namespace pagekin
