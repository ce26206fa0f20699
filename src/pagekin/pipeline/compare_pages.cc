#include "pagekin/pipeline/compare_pages.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/features.h"
#include "pagekin/pipeline/page_ids.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

// A page that outlives its input.
struct KeptPage {
  std::string id, body, charset;

  Page page() const { return {.id = id, .body = body, .charset = charset}; }
};

// Whether a page with this id may end up as `wanted` once repeated ids have numbers.
bool may_become(std::string_view id, std::string_view wanted) {
  return id == wanted || (wanted.starts_with(id) && wanted.substr(id.size()).starts_with('#'));
}

// Keeps the pages with the wanted ids; where none are named, the first page there is.
class PageFinder final : public input::PageConsumer {
 public:
  PageFinder(std::vector<std::string> wanted, const std::function<void(const Incident&)>& incident)
      : found(wanted.size()), wanted_(std::move(wanted)), incident_(&incident) {
    if (wanted_.empty()) found.resize(1);
  }

  std::unique_ptr<input::PageBatch> open_batch() override {
    return std::make_unique<Batch>(wanted_);
  }

  void commit(input::PageBatch& committed) override {
    auto& batch = static_cast<Batch&>(committed);
    for (const Incident& incident : batch.incidents) {
      last_trouble = describe(incident);
      if (*incident_) (*incident_)(incident);
    }
    for (KeptPage& page : batch.pages) {
      ++pages;
      const std::string_view id = ids_.add(to_valid_utf8(page.id));
      if (wanted_.empty()) {
        if (!found[0]) found[0] = std::move(page);
        continue;
      }
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        if (id != wanted_[i]) continue;
        found[i] = page;
        found[i]->id = id;
      }
    }
  }

  std::vector<std::optional<KeptPage>> found;
  std::uint64_t pages = 0;
  std::string last_trouble;

 private:
  struct Batch final : input::PageBatch {
    explicit Batch(const std::vector<std::string>& ids) : wanted(&ids) {}

    void add(const Page& page, const Incident* limited) override {
      if (limited != nullptr) incidents.push_back(*limited);
      KeptPage kept{.id = std::string(page.id), .body = {}, .charset = {}};
      const std::string id = to_valid_utf8(page.id);
      const bool may_count =
          wanted->empty() ? pages.empty()
                          : std::any_of(wanted->begin(), wanted->end(),
                                        [&](const std::string& w) { return may_become(id, w); });
      if (may_count) {
        kept.body = page.body;
        kept.charset = page.charset;
      }
      pages.push_back(std::move(kept));
    }
    void skip(Incident incident) override { incidents.push_back(std::move(incident)); }

    const std::vector<std::string>* wanted;
    std::vector<KeptPage> pages;  // those that cannot count with their id only
    std::vector<Incident> incidents;
  };

  std::vector<std::string> wanted_;
  const std::function<void(const Incident&)>* incident_;
  PageIds ids_;
};

std::array<KeptPage, 2> find_pages(const CompareOptions& options,
                                   const std::function<void(const Incident&)>& on_incident) {
  std::array<KeptPage, 2> pages;
  if (!options.from.empty()) {
    PageFinder finder({options.pages.begin(), options.pages.end()}, on_incident);
    input::read_pages(options.from, options.read, finder);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (!finder.found[i]) {
        throw Error(fmt::format("no page has the id '{}' among the {} pages of {}",
                                options.pages[i], with_commas(finder.pages),
                                fmt::join(options.from, ", ")));
      }
      pages[i] = std::move(*finder.found[i]);
    }
    return pages;
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string& name = options.pages[i];
    PageFinder finder({}, on_incident);
    input::read_pages({&name, 1}, options.read, finder);
    if (finder.pages == 0) {
      throw Error(finder.last_trouble.empty() ? name + ": holds no page" : finder.last_trouble);
    }
    if (finder.pages > 1) {
      throw Error(
          fmt::format("{} holds {} pages, expected one; to compare two of them: "
                      "pagekin compare --from {} ID ID",
                      name, with_commas(finder.pages), name));
    }
    pages[i] = std::move(*finder.found[0]);
  }
  return pages;
}

}  // namespace

Comparison compare_pages(const CompareOptions& options,
                         const std::function<void(const Incident&)>& on_incident) {
  Comparison comparison;
  for (const std::string& spec : options.measures) comparison.rows.push_back({.measure = spec});
  if (options.measures.empty()) {
    for (const measure::MeasureInfo& info : measure::measures()) {
      comparison.rows.push_back({.measure = std::string(info.name)});
    }
  }
  std::vector<std::unique_ptr<measure::Measure>> measures;
  std::vector<features::Needs> groups;
  std::vector<std::size_t> group_of;  // by measure
  for (const Comparison::Row& row : comparison.rows) {
    measures.push_back(measure::make(row.measure));
    group_of.push_back(features::join_group(measures.back()->needs(), groups));
  }

  const std::array<KeptPage, 2> pages = find_pages(options, on_incident);
  comparison.pages = {pages[0].id, pages[1].id};
  for (std::size_t group = 0; group < groups.size(); ++group) {
    features::Features a = features::extract(pages[0].page(), groups[group]);
    features::Features b = features::extract(pages[1].page(), groups[group]);
    for (std::size_t i = 0; i < measures.size(); ++i) {
      if (group_of[i] != group) continue;
      measures[i]->prepare(a);
      measures[i]->prepare(b);
      comparison.rows[i].similarity = measures[i]->similarity(a, b);
      comparison.rows[i].evidence = measures[i]->evidence(a, b);
    }
  }
  return comparison;
}

std::string to_table(const Comparison& comparison) {
  std::size_t width = std::string_view("measure").size();
  for (const Comparison::Row& row : comparison.rows) width = std::max(width, row.measure.size());
  std::string text = fmt::format("{:<{}}  similarity  rests on\n", "measure", width);
  for (const Comparison::Row& row : comparison.rows) {
    const measure::Evidence& evidence = row.evidence;
    text +=
        fmt::format("{:<{}}  {:10.6f}  {} and {} {}", row.measure, width, row.similarity,
                    with_commas(evidence.sizes[0]), with_commas(evidence.sizes[1]), evidence.what);
    if (evidence.shared) text += fmt::format(", {} shared", with_commas(*evidence.shared));
    text += "\n";
  }
  return text;
}

std::string to_json(const Comparison& comparison) {
  std::string text = fmt::format("{{\"pages\": [{}, {}],\n \"similarity\": {{",
                                 quote_json(comparison.pages[0]), quote_json(comparison.pages[1]));
  std::string_view comma;
  for (const Comparison::Row& row : comparison.rows) {
    text += fmt::format("{}\n  {}: {:.6f}", comma, quote_json(row.measure), row.similarity);
    comma = ",";
  }
  text += "},\n \"evidence\": {";
  comma = {};
  for (const Comparison::Row& row : comparison.rows) {
    const measure::Evidence& evidence = row.evidence;
    text +=
        fmt::format("{}\n  {}: {{\"what\": {}, \"sizes\": [{}, {}]", comma, quote_json(row.measure),
                    quote_json(evidence.what), evidence.sizes[0], evidence.sizes[1]);
    if (evidence.shared) text += fmt::format(", \"shared\": {}", *evidence.shared);
    text += "}";
    comma = ",";
  }
  return text + "}}\n";
}

}  // namespace pagekin::pipeline
