#include "pagekin/extraction/find_selectors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/record_selectors.h"
#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/choose_template.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/suggest_row_selectors.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::extraction {
namespace {

using wrapper::FieldState;
using wrapper::FoundField;
using wrapper::kNone;
using wrapper::PageSlots;
using wrapper::SuggestedSelector;

constexpr std::size_t kSeeds = 6;  // pages of a template that give candidates

// A wrapper applied to one page, whose tree is there.
struct AppliedPage {
  std::uint32_t number = kNone;  // of the template
  PageSlots slots;
  std::vector<FoundField> fields;
  PageRows rows;
};

AppliedPage apply(const wrapper::Wrapper& wrapper, const wrapper::TemplateChooser& chooser,
                  const dom::Tree& tree, std::string_view id) {
  AppliedPage page;
  page.number = chooser.choose(features::marks(tree), id).number;
  if (page.number == kNone || !wrapper.templates[page.number].has_any()) {
    page.number = kNone;
    return page;
  }
  const wrapper::TemplateRules& rules = wrapper.templates[page.number];
  wrapper::Applier applier(rules);
  wrapper::read_slots(tree, applier.slot_options(), page.slots);
  applier.apply(page.slots, id, page.fields);
  read_page_rows(rules, tree, id, page.rows);
  return page;
}

// The texts that a selector should find: those of a list, or all of the value as one.
std::vector<std::string> selected_texts(const PageSlots& page, const FoundField& found,
                                        bool is_list) {
  std::vector<std::string> texts;
  if (found.state != FieldState::kFound) return texts;
  for (const wrapper::SlotRange& item : found.items) {
    if (is_list) texts.push_back(page.joined(item.first, item.last));
  }
  if (texts.empty()) texts.push_back(page.joined(found.range.first, found.range.last));
  return texts;
}

// How many levels above the slot the element is that holds the value, or of a list the item.
std::uint32_t levels_of(const wrapper::TemplateRules& rules, std::size_t field,
                        const PageSlots& page, const FoundField& found) {
  const wrapper::Extent& extent = rules.fields[field].extent;
  if (extent.kind != wrapper::Extent::Kind::kContainer) return 0;
  const std::uint32_t container = wrapper::container_of(page, rules.vocabulary, extent, found.slot);
  if (container == kNone) return 0;
  const std::uint32_t depth = page.elements[page.slots[found.slot].element].depth;
  if (extent.item == 0) return depth - page.elements[container].depth;
  std::uint32_t levels = 0;
  for (std::uint32_t at = page.slots[found.slot].element; at != container && at != kNone;
       at = page.elements[at].parent) {
    const bool is_item = wrapper::identity_of(page, rules.vocabulary, at) == extent.item;
    if (is_item) levels = depth - page.elements[at].depth;  // the outermost, as in items_of()
  }
  return levels;
}

class Finding {
 public:
  Finding(const SelectorsOptions& options, const wrapper::Wrapper& wrapper)
      : options_(options),
        wrapper_(wrapper),
        chooser_(wrapper),
        candidates_(wrapper.templates.size()) {
    for (std::size_t t = 0; t < candidates_.size(); ++t) {
      candidates_[t].resize(wrapper.templates[t].fields.size());
      records_.push_back(record_selectors_of(wrapper.templates[t]));
    }
  }

  SelectorsRun run(const std::function<void(const Incident&)>& on_incident, Progress* progress) {
    const Stopwatch watch;
    clustering::check_readable_twice(options_.source, "inputs");
    find_seeds(on_incident, progress);
    make_candidates();
    check_candidates();
    check_rows();
    collect();
    run_.seconds = watch.seconds();
    return std::move(run_);
  }

 private:
  struct Candidates {
    std::vector<SuggestedSelector> all;
    std::uint32_t pages = 0;
    std::uint32_t filled = 0;
  };

  // What extract(page, tree, result) makes of a page.
  template <class Result, class Extract>
  static auto with_tree(const Extract& extract) {
    return [&extract](const Page& page, reading::ExtractionNotes& notes) {
      Result result;
      notes = reading::notes_of(features::read_page_tree(
          page, kSlotTree, 0, [&](const dom::Tree& tree) { extract(page, tree, result); }));
      return result;
    };
  }

  // Calls take(page, result) with the numbers that pages had in the first reading.
  template <class Result, class Extract, class Take>
  void read_again(const Extract& extract, const Take& take) {
    reading::read_again<Result>({.source = options_.source}, {.ids = &ids_}, {},
                                with_tree<Result>(extract), take);
  }

