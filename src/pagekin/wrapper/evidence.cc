#include "pagekin/wrapper/evidence.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/values_together.h"

namespace pagekin::wrapper {

namespace {

// Whether an element is like a child of its parent: beside it, or in a list within its item:
// "<li><a>..</a><ul><li><a>".
class Likes {
 public:
  Likes(const PageSlots& page, const Vocabulary& vocabulary, std::uint32_t child)
      : page_(page),
        vocabulary_(vocabulary),
        parent_(page.elements[child].parent),
        identity_(identity_of(page, vocabulary, child)),
        parent_identity_(identity_of(page, vocabulary, parent_)) {}

  bool is_in_one(std::uint32_t at) const {
    bool is_like = false;
    for (; at != kNone && at != parent_; at = page_.elements[at].parent) {
      const std::uint32_t above = page_.elements[at].parent;
      is_like = is_like ||
                (above != kNone && identity_of(page_, vocabulary_, at) == identity_ &&
                 (above == parent_ || identity_of(page_, vocabulary_, above) == parent_identity_));
    }
    return is_like && at == parent_;
  }
  bool has_text(std::uint32_t text) const {
    return text < page_.text_count && is_in_one(page_.slots[text].element);
  }
  // Whether the text only joins the value and the next one.
  bool has_text_beyond(std::uint32_t text, std::uint32_t next) const {
    return text < page_.text_count && page_.slots[text].element == parent_ &&
           is_joint(page_.value(text)) && has_text(next);
  }

 private:
  const PageSlots& page_;
  const Vocabulary& vocabulary_;
  std::uint32_t parent_;
  std::uint64_t identity_;
  std::uint64_t parent_identity_;
};

Neighbours neighbours_of_text(const PageSlots& page, const Vocabulary& vocabulary,
                              const SlotRange& range) {
  Neighbours found;
  const std::vector<std::uint32_t> around = elements_with(page, range);
  if (around.empty()) {
    found.joined_before = page.slots[range.first].index > 0;
    found.joined_after = page.slots[range.last].index_last > 0;
    return found;
  }
  for (const std::uint32_t element : around) {
    if (page.elements[element].parent == kNone) continue;
    const Likes likes(page, vocabulary, element);
    const std::uint32_t behind = range.last + 1;
    found.after = found.after || likes.has_text(behind);
    found.joined_after = found.joined_after || likes.has_text_beyond(behind, behind + 1);
    if (range.first == 0) continue;
    found.before = found.before || likes.has_text(range.first - 1);
    found.joined_before =
        found.joined_before ||
        (range.first > 1 && likes.has_text_beyond(range.first - 1, range.first - 2));
  }
  return found;
}

Neighbours neighbours_of_attribute(const PageSlots& page, const Vocabulary& vocabulary,
                                   std::uint32_t slot) {
  constexpr int levels = 3;  // "<li><a><img>"
  const Slot& own = page.slots[slot];
  const auto is_rival = [&](std::uint32_t other) {
    const Slot& rival = page.slots[other];
    return rival.source == own.source && rival.element != own.element &&
           (own.source != Source::kOther || rival.label == own.label);
  };
  std::uint32_t before = slot;
  while (before >= page.text_count && before != kNone && !is_rival(before)) --before;
  std::uint32_t after = slot;
  while (after < page.slots.size() && !is_rival(after)) ++after;
  Neighbours found;
  std::uint32_t at = own.element;
  for (int level = 0; level < levels && page.elements[at].parent != kNone; ++level) {
    const Likes likes(page, vocabulary, at);
    found.before = found.before || (before >= page.text_count && before != kNone &&
                                    likes.is_in_one(page.slots[before].element));
    found.after =
        found.after || (after < page.slots.size() && likes.is_in_one(page.slots[after].element));
    at = page.elements[at].parent;
  }
  return found;
}

}  // namespace

double trust_in(const Evidence& evidence) {
  constexpr double in_doubt = 0.5;
  const bool is_new = evidence.has_neighbour || evidence.has_unseen || evidence.has_other_label;
  return std::min(1.0, 1 - kClearPlace + evidence.place) * (is_new ? in_doubt : 1.0);
}

float likeness_of_labels(std::span<const ReferenceKey> references, const FieldReferences& field) {
  std::map<std::uint32_t, std::array<float, kPlaceGroups>> agreed;  // by reference slot
  for (const ReferenceKey& key : references) {
    if (!field.has_own(key.slot)) continue;
    float& best = agreed[key.slot][key.group];
    best = std::max(best, key.weight);
  }
  float most = 0;
  for (const auto& [slot, groups] : agreed) most = std::max(most, likeness_score(groups));
  return most;
}

double place_evidence(std::span<const Likeness> likenesses, const FieldReferences& field,
                      float labelled) {
  if (labelled <= 0) return 1;  // nothing is known of places
  float own = 0;
  float other = 0;
  for (const Likeness& one : likenesses) {
    if (((field.pages >> page_of_reference(one.reference)) & 1) == 0) continue;
    float& best = field.has_own(one.reference) ? own : other;
    best = std::max(best, one.score);
  }
  return std::clamp(static_cast<double>((own - other) / labelled), -1.0, 1.0);
}

Neighbours neighbours_of(const PageSlots& page, const Vocabulary& vocabulary,
                         const SlotRange& range) {
  if (range.first == kNone) return {};
  const Source source = page.slots[range.first].source;
  if (source == Source::kJsonLd) return {};
  return source == Source::kText ? neighbours_of_text(page, vocabulary, range)
                                 : neighbours_of_attribute(page, vocabulary, range.first);
}

}  // namespace pagekin::wrapper
