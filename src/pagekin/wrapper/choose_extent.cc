#include "pagekin/wrapper/choose_extent.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/sorted.h"
#include "pagekin/wrapper/text_breaks.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kWordsOfProse = 7;  // a value with so many words is prose
constexpr double kFewIntruded = 0.02;     // pages on which a container may hold something foreign
constexpr int kLevelsAround = 2;          // elements around a text that may hold more of it
constexpr double kFewWithout = 0.1;       // pages on which it may be missing

bool is_prose(std::string_view value) {
  return static_cast<std::size_t>(std::ranges::count(value, ' ')) + 1 >= kWordsOfProse;
}

// Elements that stand between the paragraphs of a text.
bool is_block_of_text(html::TagId tag) {
  constexpr std::array<html::TagId, 8> tags = {html::kTagP,          html::kTagUl,    html::kTagOl,
                                               html::kTagBlockquote, html::kTagPre,   html::kTagDl,
                                               html::kTagTable,      html::kTagFigure};
  return std::ranges::find(tags, tag) != tags.end();
}

class ExtentChooser {
 public:
  ExtentChooser(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes)
      : pages_(pages), vocabulary_(pages.vocabulary()), field_(field), votes_(votes) {}

  Extent choose() const {
    if (field_.placed.empty() || field_.in_attribute) return {};
    if (field_.kind == PlaceKind::kRun) return run_of_labels();
    if (field_.kind != PlaceKind::kText) return {};
    return field_.is_list() ? list_extent() : single_extent();
  }

 private:
  Extent run_of_labels() const {
    const SlotRange range = principal(field_.placed.front());
    Extent run{.kind = Extent::Kind::kRun, .texts = range.last - range.first + 1};
    if (!find_ends(run)) {
      run.ends.clear();
      run.ends_with_container = false;
    }
    return run;
  }

  // Sets where labelled runs end: before a text of the template, before an element with a name, or
  // with the element around them. Whether each of them does, where it should.
  bool find_ends(Extent& run) const {
    const PlacedField::Placed& first = field_.placed.front();
    const SlotRange labelled = principal(first);
    const PageSlots& page = pages_[first.page];
    const Extent around = extent_of(page, element_around(page, labelled.first, labelled.last));
    run.container = around.container;
    run.depth = around.depth;
    for (const PlacedField::Placed& placed : field_.placed) {
      if (!add_end(pages_[placed.page], principal(placed), run)) return false;
    }
    sort_unique(run.ends);
    return std::ranges::all_of(field_.placed, [&](const PlacedField::Placed& placed) {
      const SlotRange range = principal(placed);
      return end_of_run(pages_[placed.page], vocabulary_, run, range.first) == range.last;
    });
  }

  bool add_end(const PageSlots& page, const SlotRange& range, Extent& run) const {
    const std::uint32_t container = container_of(page, vocabulary_, run, range.first);
    if (container == kNone || page.elements[container].last_text < range.last) return false;
    if (page.elements[container].last_text == range.last) {
      run.ends_with_container = true;
      return true;
    }
    const std::size_t known = run.ends.size();
    const std::uint32_t next = range.last + 1;
    if (has_label(page, vocabulary_, {next, next})) run.ends.push_back(page.slots[next].label);
    const std::uint32_t child = child_with(page, container, next);
    if (child == kNone || page.elements[child].first_text != next) return run.ends.size() > known;
    const std::uint64_t identity = identity_of(page, vocabulary_, child);
    if (identity != identity_of_tag(page.elements[child].tag)) run.ends.push_back(identity);
    return run.ends.size() > known;
  }

  // The place of the labelled value that the selectors found.
  SlotRange principal(const PlacedField::Placed& placed) const {
    const std::uint32_t winner = votes_.slots[placed.page];
    const auto found = std::ranges::find_if(placed.ranges, [&](const SlotRange& range) {
      return winner != kNone && winner >= range.first && winner <= range.last;
    });
    return found == placed.ranges.end() ? placed.ranges.front() : *found;
  }

