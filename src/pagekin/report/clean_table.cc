#include "pagekin/report/clean_table.h"

#include <string>
#include <utility>
#include <vector>

namespace pagekin::report {
namespace {

TemplateIds ids_of_groups(const clustering::GroupedPages& pages) {
  std::vector<std::string> ids;
  ids.reserve(pages.all.size());
  for (const clustering::GroupedPages::Group& group : pages.all) ids.push_back(group.id);
  return TemplateIds(std::move(ids));
}

}  // namespace

CleanTableWriter::CleanTableWriter(FileFormat format, const clustering::GroupedPages& pages,
                                   table::Sink sink)
    : ids_(ids_of_groups(pages)),
      table_(format,
             {"page",
              ids_.column(),
              "title",
              "author",
              "date",
              "language",
              "address",
              "kind",
              {"kept", ColumnType::kNumber},
              "text"},
             std::move(sink)) {}

void CleanTableWriter::write(const extraction::CleanPage& page) {
  const maintext::Metadata& about = page.metadata;
  const Cell id = page.group == clustering::kUngrouped ? Cell{} : ids_.cell(page.group);
  table_.row({page.page, id, about.title, about.author, about.date, about.language, about.address,
              maintext::to_text(page.kind), page.kept, page.text});
}

FixedTableWriter::FixedTableWriter(FileFormat format, const clustering::GroupedPages& pages,
                                   table::Sink sink)
    : pages_(pages),
      ids_(ids_of_groups(pages)),
      table_(format, {ids_.column(), "name", {"pages", ColumnType::kInteger}, "page", "text"},
             std::move(sink)) {}

void FixedTableWriter::write(const extraction::CleanPage& page) {
  if (page.fixed.empty()) return;
  const clustering::GroupedPages::Group& group = pages_.all[page.group];
  table_.row({ids_.cell(page.group), group.name, group.pages, page.page, page.fixed});
}

}  // namespace pagekin::report
