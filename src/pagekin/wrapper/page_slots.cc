#include "pagekin/wrapper/page_slots.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "pagekin/content/json_ld.h"
#include "pagekin/content/page_reader.h"
#include "pagekin/content/words.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/links.h"
#include "pagekin/dom/siblings.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/wrapper/text_breaks.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

using dom::AttributeName;

constexpr std::size_t kMaxText = std::size_t{1} << 30;  // of all values of a page
constexpr std::size_t kMaxPairValue = 40;   // longer values of other attributes do not count
constexpr std::size_t kMaxClassBytes = 60;  // of the whole attribute
constexpr std::size_t kMaxNameBytes = 100;  // of an attribute that may be asked for
constexpr std::size_t kMaxNames = 1'000;    // of such attributes of a page
// Whether attributes of this kind are slots.
bool is_slot(Source source) { return source != Source::kOther && source != Source::kDataSrc; }

// Whether an attribute that is not a slot may be asked for: all but code and looks.
bool may_be_asked_for(std::string_view name) {
  return name.size() <= kMaxNameBytes && !starts_with_ignoring_case(name, "on") &&
         !equals_ignoring_case(name, "style");
}

// Attributes whose values belong to the page and not to the template.
bool is_content(Source source, std::string_view name) {
  return is_slot(source) || starts_with_ignoring_case(name, "on") ||
         equals_ignoring_case(name, "style");
}

// A hash of what addresses of one kind have in common: host, number of segments, first segment,
// ending, names of parameters.
std::uint64_t link_pattern(std::string_view address) {
  address = address.substr(0, address.find('#'));
  const std::size_t question = address.find('?');
  const std::string_view query =
      question == std::string_view::npos ? std::string_view() : address.substr(question + 1);
  std::string_view path = address.substr(0, question);
  std::uint64_t hash = 0x6c69;
  if (const std::size_t scheme = path.find("//"); scheme != std::string_view::npos) {
    const std::size_t begin = scheme + 2;
    const std::size_t end = std::min(path.find('/', begin), path.size());
    hash = hash_pair(hash, hash_bytes(path.substr(begin, end - begin)));
    path.remove_prefix(end);
  }
  std::size_t segments = 0;
  std::string_view first;
  std::string_view last;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin) {
      last = path.substr(begin, end - begin);
      if (segments++ == 0) first = last;
    }
    begin = end + 1;
  }
  if (segments > 1) {
    std::string label;
    make_label(first.substr(0, kMaxLabelBytes), label);
    hash = hash_pair(hash, hash_bytes(label));
  }
  hash = hash_pair(hash, segments);
  const std::size_t dot = last.rfind('.');
  if (dot != std::string_view::npos) hash = hash_pair(hash, hash_bytes(last.substr(dot + 1, 6)));
  std::uint64_t names = 0;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < query.size() && count < kMaxTokens; ++count) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view part = query.substr(begin, end - begin);
    if (!part.empty()) names += mix(hash_bytes(part.substr(0, part.find('='))));
    begin = end + 1;
  }
  return hash_pair(hash, names) | 1;
}

// What was lately computed from a text, by the hash of the text: pages of a template repeat most
// of their texts and links.
class Recent {
 public:
  template <class Compute>
  std::uint64_t of(std::uint64_t hash, const Compute& compute) {
    auto& [known, result] = entries_[hash % entries_.size()];
    if (known != hash || hash == 0) {
      result = compute();
      known = hash;
    }
    return result;
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries_ =
      std::vector<std::pair<std::uint64_t, std::uint64_t>>(4096);
};

class SlotReader {
 public:
  SlotReader(const dom::Tree& tree, const SlotOptions& options, PageSlots& page)
      : tree_(tree), options_(options), page_(page), reader_(tree) {}

  void read() {
    page_.clear();
    page_.base_address = dom::base_address(tree_);
    read_elements();
    read_texts();
    page_.text_count = page_.slots.size();
    if (options_.attributes) read_attribute_slots();
    page_.first_json = page_.slots.size();
    if (options_.json) read_json();
    if (options_.keep_others || !options_.names.empty()) read_others();
  }

 private:
  void read_elements() {
    const std::size_t size = tree_.size();
    numbered.clear();
    page_.elements.resize(size);
    dom::number_siblings(tree_, siblings);
    for (std::uint32_t i = 0; i < size; ++i) {
      Element& element = page_.elements[i];
      element.tag = tree_.tags[i];
      element.nth = siblings[i].nth;
      element.nth_last = siblings[i].nth_last;
      element.child = siblings[i].child;
      if (i > 0) {
        const std::uint32_t parent = tree_.parents[i];
        element.parent = parent;
        element.depth = page_.elements[parent].depth + 1;
      }
      read_attributes(i, element);
    }
    page_.is_count.assign(page_.tokens.size(), false);
    note_counts();
  }

