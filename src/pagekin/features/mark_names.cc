#include "pagekin/features/mark_names.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/features/declarations.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/features.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/features/short_text.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/features/white_space.h"
#include "pagekin/html/character_references.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::features {
namespace {

constexpr std::size_t kMaxSteps = 4;  // of a path that are shown

// Numbered from 1, as in marks().
constexpr std::pair<dom::AttributeName, std::string_view> kMarkedAttributes[] = {
    {dom::AttributeName::kRel, "rel"},           {dom::AttributeName::kName, "name"},
    {dom::AttributeName::kProperty, "property"}, {dom::AttributeName::kType, "type"},
    {dom::AttributeName::kItemprop, "itemprop"}, {dom::AttributeName::kRole, "role"},
    {dom::AttributeName::kItemtype, "itemtype"}, {dom::AttributeName::kHttpEquiv, "http-equiv"},
};

// Elements that name a region of a page.
constexpr bool is_landmark(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagMain,   html::kTagNav,   html::kTagHeader,
                              html::kTagFooter, html::kTagAside, html::kTagArticle,
                              html::kTagForm};
  return tags.has(tag);
}

class Namer {
 public:
  Namer(const dom::Tree& tree, const WantsName& wants) : tree_(&tree), wants_(&wants) {}

  std::vector<NamedMark> run() {
    paths_.resize(tree_->size());
    std::vector<bool> is_read(tree_->attributes.size());
    for (std::uint32_t i = 0; i < tree_->size(); ++i) {
      const std::uint64_t above = i == 0 ? kEmptyPath : paths_[tree_->parents[i]];
      paths_[i] = path_to_element(above, tree_->tags[i]);
      add(make_mark(above, MarkKind::kPath, paths_[i]), [&] { return path_name(i); });

      const dom::AttributeRange range = tree_->attribute_ranges[i];
      if (range.count == 0 || is_read[range.begin]) continue;
      is_read[range.begin] = true;
      visit_declarations(*tree_, i, paths_[i], [&](const Declaration& declaration) {
        add(declaration.mark, [&] { return declared_name(i, declaration); });
      });
      for (const dom::Attribute& attribute : tree_->attributes_of(i)) add_attribute(i, attribute);
    }
    for (const dom::TextLeaf& leaf : tree_->texts) add_text(leaf);
    return std::move(named_);
  }

 private:
  template <class MakeName>
  void add(std::uint64_t mark, const MakeName& make_name) {
    if (!*wants_ || (*wants_)(mark)) named_.push_back({mark, make_name()});
  }

  void add_attribute(std::uint32_t element, const dom::Attribute& attribute) {
    std::string decoded;
    std::string generalised;
    std::string_view value = html::decode_references(tree_->view(attribute.value), true, decoded);
    if (attribute.known == dom::AttributeName::kClass) {
      add_class_names(element, value);
    } else if (attribute.known == dom::AttributeName::kId) {
      if (value.empty()) return;
      value = generalise_digits(value, generalised);
      add(make_mark(paths_[element], MarkKind::kId, hash_bytes(value)),
          [&] { return name_of(element) + "#" + std::string(value); });
    } else {
      const MarkedAttribute known = marked_attribute(attribute.known);
      if (known.name.empty()) return;
      value = generalise_digits(value.substr(0, kMaxAttributeValue), generalised);
      add(make_mark(paths_[element], MarkKind::kAttribute, hash_bytes(value, known.number)), [&] {
        return around(element) + name_of(element) + "[" + std::string(known.name) + "=" +
               std::string(value) + "]";
      });
    }
  }

  void add_class_names(std::uint32_t element, std::string_view value) {
    std::string generalised;
    for_each_word(value, [&](std::string_view word) {
      const std::string_view name = generalise_digits(word, generalised);
      add(make_mark(paths_[element], MarkKind::kClass, hash_bytes(name)),
          [&] { return around(element) + name_of(element) + "." + std::string(name); });
    });
  }