  // The pages on which the most fields were found, the first of equal ones.
  void find_seeds(const std::function<void(const Incident&)>& on_incident, Progress* progress) {
    struct Result {
      std::uint32_t number = kNone;
      std::size_t found = 0;
    };
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, PageId>>> best;
    PageId next = 0;
    run_.counts = reading::read_each<Result>(
        {.source = options_.source, .progress = progress, .incident = on_incident}, ids_,
        with_tree<Result>([&](const Page& page, const dom::Tree& tree, Result& result) {
          const AppliedPage applied = apply(wrapper_, chooser_, tree, page.id);
          result.number = applied.number;
          result.found =
              applied.rows.filled() + static_cast<std::size_t>(std::ranges::count(
                                          applied.fields, FieldState::kFound, &FoundField::state));
        }),
        [&](std::string_view, Result&& result) {
          const PageId page = next++;
          if (result.number == kNone) return;
          auto& pages = best[result.number];
          pages.emplace_back(result.found, page);
          std::ranges::stable_sort(pages, std::greater<>(), &std::pair<std::size_t, PageId>::first);
          if (pages.size() > kSeeds) pages.pop_back();
        });
    reading::require_pages(run_.counts);
    for (const auto& [number, pages] : best) {
      for (const auto& [found, page] : pages) seeds_.insert(page);
    }
  }

  void make_candidates() {
    struct Result {
      std::uint32_t number = kNone;
      std::vector<std::vector<SuggestedSelector>> fields;
      std::vector<RecordSelectors> records;
    };
    const std::vector<PageId> seeds(seeds_.begin(), seeds_.end());
    const MaybePages maybe(ids_, seeds);
    read_again<Result>(
        [&](const Page& page, const dom::Tree& tree, Result& result) {
          if (!maybe.has(page.id)) return;
          const AppliedPage applied = apply(wrapper_, chooser_, tree, page.id);
          result.number = applied.number;
          if (applied.number == kNone) return;
          const wrapper::TemplateRules& rules = wrapper_.templates[applied.number];
          const wrapper::QueriedTree queried(tree);
          const auto is_stable = [&](std::string_view name) {
            const std::uint64_t kind = name.front() == '#' ? 0x6964 : 0x636c;
            return rules.vocabulary.stable.contains(
                wrapper::hash_pair(kind, hash_bytes(name.substr(1))));
          };
          const auto is_label = [&](std::string_view text) {
            return rules.vocabulary.labels.contains(hash_bytes(wrapper::to_label(text)));
          };
          result.fields.resize(applied.fields.size());
          for (std::size_t i = 0; i < applied.fields.size(); ++i) {
            if (applied.fields[i].state != FieldState::kFound) continue;
            result.fields[i] =
                wrapper::suggest_selectors(queried, applied.slots, applied.fields[i].slot,
                                           levels_of(rules, i, applied.slots, applied.fields[i]),
                                           rules.fields[i].is_list, is_stable, is_label);
          }
          result.records = record_selectors_of(rules);
          // A wrapper of records alone has no vocabulary. Names are checked on all pages anyway.
          const auto may_be_stable = [&](std::string_view name) {
            return rules.vocabulary.stable.sorted().empty() ? std::ranges::none_of(name, is_digit)
                                                            : is_stable(name);
          };
          suggest_record_selectors(rules, queried, applied.rows, may_be_stable, result.records);
        },
        [&](PageId page, Result&& result) {
          if (result.number == kNone || !seeds_.contains(page)) return;
          for (std::size_t i = 0; i < result.fields.size(); ++i) {
            wrapper::add_candidates(std::move(result.fields[i]), candidates_[result.number][i].all);
          }
          add_candidates(std::move(result.records), records_[result.number]);
        });
    checked_ = records_;
  }

  void check_candidates() {
    struct Result {
      std::uint32_t number = kNone;
      std::vector<bool> filled;
      std::vector<std::vector<SuggestedSelector>> fields;  // counts of this page
      std::vector<RecordSelectors> records;                // the same
    };
    read_again<Result>(
        [&](const Page& page, const dom::Tree& tree, Result& result) {
          const AppliedPage applied = apply(wrapper_, chooser_, tree, page.id);
          result.number = applied.number;
          if (applied.number == kNone) return;
          const wrapper::QueriedTree queried(tree);
          const auto& rules = wrapper_.templates[applied.number].fields;
          for (std::size_t i = 0; i < rules.size(); ++i) {
            auto& checked = result.fields.emplace_back(candidates_[applied.number][i].all);
            const std::vector<std::string> texts =
                selected_texts(applied.slots, applied.fields[i], rules[i].is_list);
            result.filled.push_back(!texts.empty());
            for (SuggestedSelector& one : checked) {
              wrapper::check_selector(queried, texts, rules[i].is_list, one);
            }
          }
          result.records = records_[applied.number];
          check_cell_selectors(wrapper_.templates[applied.number], queried, applied.rows,
                               result.records);
        },
        [&](PageId, Result&& result) {
          if (result.number == kNone) return;
          read_.insert(result.number);
          add_cell_counts(result.records, checked_[result.number]);
          for (std::size_t i = 0; i < result.fields.size(); ++i) {
            Candidates& field = counted_[{result.number, i}];
            if (field.all.empty()) field.all = candidates_[result.number][i].all;
            ++field.pages;
            field.filled += result.filled[i] ? 1 : 0;
            wrapper::add_counts(result.fields[i], field.all);
          }
        });
  }

