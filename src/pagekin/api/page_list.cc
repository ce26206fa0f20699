#include "pagekin/page_list.h"

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/reading/choose_pages.h"

namespace pagekin {

PageTable read_page_table(const std::string& path, std::string_view by) {
  return clustering::read_named_table(path, by);
}

ListedPage listed_page(const PageTable& table, const PageTableRow& row) {
  ListedPage page{.page = row.page, .confidence = row.confidence};
  if (row.group == kNoPageGroup) return page;
  const PageTableGroup& group = table.groups[row.group];
  page.template_id = group.id;
  page.name = group.name;
  page.template_pages = group.pages;
  return page;
}

FoundPages find_pages(const Source& source, std::span<const std::string_view> chosen, bool unique,
                      PageCopies* copies, const Run& run) {
  return api::on_own_thread(run, [&] {
    Progress reading;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}});
    return reading::find_pages(api::input_source(source, run), chosen, unique, copies, run.incident,
                               &reading);
  });
}

}  // namespace pagekin
