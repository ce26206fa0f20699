// What a reader sees of a page, as far as its tree shows it: which elements are shown, which of
// them are blocks, what part of the page each is, and how much text and how many pictures it has.
//
// Hidden is what tags, `hidden`, an inline style or the usual words in classes say; roles come from
// tags, `role` attributes and words in ids and classes.
//
// Cost: linear in the tree when it is made; a question costs the attributes of the element, and
// acts_as_block() the elements below it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/dom/siblings.h"
#include "pagekin/dom/tree.h"
#include "pagekin/html/tag_id.h"

namespace pagekin::picture {

enum class Role : std::uint8_t { kNone, kHeader, kNav, kMain, kAside, kFooter };

// Elements whose content nobody sees.
bool is_never_shown(html::TagId tag);
bool is_picture(html::TagId tag);

class VisiblePage {
 public:
  // The tree must have been built with all attributes and text, and must outlive the object.
  explicit VisiblePage(const dom::Tree& tree);

  const dom::Tree& tree() const { return tree_; }
  html::TagId tag(std::uint32_t element) const { return tree_.tags[element]; }
  std::uint32_t end_of(std::uint32_t element) const { return element + tree_.sizes[element]; }

  // The element is counted with all elements below it.
  std::uint32_t letters(std::uint32_t element) const { return letters_[element]; }
  std::uint32_t pictures(std::uint32_t element) const { return pictures_[element]; }

  std::string_view attribute(std::uint32_t element, dom::AttributeName name) const;
  std::optional<std::string_view> other_attribute(std::uint32_t element,
                                                  std::string_view name) const;
  // A number of pixels or cells.
  std::optional<double> number_in(std::uint32_t element, std::string_view name) const;

  bool is_hidden(std::uint32_t element) const;
  Role role_of(std::uint32_t element) const;

  // Whether an element, or one of those that it formats, is a block.
  bool acts_as_block(std::uint32_t element) const;

  // The letters of an item of a menu without what opens below it; 0: nothing opens below it.
  std::uint32_t label_letters(std::uint32_t item) const;

  // The length of a text without the white space at its ends.
  std::uint32_t length_of(const dom::TextLeaf& leaf) const;

  // The texts that are children of the element: numbers in Tree::texts.
  std::span<const std::uint32_t> texts_of(std::uint32_t element) const {
    return texts_.of(element);
  }

  template <class Use>
  void for_children(std::uint32_t element, const Use& use) const {
    const std::uint32_t end = element + tree_.sizes[element];
    for (std::uint32_t child = element + 1; child < end; child += tree_.sizes[child]) use(child);
  }

  // Calls use_child for child elements and use_text for texts, in document order.
  template <class UseChild, class UseText>
  void walk(std::uint32_t element, const UseChild& use_child, const UseText& use_text) const {
    const std::span<const std::uint32_t> texts = texts_of(element);
    std::size_t next = 0;
    for_children(element, [&](std::uint32_t child) {
      while (next < texts.size() && tree_.texts[texts[next]].before <= child) {
        use_text(tree_.texts[texts[next++]]);
      }
      use_child(child);
    });
    while (next < texts.size()) use_text(tree_.texts[texts[next++]]);
  }

 private:
  void count_letters();
  bool waits(std::uint32_t element, std::string_view classes) const;

  const dom::Tree& tree_;
  dom::OwnTexts texts_;
  std::vector<std::uint32_t> letters_;   // by element
  std::vector<std::uint32_t> pictures_;  // by element
};

}  // namespace pagekin::picture