  Extent extent_of(const PageSlots& page, std::uint32_t element) const {
    const Element& one = page.elements[element];
    return {.kind = Extent::Kind::kContainer,
            .container = identity_of(page, vocabulary_, element),
            .depth = one.depth,
            .has_navigation = has_navigation(page, {one.first_text, one.last_text})};
  }

  // Elements that hold exactly the labelled value on all labelled pages, the lowest first.
  std::vector<Extent> exact_containers() const {
    std::vector<Extent> exact;
    const PlacedField::Placed& first = field_.placed.front();
    if (first.element != kNone) return {extent_of(pages_[first.page], first.element)};
    for (const std::uint32_t element : elements_with(pages_[first.page], principal(first))) {
      exact.push_back(extent_of(pages_[first.page], element));
    }
    std::erase_if(exact, [&](const Extent& extent) {
      return std::ranges::any_of(field_.placed, [&](const PlacedField::Placed& placed) {
        const SlotRange range = principal(placed);
        const PageSlots& page = pages_[placed.page];
        return container_of(page, vocabulary_, extent, range.first) == kNone ||
               range_of(page, vocabulary_, extent, range.first) != range;
      });
    });
    return exact;
  }

  Extent single_extent() const {
    const std::vector<Extent> exact = exact_containers();
    if (exact.empty()) {
      const SlotRange range = principal(field_.placed.front());
      const Extent run = range.first == range.last ? Extent{} : run_of_labels();
      return is_labelled_prose() ? container_between_labels(run).value_or(run) : run;
    }
    std::size_t chosen = 0;
    const bool is_certain = field_.placed.front().element != kNone;
    while (!is_certain && chosen + 1 < exact.size() && may_grow(exact[chosen], exact[chosen + 1])) {
      ++chosen;
    }
    Extent extent = exact[chosen];
    if (!is_certain && is_labelled_prose()) {
      if (const std::optional<Extent> wider = container_between_labels(extent)) return *wider;
    }
    extent.labels = labels_in(extent);
    const SlotRange labelled = principal(field_.placed.front());
    if (labelled.last > labelled.first) {
      extent.texts = labelled.last - labelled.first + 1;
    } else if (!is_certain && chosen == 0 && !may_grow({}, extent)) {
      return {};
    }
    if (!is_labelled_prose()) extent.item = repeated_item(exact, chosen);
    return extent;
  }

  // What labels mean in the container of values that have none or some.
  Extent::Labels labels_in(const Extent& extent) const {
    const bool have_some =
        std::ranges::any_of(field_.placed, [&](const PlacedField::Placed& placed) {
          const PageSlots& page = pages_[placed.page];
          return has_label(page, vocabulary_,
                           range_of(page, vocabulary_, extent, principal(placed).first));
        });
    if (have_some) return Extent::Labels::kBelong;
    return is_labelled_prose() ? Extent::Labels::kUnknown : Extent::Labels::kForeign;
  }

  // A wider container that has only texts of the template around the labelled text, where other
  // pages have more paragraphs in it.
  std::optional<Extent> container_between_labels(const Extent& inner) const {
    const PlacedField::Placed& first = field_.placed.front();
    const PageSlots& page = pages_[first.page];
    const SlotRange labelled = principal(first);
    std::uint32_t at = page.slots[labelled.first].element;
    for (int level = 0; level < kLevelsAround && at != kNone; at = page.elements[at].parent) {
      const Element& around = page.elements[at];
      if (around.last_text < labelled.last) continue;
      if (around.first_text == labelled.first && around.last_text == labelled.last) continue;
      ++level;
      Extent outer = extent_of(page, at);
      outer.labels = Extent::Labels::kAround;
      const bool is_exact =
          std::ranges::all_of(field_.placed, [&](const PlacedField::Placed& placed) {
            const SlotRange range = principal(placed);
            return container_of(pages_[placed.page], vocabulary_, outer, range.first) != kNone &&
                   range_of(pages_[placed.page], vocabulary_, outer, range.first) == range;
          });
      if (!is_exact) break;
      if (has_more(inner, outer)) return outer;
    }
    return std::nullopt;
  }

