// The pages of a template while its model is learned: names, places, texts and labels as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/key_numbers.h"
#include "pagekin/core/page_count.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/places.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// Numbers keys from 0 on in the order in which they come.
class Numbered {
 public:
  std::uint32_t number(std::uint64_t key) {
    const auto next = static_cast<std::uint32_t>(keys_.size());
    const std::uint32_t found =
        numbers_.find_or_add(key, next, [&](std::uint32_t i) { return keys_[i]; });
    if (found == next) keys_.push_back(key);
    return found;
  }
  // kNone for a key that has no number.
  std::uint32_t find(std::uint64_t key) const {
    return numbers_.find(key, [&](std::uint32_t i) { return keys_[i]; }).value_or(kNone);
  }
  std::uint64_t key(std::uint32_t number) const { return keys_[number]; }
  std::size_t size() const { return keys_.size(); }

 private:
  KeyNumbers numbers_;
  std::vector<std::uint64_t> keys_;
};

// Whether pages have something equally often.
class PageFrequency {
 public:
  void add(std::uint32_t page) {
    if (last_ == page + 1) {
      ++now_;
      return;
    }
    end_page();
    last_ = page + 1;
    ++pages_;
    now_ = 1;
  }
  // The share of pages that have it as often as the page before that has it.
  double steadiness() {
    end_page();
    last_ = 0;
    return pages_ < 2 ? 1 : static_cast<double>(same_) / (pages_ - 1);
  }

 private:
  void end_page() {
    if (last_ == 0) return;
    same_ += now_ == before_ ? 1 : 0;
    before_ = now_;
  }
  std::uint32_t last_ = 0;
  std::uint32_t pages_ = 0;
  std::uint32_t now_ = 0;     // on the last page
  std::uint32_t before_ = 0;  // on the one before
  std::uint32_t same_ = 0;
};

enum class TextKind : std::uint8_t { kFixed, kOptional, kVarying };

struct LearnedPage {
  PageNodes nodes;
  Places places;
  std::vector<std::uint32_t> text_numbers;       // by text: of its place and text
  std::vector<std::uint32_t> attribute_numbers;  // by attribute: of its key and value
  std::vector<std::uint32_t> labels;       // by text: its beginning or the label before it; kNone
  std::vector<std::uint32_t> label_texts;  // by text: the text that is or has this label
};

struct PlacedText {
  PageCount count;
  PageFrequency frequency;
  std::uint32_t instances = 0;
  std::uint32_t place = kNone;   // of a text
  std::uint32_t label = kNone;   // the label that the text would be
  std::uint32_t prefix = kNone;  // the label that its beginning would be, as in "Price: $12"
  TextKind kind = TextKind::kVarying;
  bool is_text = true;  // else the value of an attribute
  // One of several texts that pages have alone at its place, such as a category: no label, though
  // many pages have it.
  bool is_choice = false;
};

struct Label {
  PageCount count;
  PageCount prefix_count;
  bool is_known = false;   // many pages have it
  bool is_prefix = false;  // many pages have a text that begins with it
};

class LearnedPages {
 public:
  void add(PageNodes&& page);
  std::size_t size() const { return pages_.size(); }

  // Finds stable names, then the kinds of texts, then the label of each text.
  void find_roles();

  const std::vector<LearnedPage>& pages() const { return pages_; }
  const PlacedText& placed(std::uint32_t number) const { return placed_texts_[number]; }
  std::uint64_t placed_key(std::uint32_t number) const { return placed_numbers_.key(number); }
  std::size_t placed_count() const { return placed_texts_.size(); }
  TextKind kind_of(const LearnedPage& page, std::uint32_t text) const {
    return placed_texts_[page.text_numbers[text]].kind;
  }
  const Value& value(const LearnedPage& page, Source source, std::uint32_t number) const {
    return source == Source::kText ? page.nodes.texts[number] : page.nodes.attributes[number];
  }
  std::uint64_t label_key(std::uint32_t label) const { return label_numbers_.key(label); }
  bool is_label(std::uint32_t placed_number) const {
    const PlacedText& text = placed_texts_[placed_number];
    return text.kind != TextKind::kVarying && text.label != kNone && labels_[text.label].is_known;
  }
  bool is_stable(std::uint64_t name) const {
    const std::uint32_t number = name_numbers_.find(name);
    return number != kNone && is_stable_[number];
  }
  std::vector<std::uint64_t> stable_names() const;
  std::vector<std::uint64_t> prefixes() const;  // keys of labels, ascending

  // Pages that a share of all pages means, at least two.
  double share(double part) const;

 private:
  void find_stable_names();
  void count_texts();
  void find_kinds();
  void find_choices();
  void find_labels();

  std::vector<LearnedPage> pages_;
  Numbered name_numbers_;
  std::vector<PageCount> name_counts_;
  std::vector<bool> is_stable_;
  Numbered place_numbers_;
  Numbered placed_numbers_;  // of place and text
  std::vector<PlacedText> placed_texts_;
  Numbered label_numbers_;
  std::vector<Label> labels_;
};

}  // namespace pagekin::skeleton
