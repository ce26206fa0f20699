#include "pagekin/skeleton/describe_slot.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/core/text.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/near_label.h"

namespace pagekin::skeleton {
namespace {

constexpr double kNameShare = 0.6;      // of values, for a label or a prefix that names them
constexpr double kListNameShare = 0.9;  // the same of lists
constexpr double kTypeShare = 0.8;      // of values of one type
constexpr double kMenuDistinct = 0.1;   // distinct values of a menu, as a share of all
constexpr std::size_t kMenuLength = 4;  // entries a page
constexpr std::size_t kMostExamples = 3;
constexpr std::size_t kExampleBytes = 80;
constexpr std::size_t kNearElements = 3;  // whose class names may name a value

template <class Key>
const std::pair<const Key, std::uint32_t>& most_common(const std::map<Key, std::uint32_t>& counts) {
  return *std::ranges::max_element(
      counts, [](const auto& a, const auto& b) { return a.second < b.second; });
}

bool ends_as_label(std::string_view text) { return text.ends_with(':') || text.ends_with('='); }

class Describer {
 public:
  Describer(const LearnedPages& pages, const FoundSlot& found, Slot& slot)
      : all_(pages), found_(found), slot_(slot) {}

  DescribedSlot run() {
    described_.found = &found_;
    slot_.rule = found_.rule;
    slot_.source = found_.source;
    slot_.pages = found_.pages;
    slot_.values = static_cast<std::uint32_t>(found_.instances.size());
    slot_.joined_to = found_.joined_to;
    if (found_.joined_to != kNone) {
      slot_.dropped = Dropped::kJoined;
      return std::move(described_);
    }
    look_at_values();
    find_label();
    find_hints();
    slot_.place = place_name();
    choose_name();
    score();
    return std::move(described_);
  }

 private:
  std::string_view text_at(const Instance& one) const { return text_of(all_, found_, one); }

  void look_at_values() {
    const bool is_list = found_.rule.is_list;
    described_.first_values.assign(all_.size(), 0);
    std::array<std::uint32_t, kValueTypeCount> types{};
    std::vector<std::uint64_t> all_values;
    std::vector<std::uint64_t> first_values;
    std::vector<std::uint64_t> shown;
    all_values.reserve(found_.instances.size());
    std::uint32_t with_letters = 0;
    std::uint32_t labels = 0;
    PageCount looked_at;
    for (const Instance& one : found_.instances) {
      const Value& value = value_of(all_, found_, one);
      all_values.push_back(value.hash);
      if (is_list) described_.entries.push_back(combine(value.hash, one.page));
      if (!looked_at.add(one.page)) continue;
      described_.first_values[one.page] = value.hash;
      const std::string_view text = text_at(one);
      ++types[static_cast<std::size_t>(type_of(text))];
      if (has_letters(text)) ++with_letters;
      if (text.ends_with(':')) ++labels;
      first_values.push_back(value.hash);
      if (shown.size() < kMostExamples && std::ranges::find(shown, value.hash) == shown.end()) {
        shown.push_back(value.hash);
        slot_.examples.push_back(shortened(text, kExampleBytes));
      }
    }
    slot_.distinct = static_cast<std::uint32_t>(count_distinct(first_values));
    const std::size_t distinct = count_distinct(all_values);
    const auto most = std::ranges::max_element(types);
    if (*most >= kTypeShare * looked_at.pages()) {
      slot_.type = static_cast<ValueType>(most - types.begin());
    }
    if (found_.source == Source::kHref) slot_.type = ValueType::kUrl;
    if (found_.source == Source::kSrc) slot_.type = ValueType::kImage;
    std::ranges::sort(described_.entries);
    if (distinct == 1) {
      slot_.dropped = Dropped::kConstant;
    } else if (2 * with_letters < looked_at.pages()) {
      slot_.dropped = Dropped::kNoLetters;
    } else if (labels >= kTypeShare * looked_at.pages()) {
      slot_.dropped = Dropped::kLabel;
    } else if (is_list && (element_of(all_, found_).tag == html::kTagOption ||
                           (found_.instances.size() >= kMenuLength * found_.pages &&
                            static_cast<double>(distinct) <
                                kMenuDistinct * static_cast<double>(found_.instances.size())))) {
      slot_.dropped = Dropped::kMenu;
    }
  }

