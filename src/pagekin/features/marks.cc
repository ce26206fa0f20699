#include "pagekin/features/marks.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/core/hash.h"
#include "pagekin/features/declarations.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/features/short_text.h"
#include "pagekin/features/sorted_hashes.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"

namespace pagekin::features {
namespace {

// The marks of a page in order, each once; the rows of a table repeat the same marks.
//
// A hash table with open addressing and linear probing, seeded at the start of the process,
// so that marks cannot be chosen to collide. It is a table of its own because it is the
// innermost loop of reading marks: 8 bytes a slot and one multiplication a lookup.
class FoundMarks {
 public:
  void clear() {
    resize_table(10);
    marks_.clear();
  }

  void add(std::uint64_t mark) {
    const std::size_t place = find(mark);
    if (slots_[place] == mark || is_full()) return;
    slots_[place] = mark;
    marks_.push_back(mark);
    if (marks_.size() * 2 <= slots_.size()) return;
    resize_table(65 - shift_);
    for (const std::uint64_t held : marks_) slots_[find(held)] = held;
  }

  bool is_full() const { return marks_.size() == kMaxMarks; }
  std::span<const std::uint64_t> marks() const { return marks_; }

 private:
  // Returns the slot of the mark, or the free slot where it belongs.
  std::size_t find(std::uint64_t mark) const {
    std::size_t place = (mark * multiplier_) >> shift_;
    while (slots_[place] != mark && slots_[place] != 0) place = (place + 1) & (slots_.size() - 1);
    return place;
  }

  void resize_table(unsigned bits) {
    slots_.assign(std::size_t{1} << bits, 0);
    shift_ = 64 - bits;
  }

  std::vector<std::uint64_t> slots_;  // 0: free
  std::vector<std::uint64_t> marks_;
  std::uint64_t multiplier_ = process_seed() | 1;
  unsigned shift_ = 64;
};

// Returns the number of an attribute whose values are marks, which is part of stored
// formats; 0 for any other.
constexpr std::uint64_t number_of(dom::AttributeName name) {
  switch (name) {
    case dom::AttributeName::kRel:
      return 1;
    case dom::AttributeName::kName:
      return 2;
    case dom::AttributeName::kProperty:
      return 3;
    case dom::AttributeName::kType:
      return 4;
    case dom::AttributeName::kItemprop:
      return 5;
    case dom::AttributeName::kRole:
      return 6;
    case dom::AttributeName::kItemtype:
      return 7;
    case dom::AttributeName::kHttpEquiv:
      return 8;
    default:
      return 0;
  }
}

// Walks a tree in document order. Keeps its buffers between pages.
class Marker {
 public:
  std::span<const std::uint64_t> read(const dom::Tree& tree) {
    found_.clear();
    paths_.resize(tree.size());
    last_child_.resize(tree.size());
    is_read_.assign(tree.attributes.size(), 0);
    std::size_t next_text = 0;
    for (std::uint32_t i = 0; i <= tree.size() && !found_.is_full(); ++i) {
      for (; next_text < tree.texts.size() && tree.texts[next_text].before <= i; ++next_text) {
        add_text(tree, tree.texts[next_text]);
      }
      if (i == tree.size()) break;
      add_path(tree, i);
      add_attributes(tree, i);
    }
    return found_.marks();
  }

 private:
  void add_path(const dom::Tree& tree, std::uint32_t element) {
    const std::uint32_t parent = tree.parents[element];
    const html::TagId tag = tree.tags[element];
    const std::uint64_t above = element == 0 ? kEmptyPath : paths_[parent];
    paths_[element] = path_to_element(above, tag);
    last_child_[element] = html::kNoTag;
    if (last_child_[parent] == tag) return;  // the sibling before has the same path
    last_child_[parent] = tag;
    found_.add(make_mark(above, MarkKind::kPath, paths_[element]));
  }

