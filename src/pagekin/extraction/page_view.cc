#include "pagekin/extraction/page_view.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/wrapper/node_query.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::extraction {
namespace {

using content::Source;
using wrapper::NodeQuery;

// A path of one step as the text that follows the path of the parent.
std::string text_of_step(NodeQuery::Step step) {
  NodeQuery query;
  query.steps.push_back(std::move(step));
  return wrapper::to_xpath(query).substr(1);
}

// Others are not always understood in paths.
bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_';
  });
}

class Viewing {
 public:
  explicit Viewing(const dom::Tree& tree) : tree_(tree), queried_(tree) {
    wrapper::read_slots(tree, {.keep_others = true}, slots_);
    std::vector<std::string> names;
    for (const std::string& name : slots_.other_names) {
      if (name.starts_with("data-") && is_name(name)) names.push_back(name);
    }
    slots_.take_others(names);
  }

  PageView view() {
    mark_elements();
    node_of_.assign(tree_.size(), kNoNode);
    own_texts_.assign(tree_.size(), 0);
    std::size_t text = 0;
    for (std::uint32_t element = 0; element < tree_.size(); ++element) {
      for (; text < tree_.texts.size() && tree_.texts[text].before <= element; ++text) {
        add_text(text);
      }
      if (has_value_[element]) add_element(element);
    }
    for (; text < tree_.texts.size(); ++text) add_text(text);
    return std::move(view_);
  }

 private:
  // Elements that hold a slot, and all around them.
  void mark_elements() {
    has_value_.assign(tree_.size(), false);
    for (const wrapper::Slot& slot : slots_.slots) {
      for (std::uint32_t e = slot.element; e != wrapper::kNone && !has_value_[e];
           e = slots_.elements[e].parent) {
        has_value_[e] = true;
      }
    }
    for (std::uint32_t i = 0; i < slots_.slots.size(); ++i) {
      if (slots_.slots[i].source != Source::kText) others_.emplace_back(slots_.slots[i].element, i);
    }
    std::ranges::stable_sort(others_, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
  }

  bool has_room() {
    if (view_.nodes.size() < kMostNodes) return true;
    view_.is_cut = true;
    return false;
  }

  std::string step_of(std::uint32_t element) const {
    const std::string_view tag = queried_.tag(element);
    NodeQuery::Step step{.tag = std::string(tag)};
    NodeQuery::Test test{.kind = NodeQuery::Test::Kind::kNthOfType,
                         .number = queried_.nth_of_type(element)};
    if (!is_name(tag)) {
      step.tag = "*";
      test.kind = NodeQuery::Test::Kind::kNthChild;
      test.number = queried_.nth_child(element);
    }
    step.tests.push_back(std::move(test));
    return text_of_step(std::move(step));
  }

  void add_element(std::uint32_t element) {
    const std::uint32_t parent = element == 0 ? kNoNode : node_of_[tree_.parents[element]];
    const bool is_known = element == 0 || parent != kNoNode;
    if (!is_known || !has_room()) return;
    node_of_[element] = static_cast<std::uint32_t>(view_.nodes.size());
    view_.nodes.push_back({.parent = parent, .kind = "element", .step = step_of(element)});
    for (; other_ < others_.size() && others_[other_].first <= element; ++other_) {
      if (others_[other_].first == element) add_slot(others_[other_].second, node_of_[element]);
    }
  }

  // An attribute, or a value of JSON-LD.
  void add_slot(std::uint32_t slot, std::uint32_t parent) {
    if (!has_room()) return;
    const Source source = slots_.slots[slot].source;
    const std::string name(slots_.attribute_name(slots_.slots[slot]));
    add_value(
        {.parent = parent,
         .kind = name,
         .step = source == Source::kJsonLd ? std::string(slots_.json_path(slot)) : "@" + name},
        slots_.value(slot));
  }

  // Texts that a path counts are those with more than the blanks of XML; texts that a label can
  // name are those with more than any white space.
  void add_text(std::size_t number) {
    const dom::TextLeaf& leaf = tree_.texts[number];
    if (features::is_raw_text(tree_, leaf.parent)) return;
    const std::string source = queried_.text_value(static_cast<std::uint32_t>(number));
    if (source.find_first_not_of(" \t\r\n") == std::string::npos) return;
    const std::uint32_t nth = ++own_texts_[leaf.parent];
    if (slot_ == slots_.text_count || features::readable_text(source).empty()) return;
    const std::uint32_t slot = slot_++;
    const std::uint32_t parent = node_of_[leaf.parent];
    if (parent == kNoNode || !has_room()) return;
    add_value({.parent = parent,
               .kind = "text",
               .step = "text()[normalize-space()][" + std::to_string(nth) + "]",
               .is_apart = slots_.slots[slot].is_apart},
              slots_.value(slot));
  }

  void add_value(PageNode node, std::string_view value) {
    node.is_cut = value.size() > kLongestText;
    node.text = to_valid_utf8(clipped(value, kLongestText));
    view_.nodes.push_back(std::move(node));
  }

  const dom::Tree& tree_;
  wrapper::QueriedTree queried_;
  wrapper::PageSlots slots_;
  std::vector<bool> has_value_;                                  // by element
  std::vector<std::pair<std::uint32_t, std::uint32_t>> others_;  // element and slot, no texts
  std::size_t other_ = 0;
  std::uint32_t slot_ = 0;                // the next text
  std::vector<std::uint32_t> node_of_;    // by element
  std::vector<std::uint32_t> own_texts_;  // by element: of them seen so far
  PageView view_;
};

}  // namespace

PageView view_page(const Page& page) {
  PageView view;
  features::read_page_tree(page, kSlotTree, 0,
                           [&](const dom::Tree& tree) { view = Viewing(tree).view(); });
  return view;
}

}  // namespace pagekin::extraction
