#include "pagekin/wrapper/foreign_labels.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <unordered_set>

#include "pagekin/core/hash.h"
#include "pagekin/core/sorted.h"
#include "pagekin/wrapper/field_name.h"
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
  if (one.source != Source::kText || one.previous == kNone) return 0;
  const Slot& label = page.slots[one.previous];
  const bool is_label = label.source == Source::kText && label.size <= kMaxLabelBytes &&
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

// Labels that stand behind other texts: "3 <b>Beds</b>".
void append_units(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes,
                  std::vector<std::uint64_t>& found) {
  std::unordered_set<std::uint64_t> own;
  std::unordered_set<std::uint64_t> relations;
  const auto relation_of = [](const PageSlots& page, std::uint32_t slot) {
    return path_between(page, page.slots[slot].element, page.slots[slot + 1].element);
  };
  for (const PlacedField::Placed& placed : field.placed) {
    if (placed.distinct > 1) return;
    const PageSlots& page = pages[placed.page];
    for (const std::uint32_t slot : placed.slots) {
      // Behind a name stands what may be another one on each page: "Ann, member".
      if (!has_digits(page.value(slot)) || has_word_letters(page.value(slot))) return;
      const std::uint64_t label = label_right_behind(page, pages.vocabulary(), slot);
      if (label == 0) return;
      own.insert(label);
      relations.insert(relation_of(page, slot));
    }
  }
  if (own.empty()) return;
  // All pages that have the own label count, whatever value won there.
  PagesByLabel others;
  std::size_t sure = 0;
  std::size_t answered = 0;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const PageSlots& page = pages[p];
    answered += votes.slots[p] != kNone ? 1 : 0;
    bool has_own = false;
    std::unordered_set<std::uint64_t> here;
    for (std::uint32_t slot = 0; slot < page.text_count; ++slot) {
      const std::uint64_t label = label_right_behind(page, pages.vocabulary(), slot);
      if (label == 0 || !relations.contains(relation_of(page, slot))) continue;
      if (own.contains(label)) {
        has_own = true;
      } else {
        here.insert(label);
      }
    }
    if (!has_own) continue;
    ++sure;
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

std::uint64_t label_right_behind(const PageSlots& page, const Vocabulary& vocabulary,
                                 std::uint32_t slot) {
  const std::uint32_t next = slot + 1;
  if (next >= page.text_count) return 0;  // also for slots that are no texts
  const Slot& label = page.slots[next];
  if (label.size > kMaxLabelBytes || !vocabulary.labels.contains(label.label)) return 0;
  const std::string_view text = page.value(next);
  if (!has_letters(text) || text.ends_with(':')) return 0;
  // Both are all that their row has.
  std::uint32_t row = page.slots[slot].element;
  while (row != kNone && page.elements[row].last_text < next) row = page.elements[row].parent;
  const bool is_row =
      row != kNone && page.elements[row].first_text == slot && page.elements[row].last_text == next;
  return is_row ? mix(label.label + 0x9e3779b97f4a7c15) : 0;
}

std::vector<std::uint64_t> foreign_labels(const TemplatePages& pages, const PlacedField& field,
                                          const FieldVotes& votes) {
  std::vector<std::uint64_t> found;
  append_labels(pages, field, votes, found);
  append_prefixes(pages, field, votes, found);
  append_units(pages, field, votes, found);
  std::ranges::sort(found);
  return found;
}

OwnLabel own_label(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes) {
  const std::vector<std::string> words = words_of_name(field.name);
  const double few = kFewestSure / static_cast<double>(pages.size());  // less is content of a page
  OwnLabel own;
  for (const PlacedField::Placed& placed : field.placed) {
    const PageSlots& page = pages[placed.page];
    const std::uint32_t slot = votes.slots[placed.page];
    if (placed.distinct != 1 || slot == kNone || page.slots[slot].source != Source::kText) {
      return {};
    }
    const std::uint32_t before = page.slots[slot].previous;
    const bool is_named = before != kNone && page.slots[before].size <= kMaxLabelBytes &&
                          has_word_of(page.value(before), words);
    if (!is_named || !pages.has_on(few, page.slots[before].hash)) return {};
    const std::uint64_t relation = relation_to_previous(page, slot);
    if (!own.labels.empty() && relation != own.relation) return {};
    own.relation = relation;
    own.labels.push_back(page.slots[before].label);
  }
  sort_unique(own.labels);
  return own;
}

bool is_behind_other_label(const FieldRule& rule, const PageSlots& page, std::uint32_t slot) {
  const Slot& one = page.slots[slot];
  if (rule.own_label.labels.empty() || one.source != Source::kText || one.previous == kNone) {
    return false;
  }
  const Slot& before = page.slots[one.previous];
  return !std::ranges::binary_search(rule.own_label.labels, before.label) &&
         before.size <= kMaxLabelBytes && has_letters(page.value(one.previous)) &&
         relation_to_previous(page, slot) == rule.own_label.relation &&
         !has_only_words_of(page.value(one.previous), words_of_name(rule.name));
}

}  // namespace pagekin::wrapper
