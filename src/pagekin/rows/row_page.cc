#include "pagekin/rows/row_page.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "pagekin/content/full_address.h"
#include "pagekin/content/page_reader.h"
#include "pagekin/content/words.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/links.h"
#include "pagekin/dom/siblings.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/rows/move_nested.h"
#include "pagekin/rows/read_grid.h"

namespace pagekin::rows {
namespace {

constexpr std::size_t kMostClasses = 64;
constexpr std::size_t kLongestName = 200;

// Elements that stand apart from the text around them.
constexpr html::TagSet kApartTags =
    html::kBlocksAndCells | html::TagSet{html::kTagBr,     html::kTagButton,   html::kTagHtml,
                                         html::kTagImg,    html::kTagInput,    html::kTagOption,
                                         html::kTagSelect, html::kTagOptgroup, html::kTagTextarea,
                                         html::kTagTitle};

// Class names that say a state or a turn and not a kind.
constexpr std::array<std::string_view, 33> kStates = {
    "active",  "alt",     "alternate", "bottom",    "cf",       "clearfix",  "closed",
    "current", "even",    "even-row",  "first",     "hidden",   "highlight", "highlighted",
    "hover",   "last",    "left",      "new",       "odd",      "odd-row",   "open",
    "read",    "right",   "row-even",  "row-odd",   "selected", "sticky",    "top",
    "unread",  "visible", "expanded",  "collapsed", "disabled"};

void fold_digits(std::string_view text, std::string& out) {
  out.clear();
  for (const char c : text.substr(0, kLongestName)) {
    if (!is_digit(c)) {
      out += c;
    } else if (out.empty() || out.back() != '#') {
      out += '#';
    }
  }
}

class RowPageReader {
 public:
  RowPageReader(const dom::Tree& tree, std::string_view address, RowPage& page)
      : tree_(tree), page_(page), reader_(tree) {
    page_ = {};
    page_.address = address;
    if (const auto own = url::parse(address)) page_.base = dom::base_url(tree, *own);
  }

  void read() {
    const auto count = static_cast<std::uint32_t>(tree_.size());
    page_.elements.resize(count);
    std::vector<std::uint32_t> last(count, kNone);
    for (std::uint32_t i = 0; i < count; ++i) {
      RowElement& element = page_.elements[i];
      element.tag = tree_.tags[i];
      const std::uint32_t parent = tree_.parents[i];
      element.is_shown =
          !html::kWithoutText.has(element.tag) && (i == 0 || page_.elements[parent].is_shown);
      if (!element.is_shown) continue;
      if (i > 0) {
        element.parent = parent;
        (last[parent] == kNone ? page_.elements[parent].first_child
                               : page_.elements[last[parent]].next) = i;
        last[parent] = i;
      }
      read_attributes(i, element);
    }
    move_nested(page_);
    write_texts();
    read_grid(page_, [this](std::string_view name) { return number(name); });
  }

 private:
  std::uint32_t number(std::string_view name) {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    const auto next = static_cast<std::uint32_t>(page_.names.size());
    page_.names.emplace_back(name);
    page_.name_hashes.push_back(hash_bytes(name));
    numbers_.emplace(std::string(name), next);
    return next;
  }

  void read_attributes(std::uint32_t i, RowElement& element) {
    element.first_class = static_cast<std::uint32_t>(page_.classes.size());
    element.first_attribute = static_cast<std::uint32_t>(page_.attributes.size());
    for (const dom::Attribute& attribute : tree_.attributes_of(i)) {
      switch (attribute.known) {
        case dom::AttributeName::kClass:
          read_classes(reader_.decoded(attribute), element);
          break;
        case dom::AttributeName::kId:
          fold_digits(reader_.decoded(attribute), folded_);
          if (!folded_.empty()) element.id = number(folded_);
          break;
        case dom::AttributeName::kItemprop:
        case dom::AttributeName::kProperty:
          set_title(reader_.decoded(attribute), element);
          break;
        case dom::AttributeName::kOther:
          read_other(attribute, element);
          break;
        default:
          break;
      }
      const Source source = content::source_of(tree_, attribute);
      if (source != Source::kOther) add_attribute(source, attribute, element);
    }
  }

  void read_other(const dom::Attribute& attribute, RowElement& element) {
    const std::string_view name = tree_.view(attribute.name);
    if (equals_ignoring_case(name, "data-label") || equals_ignoring_case(name, "data-title") ||
        equals_ignoring_case(name, "data-th")) {
      set_title(reader_.decoded(attribute), element);
    } else if (equals_ignoring_case(name, "colspan") || equals_ignoring_case(name, "rowspan")) {
      // Kept until the grid is read: columns in the lower half, rows in the upper.
      std::uint32_t span = 0;
      for (const char c : trim(reader_.decoded(attribute))) {
        if (!is_digit(c) || span > 1000) break;
        span = 10 * span + static_cast<std::uint32_t>(c - '0');
      }
      if (element.column == kNone) element.column = 0;
      if (to_lower(name.front()) == 'c') {
        element.column = (element.column & 0xffff0000U) | std::min(span, 0xffffU);
      } else {
        element.column = (element.column & 0xffffU) | (std::min(span, 0xfffU) << 16);
      }
    }
  }

  void set_title(std::string_view value, RowElement& element) {
    if (element.title == kNone && !value.empty()) {
      element.title = number(value.substr(0, kLongestName));
    }
  }

  void add_attribute(Source source, const dom::Attribute& attribute, RowElement& element) {
    const std::size_t begin = page_.attribute_bytes.size();
    if (!reader_.append(attribute, page_.attribute_bytes)) return;
    page_.attributes.push_back(
        {.source = source,
         .begin = static_cast<std::uint32_t>(begin),
         .size = static_cast<std::uint32_t>(page_.attribute_bytes.size() - begin)});
    ++element.attribute_count;
  }