  // Whether `outer` has more on some pages, and never a label between what it has.
  bool has_more(const Extent& inner, const Extent& outer) const {
    std::size_t answered = 0;
    std::size_t more = 0;
    std::size_t intruded = 0;
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      const std::uint32_t winner = votes_.slots[p];
      if (winner == kNone || pages_[p].slots[winner].source != Source::kText) continue;
      ++answered;
      const SlotRange range = range_of(pages_[p], vocabulary_, outer, winner);
      if (range.first == kNone) {
        ++intruded;
        continue;
      }
      more += range != range_of(pages_[p], vocabulary_, inner, winner) ? 1 : 0;
      intruded += is_in_blocks(pages_[p], outer, range, winner) ? 0 : 1;
    }
    return static_cast<double>(more) >= kFewWithout * static_cast<double>(answered) &&
           static_cast<double>(intruded) <= kFewWithout * static_cast<double>(answered);
  }

  // Whether all texts are in paragraphs and the like, and none is a label.
  bool is_in_blocks(const PageSlots& page, const Extent& outer, const SlotRange& range,
                    std::uint32_t winner) const {
    const std::uint32_t element = container_of(page, vocabulary_, outer, winner);
    const std::uint32_t own = child_with(page, element, winner);
    if (own == kNone || has_label(page, vocabulary_, range)) return false;
    for (std::uint32_t text = range.first; text <= range.last; ++text) {
      const std::uint32_t child = child_with(page, element, text);
      const bool is_block = child != kNone && (page.elements[child].tag == page.elements[own].tag ||
                                               is_block_of_text(page.elements[child].tag));
      if (!is_block) return false;
    }
    return true;
  }

  bool is_labelled_prose() const {
    return std::ranges::any_of(field_.placed, [&](const PlacedField::Placed& placed) {
      const SlotRange range = principal(placed);
      return is_prose(pages_[placed.page].joined(range.first, range.last));
    });
  }

  // Whether nothing foreign joins the value if its container is `outer` in place of `inner`.
  bool may_grow(const Extent& inner, const Extent& outer) const {
    std::size_t answered = 0;
    std::size_t intruded = 0;
    std::size_t without = 0;
    const bool prose = is_labelled_prose();
    const std::vector<std::uint64_t> empty =
        prose ? names_of_empty(outer) : std::vector<std::uint64_t>();
    for (std::uint32_t p = 0; p < pages_.size(); ++p) {
      const std::uint32_t winner = votes_.slots[p];
      if (winner == kNone || pages_[p].slots[winner].source != Source::kText) continue;
      ++answered;
      const std::uint32_t element = container_of(pages_[p], vocabulary_, outer, winner);
      if (element == kNone) {
        ++without;
        continue;
      }
      const SlotRange before = range_of(pages_[p], vocabulary_, inner, winner);
      if (has_one_of(empty, pages_[p], element, before)) return false;
      intruded += has_intruder(pages_[p], element, before, winner, prose) ? 1 : 0;
    }
    return static_cast<double>(intruded) <= kFewIntruded * static_cast<double>(answered) &&
           static_cast<double>(without) <= kFewWithout * static_cast<double>(answered);
  }

  // The identities of elements with a name and without texts in the container of a labelled value,
  // ascending. What other pages have there is not of the value: the label had the chance to say so.
  std::vector<std::uint64_t> names_of_empty(const Extent& outer) const {
    std::vector<std::uint64_t> names;
    for (const PlacedField::Placed& placed : field_.placed) {
      const PageSlots& page = pages_[placed.page];
      const std::uint32_t container =
          container_of(page, vocabulary_, outer, principal(placed).first);
      for (std::uint32_t at = 0; at < page.elements.size(); ++at) {
        if (page.elements[at].first_text != kNone || page.elements[at].token_count == 0) continue;
        std::uint32_t above = page.elements[at].parent;
        while (above != kNone && above != container) above = page.elements[above].parent;
        const std::uint64_t identity = identity_of(page, vocabulary_, at);
        if (above == kNone || identity == identity_of_tag(page.elements[at].tag)) continue;
        names.push_back(identity);
      }
    }
    sort_unique(names);
    return names;
  }

  // Whether a text of the element that is not in `before` is in an element of these.
  bool has_one_of(const std::vector<std::uint64_t>& names, const PageSlots& page,
                  std::uint32_t element, const SlotRange& before) const {
    if (names.empty() || before.first == kNone) return false;
    const Element& outer = page.elements[element];
    for (std::uint32_t text = outer.first_text; text <= outer.last_text; ++text) {
      if (text >= before.first && text <= before.last) continue;
      for (std::uint32_t at = page.slots[text].element; at != element && at != kNone;
           at = page.elements[at].parent) {
        const Element& one = page.elements[at];
        if (one.first_text <= before.first && one.last_text >= before.last) break;
        if (std::ranges::binary_search(names, identity_of(page, vocabulary_, at))) return true;
      }
    }
    return false;
  }

  bool has_intruder(const PageSlots& page, std::uint32_t element, const SlotRange& before,
                    std::uint32_t winner, bool prose) const {
    const Element& outer = page.elements[element];
    for (std::uint32_t text = outer.first_text; text <= outer.last_text; ++text) {
      if (text >= before.first && text <= before.last) continue;
      const Slot& slot = page.slots[text];
      const auto [own, child] = where_they_part(page, winner, text);
      if (are_alike(page, own, child)) continue;
      if (slot.size <= kMaxLabelBytes && has_letters(page.value(text)) &&
          vocabulary_.labels.contains(slot.label)) {
        return true;
      }
      if (prose) continue;
      // Marked words of the line that is the value.
      const bool is_in_line = child != kNone && is_within_line(page.elements[child].tag) &&
                              page.tokens_of(page.elements[child]).empty();
      if (!is_in_line || own != kNone) return true;
    }
    return false;
  }

  // The children of the lowest element around both texts that have them; kNone: the text is that
  // element's own.
  static std::pair<std::uint32_t, std::uint32_t> where_they_part(const PageSlots& page,
                                                                 std::uint32_t a, std::uint32_t b) {
    std::pair<std::uint32_t, std::uint32_t> children{kNone, kNone};
    std::uint32_t at_a = page.slots[a].element;
    std::uint32_t at_b = page.slots[b].element;
    while (at_a != at_b) {
      const bool is_a = page.elements[at_a].depth >= page.elements[at_b].depth;
      std::uint32_t& at = is_a ? at_a : at_b;
      (is_a ? children.first : children.second) = at;
      at = page.elements[at].parent;
    }
    return children;
  }

  // Whether two children are of one kind. Names of few pages are not in the identity, but elements
  // whose names have nothing in common are of two kinds.
  bool are_alike(const PageSlots& page, std::uint32_t a, std::uint32_t b) const {
    if (a == kNone || b == kNone ||
        identity_of(page, vocabulary_, a) != identity_of(page, vocabulary_, b)) {
      return false;
    }
    return may_have_one_name(page, a, b);
  }

  // The identity of elements in the container that hold one value each, where pages have several;
  // 0: none.
  std::uint64_t repeated_item(const std::vector<Extent>& exact, std::size_t chosen) const {
    for (std::size_t i = 0; i < chosen; ++i) {
      Extent extent = exact[chosen];
      extent.item = exact[i].container;
      if (extent.item == extent.container) continue;
      std::size_t several = 0;
      bool covers_all = true;
      for (std::uint32_t p = 0; p < pages_.size() && covers_all; ++p) {
        const std::uint32_t winner = votes_.slots[p];
        if (winner == kNone || pages_[p].slots[winner].source != Source::kText) continue;
        const std::uint32_t element = container_of(pages_[p], vocabulary_, extent, winner);
        if (element == kNone) continue;
        const Element& container = pages_[p].elements[element];
        if (container.first_text == container.last_text) continue;
        const std::vector<SlotRange> items = items_of(pages_[p], vocabulary_, extent, winner);
        several += items.size() > 1 ? 1 : 0;
        covers_all = covers(pages_[p], container, items);
      }
      if (several > 0 && covers_all) return extent.item;
    }
    return 0;
  }

  // Whether all texts with letters or digits are in items.
  static bool covers(const PageSlots& page, const Element& container,
                     const std::vector<SlotRange>& items) {
    auto item = items.begin();
    for (std::uint32_t text = container.first_text; text <= container.last_text; ++text) {
      while (item != items.end() && item->last < text) ++item;
      const bool is_inside = item != items.end() && item->first <= text;
      if (!is_inside && std::ranges::any_of(page.value(text), is_word_byte)) return false;
    }
    return true;
  }

  // The lowest element around the winner that has all labelled values of its page.
  std::uint32_t common_container(const PlacedField::Placed& placed) const {
    const PageSlots& page = pages_[placed.page];
    std::uint32_t at = page.slots[principal(placed).first].element;
    for (; at != kNone; at = page.elements[at].parent) {
      const Element& one = page.elements[at];
      std::vector<std::string> values;
      for (const SlotRange& range : placed.ranges) {
        if (range.first < one.first_text || range.last > one.last_text) continue;
        values.push_back(without_blanks(page.joined(range.first, range.last)));
      }
      const bool has_all = std::ranges::all_of(placed.values, [&](const std::string& value) {
        return std::ranges::find(values, without_blanks(value)) != values.end();
      });
      if (has_all) break;
    }
    return at;
  }

  static std::string without_blanks(std::string_view text) {
    std::string bare(text);
    std::erase(bare, ' ');
    return bare;
  }

  bool gives_labels(const Extent& extent, const PlacedField::Placed& placed) const {
    const PageSlots& page = pages_[placed.page];
    const SlotRange range = principal(placed);
    const std::vector<SlotRange> items = items_of(page, vocabulary_, extent, range.first);
    if (items.size() != placed.values.size()) return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (without_blanks(page.joined(items[i].first, items[i].last)) !=
          without_blanks(placed.values[i])) {
        return false;
      }
    }
    return true;
  }

  Extent list_extent() const {
    const auto several = std::ranges::find_if(
        field_.placed, [](const PlacedField::Placed& placed) { return placed.distinct > 1; });
    if (several->values.empty()) return {};  // labelled by paths: see list_keys.h
    const PageSlots& page = pages_[several->page];
    const std::uint32_t common = common_container(*several);
    if (common == kNone) return {};
    Extent extent = extent_of(page, common);
    for (std::uint32_t at = page.slots[principal(*several).first].element;
         at != common && at != kNone; at = page.elements[at].parent) {
      extent.item = identity_of(page, vocabulary_, at);
      if (extent.item == extent.container) continue;
      const bool is_right = std::ranges::all_of(
          field_.placed,
          [&](const PlacedField::Placed& placed) { return gives_labels(extent, placed); });
      if (is_right) return extent;
    }
    return {};
  }

  const TemplatePages& pages_;
  const Vocabulary& vocabulary_;
  const PlacedField& field_;
  const FieldVotes& votes_;
};

}  // namespace

Extent choose_extent(const TemplatePages& pages, const PlacedField& field,
                     const FieldVotes& votes) {
  return ExtentChooser(pages, field, votes).choose();
}

}  // namespace pagekin::wrapper
