// The children of a page's elements, in document order.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/dom/siblings.h"
#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

class PageChildren {
 public:
  explicit PageChildren(const PageNodes& page)
      : elements_(page.nodes.size() + 1, page.nodes.size(),
                  [&](std::uint32_t element) {  // the root has a parent of its own
                    return element == 0 ? static_cast<std::uint32_t>(page.nodes.size())
                                        : page.nodes[element].parent;
                  }),
        texts_(page.nodes.size(), page.texts.size(),
               [&](std::uint32_t text) { return page.texts[text].element; }) {}

  std::span<const std::uint32_t> elements_of(std::uint32_t element) const {
    return elements_.of(element);
  }

  // Calls on_text(text) and on_element(element) for the children of an element in document order.
  template <class OnText, class OnElement>
  void for_each(const PageNodes& page, std::uint32_t element, const OnText& on_text,
                const OnElement& on_element) const {
    const std::span<const std::uint32_t> below = elements_of(element);
    const std::span<const std::uint32_t> texts = texts_.of(element);
    std::size_t next = 0;
    for (std::uint32_t child = 0; child <= below.size(); ++child) {
      for (; next < texts.size() && page.texts[texts[next]].order <= child; ++next) {
        on_text(texts[next]);
      }
      if (child < below.size()) on_element(below[child]);
    }
    for (; next < texts.size(); ++next) on_text(texts[next]);
  }

 private:
  dom::ByParent elements_;
  dom::ByParent texts_;
};

}  // namespace pagekin::skeleton
