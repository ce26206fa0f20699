#include "pagekin/wrapper/foreign_labels.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <unordered_set>

#include "pagekin/wrapper/keys.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::uint32_t kFewestSure = 2;  // pages that show that a label is of another field
constexpr double kSureShare = 0.3;        // of pages on which a field stands behind its own label
constexpr double kDistinguishedByDigits = 0.3;  // of pages with a label whose digits count
constexpr std::size_t kMaxForeign = 500;

using PagesByLabel = std::map<std::uint64_t, std::uint32_t>;

void count_page(const std::unordered_set<std::uint64_t>& labels, PagesByLabel& pages) {
  for (const std::uint64_t label : labels) ++pages[label];
}

void append_frequent(const PagesByLabel& pages, std::vector<std::uint64_t>& found) {
  for (const auto& [label, count] : pages) {
    if (count >= kFewestSure && found.size() < kMaxForeign) found.push_back(label);
  }
}

// The label right before a text; 0: there is none. Numbers name nothing, but distinguish labels
// such as "ISBN 10" that many pages have.
std::uint64_t label_right_before(const TemplatePages& pages, const PageSlots& page,
                                 std::uint32_t slot) {
  const Slot& one = page.slots[slot];
  if (one.kind != SlotKind::kText || one.previous == kNone) return 0;
  const Slot& label = page.slots[one.previous];
  const bool is_label = label.kind == SlotKind::kText && label.size <= kMaxLabelBytes &&
                        pages.vocabulary().labels.contains(label.label);
  const std::string_view text = page.value(one.previous);
  if (!is_label || !has_letters(text)) return 0;
  return has_digits(text) && pages.has_on(kDistinguishedByDigits, label.hash) ? label.hash
                                                                              : label.label;
}

// How the text before a slot stands to it.
std::uint64_t relation_to_previous(const PageSlots& page, std::uint32_t slot) {
  return path_between(page, page.slots[page.slots[slot].previous].element,
                      page.slots[slot].element);
}

// Labels that stand before other texts.
void append_labels(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes,
                   std::vector<std::uint64_t>& found) {
  std::unordered_set<std::uint64_t> own;
  std::unordered_set<std::uint64_t> relations;
  for (const PlacedField::Placed& placed : field.placed) {
    if (placed.distinct > 1) return;  // values of a list stand before each other
    const PageSlots& page = pages[placed.page];
    const auto true_slot = std::ranges::find_if(placed.slots, [&](std::uint32_t slot) {
      return slot == votes.slots[placed.page] ||
             page.slots[slot].hash == votes.outcomes[placed.page].value;
    });
    if (true_slot == placed.slots.end()) continue;
    const std::uint64_t label = label_right_before(pages, page, *true_slot);
    if (label == 0) return;
    own.insert(label);
    relations.insert(relation_to_previous(page, *true_slot));
  }
  if (own.empty()) return;
  PagesByLabel others;
  std::size_t sure = 0;
  std::size_t answered = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const PageSlots& page = pages[p];
    const std::uint32_t winner = votes.slots[p];
    if (winner == kNone) continue;
    ++answered;
    if (!own.contains(label_right_before(pages, page, winner))) continue;
    ++sure;
    std::unordered_set<std::uint64_t> here;
    for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
      const std::uint64_t label = slot == winner ? 0 : label_right_before(pages, page, slot);
      if (label == 0 || own.contains(label) || here.contains(label)) continue;
      if (relations.contains(relation_to_previous(page, slot))) here.insert(label);
    }
    count_page(here, others);
  }
  const double least = kSureShare * static_cast<double>(answered);
  if (sure < kFewestSure || static_cast<double>(sure) < least) return;
  append_frequent(others, found);
}

// Labels that other texts begin with.
void append_prefixes(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes,
                     std::vector<std::uint64_t>& found) {
  std::unordered_set<std::uint64_t> own;
  for (const PlacedField::Placed& placed : field.placed) {
    const PageSlots& page = pages[placed.page];
    for (const std::uint32_t slot : placed.slots) {
      if (page.slots[slot].hash != votes.outcomes[placed.page].value) continue;
      const std::uint64_t prefix = keys::label_inside(page.value(slot));
      if (prefix == 0) return;
      own.insert(prefix);
    }
  }
  if (own.empty()) return;
  PagesByLabel others;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const PageSlots& page = pages[p];
    const std::uint32_t winner = votes.slots[p];
    if (winner == kNone || !own.contains(keys::label_inside(page.value(winner)))) continue;
    std::unordered_set<std::uint64_t> here;
    for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
      const std::uint64_t prefix = keys::label_inside(page.value(slot));
      if (prefix != 0 && !own.contains(prefix)) here.insert(prefix);
    }
    count_page(here, others);
  }
  append_frequent(others, found);
}

}  // namespace

std::vector<std::uint64_t> foreign_labels(const TemplatePages& pages, const PlacedField& field,
                                          const FieldVotes& votes) {
  std::vector<std::uint64_t> found;
  append_labels(pages, field, votes, found);
  append_prefixes(pages, field, votes, found);
  std::ranges::sort(found);
  return found;
}

}  // namespace pagekin::wrapper
