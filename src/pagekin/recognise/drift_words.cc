#include "pagekin/recognise/drift_words.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/features/declarations.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/features.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/recognise/placeless_marks.h"

namespace pagekin::recognise {
namespace {

constexpr std::size_t kMostPagesRead = 8;  // of a template
constexpr std::string_view kWholePage = "page";
constexpr std::string_view kMainColumn = "main column";

using Marks = std::unordered_set<std::uint32_t>;

// An element without its place.
struct TagTriple {
  html::TagId grandparent = html::kNoTag;
  html::TagId parent = html::kNoTag;
  html::TagId tag = html::kNoTag;
};
using TagTriples = std::unordered_map<std::uint32_t, TagTriple>;  // by mark

// Finds the elements of marks: all triples of known tags are tried. Of several that have one mark,
// the one with the more usual tags.
TagTriples find_elements(const Marks& marks) {
  TagTriples triples;
  if (marks.empty()) return triples;
  std::unordered_map<std::uint32_t, std::size_t> ranks;
  std::vector<html::TagId> tags(tags_by_use().begin(), tags_by_use().end());
  tags.push_back(html::kNoTag);
  // Nearly all marks that are tried are not asked for; few bits of them show that.
  std::vector<bool> may_be_asked(std::size_t{1} << 16);
  for (const std::uint32_t mark : marks) may_be_asked[mark & 0xffff] = true;
  for (std::size_t g = 0; g < tags.size(); ++g) {
    for (std::size_t p = 0; p < tags.size(); ++p) {
      const std::uint64_t place = element_place(tags[g], tags[p]);
      for (std::size_t t = 0; t + 1 < tags.size(); ++t) {
        const std::uint32_t mark = element_mark_at(place, tags[t]);
        if (!may_be_asked[mark & 0xffff] || !marks.contains(mark)) continue;
        const auto [rank, is_new] = ranks.try_emplace(mark, g + p + t);
        if (!is_new && rank->second <= g + p + t) continue;
        rank->second = g + p + t;
        triples[mark] = {tags[g], tags[p], tags[t]};
      }
    }
  }
  return triples;
}

// The part of a page that a tag names; empty: none.
std::string_view part_of_tag(html::TagId tag) {
  switch (tag) {
    case html::kTagHead:
      return "head";
    case html::kTagBody:
      return kWholePage;
    case html::kTagHeader:
      return "header";
    case html::kTagFooter:
      return "footer";
    case html::kTagNav:
      return "navigation";
    case html::kTagAside:
      return "sidebar";
    case html::kTagMain:
    case html::kTagArticle:
      return kMainColumn;
    default:
      return {};
  }
}

// The part of a page that a word of an id, a class name or a role names; empty: none.
std::string_view part_of_word(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"footer", "footer"},         {"contentinfo", "footer"},     {"header", "header"},
      {"masthead", "header"},       {"banner", "header"},          {"nav", "navigation"},
      {"navbar", "navigation"},     {"navigation", "navigation"},  {"menu", "navigation"},
      {"breadcrumb", "navigation"}, {"breadcrumbs", "navigation"}, {"sidebar", "sidebar"},
      {"complementary", "sidebar"}, {"main", kMainColumn},         {"content", kMainColumn},
      {"article", kMainColumn}};
  for (const auto& [known, part] : words) {
    if (known == word) return part;
  }
  return {};
}

// The part that a value with several words names: of several the first in the order of
// part_of_word(), so that "footer-content" is of the footer.
std::string_view part_of_value(std::string_view value) {
  std::string_view best;
  std::string word;
  for (std::size_t i = 0; i <= value.size(); ++i) {
    const char c = i < value.size() ? to_lower(value[i]) : ' ';
    if (c >= 'a' && c <= 'z') {
      word += c;
      continue;
    }
    const std::string_view part = part_of_word(word);
    if (best.empty() || best == kMainColumn) best = part.empty() ? best : part;
    word.clear();
  }
  return best;
}

// What people call an element.
std::string noun_of(html::TagId tag) {
  switch (tag) {
    case html::kTagA:
      return "link";
    case html::kTagImg:
      return "image";
    case html::kTagUl:
    case html::kTagOl:
      return "list";
    case html::kTagP:
      return "paragraph";
    case html::kTagH1:
    case html::kTagH2:
    case html::kTagH3:
    case html::kTagH4:
    case html::kTagH5:
    case html::kTagH6:
      return "heading";
    default:
      return std::string(html::tag_name(tag));
  }
}