  void add_attributes(const dom::Tree& tree, std::uint32_t element) {
    const dom::AttributeRange range = tree.attribute_ranges[element];
    // Elements that share attributes share all of them.
    if (range.count == 0 || is_read_[range.begin] != 0) return;
    is_read_[range.begin] = 1;
    visit_declarations(tree, element, paths_[element], add_declaration_);
    for (const dom::Attribute& attribute : tree.attributes_of(element)) {
      const std::uint64_t number = number_of(attribute.known);
      const bool is_class = attribute.known == dom::AttributeName::kClass;
      const bool is_id = attribute.known == dom::AttributeName::kId;
      if (number == 0 && !is_class && !is_id) continue;

      const std::string_view value =
          html::decode_references(tree.view(attribute.value), true, decoded_);
      if (is_class) {
        add_class_names(paths_[element], value);
      } else if (!is_id) {
        add(paths_[element], MarkKind::kAttribute, value.substr(0, kMaxAttributeValue), number);
      } else if (!value.empty()) {
        add(paths_[element], MarkKind::kId, value);
      }
    }
  }

  void add_class_names(std::uint64_t path, std::string_view value) {
    std::size_t at = 0;
    while (true) {
      while (at < value.size() && is_white_space(value[at])) ++at;
      if (at == value.size()) return;
      const std::size_t begin = at;
      bool has_digit = false;
      for (; at < value.size() && !is_white_space(value[at]); ++at)
        has_digit |= is_digit(value[at]);
      std::string_view name = value.substr(begin, at - begin);
      if (has_digit) name = generalise_digits(name, generalised_);
      found_.add(make_mark(path, MarkKind::kClass, hash_bytes(name)));
    }
  }

  void add_text(const dom::Tree& tree, const dom::TextLeaf& leaf) {
    if (has_raw_text(tree.tags[leaf.parent])) {
      visit_declarations(tree, leaf, add_declaration_);
      return;
    }
    if (!read_short_text(tree, leaf)) return;
    const std::string_view text = text_.view();
    if (text.empty()) return;
    found_.add(make_mark(paths_[leaf.parent], MarkKind::kText, hash_bytes(text)));
  }

  // Reads into text_. Returns false, early, if the text is too long.
  bool read_short_text(const dom::Tree& tree, const dom::TextLeaf& leaf) {
    text_.clear();
    return visit_runs(tree, leaf, [&](dom::Span run) {
      const bool has_references = !is_cdata(tree, leaf.parent, run);
      return text_.append(tree.view(run), tree.source.size() - run.begin, has_references);
    });
  }

  void add(std::uint64_t path, MarkKind kind, std::string_view value, std::uint64_t seed = 0) {
    found_.add(make_mark(path, kind, hash_bytes(generalise_digits(value, generalised_), seed)));
  }

  FoundMarks found_;
  std::vector<std::uint64_t> paths_;     // of the elements
  std::vector<html::TagId> last_child_;  // by element: its last child so far
  std::vector<std::uint8_t> is_read_;    // by the first attribute of a range
  ShortText text_;
  std::string decoded_;
  std::string generalised_;
  VisitDeclaration add_declaration_ = [this](const Declaration& declaration) {
    found_.add(declaration.mark);
  };
};

// Returns, ascending, the places of html, body and the children of body that have known tags.
std::vector<std::uint32_t> places_near_root() {
  const std::uint64_t html = path_to_element(kEmptyPath, html::kTagHtml);
  const std::uint64_t body = path_to_element(html, html::kTagBody);
  std::vector<std::uint64_t> paths{html, body};
  for (html::TagId tag = html::kNoTag + 1; tag < html::kKnownTagEnd; ++tag) {
    paths.push_back(path_to_element(body, tag));
  }
  std::vector<std::uint32_t> places;
  places.reserve(paths.size());
  for (const std::uint64_t path : paths) places.push_back(place_of(make_mark(path, {}, 0)));
  std::ranges::sort(places);
  return places;
}

}  // namespace

bool is_near_root(std::uint64_t mark) {
  static const std::vector<std::uint32_t> places = places_near_root();
  const MarkKind kind = kind_of(mark);
  if (kind == MarkKind::kDeclared) return true;
  return (kind == MarkKind::kClass || kind == MarkKind::kId) &&
         std::ranges::binary_search(places, place_of(mark));
}

std::vector<std::uint64_t> marks(const dom::Tree& tree) {
  thread_local Marker marker;
  const std::span<const std::uint64_t> found = marker.read(tree);
  std::vector<std::uint64_t> set(found.begin(), found.end());
  sort_hashes(set);
  return set;
}

}  // namespace pagekin::features
