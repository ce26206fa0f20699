#include "pagekin/comparing/diff_crawls.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/comparing/coverage.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/describe/template_name.h"
#include "pagekin/features/features.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_crawl.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/table/page_table.h"
#include "pagekin/templates/mark_overlap.h"
#include "pagekin/url/page_shape.h"

namespace pagekin::comparing {
namespace {

constexpr double kSameMarks = 0.6;  // least Jaccard similarity of two templates of two indexes

SideKind kind_of(const std::vector<std::string>& inputs, const std::string& option) {
  for (const std::string& input : inputs) {
    const bool is_index = is_index_file(input);
    if (!is_index && !is_page_table(input)) continue;
    if (inputs.size() > 1) {
      throw OptionError(option_named(option) + " takes crawls, or one index or table alone; got '" +
                            printable(input) + "' among others",
                        option, input);
    }
    return is_index ? SideKind::kIndex : SideKind::kTable;
  }
  return SideKind::kCrawl;
}

void require_index_of_auto(const method::IndexFile& index, const std::string& path) {
  const method::MethodInfo& info = find_by_name(method::methods(), "method", index.method());
  if (info.capabilities.has(method::Capability::kTracking)) return;
  throw InputError("index " + path + " was made by method " + index.method() +
                       ", but a comparison needs one of method " +
                       method::names_with(method::Capability::kTracking),
                   {}, path);
}

class Differ {
 public:
  Differ(const DiffOptions& options, const std::function<void(const Incident&)>& on_incident,
         Progress* reading, Progress* comparing)
      : options_(&options), on_incident_(on_incident), reading_(reading), comparing_(comparing) {}

  CrawlDiff run() {
    const Stopwatch watch;
    diff_.before.kind = kind_of(options_->before, "old");
    diff_.now.kind = kind_of(options_->now, "new");
    const auto is = [&](SideKind kind) {
      return (diff_.before.kind == kind ? 1 : 0) + (diff_.now.kind == kind ? 1 : 0);
    };
    diff_.is_joint = is(SideKind::kTable) == 0 && is(SideKind::kCrawl) > 0;
    if (diff_.is_joint) {
      read_together();
    } else {
      read_alone(diff_.before, options_->before, "the old crawl: ");
      read_alone(diff_.now, options_->now, "the new crawl: ");
    }
    diff_.read_seconds = watch.seconds();
    const Stopwatch comparing;
    compare();
    name_rows();
    diff_.compare_seconds = comparing.seconds();
    return std::move(diff_);
  }

 private:
  input::Source source_of(const std::vector<std::string>& inputs) const {
    return {.inputs = inputs, .reading = options_->reading, .strict = options_->strict};
  }

  // Reads the pages of a crawl into a method.
  void read(DiffSide& side, const std::vector<std::string>& inputs, method::Method& method,
            std::string_view prefix) {
    side.counts = reading::read_features(
        {.source = source_of(inputs),
         .needs = method.needs(),
         .progress = reading_,
         .page = [&](std::string_view, features::Features&& page) { method.add(std::move(page)); },
         .incident = on_incident_},
        side.ids);
    reading::require_pages(side.counts, prefix);
  }

  // Makes a method with the pages of an index.
  std::unique_ptr<method::Method> restore(DiffSide& side, const std::string& path) {
    method::IndexFile index(path, method::IndexFile::Access::kRead);
    require_index_of_auto(index, path);
    read_cores(side, method::read_saved_crawl(index.saved()).ids);
    read_names(side, index);
    const method::MethodInfo& info = find_by_name(method::methods(), "method", index.method());
    auto method = method::make(index.method() + ":" + info.saved_options(index.saved()));
    index.restore(info.name, *method,
                  [&](const method::IndexedPage& page) { side.ids.add(page.id); });
    return method;
  }

  static void read_cores(DiffSide& side, const method::TemplateIds& ids) {
    for (const templates::KnownTemplate& known_template : ids.known)
      side.cores[known_template.id] = known_template.core;
  }

  static void read_names(DiffSide& side, const method::IndexFile& index) {
    for (const method::IndexedTemplate& indexed : index.templates().all) {
      if (!indexed.name.empty()) side.names[indexed.id] = indexed.name;
      if (indexed.is_unseen) side.unseen.insert(indexed.id);
    }
  }

