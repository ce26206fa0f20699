// The children of a page's elements, in document order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/skeleton/page_nodes.h"

namespace pagekin::skeleton {

class PageChildren {
 public:
  explicit PageChildren(const PageNodes& page) {
    const std::size_t count = page.nodes.size();
    // Counted two places further on; filling them moves each begin to its place.
    element_begin_.assign(count + 2, 0);
    text_begin_.assign(count + 2, 0);
    for (std::size_t i = 1; i < count; ++i) ++element_begin_[page.nodes[i].parent + 2];
    for (const Value& text : page.texts) ++text_begin_[text.element + 2];
    for (std::size_t i = 2; i < count + 2; ++i) {
      element_begin_[i] += element_begin_[i - 1];
      text_begin_[i] += text_begin_[i - 1];
    }
    elements_.resize(count == 0 ? 0 : count - 1);
    for (std::uint32_t i = 1; i < count; ++i) {
      elements_[element_begin_[page.nodes[i].parent + 1]++] = i;
    }
    texts_.resize(page.texts.size());
    for (std::uint32_t t = 0; t < page.texts.size(); ++t) {
      texts_[text_begin_[page.texts[t].element + 1]++] = t;
    }
  }

  std::span<const std::uint32_t> elements_of(std::uint32_t element) const {
    return std::span(elements_).subspan(element_begin_[element],
                                        element_begin_[element + 1] - element_begin_[element]);
  }
  std::span<const std::uint32_t> texts_of(std::uint32_t element) const {
    return std::span(texts_).subspan(text_begin_[element],
                                     text_begin_[element + 1] - text_begin_[element]);
  }

  // Calls on_text(text) and on_element(element) for the children of an element in document order.
  template <class OnText, class OnElement>
  void for_each(const PageNodes& page, std::uint32_t element, const OnText& on_text,
                const OnElement& on_element) const {
    const std::span<const std::uint32_t> below = elements_of(element);
    const std::span<const std::uint32_t> texts = texts_of(element);
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
  std::vector<std::uint32_t> element_begin_;  // by element, and one more
  std::vector<std::uint32_t> elements_;
  std::vector<std::uint32_t> text_begin_;
  std::vector<std::uint32_t> texts_;
};

}  // namespace pagekin::skeleton
