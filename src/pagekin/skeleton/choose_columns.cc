#include "pagekin/skeleton/choose_columns.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/skeleton/column_name.h"
#include "pagekin/skeleton/near_label.h"

namespace pagekin::skeleton {
namespace {

constexpr double kNameShare = 0.6;      // of values, for a label or a prefix that names them
constexpr double kListNameShare = 0.9;  // the same of lists
constexpr double kTypeShare = 0.8;      // of values of one type
constexpr double kCopyShare = 0.95;     // of common pages with equal values
constexpr double kMenuDistinct = 0.1;   // distinct values of a menu, as a share of all
constexpr std::size_t kMenuLength = 4;  // entries a page
constexpr std::size_t kMostExamples = 3;
constexpr std::size_t kExampleBytes = 80;
constexpr std::size_t kNearElements = 3;  // whose class names may name a value
constexpr double kInTitleShare = 0.6;     // of the words of a title that the title element has
constexpr double kTitleFill = 0.7;        // of pages that have a title
constexpr double kTitleDistinct = 0.5;    // different titles, as a share of pages
constexpr std::size_t kMostLinks =
    5;  // columns of addresses of links; of pictures; of meta elements

// Where the name of a slot is from; better ones first.
enum class NameSource : std::uint8_t {
  kItemprop,
  kPrefix,
  kHeading,
  kLabel,
  kClass,
  kFarLabel,
  kTag
};

struct Described {
  const FoundSlot* found = nullptr;
  std::string name;
  NameSource named_by = NameSource::kTag;
  std::vector<std::uint64_t> first_values;  // by page: the hash of its first value; 0: none
  std::vector<std::uint64_t> entries;       // of a list: hashes of value and record, ascending
  double score = 0;                         // usefulness
};

template <class Key>
const std::pair<const Key, std::uint32_t>& most_common(const std::map<Key, std::uint32_t>& counts) {
  return *std::ranges::max_element(
      counts, [](const auto& a, const auto& b) { return a.second < b.second; });
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return std::string(text.substr(0, most)) + "...";
}

std::size_t count_distinct(std::vector<std::uint64_t>& hashes) {
  std::ranges::sort(hashes);
  return static_cast<std::size_t>(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
}

class Chooser {
 public:
  Chooser(const LearnedPages& pages, const FoundSlots& found, const LearnOptions& options,
          TemplateModel& model)
      : all_(pages), found_(found), options_(options), model_(model) {}

  void run() {
    model_.slots.resize(found_.slots.size());
    described_.resize(found_.slots.size());
    for (std::size_t i = 0; i < found_.slots.size(); ++i) describe(i);
    find_title();
    drop_copies();
    drop_addresses();
    drop_least_useful();
    name_all();
  }

 private:
  const Value& value_of(const FoundSlot& slot, const Instance& one) const {
    return all_.value(all_.pages()[one.page], slot.source, one.value);
  }
  std::string_view text_of(const FoundSlot& slot, const Instance& one) const {
    return all_.pages()[one.page].nodes.text(value_of(slot, one));
  }

  void describe(std::size_t number) {
    const FoundSlot& found = found_.slots[number];
    Slot& slot = model_.slots[number];
    Described& described = described_[number];
    described.found = &found;
    slot.rule = found.rule;
    slot.source = found.source;
    slot.pages = found.pages;
    slot.values = static_cast<std::uint32_t>(found.instances.size());
    slot.joined_to = found.joined_to;
    if (found.joined_to != kNone) {
      slot.dropped = Dropped::kJoined;
      return;
    }
    look_at_values(found, slot, described);
    find_label(found, slot);
    find_hints(found, slot);
    slot.place = place_name(found);
    choose_name(found, slot, described);
    score(found, slot, described);
  }

  void look_at_values(const FoundSlot& found, Slot& slot, Described& described) {
    const bool is_list = found.rule.is_list;
    described.first_values.assign(all_.size(), 0);
    std::array<std::uint32_t, kValueTypeCount> types{};
    std::vector<std::uint64_t> all_values;
    std::vector<std::uint64_t> first_values;
    std::vector<std::uint64_t> shown;
    all_values.reserve(found.instances.size());
    std::uint32_t with_letters = 0;
    std::uint32_t labels = 0;
    std::uint32_t looked_at = 0;
    std::uint32_t page_before = kNone;
    for (const Instance& one : found.instances) {
      const Value& value = value_of(found, one);
      all_values.push_back(value.hash);
      if (is_list) described.entries.push_back(combine(value.hash, record_of(found, one)));
      if (one.page == page_before) continue;
      page_before = one.page;
      described.first_values[one.page] = value.hash;
      ++looked_at;
      const std::string_view text = text_of(found, one);
      ++types[static_cast<std::size_t>(type_of(text))];
      if (has_letters(text)) ++with_letters;
      if (text.ends_with(':')) ++labels;
      first_values.push_back(value.hash);
      if (shown.size() < kMostExamples && std::ranges::find(shown, value.hash) == shown.end()) {
        shown.push_back(value.hash);
        slot.examples.push_back(shortened(text, kExampleBytes));
      }
    }
    slot.distinct = static_cast<std::uint32_t>(count_distinct(first_values));
    const std::size_t distinct = count_distinct(all_values);
    const auto most = std::ranges::max_element(types);
    if (*most >= kTypeShare * looked_at) {
      slot.type = static_cast<ValueType>(most - types.begin());
    }
    if (found.source == Source::kHref) slot.type = ValueType::kUrl;
    if (found.source == Source::kSrc) slot.type = ValueType::kImage;
    std::ranges::sort(described.entries);
    if (distinct == 1) {
      slot.dropped = Dropped::kConstant;
    } else if (2 * with_letters < looked_at) {
      slot.dropped = Dropped::kNoLetters;
    } else if (labels >= kTypeShare * looked_at) {
      slot.dropped = Dropped::kLabel;
    } else if (is_list && (element_of(found).tag == html::kTagOption ||
                           (found.instances.size() >= kMenuLength * found.pages &&
                            static_cast<double>(distinct) <
                                kMenuDistinct * static_cast<double>(found.instances.size())))) {
      slot.dropped = Dropped::kMenu;
    }
  }

  // The record of a value of a list; of a list without records its page.
  std::uint64_t record_of(const FoundSlot& found, const Instance& one) const {
    std::uint64_t record = std::uint64_t{one.page} << 32;
    if (found.rule.group == kNone) return record;
    std::uint32_t element = value_of(found, one).element;
    for (std::uint32_t level = 0; level < found.rule.height; ++level) {
      element = all_.pages()[one.page].nodes.nodes[element].parent;
    }
    return record | element;
  }

  const Node& element_of(const FoundSlot& found) const {
    const Instance& one = found.instances.front();
    return all_.pages()[one.page].nodes.nodes[value_of(found, one).element];
  }

  // The label before most values, and whether it stands right before them.
  void find_label(const FoundSlot& found, Slot& slot) {
    label_is_near_ = false;
    prefix_.clear();
    if (found.source != Source::kText) return;
    std::map<std::uint32_t, std::uint32_t> labels;
    std::map<std::string, std::uint32_t> prefixes;
    std::uint32_t page_before = kNone;
    // Of a list all values count, because a text of its first record is often one of many.
    const bool is_list = found.rule.is_list;
    const double all = is_list ? static_cast<double>(found.instances.size()) : found.pages;
    const double least = (is_list ? kListNameShare : kNameShare) * all;
    for (const Instance& one : found.instances) {
      if (one.page == page_before && !is_list) continue;
      page_before = one.page;
      ++labels[all_.pages()[one.page].labels[one.value]];
      const std::string_view prefix = prefix_of(text_of(found, one));
      if (!prefix.empty()) ++prefixes[lower_case(prefix)];
    }
    if (!prefixes.empty() && most_common(prefixes).second >= least) {
      prefix_ = most_common(prefixes).first;
    }
    const auto [label, count] = most_common(labels);
    if (label == kNone || count < least) return;
    std::uint32_t near = 0;
    std::uint32_t others = 0;
    page_before = kNone;
    for (const Instance& one : found.instances) {
      if (one.page == page_before && !is_list) continue;
      page_before = one.page;
      const LearnedPage& page = all_.pages()[one.page];
      if (page.labels[one.value] != label) continue;
      const std::uint32_t said_by = page.label_texts[one.value];
      std::string_view text = page.nodes.text(page.nodes.texts[said_by]);
      if (said_by == one.value) text = prefix_of(text);
      if (slot.label.empty()) slot.label = text;
      if (text.find_first_of("0123456789") != std::string_view::npos && text != slot.label) {
        ++others;
      }
      if (has_near_label(page, one.value)) ++near;
    }
    label_is_near_ = 2 * near >= count;
    // Texts that differ in their digits are values, as in "4 of 5".
    if (others > 0.1 * count) {
      slot.label.clear();
      label_is_near_ = false;
    }
  }

  // Finds the column that has most words in common with the title elements of pages; headings count
  // more. It is called "title".
  void find_title() {
    std::vector<Words> titles(all_.size());
    for (std::size_t p = 0; p < all_.size(); ++p) {
      const PageNodes& page = all_.pages()[p].nodes;
      for (const Value& text : page.texts) {
        if (page.nodes[text.element].tag != html::kTagTitle) continue;
        titles[p] = words_of(page.text(text));
        break;
      }
    }
    std::size_t best = described_.size();
    double best_score = 0;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      const Slot& slot = model_.slots[i];
      const FoundSlot& found = found_.slots[i];
      if (found.joined_to != kNone) continue;
      const html::TagId tag = element_of(found).tag;
      if (slot.source != Source::kText || slot.rule.is_list || tag == html::kTagTitle ||
          slot.pages < kTitleFill * static_cast<double>(all_.size()) ||
          slot.distinct < kTitleDistinct * slot.pages) {
        continue;
      }
      const double likeness = likeness_to_titles(found, titles) * (tag == html::kTagH1   ? 2.0
                                                                   : tag == html::kTagH2 ? 1.3
                                                                                         : 1.0);
      if (likeness > best_score) {
        best = i;
        best_score = likeness;
      }
    }
    for (std::size_t i = 0; i < described_.size(); ++i) {
      Described& one = described_[i];
      if (i == best && one.named_by != NameSource::kItemprop) {
        one.name = "title";
        one.named_by = NameSource::kHeading;
      } else if (best < described_.size() && one.named_by == NameSource::kHeading &&
                 one.name == "title") {
        one.name = "heading";
      }
    }
  }

  using Words = std::vector<std::uint64_t>;  // hashes, ascending

  static Words words_of(std::string_view text) {
    Words words;
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      const char c = i < text.size() ? text[i] : ' ';
      const bool is_letter = (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (c >= '0' && c <= '9') ||
                             static_cast<unsigned char>(c) >= 0x80;
      if (is_letter) {
        word += to_lower(c);
      } else if (!word.empty()) {
        words.push_back(hash_bytes(word));
        word.clear();
      }
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  // The mean of the product of the shares that common words have of the value and of the title. 0
  // unless most words of values are in titles.
  double likeness_to_titles(const FoundSlot& found, std::span<const Words> titles) const {
    double sum = 0;
    double precision = 0;
    std::uint32_t page_before = kNone;
    for (const Instance& one : found.instances) {
      if (one.page == page_before) continue;
      page_before = one.page;
      const Words& title = titles[one.page];
      const Words words = words_of(text_of(found, one));
      if (title.empty() || words.empty()) continue;
      const auto common = static_cast<double>(std::ranges::count_if(
          words, [&](std::uint64_t word) { return std::ranges::binary_search(title, word); }));
      const double of_value = common / static_cast<double>(words.size());
      precision += of_value;
      sum += of_value * common / static_cast<double>(title.size());
    }
    return precision < kInTitleShare * found.pages ? 0 : sum / found.pages;
  }

  // Addresses of links and pictures beyond the most useful, and those that lead nowhere.
  void drop_addresses() {
    const auto kind_of = [](Source source) {
      switch (source) {
        case Source::kHref:
          return 0;
        case Source::kSrc:
        case Source::kAlt:
          return 1;
        case Source::kMeta:
          return 2;
        default:
          return 3;
      }
    };
    std::vector<std::size_t> by_use;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      Slot& slot = model_.slots[i];
      if (slot.dropped != Dropped::kNo || kind_of(slot.source) == 3) continue;
      const bool leads_nowhere =
          slot.source == Source::kHref &&
          std::ranges::all_of(slot.examples, [](const std::string& example) {
            return example.starts_with('#') || starts_with_ignoring_case(example, "javascript:");
          });
      if (leads_nowhere) {
        slot.dropped = Dropped::kNoLetters;
      } else {
        by_use.push_back(i);
      }
    }
    std::ranges::stable_sort(by_use, std::greater<>(),
                             [&](std::size_t i) { return described_[i].score; });
    std::size_t kept[3] = {};
    for (const std::size_t i : by_use) {
      if (kept[kind_of(model_.slots[i].source)]++ >= kMostLinks) {
        model_.slots[i].dropped = Dropped::kOverLimit;
      }
    }
  }

  void find_hints(const FoundSlot& found, Slot& slot) {
    class_name_.clear();
    if (found.source == Source::kMeta || found.source == Source::kJsonLd) {
      const Instance& one = found.instances.front();
      slot.hint = all_.pages()[one.page].nodes.name(value_of(found, one));
      return;
    }
    const Instance& one = found.instances.front();
    const PageNodes& page = all_.pages()[one.page].nodes;
    std::uint32_t element = value_of(found, one).element;
    for (std::size_t level = 0; level < kNearElements && element != 0; ++level) {
      for (const Name& name : page.names_of(element)) {
        if (name.kind == Name::Kind::kTag) continue;
        const std::string_view text = page.text(name);
        if (name.kind == Name::Kind::kItemprop) {
          if (slot.itemprop.empty()) slot.itemprop = text;
          continue;
        }
        slot.hint += (slot.hint.empty() ? "" : " ") + std::string(text);
        if (class_name_.empty() && all_.is_stable(name.hash)) class_name_ = name_of_class(text);
      }
      element = page.nodes[element].parent;
    }
    if (slot.hint.size() > 2 * kExampleBytes) slot.hint.resize(2 * kExampleBytes);
  }

  // The last steps to the first value, with stable names.
  std::string place_name(const FoundSlot& found) const {
    const Instance& one = found.instances.front();
    const PageNodes& page = all_.pages()[one.page].nodes;
    std::string name;
    std::uint32_t element = value_of(found, one).element;
    for (std::size_t step = 0; step < kPlaceSteps; ++step) {
      std::string text(tag_name(page, element));
      for (const Name& part : page.names_of(element)) {
        if (part.kind == Name::Kind::kClass || part.kind == Name::Kind::kId) {
          if (!all_.is_stable(part.hash)) continue;
          text += (part.kind == Name::Kind::kId ? "#" : ".") + std::string(page.text(part));
        }
      }
      name = name.empty() ? text : text + " > " + name;
      if (element == 0) break;
      element = page.nodes[element].parent;
    }
    return name;
  }

  void choose_name(const FoundSlot& found, const Slot& slot, Described& described) {
    const auto take = [&](NameSource source, std::string name) {
      if (!described.name.empty() || name.empty()) return;
      described.name = std::move(name);
      described.named_by = source;
    };
    const html::TagId tag = element_of(found).tag;
    switch (found.source) {
      case Source::kMeta:
        take(NameSource::kClass, "meta_" + name_of_label(slot.hint));
        return;
      case Source::kJsonLd:
        take(NameSource::kItemprop, name_of_label(slot.hint));
        return;
      default:
        break;
    }
    take(NameSource::kItemprop, name_of_label(slot.itemprop));
    take(NameSource::kPrefix, name_of_label(prefix_));
    if (tag == html::kTagTitle) take(NameSource::kHeading, "page_title");
    if (tag == html::kTagH1) take(NameSource::kHeading, "title");
    if (label_is_near_) take(NameSource::kLabel, name_of_label(slot.label));
    take(NameSource::kClass, class_name_);
    take(NameSource::kFarLabel, name_of_label(slot.label));
    const Instance& one = found.instances.front();
    take(NameSource::kTag,
         name_of_label(tag_name(all_.pages()[one.page].nodes, value_of(found, one).element)));
    take(NameSource::kTag, "value");
    switch (found.source) {
      case Source::kHref:
        described.name += "_url";
        break;
      case Source::kSrc:
        described.name += described.name.find("image") == std::string::npos &&
                                  described.name.find("img") == std::string::npos
                              ? "_image"
                              : "_url";
        break;
      case Source::kAlt:
        described.name += "_alt";
        break;
      case Source::kDatetime:
        described.name += "_time";
        break;
      default:
        break;
    }
  }

  void score(const FoundSlot& found, const Slot& slot, Described& described) const {
    const double fill = static_cast<double>(slot.pages) / static_cast<double>(all_.size());
    const double differ = static_cast<double>(slot.distinct) / static_cast<double>(slot.pages);
    double useful = (0.3 + 0.7 * fill) * (0.4 + 0.6 * differ);
    switch (described.named_by) {
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
    if (found.rule.is_list) useful *= 0.6;
    if (slot.type != ValueType::kText && slot.type != ValueType::kUrl) useful *= 1.2;
    if (found.source != Source::kText) useful *= found.source == Source::kJsonLd ? 0.8 : 0.4;
    described.score = useful;
  }

  // Of two columns with the same values the better named one stays, of equal ones that with more
  // values, of these the first.
  void drop_copies() {
    const std::size_t count = described_.size();
    const auto is_kept = [&](std::size_t i) { return model_.slots[i].dropped == Dropped::kNo; };
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count && is_kept(i); ++j) {
        if (!is_kept(j) || !are_copies(described_[i], described_[j])) continue;
        const bool second_is_better = is_better(j, i);
        model_.slots[second_is_better ? i : j].dropped = Dropped::kCopy;
      }
    }
  }

  static bool are_copies(const Described& a, const Described& b) {
    if (a.found->rule.is_list != b.found->rule.is_list) return false;
    if (a.found->rule.is_list) return are_copied_lists(a, b);
    const std::uint32_t more = std::max(a.found->pages, b.found->pages);
    const std::uint32_t fewer = std::min(a.found->pages, b.found->pages);
    if (fewer < kCopyShare * more) return false;
    std::uint32_t differ = 0;
    const auto allowed = static_cast<std::uint32_t>((1 - kCopyShare) * more);
    for (std::size_t page = 0; page < a.first_values.size(); ++page) {
      if (a.first_values[page] != b.first_values[page] && ++differ > allowed) return false;
    }
    return true;
  }

  // Lists of the same records, or lists without records.
  static bool are_copied_lists(const Described& a, const Described& b) {
    if (a.found->rule.group != b.found->rule.group) return false;
    const std::size_t more = std::max(a.entries.size(), b.entries.size());
    const std::size_t fewer = std::min(a.entries.size(), b.entries.size());
    const double least = kCopyShare * static_cast<double>(more);
    if (static_cast<double>(fewer) < least) return false;
    std::size_t common = 0;
    auto other = b.entries.begin();
    for (const std::uint64_t entry : a.entries) {
      while (other != b.entries.end() && *other < entry) ++other;
      if (other == b.entries.end()) break;
      if (*other != entry) continue;
      ++common;
      ++other;
    }
    return static_cast<double>(common) >= least;
  }

  bool is_better(std::size_t i, std::size_t j) const {
    const bool i_is_text = model_.slots[i].source == Source::kText;
    const bool j_is_text = model_.slots[j].source == Source::kText;
    if (i_is_text != j_is_text) return i_is_text;
    if (described_[i].named_by != described_[j].named_by) {
      return described_[i].named_by < described_[j].named_by;
    }
    return model_.slots[i].pages > model_.slots[j].pages;
  }

  void drop_least_useful() {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      if (model_.slots[i].dropped == Dropped::kNo) kept.push_back(i);
    }
    if (kept.size() <= options_.most_columns) return;
    std::ranges::stable_sort(kept, std::greater<>(),
                             [&](std::size_t i) { return described_[i].score; });
    for (std::size_t i = options_.most_columns; i < kept.size(); ++i) {
      model_.slots[kept[i]].dropped = Dropped::kOverLimit;
    }
  }