  // Clusters both sides in one run. The pages of an index come first, whichever side it is.
  void read_together() {
    const bool index_is_new = diff_.now.kind == SideKind::kIndex;
    DiffSide& first = index_is_new ? diff_.now : diff_.before;
    DiffSide& second = index_is_new ? diff_.before : diff_.now;
    const std::vector<std::string>& first_inputs = index_is_new ? options_->now : options_->before;
    const std::vector<std::string>& second_inputs = index_is_new ? options_->before : options_->now;
    std::unique_ptr<method::Method> method;
    if (first.kind == SideKind::kIndex) {
      method = restore(first, first_inputs.front());
    } else {
      method = method::make(method::kDefaultMethod);
      read(first, first_inputs, *method, "the old crawl: ");
      method->finish({.threads = options_->reading.threads, .holds_ids = true});
    }
    read(second, second_inputs, *method, index_is_new ? "the old crawl: " : "the new crawl: ");
    const method::MethodResult result = method->finish({.threads = options_->reading.threads});
    diff_.caution = result.caution;
    std::size_t at = 0;
    for (DiffSide* const side : {&first, &second}) {
      for (PageId page = 0; page < side->ids.size(); ++page, ++at) {
        side->pages.push_back({side->ids[page], number_of(result, at)});
      }
    }
  }

  static std::uint32_t number_of(const method::MethodResult& result, std::size_t page) {
    const int label = result.clusters.labels[page];
    return label == kLeftOut ? 0 : result.template_ids[static_cast<std::size_t>(label)];
  }

  void read_alone(DiffSide& side, const std::vector<std::string>& inputs, std::string_view prefix) {
    if (side.kind == SideKind::kTable) return read_page_rows(side, inputs.front());
    if (side.kind == SideKind::kIndex) return read_index(side, inputs.front());
    const auto method = method::make(method::kDefaultMethod);
    read(side, inputs, *method, prefix);
    const method::MethodResult result = method->finish({.threads = options_->reading.threads});
    diff_.caution = result.caution;
    for (PageId page = 0; page < side.ids.size(); ++page) {
      side.pages.push_back({side.ids[page], number_of(result, page)});
    }
  }

  static void read_index(DiffSide& side, const std::string& path) {
    method::IndexFile index(path, method::IndexFile::Access::kRead);
    require_index_of_auto(index, path);
    const method::SavedCrawl saved = method::read_saved_crawl(index.saved());
    read_cores(side, saved.ids);
    read_names(side, index);
    const auto unused = method::make(index.method() + ":evidence=" + saved.evidence);
    index.restore(index.method(), *unused,
                  [&](const method::IndexedPage& page) { side.ids.add(page.id); });
    for (PageId page = 0; page < side.ids.size(); ++page) {
      side.pages.push_back({side.ids[page], saved.ids.of_page[page]});
    }
  }

  static void read_page_rows(DiffSide& side, const std::string& path) {
    const table::PageTable table = clustering::read_named_table(path);
    for (const table::PageGroup& group : table.groups) {
      side.labels.push_back(group.id);
      const auto number = static_cast<std::uint32_t>(side.labels.size());
      if (!group.name.empty()) side.names[number] = group.name;
    }
    for (const table::PageRow& row : table.rows) {
      side.pages.push_back(
          {side.ids.add(row.page), row.group == table::kNoGroup ? 0 : row.group + 1});
    }
  }

  void compare() {
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> same = same_marks();
    coverage::TemplateDiff found = coverage::diff_templates({.old_pages = diff_.before.pages,
                                                             .new_pages = diff_.now.pages,
                                                             .same_numbers = diff_.is_joint,
                                                             .same_marks = same});
    diff_.changes.resize(found.rows.size());
    if (can_compare_marks()) compare_marks(found);
    diff_.rows = std::move(found.rows);
    leave_out_gone_before();
    sort_changed();
  }

  // A template is gone once: when a run of the index has no page of it.
  void leave_out_gone_before() {
    std::vector<coverage::DiffRow> rows;
    std::vector<MarkChange> changes;
    for (std::size_t i = 0; i < diff_.rows.size(); ++i) {
      coverage::DiffRow& row = diff_.rows[i];
      if (row.state == coverage::DiffState::kGone &&
          diff_.before.unseen.contains(row.old_template)) {
        ++diff_.gone_before;
        continue;
      }
      rows.push_back(std::move(row));
      changes.push_back(std::move(diff_.changes[i]));
    }
    diff_.rows = std::move(rows);
    diff_.changes = std::move(changes);
  }