  // Names of siblings that run as these do, "item-0", "item-1", count them: so do the names of one
  // alone if its number is 0, or if the name without the number is another name of the element.
  // Of other elements than items of lists the counting name must not be the only one: "col-1" and
  // "col-2" are two things. Cells of tables have columns.
  void note_counts() {
    std::ranges::sort(numbered, {}, [](const NumberedName& one) {
      return std::tuple(one.parent, one.tag, one.stem, one.nth);
    });
    for (std::size_t begin = 0; begin < numbered.size();) {
      const NumberedName& first = numbered[begin];
      std::size_t end = begin;
      bool runs = first.tag != html::kTagTd && first.tag != html::kTagTh;
      bool is_named = true;
      for (; end < numbered.size(); ++end) {
        const NumberedName& one = numbered[end];
        if (one.parent != first.parent || one.tag != first.tag || one.stem != first.stem) break;
        runs = runs && one.number + first.nth == first.number + one.nth &&
               (end == begin || one.nth > numbered[end - 1].nth);
        is_named = is_named && one.is_named;
        runs = runs && (one.tag == html::kTagLi || page_.elements[one.element].token_count > 1);
      }
      const bool is_certain = end > begin + 1 || first.number == 0 || is_named;
      runs = runs && is_certain && (first.number == first.nth || first.number + 1 == first.nth);
      for (; begin < end; ++begin) {
        if (runs) page_.is_count[numbered[begin].token] = true;
      }
    }
  }

  void read_attributes(std::uint32_t i, Element& element) {
    element.first_token = static_cast<std::uint32_t>(page_.tokens.size());
    element.first_pair = static_cast<std::uint32_t>(page_.pairs.size());
    std::uint64_t sum = 0;
    for (const dom::Attribute& attribute : tree_.attributes_of(i)) {
      switch (attribute.known) {
        case AttributeName::kClass:
          read_classes(reader_.decoded(attribute), element);
          continue;
        case AttributeName::kId:
          if (const std::string_view value = reader_.decoded(attribute); !value.empty()) {
            element.id = hash_pair(0x6964, hash_bytes(value));
          }
          continue;
        default:
          break;
      }
      const Source source = content::source_of(tree_, attribute);
      if (source == Source::kHref && element.tag == html::kTagA) {
        const std::string_view address = reader_.decoded(attribute);
        element.link = links.of(hash_bytes(address), [&] { return link_pattern(address); });
      }
      const std::string_view name = tree_.view(attribute.name);
      if (is_content(source, name)) continue;
      const std::string_view value = reader_.decoded(attribute);
      if (value.size() >= kMaxPairValue) continue;
      const std::uint64_t pair = hash_pair(name_hash(name), hash_bytes(value));
      if (attribute.known != AttributeName::kName) sum += mix(pair);
      if (element.pair_count < kMaxTokens) {
        page_.pairs.push_back(pair);
        ++element.pair_count;
      }
    }
    element.signature = hash_pair(element.tag, sum);
  }

  std::uint64_t name_hash(std::string_view name) {
    lower_.assign(name);
    for (char& c : lower_) c = to_lower(c);
    return hash_bytes(lower_);
  }

  void read_classes(std::string_view value, Element& element) {
    value = trim(value, " \t\r\n\f");
    if (value.empty()) return;
    element.class_hash = hash_bytes(value.substr(0, kMaxClassBytes)) | 1;
    const std::size_t begin = numbered.size();
    content::for_each_word(value, [&](std::string_view name) {
      if (element.token_count == kMaxTokens) return;
      note_number(name, element);
      page_.tokens.push_back(class_token(name));
      ++element.token_count;
    });
    for (std::size_t i = begin; i < numbered.size(); ++i) {
      numbered[i].is_named = std::ranges::find(page_.tokens_of(element), numbered[i].stem) !=
                             page_.tokens_of(element).end();
    }
  }

  // A class name that may count: it ends with a number.
  void note_number(std::string_view name, const Element& element) {
    constexpr std::size_t most_digits = 6;
    std::size_t end = name.size();
    while (end > 0 && is_digit(name[end - 1])) --end;
    const std::size_t digits = name.size() - end;
    if (digits == 0 || digits > most_digits || end == 0) return;
    std::uint32_t number = 0;
    for (const char c : name.substr(end))
      number = 10 * number + static_cast<std::uint32_t>(c - '0');
    const std::string_view stem = trim(name.substr(0, end), "-_");
    numbered.push_back({.parent = element.parent,
                        .tag = element.tag,
                        .stem = class_token(stem),
                        .nth = element.nth,
                        .number = number,
                        .token = static_cast<std::uint32_t>(page_.tokens.size()),
                        .element = static_cast<std::uint32_t>(&element - page_.elements.data())});
  }