std::string in_part(std::string_view part, std::string_view what) {
  return std::string(part) + ": " + std::string(what);
}

// Causes with the number of marks that each explains, in the order in which they were seen.
class Causes {
 public:
  // Counts what has no words; it comes after all causes.
  void add_count(std::size_t marks, std::string_view what, std::string_view rest) {
    if (marks == 0) return;
    counts_.push_back(std::to_string(marks) + " " + std::string(what) + (marks == 1 ? "" : "s") +
                      std::string(rest));
  }

  void add(std::string text, std::size_t marks = 1) {
    const auto [at, is_new] = places_.try_emplace(std::move(text), causes_.size());
    if (is_new) causes_.emplace_back(at->first, 0);
    causes_[at->second].second += marks;
  }

  std::vector<std::string> most_first() {
    std::ranges::stable_sort(causes_, std::greater<>(),
                             [](const auto& cause) { return cause.second; });
    std::vector<std::string> texts;
    for (auto& [text, marks] : causes_) texts.push_back(std::move(text));
    if (texts.size() > kMostCauses) {
      const std::size_t left = texts.size() - kMostCauses;
      texts.resize(kMostCauses);
      texts.push_back(std::to_string(left) + (left == 1 ? " more cause" : " more causes"));
    }
    texts.insert(texts.end(), counts_.begin(), counts_.end());
    return texts;
  }

 private:
  std::vector<std::pair<std::string, std::size_t>> causes_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> counts_;
};

// What a template lost, as far as its elements are known again.
class Lost {
 public:
  Lost(const Drift& drift, const TagTriples& triples) {
    for (const std::uint32_t mark : drift.lost) {
      switch (placeless_kind(mark)) {
        case PlacelessKind::kTag:
          break;
        case PlacelessKind::kName:
          ++names_;
          continue;
        case PlacelessKind::kText:
          ++texts_;
          continue;
      }
      const auto triple = triples.find(mark);
      if (triple == triples.end()) {
        ++unknown_;
      } else {
        elements_.push_back(triple->second);
      }
    }
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      of_pair_.try_emplace({elements_[i].parent, elements_[i].tag}, i);
    }
    marks_.resize(elements_.size());
    for (std::size_t i = 0; i < elements_.size(); ++i) ++marks_[outermost(i)];
    is_replaced_.resize(elements_.size());
  }

  // Takes the lost element that stood below the same two tags as a new one, if there is one that
  // was not taken. Returns its tag, and the marks that it explains.
  std::pair<html::TagId, std::size_t> replaced_by(const TagTriple& added) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const TagTriple& lost = elements_[i];
      if (is_replaced_[i] || marks_[i] == 0 || lost.parent != added.parent ||
          lost.grandparent != added.grandparent) {
        continue;
      }
      is_replaced_[i] = true;
      return {lost.tag, marks_[i]};
    }
    return {html::kNoTag, 0};
  }

  // Adds what is left.
  void explain(Causes& causes) const {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (is_replaced_[i] || marks_[i] == 0) continue;
      const TagTriple& lost = elements_[i];
      std::string_view part = kWholePage;
      for (const html::TagId tag : {lost.grandparent, lost.parent}) {
        if (!part_of_tag(tag).empty()) part = part_of_tag(tag);
      }
      causes.add(in_part(part, noun_of(lost.tag) + " gone"), marks_[i]);
    }
    causes.add_count(unknown_, "element", " gone");
    causes.add_count(names_, "name", " gone");
    causes.add_count(texts_, "text", " gone");
  }

 private:
  // The lost element around this one, if its parent was lost, too, and so on.
  std::size_t outermost(std::size_t element) const {
    for (std::size_t steps = 0; steps < elements_.size(); ++steps) {
      const auto above = of_pair_.find({elements_[element].grandparent, elements_[element].parent});
      if (above == of_pair_.end() || above->second == element) break;
      element = above->second;
    }
    return element;
  }

  std::vector<TagTriple> elements_;
  std::map<std::pair<html::TagId, html::TagId>, std::size_t> of_pair_;  // by the last two tags
  std::vector<std::size_t> marks_;  // by element: lost marks that it explains
  std::vector<bool> is_replaced_;
  std::size_t unknown_ = 0;
  std::size_t names_ = 0;
  std::size_t texts_ = 0;
};