  // Templates of two indexes that have the same marks: each is the most similar of the other.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same_marks() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> same;
    if (diff_.is_joint || diff_.before.cores.empty() || diff_.now.cores.empty()) return same;
    struct Similar {
      double similarity;
      std::uint32_t before, now;
    };
    std::vector<Similar> similar;
    for (const auto& [before, old_core] : diff_.before.cores) {
      for (const auto& [now, new_core] : diff_.now.cores) {
        const double similarity = templates::mark_overlap(old_core, new_core);
        if (similarity >= kSameMarks) similar.push_back({similarity, before, now});
      }
    }
    std::ranges::stable_sort(similar, std::greater<>(), &Similar::similarity);
    for (const Similar& pair : similar) same.emplace_back(pair.before, pair.now);
    return same;
  }

  // Whether marks can be compared; says why not.
  bool can_compare_marks() {
    if (diff_.before.kind == SideKind::kTable || diff_.now.kind == SideKind::kTable) {
      diff_.note = "a table has no pages, so changed templates cannot be found";
      return false;
    }
    for (const auto& [side, inputs] :
         {std::pair(&diff_.before, &options_->before), std::pair(&diff_.now, &options_->now)}) {
      if (side->kind != SideKind::kCrawl) continue;
      try {
        clustering::check_readable_twice({.inputs = *inputs, .reading = options_->reading});
      } catch (const OptionError&) {
        diff_.note =
            "an input can be read only once, so changed templates cannot be found; save it to "
            "a file first";
        return false;
      }
    }
    return true;
  }

  const DiffSide& side_of(Side side) const { return side == Side::kOld ? diff_.before : diff_.now; }

  // Reads the pages of a side again. Calls take(page, extracted) for each that is wanted.
  template <class Extracted, class Extract, class Take>
  void read_again(Side side, const MarkChanges& marks, const Extract& extract, const Take& take) {
    const DiffSide& known = side_of(side);
    if (known.kind != SideKind::kCrawl || !marks.needs(side)) return;
    std::vector<PageId> wanted;
    for (PageId page = 0; page < known.ids.size(); ++page) {
      if (marks.is_wanted(side, page)) wanted.push_back(page);
    }
    const input::Source source = source_of(side == Side::kOld ? options_->before : options_->now);
    reading::read_chosen<Extracted>(
        {.source = source, .progress = comparing_}, {.ids = &known.ids}, wanted,
        [&](const Page& page, std::span<const PageId>, reading::ExtractionNotes&) {
          return extract(page);
        },
        take);
  }

  void compare_marks(coverage::TemplateDiff& found) {
    const auto input_of = [](const DiffSide& side) {
      return MarkChanges::SideInput{side.pages,
                                    side.kind == SideKind::kIndex ? &side.cores : nullptr};
    };
    MarkChanges marks(found, input_of(diff_.before), input_of(diff_.now), diff_.is_joint);
    for (const Side side : {Side::kOld, Side::kNew}) {
      read_again<std::vector<std::uint64_t>>(
          side, marks,
          [](const Page& page) { return features::extract(page, {.marks = true}).marks; },
          [&](PageId page, std::vector<std::uint64_t>&& found_marks) {
            marks.add(side, page, found_marks);
          });
    }
    marks.compare();
    for (const Side side : {Side::kOld, Side::kNew}) {
      if (!marks.needs_names()) break;
      read_again<std::vector<features::NamedMark>>(
          side, marks,
          [&](const Page& page) {
            return features::named_marks(
                page, [&](std::uint64_t mark) { return marks.wants_name(mark); });
          },
          [&](PageId, std::vector<features::NamedMark>&& named) { marks.add_names(named); });
    }
    diff_.changes = marks.finish();
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
      if (diff_.changes[i].is_changed && found.rows[i].state == coverage::DiffState::kSame) {
        found.rows[i].state = coverage::DiffState::kChanged;
      }
    }
  }