  // Columns first, so that dropped slots do not take their names.
  void name_all() {
    UniqueColumnNames names;
    for (const std::string_view reserved : {"page", "template", "confidence"}) {
      names.add(std::string(reserved));
    }
    for (const bool is_dropped : {false, true}) {
      for (std::size_t i = 0; i < described_.size(); ++i) {
        Slot& slot = model_.slots[i];
        if (slot.dropped == Dropped::kJoined) continue;
        if ((slot.dropped != Dropped::kNo) == is_dropped) slot.name = names.add(described_[i].name);
      }
    }
    model_.groups = found_.groups;
    for (std::uint32_t g = 0; g < model_.groups.size(); ++g) {
      model_.groups[g].name = names.add(group_name(g));
    }
  }

  // A class name of the record or of what holds it, or "items".
  std::string group_name(std::uint32_t group) const {
    for (const FoundSlot& found : found_.slots) {
      if (found.rule.group != group) continue;
      const Instance& one = found.instances.front();
      const PageNodes& page = all_.pages()[one.page].nodes;
      std::uint32_t element = value_of(found, one).element;
      for (std::uint32_t level = 0; level < found.rule.height; ++level) {
        element = page.nodes[element].parent;
      }
      for (std::size_t level = 0; level < 2 && element != 0; ++level) {
        for (const Name& name : page.names_of(element)) {
          const bool is_known = name.kind == Name::Kind::kClass || name.kind == Name::Kind::kId;
          if (!is_known || !all_.is_stable(name.hash)) continue;
          std::string made = name_of_class(page.text(name));
          if (!made.empty()) return made + "_list";
        }
        element = page.nodes[element].parent;
      }
    }
    return "items";
  }

  const LearnedPages& all_;
  const FoundSlots& found_;
  const LearnOptions& options_;
  TemplateModel& model_;
  std::vector<Described> described_;
  // Of the slot that is described.
  std::string prefix_;
  std::string class_name_;
  bool label_is_near_ = false;
};

}  // namespace

void choose_columns(const LearnedPages& pages, const FoundSlots& found, const LearnOptions& options,
                    TemplateModel& model) {
  Chooser(pages, found, options, model).run();
}

}  // namespace pagekin::skeleton
