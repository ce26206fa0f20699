#include "pagekin/extraction/pages_to_label.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/vocabulary.h"

namespace pagekin::extraction {
namespace {

using content::Source;
using wrapper::PageSlots;

constexpr std::size_t kCompared = 24;  // pages of a template that show which texts are fixed
constexpr double kFixedShare = 0.9;
constexpr std::size_t kMaxShown = 300;  // bytes of a value
constexpr std::size_t kMaxBefore = 80;  // bytes of the text before it

// Pages that one label serves.
struct Group {
  std::uint32_t template_number = 0;
  std::uint32_t variant = 0;
  std::uint64_t pages = 0;
  PageId best = 0;  // the page of the highest confidence
  double confidence = -1;
};

std::vector<Group> groups_of(const clustering::GroupedPages& pages) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Group> groups;
  for (PageId page = 0; page < pages.groups.size(); ++page) {
    const std::uint32_t number = pages.groups[page];
    if (number == clustering::kUngrouped) continue;
    Group& group = groups[{number, pages.variant_of(page)}];
    group.template_number = number;
    group.variant = pages.variant_of(page);
    ++group.pages;
    const double confidence = pages.confidence[page] < 0 ? 1 : pages.confidence[page];
    if (confidence <= group.confidence) continue;
    group.confidence = confidence;
    group.best = page;
  }
  std::vector<Group> sorted;
  sorted.reserve(groups.size());
  for (const auto& [key, group] : groups) sorted.push_back(group);
  return sorted;
}

// The first page of a template covers all of its pages that no other variant has; each further
// variant its own. Groups are disjoint, so the greedy choice is to sort by size.
std::vector<Group> choose(std::vector<Group> groups, const LabelPagesOptions& options) {
  std::ranges::stable_sort(groups, std::greater<>(), &Group::pages);
  std::erase_if(groups, [&](const Group& group) { return group.pages < options.min_template; });
  if (groups.size() > options.max_pages) groups.resize(options.max_pages);
  return groups;
}

struct NamedSlots {
  std::unique_ptr<PageSlots> slots;
  std::vector<std::string> elements;  // by slot: "span.price"
};

// Names of the elements of the slots, for people.
std::vector<std::string> element_names(const dom::Tree& tree, const PageSlots& page) {
  const wrapper::QueriedTree queried(tree);
  std::vector<std::string> names;
  names.reserve(page.slots.size());
  for (const wrapper::Slot& slot : page.slots) {
    std::string name(queried.tag(slot.element));
    if (const auto itemprop = queried.attribute(slot.element, "itemprop")) {
      name += "[itemprop=" + itemprop->substr(0, 40) + "]";
    } else if (const auto classes = queried.attribute(slot.element, "class")) {
      const std::string_view first = trim(*classes, " \t\r\n\f");
      if (!first.empty())
        name += "." + std::string(first.substr(0, first.find_first_of(" \t\r\n\f")));
    }
    names.push_back(std::move(name));
  }
  return names;
}

class Choosing {
 public:
  Choosing(const LabelPagesOptions& options,
           const std::function<void(const Incident&)>& on_incident, Progress* reading,
           Progress* comparing)
      : options_(options), on_incident_(on_incident), reading_(reading), comparing_(comparing) {}

  LabelPagesRun run() {
    clustering::check_readable_twice(options_.pages.source, "inputs");
    pages_ = clustering::group_pages(options_.pages, on_incident_, reading_, comparing_);
    run_.counts = pages_.counts;
    run_.caution = pages_.caution;
    run_.templates = pages_.all.size();
    for (const clustering::GroupedPages::Group& group : pages_.all) run_.all_pages += group.pages;
    chosen_ = choose(groups_of(pages_), options_);
    read_pages();
    for (const Group& group : chosen_) add(group);
    return std::move(run_);
  }