  std::string declared_name(std::uint32_t element, const Declaration& declared) const {
    const std::string value(declared.value);
    switch (declared.kind) {
      case DeclarationKind::kClass:
        return around(element) + name_of(element) + "." + value;
      case DeclarationKind::kId:
        return name_of(element) + "#" + value;
      case DeclarationKind::kMeta:
        return "declared: type " + value;
      case DeclarationKind::kJsonLd:
        return "declared: JSON-LD " + value;
      case DeclarationKind::kItemtype:
        break;
    }
    return "declared: itemtype " + value;
  }

  void add_text(const dom::TextLeaf& leaf) {
    if (has_raw_text(tree_->tags[leaf.parent])) {
      visit_declarations(*tree_, leaf, [&](const Declaration& declaration) {
        add(declaration.mark, [&] { return declared_name(leaf.parent, declaration); });
      });
      return;
    }
    text_.clear();
    const bool is_short = visit_runs(*tree_, leaf, [&](dom::Span run) {
      const std::string_view bytes = tree_->view(run);
      return text_.append(bytes, bytes.size(), !is_cdata(*tree_, leaf.parent, run));
    });
    if (!is_short) return;
    const std::string_view text = text_.view();
    if (text.empty()) return;
    add(make_mark(paths_[leaf.parent], MarkKind::kText, hash_bytes(text)), [&] {
      return around(leaf.parent) + name_of(leaf.parent) + " \"" + std::string(text) + "\"";
    });
  }

  std::string name_of(std::uint32_t element) const {
    std::string buffer;
    return std::string(dom::element_name(*tree_, element, buffer));
  }

  // Returns the nearest landmark around an element and a space, or nothing.
  std::string around(std::uint32_t element) const {
    while (element != 0) {
      element = tree_->parents[element];
      if (is_landmark(tree_->tags[element])) return name_of(element) + " ";
    }
    return {};
  }

  std::string path_name(std::uint32_t element) const {
    std::string name = name_of(element);
    for (std::size_t steps = 1; element != 0; ++steps) {
      if (is_landmark(tree_->tags[element])) return name;
      const std::uint32_t parent = tree_->parents[element];
      if (parent == 0 && steps > 1) return name;  // everything is in html
      if (steps == kMaxSteps) return around(element) + name;
      name = name_of(parent) + " > " + name;
      element = parent;
    }
    return name;
  }

  const dom::Tree* tree_;
  const WantsName* wants_;
  std::vector<std::uint64_t> paths_;  // of the elements
  std::vector<NamedMark> named_;
  ShortText text_;
};

// Keeps the first name of each mark.
void make_names_unique(std::vector<NamedMark>& named) {
  std::ranges::stable_sort(named, {}, &NamedMark::mark);
  const auto same = [](const NamedMark& a, const NamedMark& b) { return a.mark == b.mark; };
  named.erase(std::unique(named.begin(), named.end(), same), named.end());
}

}  // namespace

MarkedAttribute marked_attribute(dom::AttributeName known) {
  for (std::size_t i = 0; i < std::size(kMarkedAttributes); ++i) {
    if (kMarkedAttributes[i].first == known) return {kMarkedAttributes[i].second, i + 1};
  }
  return {};
}

std::vector<NamedMark> named_marks(const dom::Tree& tree, const WantsName& wants) {
  std::vector<NamedMark> named = Namer(tree, wants).run();
  make_names_unique(named);
  return named;
}

std::vector<NamedMark> named_marks(const Page& page, const WantsName& wants) {
  std::vector<NamedMark> named = named_url_shape(page.id);
  if (wants)
    std::erase_if(named, [&](const NamedMark& named_mark) { return !wants(named_mark.mark); });
  read_marked_tree(page, [&](const dom::Tree& tree) {
    std::ranges::move(Namer(tree, wants).run(), std::back_inserter(named));
  });
  make_names_unique(named);
  return named;
}

}  // namespace pagekin::features
