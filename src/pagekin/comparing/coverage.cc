#include "pagekin/comparing/coverage.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "pagekin/core/block_file.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/describe/template_name.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::comparing {
namespace {

// Makes the default method and restores the pages of the index, if there is one.
std::unique_ptr<method::Method> make_method(const std::string& index_path, Coverage& coverage) {
  if (index_path.empty()) return method::make(method::kDefaultMethod);
  method::IndexFile index(index_path, method::IndexFile::Access::kRead);
  const method::MethodInfo& info = find_by_name(method::methods(), "method", index.method());
  if (!info.capabilities.has(method::Capability::kTracking)) {
    throw InputError("index " + index_path + " was made by method " + index.method() +
                         ", but coverage needs one of method " +
                         method::names_with(method::Capability::kTracking),
                     {}, index_path);
  }
  auto method = method::make(index.method() + ":" + info.saved_options(index.saved()));
  coverage.indexed = index.restore(
      info.name, *method, [&](const method::IndexedPage& page) { coverage.old_ids.add(page.id); });
  for (const method::IndexedTemplate& indexed : index.templates().all) {
    coverage.names[indexed.id] = indexed.name;
  }
  return method;
}

void read_sitemaps(const CoverageOptions& options, Coverage& coverage) {
  coverage.has_sitemap = !options.sitemaps.empty();
  coverage.sitemaps = sitemap::read_sitemap_files(options.sitemaps);
  for (const sitemap::FileNote& note : coverage.sitemaps.notes) {
    if (options.source.strict && note.note.is_damage)
      reading::throw_strict(sitemap::describe(note), note.file);
  }
}

// Names the templates that the index has not named, by their addresses.
void name_rows(std::span<const coverage::TemplatedPage> pages, Coverage& coverage) {
  for (const coverage::TemplatedPage& page : pages) coverage.names[page.template_number];
  std::map<std::uint32_t, std::size_t> place;
  describe::TemplateNamer namer(coverage.names.size());
  for (const auto& [id, name] : coverage.names) {
    namer.give(place.size(), name);
    place.emplace(id, place.size());
  }
  for (const coverage::TemplatedPage& page : pages) {
    namer.add(place.at(page.template_number), page.id);
  }
  std::vector<std::string> names = namer.names();
  for (const auto& [id, at] : place) coverage.names[id] = std::move(names[at]);
}

}  // namespace

Coverage find_coverage(const CoverageOptions& options,
                       const std::function<void(const Incident&)>& on_incident,
                       Progress* old_progress, Progress* new_progress) {
  const Stopwatch reading;
  Coverage coverage;
  coverage.has_old = !options.against.empty();
  read_sitemaps(options, coverage);  // first, because it is fast and may fail

  std::vector<std::string> old_inputs = options.against;
  std::string index;
  if (const auto found = std::ranges::find_if(old_inputs, is_index_file);
      found != old_inputs.end()) {
    index = *found;
    old_inputs.erase(found);
  }
  const auto method = make_method(index, coverage);
  reading::ReadRequest request{
      .source = options.source,
      .needs = method->needs(),
      .page = [&](std::string_view, features::Features&& page) { method->add(std::move(page)); },
      .incident = on_incident};
  if (!old_inputs.empty()) {
    request.source.inputs = old_inputs;
    request.progress = old_progress;
    coverage.old_counts = reading::read_features(request, coverage.old_ids);
  }
  if (coverage.has_old && coverage.old_ids.size() == 0) {
    reading::require_pages(coverage.old_counts, "the old crawl: ");
  }
  const unsigned threads = options.source.reading.threads;
  if (!old_inputs.empty()) method->finish({.threads = threads, .holds_ids = true});
  request.source.inputs = options.source.inputs;
  request.progress = new_progress;
  coverage.new_counts = reading::read_features(request, coverage.new_ids);
  reading::require_pages(coverage.new_counts, "the new crawl: ");
  coverage.read_seconds = reading.seconds();

  const Stopwatch clustering;
  const method::MethodResult result = method->finish({.threads = threads});
  coverage.caution = result.caution;
  std::vector<coverage::TemplatedPage> pages;
  pages.reserve(result.clusters.labels.size());
  for (const PageIds* const ids : {&coverage.old_ids, &coverage.new_ids}) {
    for (PageId page = 0; page < ids->size(); ++page) {
      const auto label = static_cast<std::size_t>(result.clusters.labels[pages.size()]);
      const std::uint32_t id = result.template_ids[label];
      pages.push_back({(*ids)[page], id});
      (ids == &coverage.old_ids ? coverage.old_templates : coverage.new_templates).push_back(id);
    }
  }
  const std::span<const coverage::TemplatedPage> all(pages);
  coverage.found = coverage::cover_templates({.new_pages = all.subspan(coverage.old_ids.size()),
                                              .old_pages = all.first(coverage.old_ids.size()),
                                              .sitemap = coverage.sitemaps.addresses,
                                              .has_old = coverage.has_old});
  name_rows(all, coverage);
  if (coverage.has_sitemap && coverage.found.addresses == 0) {
    throw InputError(
        "a sitemap can be compared only with pages whose ids are addresses, as in WARC files and "
        "JSON lines; no page here has such an id, the first is '" +
        printable(coverage.new_ids[0]) + "'");
  }
  coverage.cluster_seconds = clustering.seconds();
  return coverage;
}

}  // namespace pagekin::comparing

bool pagekin::is_index_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) &&
         first_line_of_file(path).starts_with("pagekin index ");
}
