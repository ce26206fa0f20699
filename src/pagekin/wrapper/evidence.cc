#include "pagekin/wrapper/evidence.h"

#include <algorithm>
#include <array>
#include <map>

namespace pagekin::wrapper {

double trust_in(const Evidence& evidence) {
  constexpr double in_doubt = 0.5;
  return std::min(1.0, 1 - kClearPlace + evidence.place) *
         (evidence.has_neighbour || evidence.has_unseen ? in_doubt : 1.0);
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

bool has_neighbour(const PageSlots& page, const Vocabulary& vocabulary, const SlotRange& range) {
  if (range.first == kNone || page.slots[range.first].kind != SlotKind::kText) return false;
  const std::vector<std::uint32_t> around = elements_with(page, range);
  for (const std::uint32_t element : around) {
    const std::uint32_t parent = page.elements[element].parent;
    if (parent == kNone) continue;
    const std::uint64_t identity = identity_of(page, vocabulary, element);
    const std::uint64_t parent_identity = identity_of(page, vocabulary, parent);
    // Beside it, or in a list within its item: "<li><a>..</a><ul><li><a>".
    const auto is_like_it = [&](std::uint32_t text) {
      bool is_like = false;
      std::uint32_t at = page.slots[text].element;
      for (; at != kNone && at != parent; at = page.elements[at].parent) {
        const std::uint32_t above = page.elements[at].parent;
        is_like = is_like ||
                  (above != kNone && identity_of(page, vocabulary, at) == identity &&
                   (above == parent || identity_of(page, vocabulary, above) == parent_identity));
      }
      return is_like && at == parent;
    };
    if (range.last + 1 < page.text_count && is_like_it(range.last + 1)) return true;
    if (range.first > 0 && is_like_it(range.first - 1)) return true;
  }
  return false;
}

}  // namespace pagekin::wrapper