// Explains new marks by the elements of pages that have them.
class GainedReader {
 public:
  GainedReader(const Drift& drift, Lost& lost, Causes& causes)
      : left_(drift.gained.begin(), drift.gained.end()),
        all_(left_),
        lost_(&lost),
        causes_(&causes) {}

  bool is_done() const { return left_.empty(); }

  void read(const dom::Tree& tree) {
    tree_ = &tree;
    elements_.assign(tree.size(), {});
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      read_place(i);
      read_names(i);
    }
    const auto is_wanted = [&](std::uint64_t mark) {
      return features::kind_of(mark) == features::MarkKind::kText &&
             left_.contains(static_cast<std::uint32_t>(mark));
    };
    for (const features::NamedMark& text : features::named_marks(tree, is_wanted)) {
      if (take(static_cast<std::uint32_t>(text.mark))) causes_->add("new text: " + text.name);
    }
  }

  void explain_rest() {
    std::array<std::size_t, kPlacelessKinds> counts{};
    for (const std::uint32_t mark : left_) ++counts[static_cast<std::size_t>(placeless_kind(mark))];
    causes_->add_count(counts[0], "new element", "");
    causes_->add_count(counts[1], "new name", "");
    causes_->add_count(counts[2], "new text", "");
  }

 private:
  struct Element {
    std::uint64_t path = features::kEmptyPath;
    bool is_known = true;   // its tag and those of its ancestors are known
    bool is_new = false;    // its mark was gained
    std::string_view part;  // of the page
    std::string cause;      // of a new element: that of the outermost one
  };

  html::TagId tag_of(std::uint32_t element) const { return tree_->tags[element]; }
  std::string name_of(std::uint32_t element) const {
    std::string buffer;
    return std::string(dom::element_name(*tree_, element, buffer));
  }

  bool is_frame(std::uint32_t element) const {
    return tag_of(element) == html::kTagHtml || tag_of(element) == html::kTagBody;
  }

  bool take(std::uint32_t mark) { return left_.erase(mark) > 0; }

  void read_place(std::uint32_t i) {
    Element& own = elements_[i];
    const bool is_root = i == 0;
    const std::uint32_t parent = tree_->parents[i];
    const Element above = is_root ? Element{} : elements_[parent];
    own.path = features::path_to_element(above.path, tag_of(i));
    own.is_known = above.is_known && (tag_of(i) & html::kUnknownTagBit) == 0;
    own.part = above.part.empty() ? kWholePage : above.part;
    TagTriple triple{.tag = tag_of(i)};
    if (!is_root) {
      triple.parent = tag_of(parent);
      if (parent != 0) triple.grandparent = tag_of(tree_->parents[parent]);
    }
    const std::uint32_t mark = own.is_known
                                   ? element_mark(triple.grandparent, triple.parent, triple.tag)
                                   : placed_element_mark(above.path, own.path);
    own.is_new = all_.contains(mark);
    if (own.is_new) {
      const bool is_first = take(mark);
      if (above.is_new) {
        own.cause = above.cause;
        if (is_first) causes_->add(own.cause);
      } else {
        own.cause = cause_of(i, triple, mark, is_first);
      }
    }
    set_part(i);
  }

  // The words for a new element that is not inside of another, the same for all that have its mark.
  std::string cause_of(std::uint32_t element, const TagTriple& triple, std::uint32_t mark,
                       bool is_first) {
    if (!is_first) {
      const auto known = cause_of_mark_.find(mark);
      if (known != cause_of_mark_.end()) return known->second;
    }
    const auto [replaced, marks] = lost_->replaced_by(triple);
    std::string what;
    if (replaced != html::kNoTag) {
      what = std::string(html::tag_name(replaced)) + " replaced by " + name_of(element);
    } else {
      const std::string noun = noun_of(tag_of(element));
      what = "new " + (noun.empty() ? name_of(element) : noun);
    }
    std::string cause = in_part(elements_[element].part, what);
    causes_->add(cause, marks + 1);
    cause_of_mark_[mark] = cause;
    return cause;
  }

  // The part of the page in which the content of an element is.
  void set_part(std::uint32_t i) {
    Element& own = elements_[i];
    std::string_view part = part_of_tag(tag_of(i));
    for (const dom::Attribute& attribute : tree_->attributes_of(i)) {
      if (!part.empty()) break;
      if (attribute.known != dom::AttributeName::kId &&
          attribute.known != dom::AttributeName::kClass &&
          attribute.known != dom::AttributeName::kRole) {
        continue;
      }
      part = part_of_value(tree_->view(attribute.value));
    }
    // What is called content inside of a footer is still of the footer.
    if (part.empty() || (part == kMainColumn && own.part != kWholePage)) return;
    if (!is_frame(i)) own.part = part;
  }

  // Explains a name of an element: by the element, if that is new.
  void add_name(std::uint32_t element, std::uint32_t mark, std::string_view kind,
                std::string_view value) {
    if (!take(mark)) return;
    const Element& own = elements_[element];
    if (own.is_new) {
      causes_->add(own.cause);
      return;
    }
    const std::string what = name_of(element) + " " + std::string(kind) + std::string(value);
    causes_->add(is_frame(element) ? what : in_part(own.part, what));
  }

  void read_names(std::uint32_t i) {
    using features::MarkKind;
    features::visit_declarations(*tree_, i, elements_[i].path,
                                 [&](const features::Declaration& declared) {
                                   add_name(i, static_cast<std::uint32_t>(declared.mark),
                                            word_of(declared.kind), declared.value);
                                 });
    const auto add = [&](MarkKind kind, std::string_view word, std::string_view value,
                         std::uint64_t seed) {
      std::string general;
      const std::string_view without_numbers = features::generalise_digits(value, general);
      const std::uint64_t mark = features::make_mark(0, kind, hash_bytes(without_numbers, seed));
      // Near the root, numbers may name a kind of page.
      add_name(i, static_cast<std::uint32_t>(mark), word, is_frame(i) ? value : without_numbers);
    };
    for (const dom::Attribute& attribute : tree_->attributes_of(i)) {
      std::string decoded;
      const std::string_view value =
          html::decode_references(tree_->view(attribute.value), true, decoded);
      const features::MarkedAttribute marked = features::marked_attribute(attribute.known);
      if (attribute.known == dom::AttributeName::kClass) {
        for (std::size_t at = 0; at < value.size();) {
          const std::size_t begin = at;
          while (at < value.size() && !features::is_white_space(value[at])) ++at;
          if (at > begin) add(MarkKind::kClass, "class ", value.substr(begin, at - begin), 0);
          ++at;
        }
      } else if (attribute.known == dom::AttributeName::kId) {
        if (!value.empty()) add(MarkKind::kId, "id ", value, 0);
      } else if (!marked.name.empty()) {
        add(MarkKind::kAttribute, std::string(marked.name) + "=",
            value.substr(0, features::kMaxAttributeValue), marked.number);
      }
    }
  }

  static std::string_view word_of(features::DeclarationKind kind) {
    switch (kind) {
      case features::DeclarationKind::kClass:
        return "class ";
      case features::DeclarationKind::kId:
        return "id ";
      case features::DeclarationKind::kMeta:
        return "type ";
      case features::DeclarationKind::kJsonLd:
        return "JSON-LD ";
      case features::DeclarationKind::kItemtype:
        break;
    }
    return "itemtype ";
  }

  const dom::Tree* tree_ = nullptr;
  std::vector<Element> elements_;
  Marks left_;  // not explained so far
  Marks all_;
  std::unordered_map<std::uint32_t, std::string> cause_of_mark_;
  Lost* lost_;
  Causes* causes_;
};

void explain_drift(Drift& drift, const TagTriples& triples, const WitnessPage& page_of) {
  Causes causes;
  Lost lost(drift, triples);
  GainedReader gained(drift, lost, causes);
  std::size_t pages = 0;
  for (const std::uint32_t witness : drift.witnesses) {
    if (gained.is_done() || pages == kMostPagesRead) break;
    const std::optional<Page> page = page_of(witness);
    if (!page) continue;
    ++pages;
    features::read_marked_tree(*page, [&](const dom::Tree& tree) { gained.read(tree); });
  }
  gained.explain_rest();
  lost.explain(causes);
  drift.causes = causes.most_first();
}

}  // namespace

void explain_drifts(std::span<Drift* const> drifts, const WitnessPage& page_of) {
  Marks lost_elements;
  for (const Drift* const drift : drifts) {
    for (const std::uint32_t mark : drift->lost) {
      if (placeless_kind(mark) == PlacelessKind::kTag) lost_elements.insert(mark);
    }
  }
  const TagTriples triples = find_elements(lost_elements);
  for (Drift* const drift : drifts) explain_drift(*drift, triples, page_of);
}

}  // namespace pagekin::recognise