  // The label before most values, and whether it stands right before them.
  void find_label() {
    if (found_.source != Source::kText) return;
    std::map<std::uint32_t, std::uint32_t> labels;
    std::map<std::string, std::uint32_t> prefixes;
    PageCount seen;
    // All values of a list count: a text of its first record may be one of many.
    const bool is_list = found_.rule.is_list;
    const double all = is_list ? static_cast<double>(found_.instances.size()) : found_.pages;
    const double least = (is_list ? kListNameShare : kNameShare) * all;
    for (const Instance& one : found_.instances) {
      if (!seen.add(one.page) && !is_list) continue;
      ++labels[all_.pages()[one.page].labels[one.value]];
      const std::string_view prefix = prefix_of(text_at(one));
      if (!prefix.empty()) ++prefixes[lower_case(prefix)];
    }
    if (!prefixes.empty() && most_common(prefixes).second >= least) {
      prefix_ = most_common(prefixes).first;
    }
    const auto [label, count] = most_common(labels);
    if (label == kNone || count < least) return;
    std::uint32_t near = 0;
    std::uint32_t others = 0;
    std::uint32_t choices = 0;
    seen = {};
    for (const Instance& one : found_.instances) {
      if (!seen.add(one.page) && !is_list) continue;
      const LearnedPage& page = all_.pages()[one.page];
      if (page.labels[one.value] != label) continue;
      const std::uint32_t said_by = page.label_texts[one.value];
      std::string_view text = page.nodes.text(page.nodes.texts[said_by]);
      if (said_by == one.value) text = prefix_of(text);
      if (slot_.label.empty()) slot_.label = text;
      if (text.find_first_of("0123456789") != std::string_view::npos && text != slot_.label) {
        ++others;
      }
      if (has_near_label(page, one.value)) ++near;
      if (said_by != one.value && !ends_as_label(text) &&
          all_.placed(page.text_numbers[said_by]).is_choice) {
        ++choices;
      }
    }
    label_is_near_ = 2 * near >= count;
    // Texts that differ in their digits are values, as in "4 of 5", and so is a category.
    if (others > 0.1 * count || 2 * choices >= count) {
      slot_.label.clear();
      label_is_near_ = false;
    }
  }

  void find_hints() {
    if (found_.source == Source::kMeta || found_.source == Source::kJsonLd) {
      const Instance& one = found_.instances.front();
      slot_.hint = all_.pages()[one.page].nodes.name(value_of(all_, found_, one));
      return;
    }
    const Instance& one = found_.instances.front();
    const PageNodes& page = all_.pages()[one.page].nodes;
    std::uint32_t element = value_of(all_, found_, one).element;
    for (std::size_t level = 0; level < kNearElements && element != 0; ++level) {
      for (const Name& name : page.names_of(element)) {
        if (name.kind == Name::Kind::kTag) continue;
        const std::string_view text = page.text(name);
        if (name.kind == Name::Kind::kItemprop) {
          if (slot_.itemprop.empty()) slot_.itemprop = text;
          continue;
        }
        slot_.hint += (slot_.hint.empty() ? "" : " ") + std::string(text);
        if (class_name_.empty() && all_.is_stable(name.hash)) class_name_ = name_of_class(text);
      }
      element = page.nodes[element].parent;
    }
    if (slot_.hint.size() > 2 * kExampleBytes) slot_.hint.resize(2 * kExampleBytes);
  }