  // Needs the best selector of each cell.
  void check_rows() {
    bool has_any = false;
    for (std::vector<RecordSelectors>& records : checked_) {
      for (RecordSelectors& record : records) {
        for (CellSelectors& cell : record.cells) wrapper::rank_selectors(cell.selectors);
        has_any |= record.filled > 0 && !record.selectors.empty();
      }
    }
    if (!has_any) return;
    const std::vector<std::vector<RecordSelectors>> ranked = checked_;
    struct Result {
      std::uint32_t number = kNone;
      std::vector<RecordSelectors> records;  // counts of this page
    };
    read_again<Result>(
        [&](const Page& page, const dom::Tree& tree, Result& result) {
          const std::uint32_t number = chooser_.choose(features::marks(tree), page.id).number;
          if (number == kNone || wrapper_.templates[number].records.empty()) return;
          result.number = number;
          const wrapper::TemplateRules& rules = wrapper_.templates[number];
          PageRows rows;
          read_page_rows(rules, tree, page.id, rows);
          result.records = ranked[number];
          check_row_selectors(rules, wrapper::QueriedTree(tree), rows, result.records);
        },
        [&](PageId, Result&& result) {
          if (result.number != kNone) add_row_counts(result.records, checked_[result.number]);
        });
  }

  void collect() {
    for (std::uint32_t t = 0; t < wrapper_.templates.size(); ++t) {
      const wrapper::TemplateRules& rules = wrapper_.templates[t];
      if (!read_.contains(t)) continue;
      TemplateSelectors& found = run_.templates.emplace_back();
      found.label = rules.label;
      found.name = rules.name;
      for (RecordSelectors& record : checked_[t]) {
        wrapper::rank_selectors(record.selectors);
        RecordSelectors& kept = found.records.emplace_back(record);
        keep_best(record.selectors, wrapper::to_css, kept.selectors);
        for (std::size_t c = 0; c < kept.cells.size(); ++c) {
          keep_best(record.cells[c].selectors, wrapper::to_css_below, kept.cells[c].selectors);
        }
      }
      for (std::size_t i = 0; i < rules.fields.size(); ++i) {
        Candidates& counted = counted_[{t, i}];
        FieldSelectors& field = found.fields.emplace_back();
        field.field = rules.fields[i].name;
        field.part = rules.fields[i].part;
        field.is_list = rules.fields[i].is_list;
        field.separators = rules.fields[i].separators;
        field.pages = counted.pages;
        field.filled = counted.filled;
        wrapper::rank_selectors(counted.all);
        keep_best(counted.all, wrapper::to_css, field.selectors);
      }
    }
  }

  // The best, and one more if CSS can say none of them.
  using ToCss = std::optional<std::string> (*)(const wrapper::NodeQuery& query);
  void keep_best(const std::vector<SuggestedSelector>& ranked, ToCss to_css,
                 std::vector<SuggestedSelector>& best) const {
    best.clear();
    for (const SuggestedSelector& one : ranked) {
      if (one.hits == 0) continue;
      const bool is_css = to_css(one.query).has_value();
      const bool has_css = std::ranges::any_of(
          best, [&](const SuggestedSelector& kept) { return to_css(kept.query).has_value(); });
      if (best.size() < options_.best || (is_css && !has_css)) best.push_back(one);
    }
  }

  const SelectorsOptions& options_;
  const wrapper::Wrapper& wrapper_;
  wrapper::TemplateChooser chooser_;
  PageIds ids_;  // of the first reading
  std::set<PageId> seeds_;
  std::vector<std::vector<Candidates>> candidates_;  // by template and field
  std::map<std::pair<std::uint32_t, std::size_t>, Candidates> counted_;
  std::vector<std::vector<RecordSelectors>> records_;  // by template: candidates
  std::vector<std::vector<RecordSelectors>> checked_;  // the same, counted
  std::set<std::uint32_t> read_;                       // templates that have pages
  SelectorsRun run_;
};

}  // namespace

SelectorsRun find_selectors(const SelectorsOptions& options, const wrapper::Wrapper& wrapper,
                            const std::function<void(const Incident&)>& on_incident,
                            Progress* progress) {
  return Finding(options, wrapper).run(on_incident, progress);
}

}  // namespace pagekin::extraction
