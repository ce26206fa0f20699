// The steps that make up selectors: from an element to one below it, and the names that may
// anchor a selector.
//
// Steps pass over <tbody>, which browsers add and other parsers do not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/node_query.h"
#include "pagekin/wrapper/queried_tree.h"

namespace pagekin::wrapper {

// What a selector rests on; the first is the firmest.
enum class AnchorKind : std::uint8_t { kLabel, kAttribute, kId, kClass, kPosition };
std::string_view to_text(AnchorKind kind);

// A text that both kinds of quotes, control characters or its length keep out of a selector is not.
bool is_quotable(std::string_view text);

class SelectorSteps {
 public:
  // is_stable(".class" or "#id") says whether the name belongs to the template. Both must outlive
  // the object.
  SelectorSteps(const QueriedTree& tree, const std::function<bool(std::string_view)>& is_stable)
      : tree_(tree), is_stable_(is_stable) {}

  // The step to an element from its parent; with its number, if siblings have its name.
  NodeQuery::Step to(std::uint32_t element, bool is_numbered) const;

  // The steps from below `above` down to `element`; nothing if it is not above it. Without
  // numbers, or with the last one alone left out.
  enum class Numbers : std::uint8_t { kAll, kBare, kNotLast };
  std::optional<std::vector<NodeQuery::Step>> below(std::uint32_t above, std::uint32_t element,
                                                    Numbers numbers = Numbers::kAll) const;

  // The element by its naming attributes, its id, and each of its stable class names.
  struct Anchor {
    NodeQuery::Step step;
    AnchorKind kind = AnchorKind::kClass;
  };
  std::vector<Anchor> anchors(std::uint32_t element) const;

 private:
  bool has_twin(std::uint32_t element) const;

  const QueriedTree& tree_;
  const std::function<bool(std::string_view)>& is_stable_;
};

}  // namespace pagekin::wrapper
