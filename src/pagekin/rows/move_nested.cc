#include "pagekin/rows/move_nested.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "pagekin/core/sorted.h"
#include "pagekin/html/tag_set.h"
#include "pagekin/rows/layout_names.h"

namespace pagekin::rows {
namespace {

constexpr int kSteps = 4;

bool may_nest(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagLi,      html::kTagDiv, html::kTagArticle,
                              html::kTagSection, html::kTagTr,  html::kTagDd};
  return tags.has(tag);
}

bool is_list(html::TagId tag) { return tag == html::kTagUl || tag == html::kTagOl; }

class Nesting {
 public:
  explicit Nesting(RowPage& page) : page_(page) {}

  void run() {
    lift_skipped_lists();
    for (std::uint32_t i = 1; i < page_.elements.size(); ++i) {
      if (!page_.elements[i].is_shown || !may_nest(page_.elements[i].tag)) continue;
      std::uint32_t above = page_.elements[i].parent;
      for (int step = 0; step < kSteps && above != kNone; ++step) {
        if (is_nested(above, i)) {
          moves_.emplace_back(above, i);
          break;
        }
        above = page_.elements[above].parent;
      }
    }
    std::map<std::uint32_t, std::uint32_t> outermost;  // of a moved element
    std::map<std::uint32_t, std::uint32_t> last;       // the last one behind it
    for (const auto& [above, element] : moves_) {
      std::uint32_t top = above;
      for (auto at = outermost.find(top); at != outermost.end(); at = outermost.find(top)) {
        top = at->second;
      }
      take_out(element);
      const auto behind = last.find(top);
      const std::uint32_t before = behind == last.end() ? top : behind->second;
      page_.elements[element].parent = page_.elements[top].parent;
      page_.elements[element].next = page_.elements[before].next;
      page_.elements[before].next = element;
      last[top] = element;
      outermost[element] = top;
    }
  }

 private:
  // Replaces a list that stands directly in a list by its items. Elements come after their parents,
  // so the inner ones go first.
  void lift_skipped_lists() {
    for (auto i = static_cast<std::uint32_t>(page_.elements.size()); i-- > 1;) {
      const RowElement& list = page_.elements[i];
      if (!list.is_shown || !is_list(list.tag) || list.parent == kNone ||
          !is_list(page_.elements[list.parent].tag) || list.first_child == kNone) {
        continue;
      }
      std::uint32_t last = kNone;
      for (std::uint32_t c = list.first_child; c != kNone; c = page_.elements[c].next) {
        page_.elements[c].parent = list.parent;
        last = c;
      }
      page_.elements[last].next = i;
      std::uint32_t* link = &page_.elements[list.parent].first_child;
      while (*link != i) link = &page_.elements[*link].next;
      *link = list.first_child;
      page_.elements[i].first_child = kNone;
    }
  }

  using Kinds = std::vector<std::pair<html::TagId, std::uint32_t>>;

  // Tag and first class name of the children, ascending.
  Kinds kinds_of(std::uint32_t element) const {
    Kinds kinds;
    for (std::uint32_t c = page_.elements[element].first_child; c != kNone;
         c = page_.elements[c].next) {
      const auto classes = page_.classes_of(c);
      kinds.emplace_back(page_.elements[c].tag, classes.empty() ? kNone : classes.front());
    }
    sort_unique(kinds);
    return kinds;
  }

  bool is_nested(std::uint32_t above, std::uint32_t element) const {
    const RowElement& outer = page_.elements[above];
    const RowElement& inner = page_.elements[element];
    if (outer.tag != inner.tag || outer.parent == kNone) return false;
    const auto outer_classes = page_.classes_of(above);
    const auto inner_classes = page_.classes_of(element);
    const bool share_name = std::ranges::any_of(inner_classes, [&](std::uint32_t name) {
      return std::ranges::find(outer_classes, name) != outer_classes.end() &&
             !is_layout_name(page_.names[name]);
    });
    const bool are_plain =
        outer_classes.empty() && inner_classes.empty() && outer.tag == html::kTagLi;
    if (!share_name && !are_plain) return false;
    if (inner_classes.empty() &&
        page_.elements[inner.parent].tag != page_.elements[outer.parent].tag) {
      return false;
    }
    const Kinds a = kinds_of(above);
    const Kinds b = kinds_of(element);
    if (a.empty() || b.empty() || (a.size() < 2 && inner.tag != html::kTagLi)) return false;
    return 2 * count_common(a, b) >= std::min(a.size(), b.size());
  }

  void take_out(std::uint32_t element) {
    std::uint32_t* link = &page_.elements[page_.elements[element].parent].first_child;
    while (*link != element) link = &page_.elements[*link].next;
    *link = page_.elements[element].next;
  }

  RowPage& page_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves_;
};

}  // namespace

void move_nested(RowPage& page) { Nesting(page).run(); }

}  // namespace pagekin::rows