  void read_classes(std::string_view value, RowElement& element) {
    content::for_each_word(value, [&](std::string_view name) {
      const bool is_state = std::ranges::find(kStates, name) != kStates.end();
      if (is_state || element.class_count == kMostClasses) return;
      fold_digits(name, folded_);
      const std::uint32_t own = number(folded_);
      const auto before = std::span(page_.classes).subspan(element.first_class);
      if (std::ranges::find(before, own) != before.end()) return;
      page_.classes.push_back(own);
      ++element.class_count;
    });
  }

  // Writes the texts of the moved tree into one buffer.
  void write_texts() {
    const std::size_t count = page_.elements.size();
    const dom::OwnTexts texts(tree_);
    if (count == 0 || !page_.elements[0].is_shown) return;
    struct Open {
      std::uint32_t element;
      std::uint32_t child;
      std::span<const std::uint32_t> leaves;  // that are left
    };
    std::vector<Open> stack;
    std::uint32_t order = 0;
    const auto open = [&](std::uint32_t element) {
      page_.elements[element].order = order++;
      if (kApartTags.has(page_.elements[element].tag)) break_line();
      page_.elements[element].text.begin = static_cast<std::uint32_t>(page_.text.size());
      stack.push_back({element, page_.elements[element].first_child,
                       features::is_raw_text(tree_, element) ? std::span<const std::uint32_t>()
                                                             : texts.of(element)});
    };
    open(0);
    while (!stack.empty()) {
      Open& top = stack.back();
      // A moved child comes after all leaves of its new parent that stood before the row it
      // follows; leaves are compared by the numbers of children that were never moved.
      const bool leaf_first =
          !top.leaves.empty() &&
          (top.child == kNone || tree_.texts[top.leaves.front()].before <= top.child ||
           tree_.parents[top.child] != top.element);
      if (leaf_first) {
        write_leaf(top.leaves.front());
        top.leaves = top.leaves.subspan(1);
      } else if (top.child != kNone) {
        const std::uint32_t child = top.child;
        top.child = page_.elements[child].next;
        open(child);
      } else {
        RowElement& element = page_.elements[top.element];
        element.text.end = static_cast<std::uint32_t>(page_.text.size());
        if (kApartTags.has(element.tag)) break_line();
        stack.pop_back();
      }
    }
  }

  void break_line() { has_break_ = true; }

  void write_leaf(std::uint32_t number) {
    const dom::TextLeaf& leaf = tree_.texts[number];
    piece_.clear();
    const content::PageReader::Seen seen = reader_.append(leaf, piece_);
    if (seen.is_blank) {
      has_space_ |= leaf.span_count > 0;
      return;
    }
    if (has_break_) {
      page_.text += '\n';
    } else if (has_space_ || seen.space_before) {
      page_.text += ' ';
    }
    has_break_ = false;
    has_space_ = seen.space_after;
    const auto begin = static_cast<std::uint32_t>(page_.text.size());
    page_.text += piece_;
    page_.texts.push_back({leaf.parent, {begin, static_cast<std::uint32_t>(page_.text.size())}});
  }

  const dom::Tree& tree_;
  RowPage& page_;
  content::PageReader reader_;
  std::unordered_map<std::string, std::uint32_t, KeyedHash, std::equal_to<>> numbers_;
  std::string folded_;
  std::string piece_;
  bool has_break_ = false;
  bool has_space_ = false;
};

}  // namespace

std::span<const RowText> RowPage::texts_in(std::uint32_t element) const {
  const auto begin_of = [](const RowText& one) { return one.range.begin; };
  const auto [begin, end] = elements[element].text;
  const auto first = std::ranges::lower_bound(texts, begin, {}, begin_of);
  return {first, std::ranges::lower_bound(first, texts.end(), end, {}, begin_of)};
}

std::string_view RowPage::lines(Range range) const {
  std::string_view all = std::string_view(text).substr(range.begin, range.end - range.begin);
  while (!all.empty() && (all.front() == ' ' || all.front() == '\n')) all.remove_prefix(1);
  while (!all.empty() && (all.back() == ' ' || all.back() == '\n')) all.remove_suffix(1);
  return all;
}

std::size_t memory_of(const RowPage& page) {
  std::size_t names = page.names.capacity() * sizeof(std::string);
  for (const std::string& name : page.names) names += name.capacity();
  return sizeof page + page.elements.capacity() * sizeof(RowElement) +
         page.classes.capacity() * sizeof(std::uint32_t) + names +
         page.name_hashes.capacity() * sizeof(std::uint64_t) +
         page.attributes.capacity() * sizeof(RowAttribute) + page.attribute_bytes.capacity() +
         page.texts.capacity() * sizeof(RowText) + page.text.capacity();
}

void join_lines(std::string& text) { std::ranges::replace(text, '\n', ' '); }

void RowPage::text_of(std::uint32_t element, std::string& out) const {
  out = lines_of(element);
  join_lines(out);
}

std::string RowPage::text_of(std::uint32_t element) const {
  std::string out;
  text_of(element, out);
  return out;
}

std::string RowPage::attribute(std::uint32_t element, Source source) const {
  const RowElement& own = elements[element];
  for (const RowAttribute& one :
       std::span(attributes).subspan(own.first_attribute, own.attribute_count)) {
    if (one.source != source) continue;
    return content::in_full(std::string_view(attribute_bytes).substr(one.begin, one.size), source,
                            base);
  }
  return {};
}

void read_row_page(const dom::Tree& tree, std::string_view address, RowPage& page) {
  RowPageReader(tree, address, page).read();
}

}  // namespace pagekin::rows