  // Puts rows in the order of their states again, with their changes.
  void sort_changed() {
    std::vector<std::size_t> order(diff_.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return diff_.rows[i].state; });
    std::vector<coverage::DiffRow> rows;
    std::vector<MarkChange> changes;
    for (const std::size_t i : order) {
      rows.push_back(std::move(diff_.rows[i]));
      changes.push_back(std::move(diff_.changes[i]));
    }
    diff_.rows = std::move(rows);
    diff_.changes = std::move(changes);
  }

  using Names = std::map<std::uint32_t, std::string>;  // by template

  // The name of the row's template: that on the new side, or that on the old one where the new one
  // has no page of it. A name of an index or a table stays; the others are those that a command
  // gives that reads this side alone. A template of the old side alone gets another number if the
  // new side has its name.
  void name_rows() {
    Names given_now = diff_.now.names;
    for (const coverage::DiffRow& row : diff_.rows) {
      if (row.new_pages == 0 || row.old_pages == 0) continue;
      const auto before = diff_.before.names.find(row.old_template);
      if (before != diff_.before.names.end()) given_now.insert({row.new_template, before->second});
    }
    Names given_before = diff_.before.names;
    if (diff_.is_joint) given_before.insert(diff_.now.names.begin(), diff_.now.names.end());
    const Names now = names_of(diff_.now, given_now);
    const Names before = names_of(diff_.before, given_before);
    std::vector<std::size_t> order(diff_.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(),
                          [&](std::size_t i) { return diff_.rows[i].new_pages > 0; });
    describe::TemplateNamer namer(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const coverage::DiffRow& row = diff_.rows[order[i]];
      namer.give(i, row.new_pages > 0 ? now.at(row.new_template) : before.at(row.old_template));
    }
    std::vector<std::string> names = namer.names();
    diff_.names.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) diff_.names[order[i]] = std::move(names[i]);
  }

  static Names names_of(const DiffSide& side, const Names& given) {
    struct Size {
      std::uint64_t pages = 0;
      PageId first = 0;
    };
    std::map<std::uint32_t, Size> sizes;
    for (PageId page = 0; page < side.pages.size(); ++page) {
      const std::uint32_t number = side.pages[page].template_number;
      if (number != 0) ++sizes.try_emplace(number, Size{0, page}).first->second.pages;
    }
    // In the order in which a run numbers its templates, by which the first of two that want the
    // same name has it.
    std::vector<std::uint32_t> order;
    for (const auto& [number, size] : sizes) order.push_back(number);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      const Size& size_of_a = sizes.at(a);
      const Size& other = sizes.at(b);
      return std::pair(~size_of_a.pages, size_of_a.first) < std::pair(~other.pages, other.first);
    });
    describe::TemplateNamer namer(order.size());
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < order.size(); ++i) {
      places.emplace(order[i], i);
      if (const auto name = given.find(order[i]); name != given.end()) namer.give(i, name->second);
    }
    for (const coverage::TemplatedPage& page : side.pages) {
      const auto place = places.find(page.template_number);
      if (place != places.end()) namer.add(place->second, page.id);
    }
    std::vector<std::string> found = namer.names();
    Names names;
    for (std::size_t i = 0; i < order.size(); ++i) names.emplace(order[i], std::move(found[i]));
    return names;
  }

  const DiffOptions* options_;
  const std::function<void(const Incident&)>& on_incident_;
  Progress* reading_;
  Progress* comparing_;
  CrawlDiff diff_;
};

}  // namespace

std::string_view to_text(SideKind kind) {
  constexpr std::string_view names[] = {"crawl", "index", "table"};
  return names[static_cast<std::size_t>(kind)];
}

std::string DiffSide::label(std::uint32_t template_number) const {
  return labels.empty() ? std::to_string(template_number) : labels[template_number - 1];
}

std::uint64_t CrawlDiff::count(coverage::DiffState state) const {
  return static_cast<std::uint64_t>(std::ranges::count(rows, state, &coverage::DiffRow::state));
}

bool is_page_table(const std::string& path) {
  std::string_view name = path;
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (ends_with_ignoring_case(name, ending)) name.remove_suffix(ending.size());
  }
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  for (const std::string_view ending : {".tsv", ".csv", ".parquet"}) {
    if (ends_with_ignoring_case(name, ending)) return true;
  }
  if (!ends_with_ignoring_case(name, ".jsonl") && !ends_with_ignoring_case(name, ".ndjson")) {
    return false;
  }
  try {
    const auto table = table::open_table(path, {});
    return table->has("page") && (table->has("template") || table->has("cluster"));
  } catch (const Error&) {
    return false;  // reading it as pages will say what is wrong
  }
}

CrawlDiff diff_crawls(const DiffOptions& options,
                      const std::function<void(const Incident&)>& on_incident, Progress* reading,
                      Progress* comparing) {
  return Differ(options, on_incident, reading, comparing).run();
}

}  // namespace pagekin::comparing