 private:
  void read_pages() {
    std::map<std::uint32_t, std::size_t> compared;  // pages by template
    std::map<PageId, bool> wanted;                  // whether it is chosen
    for (const Group& group : chosen_) {
      wanted[group.best] = true;
      compared[group.template_number] = 0;
    }
    for (PageId page = 0; page < pages_.groups.size(); ++page) {
      const auto count = compared.find(pages_.groups[page]);
      if (count == compared.end() || count->second == kCompared) continue;
      if (wanted.emplace(page, false).second) ++count->second;
    }
    std::vector<PageId> numbers;
    for (const auto& [page, is_chosen] : wanted) numbers.push_back(page);
    const reading::ReadAgain again = reading::read_chosen<NamedSlots>(
        {.source = options_.pages.source, .progress = comparing_}, pages_.pages_before(), numbers,
        [&](const Page& page, std::span<const PageId> candidates, reading::ExtractionNotes& notes) {
          NamedSlots read;
          const bool may_be_chosen = std::ranges::any_of(
              candidates, [&](PageId candidate) { return wanted.at(candidate); });
          notes = reading::notes_of(
              features::read_page_tree(page, kSlotTree, 0, [&](const dom::Tree& tree) {
                read.slots = std::make_unique<PageSlots>();
                wrapper::read_slots(tree, {}, *read.slots);
                if (may_be_chosen) read.elements = element_names(tree, *read.slots);
              }));
          return read;
        },
        [&](PageId page, NamedSlots&& read) {
          if (read.slots == nullptr) return;
          texts_[pages_.groups[page]].add(*read.slots);
          if (wanted.at(page)) chosen_pages_.emplace(page, std::move(read));
        });
    if (!pages_.has_all_pages) run_.counts = again.counts;
    reading::require_pages(run_.counts);
    const bool is_of_others = !pages_.has_all_pages && !wanted.empty() && chosen_pages_.empty();
    if (is_of_others) clustering::throw_no_template(pages_, again.counts.clustered, again.first);
  }

  void add(const Group& group) {
    const auto found = chosen_pages_.find(group.best);
    if (found == chosen_pages_.end()) return;
    const PageSlots& slots = *found->second.slots;
    const wrapper::VocabularyCounter& texts = texts_[group.template_number];
    PageToLabel& page = run_.pages.emplace_back();
    page.page = pages_.ids[group.best];
    page.template_label = pages_.all[group.template_number].id;
    page.template_name = pages_.all[group.template_number].name;
    page.variant = group.variant;
    page.covers = group.pages;
    run_.covered += group.pages;
    for (std::uint32_t i = 0; i < slots.slots.size(); ++i) {
      const wrapper::Slot& slot = slots.slots[i];
      constexpr std::uint32_t few_pages = 3;
      const bool is_fixed =
          texts.pages() >= few_pages && texts.pages_with(slot.hash) >= kFixedShare * texts.pages();
      const bool is_plain = slot.source == Source::kText || slot.source == Source::kJsonLd ||
                            slot.source == Source::kContent || slot.source == Source::kDatetime;
      if (!options_.all_slots && (is_fixed || !is_plain)) continue;
      NumberedSlot& one = page.slots.emplace_back();
      one.number = i + 1;
      one.kind = to_text(slot.source);
      one.text = clipped(slots.value(i), kMaxShown);
      one.element = found->second.elements[i];
      if (slot.source == Source::kJsonLd) {
        one.before = slots.json_path(i);
      } else if (slot.previous != wrapper::kNone) {
        one.before = clipped(slots.value(slot.previous), kMaxBefore);
      }
    }
  }

  const LabelPagesOptions& options_;
  const std::function<void(const Incident&)>& on_incident_;
  Progress* reading_;
  Progress* comparing_;
  clustering::GroupedPages pages_;
  std::vector<Group> chosen_;
  std::map<std::uint32_t, wrapper::VocabularyCounter> texts_;  // by template
  std::map<PageId, NamedSlots> chosen_pages_;
  LabelPagesRun run_;
};

}  // namespace

LabelPagesRun find_pages_to_label(const LabelPagesOptions& options,
                                  const std::function<void(const Incident&)>& on_incident,
                                  Progress* reading, Progress* comparing) {
  return Choosing(options, on_incident, reading, comparing).run();
}

}  // namespace pagekin::extraction