  // The last steps to the first value, with stable names.
  std::string place_name() const {
    const Instance& one = found_.instances.front();
    const PageNodes& page = all_.pages()[one.page].nodes;
    std::string name;
    std::uint32_t element = value_of(all_, found_, one).element;
    for (std::size_t step = 0; step < kPlaceSteps; ++step) {
      std::string text(tag_name(page, element));
      for (const Name& part : page.names_of(element)) {
        if (!part.is_class_or_id() || !all_.is_stable(part.hash)) continue;
        text += (part.kind == Name::Kind::kId ? "#" : ".") + std::string(page.text(part));
      }
      name = name.empty() ? text : text + " > " + name;
      if (element == 0) break;
      element = page.nodes[element].parent;
    }
    return name;
  }

  void choose_name() {
    const auto take = [&](NameSource source, std::string name) {
      if (!described_.name.empty() || name.empty()) return;
      described_.name = std::move(name);
      described_.named_by = source;
    };
    const html::TagId tag = element_of(all_, found_).tag;
    switch (found_.source) {
      case Source::kMeta:
        take(NameSource::kClass, "meta_" + name_of_label(slot_.hint));
        return;
      case Source::kJsonLd:
        take(NameSource::kItemprop, name_of_label(slot_.hint));
        return;
      default:
        break;
    }
    take(NameSource::kItemprop, name_of_label(slot_.itemprop));
    take(NameSource::kPrefix, name_of_label(prefix_));
    if (tag == html::kTagTitle) take(NameSource::kHeading, "page_title");
    if (tag == html::kTagH1) take(NameSource::kHeading, "title");
    if (label_is_near_) take(NameSource::kLabel, name_of_label(slot_.label));
    take(NameSource::kClass, class_name_);
    take(NameSource::kFarLabel, name_of_label(slot_.label));
    const Instance& one = found_.instances.front();
    take(NameSource::kTag, name_of_label(tag_name(all_.pages()[one.page].nodes,
                                                  value_of(all_, found_, one).element)));
    take(NameSource::kTag, "value");
    switch (found_.source) {
      case Source::kHref:
        described_.name += "_url";
        break;
      case Source::kSrc:
        described_.name += described_.name.find("image") == std::string::npos &&
                                   described_.name.find("img") == std::string::npos
                               ? "_image"
                               : "_url";
        break;
      case Source::kAlt:
        described_.name += "_alt";
        break;
      case Source::kDatetime:
        described_.name += "_time";
        break;
      default:
        break;
    }
  }

  void score() {
    const double fill = static_cast<double>(slot_.pages) / static_cast<double>(all_.size());
    const double differ = static_cast<double>(slot_.distinct) / static_cast<double>(slot_.pages);
    double useful = (0.3 + 0.7 * fill) * (0.4 + 0.6 * differ);
    switch (described_.named_by) {
      case NameSource::kItemprop:
      case NameSource::kPrefix:
      case NameSource::kLabel:
      case NameSource::kHeading:
        break;
      case NameSource::kClass:
        useful *= 0.9;
        break;
      case NameSource::kFarLabel:
      case NameSource::kTag:
        useful *= 0.6;
        break;
    }
    if (found_.rule.is_list) useful *= 0.6;
    if (slot_.type != ValueType::kText && slot_.type != ValueType::kUrl) useful *= 1.2;
    if (found_.source != Source::kText) useful *= found_.source == Source::kJsonLd ? 0.8 : 0.4;
    described_.score = useful;
  }

  const LearnedPages& all_;
  const FoundSlot& found_;
  Slot& slot_;
  DescribedSlot described_;
  std::string prefix_;          // that most values begin with, before a colon
  std::string class_name_;      // of the elements around the first value
  bool label_is_near_ = false;  // the label stands right before most values
};

}  // namespace

DescribedSlot describe_slot(const LearnedPages& pages, const FoundSlot& found, Slot& slot) {
  return Describer(pages, found, slot).run();
}

const Node& element_of(const LearnedPages& pages, const FoundSlot& found) {
  const Instance& one = found.instances.front();
  return pages.pages()[one.page].nodes.nodes[value_of(pages, found, one).element];
}

}  // namespace pagekin::skeleton
