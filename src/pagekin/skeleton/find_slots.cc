#include "pagekin/skeleton/find_slots.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "pagekin/core/page_count.h"
#include "pagekin/core/sorted.h"

namespace pagekin::skeleton {
namespace {

constexpr double kSingleShare = 0.9;  // of pages with one value, for a slot of one value a page
constexpr double kLabelledShare =
    0.6;  // of values behind a usual label, to distinguish them by labels
constexpr double kEqualCountShare =
    0.8;  // of pages with equally many values, to distinguish by number
constexpr double kRepeatedShare = 0.1;    // of values whose label two records have, at most
constexpr std::size_t kRecordValues = 2;  // texts that a record has at least
constexpr std::uint32_t kMostOrdinals = 12;
constexpr std::uint32_t kMaxHeight = 12;  // of a record above a value

using Instances = std::vector<Instance>;

std::uint32_t count_pages(std::span<const Instance> instances) {
  PageCount count;
  for (const Instance& one : instances) count.add(one.page);
  return count.pages();
}

// Calls visit(values of one page) for each page.
template <class Visit>
void for_each_page(std::span<const Instance> instances, const Visit& visit) {
  for_each_run(instances, &Instance::page, visit);
}

class SlotFinder {
 public:
  SlotFinder(const LearnedPages& pages, double least_pages) : all_(pages), least_(least_pages) {}

  std::vector<FoundSlot> run() {
    collect(Source::kText);
    collect(Source::kHref);
    for (FoundSlot& slot : found_) slot.position = mean_position(slot);
    std::ranges::stable_sort(found_, {}, &FoundSlot::position);
    return std::move(found_);
  }

 private:
  double mean_position(const FoundSlot& slot) const {
    double sum = 0;
    for (const Instance& one : slot.instances) {
      const LearnedPage& page = all_.pages()[one.page];
      sum += all_.value(page, slot.source, one.value).element /
             static_cast<double>(page.nodes.nodes.size());
    }
    return sum / static_cast<double>(slot.instances.size());
  }

  // Texts, or all values that are not texts.
  void collect(Source source) {
    Numbered keys;
    std::vector<Instances> by_key;
    std::vector<Source> sources;
    const bool is_text = source == Source::kText;
    for (std::uint32_t p = 0; p < all_.pages().size(); ++p) {
      const LearnedPage& page = all_.pages()[p];
      const std::vector<Value>& values = is_text ? page.nodes.texts : page.nodes.attributes;
      const std::vector<std::uint32_t>& numbers =
          is_text ? page.text_numbers : page.attribute_numbers;
      for (std::uint32_t i = 0; i < values.size(); ++i) {
        if (all_.placed(numbers[i]).kind == TextKind::kFixed) continue;
        const std::uint32_t key = keys.number(key_of(values[i], page.places));
        if (key == by_key.size()) {
          by_key.emplace_back();
          sources.push_back(values[i].source);
        }
        by_key[key].push_back({p, i});
      }
    }
    if (is_text) count_values_of_records(by_key);
    for (std::uint32_t key = 0; key < by_key.size(); ++key) {
      const bool is_in_records = stands_in_records(sources[key], by_key[key]);
      split({.key = keys.key(key)}, sources[key], std::move(by_key[key]),
            sources[key] == Source::kText, is_in_records);
    }
  }

  // Counts, by the place of a repeated element, the texts that its records have besides labels.
  void count_values_of_records(const std::vector<Instances>& by_key) {
    for (const Instances& instances : by_key) {
      std::size_t labels = 0;
      for (const Instance& one : instances) {
        labels += all_.is_label(all_.pages()[one.page].text_numbers[one.value]) ? 1 : 0;
      }
      if (2 * labels > instances.size()) continue;
      if (const std::optional<Record> record = record_of(Source::kText, instances)) {
        ++values_of_records_[record->key];
      }
    }
  }

  bool stands_in_records(Source source, const Instances& instances) const {
    const std::optional<Record> record = record_of(source, instances);
    if (!record) return false;
    const auto found = values_of_records_.find(record->key);
    return found != values_of_records_.end() && found->second >= kRecordValues &&
           !is_told_by_labels(source, instances, record->height);
  }

  // Whether records are rows of a label and its values: most records hold the label of one of their
  // values, and no page has two records of one label. Rows without a label, such as a caption, may
  // stand between them. Labels and separators are not values.
  bool is_told_by_labels(Source source, const Instances& instances, std::uint32_t height) const {
    if (source != Source::kText) return false;
    std::size_t records = 0;
    std::size_t labelled = 0;
    std::size_t repeated = 0;
    std::map<std::uint32_t, std::uint32_t> seen;  // on a page: by label its record
    std::uint32_t record_before = kNone;
    bool is_counted = false;
    for (std::size_t i = 0; i < instances.size(); ++i) {
      const Instance& one = instances[i];
      const LearnedPage& page = all_.pages()[one.page];
      const Value& value = page.nodes.texts[one.value];
      if (i == 0 || instances[i - 1].page != one.page) {
        seen.clear();
        record_before = kNone;
      }
      if (all_.is_label(page.text_numbers[one.value]) || !has_letters(page.nodes.text(value))) {
        continue;
      }
      const std::uint32_t record = page.nodes.above(value.element, height);
      if (record != record_before) {
        ++records;
        is_counted = false;
      }
      record_before = record;
      const std::uint32_t label = page.labels[one.value];
      if (label == kNone ||
          !is_inside(page, page.nodes.texts[page.label_texts[one.value]].element, record)) {
        continue;
      }
      const auto [known, is_new] = seen.emplace(label, record);
      if (!is_new && known->second != record) ++repeated;
      if (!is_counted) ++labelled;
      is_counted = true;
    }
    const auto all = static_cast<double>(records);
    return records > 0 && static_cast<double>(labelled) >= kLabelledShare * all &&
           static_cast<double>(repeated) <= kRepeatedShare * all;
  }