  bool has_room() {
    if (page_.text.size() < kMaxText) return true;
    page_.is_limited = true;
    return false;
  }

  // Closes a value that begins at `begin`; false if it is blank.
  bool end_value(std::size_t begin, Slot& slot) {
    if (page_.text.size() == begin) return false;
    slot.begin = static_cast<std::uint32_t>(begin);
    slot.size = static_cast<std::uint32_t>(page_.text.size() - begin);
    const std::string_view value = std::string_view(page_.text).substr(begin);
    slot.hash = hash_bytes(value);
    return true;
  }

  void read_texts() {
    text_before.clear();
    own_texts.assign(page_.elements.size(), 0);
    const dom::TextLeaf* last = nullptr;
    bool has_space = true;  // at the end of the text before
    for (const dom::TextLeaf& leaf : tree_.texts) {
      if (features::is_raw_text(tree_, leaf.parent) || !has_room()) continue;
      const std::size_t begin = page_.text.size();
      const content::PageReader::Seen seen = reader_.append(leaf, page_.text);
      Slot slot{.source = Source::kText, .element = leaf.parent};
      if (!end_value(begin, slot)) {
        has_space = true;
        continue;
      }
      slot.is_apart =
          has_space || last == nullptr || seen.space_before || is_space_between(tree_, *last, leaf);
      has_space = seen.space_after;
      last = &leaf;
      slot.label = labels.of(slot.hash, [&] {
        make_label(std::string_view(page_.text).substr(begin, 2 * kMaxLabelBytes), lower_);
        return hash_bytes(lower_);
      });
      add_text(slot, leaf.before);
    }
    // From the end: the number among the texts of an element, and the last text below each.
    own_texts.assign(page_.elements.size(), 0);
    for (auto i = static_cast<std::uint32_t>(page_.slots.size()); i-- > 0;) {
      page_.slots[i].index_last = own_texts[page_.slots[i].element]++;
      for (std::uint32_t e = page_.slots[i].element; e != kNone; e = page_.elements[e].parent) {
        if (page_.elements[e].last_text != kNone) break;
        page_.elements[e].last_text = i;
      }
    }
  }

  void add_text(Slot& slot, std::uint32_t before) {
    const auto number = static_cast<std::uint32_t>(page_.slots.size());
    slot.previous = number == 0 ? kNone : number - 1;
    slot.index = own_texts[slot.element]++;
    for (std::uint32_t e = slot.element; e != kNone; e = page_.elements[e].parent) {
      if (page_.elements[e].first_text != kNone) break;  // so have all above it
      page_.elements[e].first_text = number;
    }
    text_before.push_back(before);
    page_.slots.push_back(slot);
  }

  void read_attribute_slots() {
    std::uint32_t texts_before = 0;
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      while (texts_before < page_.text_count && text_before[texts_before] <= i) ++texts_before;
      if (tree_.attribute_ranges[i].count == 0) continue;
      for (const dom::Attribute& attribute : tree_.attributes_of(i)) {
        const Source source = content::source_of(tree_, attribute);
        if (!is_slot(source) || attribute.value.size == 0 || !has_room()) continue;
        const std::size_t begin = page_.text.size();
        reader_.append(attribute, page_.text);
        Slot slot{.source = source, .element = i};
        if (!end_value(begin, slot)) continue;
        slot.previous = texts_before == 0 ? kNone : texts_before - 1;
        page_.slots.push_back(slot);
      }
    }
  }

