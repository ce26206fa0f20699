#include "pagekin/picture/outline.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/html/character_references.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/picture/visible_page.h"

namespace pagekin::picture {
namespace {

using dom::AttributeName;
using dom::Tree;

constexpr std::size_t kMostLabelBytes = 60;

// Elements that have no node of their own.
constexpr html::TagSet kFormatting =
    html::kFormats |
    html::TagSet{html::kTagBr, html::kTagOptgroup, html::kTagOption, html::kTagTbody};

bool has_digit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view first_word_without_digit(std::string_view list) {
  constexpr std::string_view blanks = " \t\n\f\r";
  while (true) {
    const std::size_t begin = list.find_first_not_of(blanks);
    if (begin == list.npos) return {};
    list.remove_prefix(begin);
    const std::string_view word = list.substr(0, list.find_first_of(blanks));
    if (!has_digit(word)) return word;
    list.remove_prefix(word.size());
  }
}

class OutlineBuilder {
 public:
  explicit OutlineBuilder(const Tree& tree) : tree_(tree) {}

  Outline build() {
    outline_.node_of.assign(tree_.size(), Outline::no_node);
    for (std::uint32_t element = 0; element < tree_.size(); ++element) {
      const std::uint32_t parent = tree_.parents[element];
      const html::TagId tag = tree_.tags[element];
      if (element == 0 || is_never_shown(tag)) {
        if (element != 0) element += tree_.sizes[element] - 1;  // nothing of it
        continue;
      }
      const std::uint32_t above = outline_.node_of[parent];
      const bool is_root = outline_.nodes.empty();
      const bool is_inside_picture =
          tree_.tags[parent] == html::kTagSvg || tree_.namespaces[parent] != dom::Namespace::kHtml;
      if (is_root) {
        add(element, 0, 0);
      } else if (above == Outline::no_node) {
        add(element, 0, outline_.nodes.front().place);  // a second root, as a frameset may have
      } else if (kFormatting.has(tag) || is_inside_picture || is_plain_span(element) ||
                 outline_.nodes.size() >= kMostNodes) {
        outline_.node_of[element] = above;
      } else {
        add(element, above, outline_.nodes[above].place);
      }
    }
    add_texts();
    return std::move(outline_);
  }

 private:
  bool is_plain_span(std::uint32_t element) const {
    return tree_.tags[element] == html::kTagSpan &&
           dom::spelled_value(tree_, element, AttributeName::kClass).empty() &&
           dom::spelled_value(tree_, element, AttributeName::kId).empty();
  }

  void add(std::uint32_t element, std::uint32_t parent, std::uint64_t above) {
    const html::TagId tag = tree_.tags[element];
    const std::string_view known = html::tag_name(tag);
    std::string label = known.empty() ? name_in_source(element) : std::string(known);
    // The body has the same place on all pages, whatever classes it has.
    const bool is_root = outline_.nodes.empty();
    const std::string_view id =
        is_root ? "" : dom::spelled_value(tree_, element, AttributeName::kId);
    if (!id.empty() && !has_digit(id)) label += "#" + std::string(trim(id, " \t\n\f\r"));
    const std::string_view word =
        is_root
            ? ""
            : first_word_without_digit(dom::spelled_value(tree_, element, AttributeName::kClass));
    if (!word.empty()) label += "." + std::string(word);
    label = clipped(to_valid_utf8(label), kMostLabelBytes);
    const auto [known_label, is_new] =
        numbers_.try_emplace(label, static_cast<std::uint32_t>(outline_.labels.size()));
    OutlineNode node{.parent = parent,
                     .label = known_label->second,
                     .place = hash_bytes(label, above),
                     .text_hash = 0,
                     .text = {}};
    if (is_new) outline_.labels.push_back(std::move(label));
    outline_.node_of[element] = static_cast<std::uint32_t>(outline_.nodes.size());
    outline_.nodes.push_back(std::move(node));
  }

  // Of an element whose tag is not known.
  std::string name_in_source(std::uint32_t element) const {
    const std::uint32_t offset = tree_.offsets[element];
    if (offset == Tree::no_offset || offset >= tree_.source.size()) return "?";
    const std::string_view rest = tree_.source.substr(offset + std::size_t{1}, kMostLabelBytes);
    return lower_case(rest.substr(0, rest.find_first_of(" \t\n\f\r/>")));
  }

  void add_texts() {
    std::string buffer;
    for (const dom::TextLeaf& leaf : tree_.texts) {
      const std::uint32_t number = outline_.node_of[leaf.parent];
      if (number == Outline::no_node) continue;
      OutlineNode& node = outline_.nodes[number];
      for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
        const std::string_view raw = tree_.view(tree_.text_spans[leaf.first_span + i]);
        const std::string_view text = trim(raw, " \t\n\f\r");
        if (text.empty()) continue;
        node.text_hash = hash_bytes(text, node.text_hash + 1);
        if (node.text.size() < kMostTextBytes) append(node.text, text, buffer);
      }
    }
  }

  static void append(std::string& to, std::string_view raw, std::string& buffer) {
    const std::string_view text =
        html::decode_references(raw.substr(0, 8 * kMostTextBytes), false, buffer);
    if (!to.empty()) to += ' ';
    bool is_blank = false;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
      if (blank && is_blank) continue;
      to += blank ? ' ' : c;
      is_blank = blank;
      if (to.size() > kMostTextBytes + 4) break;
    }
    to = to_valid_utf8(clipped(to, kMostTextBytes));
  }

  const Tree& tree_;
  Outline outline_;
  std::unordered_map<std::string, std::uint32_t, KeyedHash> numbers_;  // of labels
};

}  // namespace

Outline outline_of(const dom::Tree& tree) { return OutlineBuilder(tree).build(); }

std::string path_of(const Outline& outline, std::uint32_t node, std::size_t most) {
  std::string path = outline.label(outline.nodes[node]);
  for (std::size_t i = 1; i < most && node != 0; ++i) {
    node = outline.nodes[node].parent;
    if (node == 0) break;  // the body says nothing
    path = outline.label(outline.nodes[node]) + " > " + path;
  }
  return path;
}

}  // namespace pagekin::picture