  // Parents come before their children, so the larger number is never above the other.
  static bool is_inside(const LearnedPage& page, std::uint32_t element, std::uint32_t outer) {
    for (std::uint32_t level = 0; element > outer && level < kMaxHeight; ++level) {
      element = page.nodes.nodes[element].parent;
    }
    return element == outer;
  }

  void add(const SlotRule& rule, Source source, Instances&& instances) {
    const std::uint32_t pages = count_pages(instances);
    if (pages < least_) return;
    found_.push_back(
        {.rule = rule, .source = source, .instances = std::move(instances), .pages = pages});
  }

  // Values that stand in records with other values are one list. Else labels or numbers tell
  // several values of a page apart.
  void split(SlotRule rule, Source source, Instances&& instances, bool by_label,
             bool is_in_records = false) {
    const std::uint32_t pages = count_pages(instances);
    if (pages < least_) return;
    std::map<std::size_t, std::uint32_t> counts;  // pages by number of values
    for_each_page(instances, [&](std::span<const Instance> some) { ++counts[some.size()]; });
    if (counts[1] >= kSingleShare * pages) {
      add(rule, source, std::move(instances));
      return;
    }
    if (by_label && !is_in_records && split_by_label(rule, source, instances)) return;
    const auto most = std::ranges::max_element(
        counts, [](const auto& a, const auto& b) { return a.second < b.second; });
    if (!is_in_records && most->second >= kEqualCountShare * pages &&
        most->first <= kMostOrdinals) {
      for (std::uint32_t ordinal = 0; ordinal < most->first; ++ordinal) {
        Instances some;
        for_each_page(instances, [&](std::span<const Instance> page) {
          if (page.size() > ordinal) some.push_back(page[ordinal]);
        });
        rule.ordinal = ordinal;
        add(rule, source, std::move(some));
      }
      return;
    }
    rule.is_list = true;
    add(rule, source, std::move(instances));
  }

  bool split_by_label(const SlotRule& rule, Source source, const Instances& instances) {
    std::map<std::uint32_t, Instances> by_label;  // in the order of label numbers
    for (const Instance& one : instances) {
      by_label[all_.pages()[one.page].labels[one.value]].push_back(one);
    }
    std::size_t large = 0;
    std::size_t covered = 0;
    for (const auto& [label, some] : by_label) {
      if (count_pages(some) < least_) continue;
      ++large;
      covered += some.size();
    }
    if (large <= 1 ||
        static_cast<double>(covered) < kLabelledShare * static_cast<double>(instances.size())) {
      return false;
    }
    for (auto& [label, some] : by_label) {
      if (count_pages(some) < least_) continue;
      SlotRule labelled = rule;
      labelled.label = label == kNone ? kNoLabel : all_.label_key(label);
      split(labelled, source, std::move(some), false);
    }
    return true;
  }

  // A repeated element.
  struct Record {
    std::uint32_t height = 0;  // levels from a value up to it
    std::uint64_t key = 0;     // its place
  };

  // The repeated element around the values of a page; none if most of them have none.
  std::optional<Record> record_of(Source source, const Instances& instances) const {
    std::map<std::uint32_t, std::uint32_t> heights;
    std::uint32_t pairs = 0;
    for (std::size_t i = 1; i < instances.size(); ++i) {
      const Instance& one = instances[i - 1];
      const Instance& next = instances[i];
      if (one.page != next.page) continue;
      ++pairs;
      const LearnedPage& page = all_.pages()[one.page];
      const std::uint32_t height =
          height_below_common(page, all_.value(page, source, one.value).element,
                              all_.value(page, source, next.value).element);
      if (height != kNone) ++heights[height];
    }
    if (pairs == 0 || heights.empty()) return {};
    const auto best = std::ranges::max_element(
        heights, [](const auto& a, const auto& b) { return a.second < b.second; });
    if (2 * best->second < pairs) return {};
    std::map<std::uint64_t, std::uint32_t> keys;
    for (const Instance& one : instances) {
      const LearnedPage& page = all_.pages()[one.page];
      const std::uint32_t record =
          page.nodes.above(all_.value(page, source, one.value).element, best->first);
      ++keys[page.places.places[record]];
    }
    const std::uint64_t key = std::ranges::max_element(keys, [](const auto& a, const auto& b) {
                                return a.second < b.second;
                              })->first;
    return Record{.height = best->first, .key = key};
  }

  // Levels from the first element up to the child of the lowest element that holds both; kNone if
  // that is the element itself, or far above.
  static std::uint32_t height_below_common(const LearnedPage& page, std::uint32_t first,
                                           std::uint32_t second) {
    const std::vector<std::uint32_t>& depths = page.places.depths;
    std::uint32_t height = 0;
    std::uint32_t below = kNone;
    while (first != second) {
      if (depths[first] >= depths[second]) {
        below = height++;
        first = page.nodes.nodes[first].parent;
      } else {
        second = page.nodes.nodes[second].parent;
      }
      if (height > kMaxHeight) return kNone;
    }
    return below;
  }

  const LearnedPages& all_;
  double least_;
  std::map<std::uint64_t, std::size_t> values_of_records_;  // by place of a record
  std::vector<FoundSlot> found_;
};

}  // namespace

std::vector<FoundSlot> find_slots(const LearnedPages& pages, double least_pages) {
  return SlotFinder(pages, least_pages).run();
}

}  // namespace pagekin::skeleton