  void read_others() {
    std::uint32_t texts_before = 0;
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      while (texts_before < page_.text_count && text_before[texts_before] <= i) ++texts_before;
      if (tree_.attribute_ranges[i].count == 0) continue;
      for (const dom::Attribute& attribute : tree_.attributes_of(i)) {
        if (is_slot(content::source_of(tree_, attribute)) || attribute.value.size == 0) continue;
        const std::uint32_t name = other_name(tree_.view(attribute.name));
        if (name == kNone) continue;
        std::string& text = page_.other_text;
        const std::size_t begin = text.size();
        if (begin >= kMaxText) return;
        if (!reader_.append(attribute, text)) continue;
        page_.others.push_back({.element = i,
                                .previous = texts_before == 0 ? kNone : texts_before - 1,
                                .name = name,
                                .begin = static_cast<std::uint32_t>(begin),
                                .size = static_cast<std::uint32_t>(text.size() - begin)});
      }
    }
  }

  // The number of a name; kNone: the attribute is not wanted.
  std::uint32_t other_name(std::string_view name) {
    if (!may_be_asked_for(name)) return kNone;
    lower_.assign(name);
    for (char& c : lower_) c = to_lower(c);
    if (!options_.keep_others &&
        std::ranges::find(options_.names, lower_) == options_.names.end()) {
      return kNone;
    }
    const auto [known, is_new] =
        names_.try_emplace(lower_, static_cast<std::uint32_t>(page_.other_names.size()));
    if (!is_new) return known->second;
    if (page_.other_names.size() == kMaxNames) {
      names_.erase(known);
      return kNone;
    }
    page_.other_names.push_back(lower_);
    return known->second;
  }

  void read_json() {
    for (const dom::TextLeaf& leaf : tree_.texts) {
      const std::string source = content::json_ld_of(tree_, leaf);
      if (source.empty()) continue;
      content::read_json_ld(source, [&](std::string_view path, std::string_view value) {
        if (!has_room()) return;
        Slot slot{.source = Source::kJsonLd, .element = leaf.parent};
        const std::size_t begin = page_.text.size();
        bool is_space = false;
        features::append_readable(value, begin, is_space, page_.text);
        if (!end_value(begin, slot)) return;
        slot.label = hash_bytes(path);
        page_.slots.push_back(slot);
        page_.json_paths.emplace_back(path);
      });
    }
  }

  // A class name with a number at its end.
  struct NumberedName {
    std::uint32_t parent = kNone;
    html::TagId tag = html::kNoTag;
    std::uint64_t stem = 0;  // the name without the number
    std::uint32_t nth = 0;
    std::uint32_t number = 0;
    std::uint32_t token = 0;  // in PageSlots::tokens
    std::uint32_t element = 0;
    bool is_named = false;  // the element has the name without the number, too
  };

  const dom::Tree& tree_;
  const SlotOptions& options_;
  PageSlots& page_;
  content::PageReader reader_;
  // Kept from page to page.
  inline static thread_local Recent labels;
  inline static thread_local Recent links;
  inline static thread_local std::vector<dom::SiblingNumber> siblings;
  inline static thread_local std::vector<NumberedName> numbered;
  inline static thread_local std::vector<std::uint32_t> own_texts;
  inline static thread_local std::vector<std::uint32_t> text_before;  // the element after a text
  std::unordered_map<std::string, std::uint32_t> names_;              // of other attributes
  std::string lower_;
};

}  // namespace

void PageSlots::clear() {
  elements.clear();
  slots.clear();
  text_count = 0;
  tokens.clear();
  is_count.clear();
  pairs.clear();
  text.clear();
  json_paths.clear();
  first_json = 0;
  is_limited = false;
  others.clear();
  other_text.clear();
  other_names.clear();
  base_address.clear();
  is_taken_.clear();
}

std::optional<url::Url> PageSlots::base_of(std::string_view address) const {
  const std::optional<url::Url> own = url::parse(address);
  if (!own) return std::nullopt;
  return dom::base_url(base_address, *own);
}

std::string_view PageSlots::attribute_name(const Slot& slot) const {
  return slot.source == Source::kOther ? other_names[slot.index] : content::to_text(slot.source);
}

std::vector<std::string> PageSlots::names_with(std::string_view value) const {
  std::set<std::string> names;
  for (const OtherAttribute& one : others) {
    if (std::string_view(other_text).substr(one.begin, one.size) == value) {
      names.insert(other_names[one.name]);
    }
  }
  return {names.begin(), names.end()};
}

void PageSlots::take_others(std::span<const std::string> names) {
  std::vector<bool> is_wanted(other_names.size());
  is_taken_.resize(other_names.size());
  for (std::size_t i = 0; i < other_names.size(); ++i) {
    is_wanted[i] = !is_taken_[i] && std::ranges::find(names, other_names[i]) != names.end();
    if (is_wanted[i]) is_taken_[i] = true;
  }
  for (const OtherAttribute& one : others) {
    if (!is_wanted[one.name]) continue;
    if (text.size() >= kMaxText) {
      is_limited = true;
      return;
    }
    const std::string_view value = std::string_view(other_text).substr(one.begin, one.size);
    const std::string& name = other_names[one.name];
    slots.push_back({.source = name == "data-src" ? Source::kDataSrc : Source::kOther,
                     .element = one.element,
                     .previous = one.previous,
                     .index = one.name,
                     .begin = static_cast<std::uint32_t>(text.size()),
                     .size = one.size,
                     .hash = hash_bytes(value),
                     .label = hash_bytes(name)});
    text += value;
  }
}

std::string PageSlots::joined(std::uint32_t first, std::uint32_t last) const {
  std::string all;
  for (std::uint32_t i = first; i <= last; ++i) {
    if (i > first && slots[i].is_apart) all += ' ';
    all += value(i);
  }
  return all;
}

std::uint64_t class_token(std::string_view name) { return hash_pair(0x636c, hash_bytes(name)); }

void read_slots(const dom::Tree& tree, const SlotOptions& options, PageSlots& page) {
  SlotReader(tree, options, page).read();
  page.take_others(options.names);
}

}  // namespace pagekin::wrapper
