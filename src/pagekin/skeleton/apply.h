// Applies the model of a template to pages: which value of a page belongs to which slot, and what
// is fixed.
//
// Cost: linear in the page; a few hash look-ups a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/key_numbers.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/places.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// What a text is to the template.
struct TextRole {
  std::uint32_t pages = 0;  // of the model that have the text at its place; 0: it varies
  bool is_fixed = false;
  bool is_label = false;
};

struct SlotValue {
  std::uint32_t slot = 0;
  std::uint32_t value = 0;  // in PageNodes::texts or attributes, by the slot's source
  // Of a piece of a text: its bytes in the text.
  std::uint32_t begin = 0;
  std::uint32_t size = kNone;
};

// What a slot has: the text or attribute, or a piece of it.
std::string_view text_of(const PageNodes& page, Source source, const SlotValue& value);

struct Applied {
  std::vector<SlotValue> values;          // by slot, then in document order
  std::vector<std::uint32_t> crowded;     // slots of one value where the page has another one
  std::vector<TextRole> roles;            // by text
  std::vector<TextRole> attribute_roles;  // by attribute
  double fit =
      0;  // share of the template's fixed texts that the page has, 0 to 1; of the sources read
};

// Immutable once made, and may be used by several threads; each needs its own Workspace.
class Applier {
 public:
  struct Workspace {
    Places places;
    std::vector<bool> is_seen;          // by known text
    std::vector<std::uint32_t> counts;  // by rule
    std::vector<std::uint64_t> taken;   // by slot of one value: its hash; 0: none yet
  };

  // The model must outlive the object.
  explicit Applier(const TemplateModel& model);

  const TemplateModel& model() const { return *model_; }

  // The limits with which pages should be read for this model.
  ReadLimits limits() const;

  void apply(const PageNodes& page, Workspace& workspace, Applied& applied) const;

 private:
  // The slots of one key and label, by ordinal; or one slot for all.
  struct Rule {
    std::uint64_t key = 0;             // of key and label
    std::vector<std::uint32_t> slots;  // by ordinal; kNone: none
    std::uint32_t slot = kNone;        // of all ordinals
  };
  // Whether the slots of a key are distinguished by labels.
  struct Key {
    std::uint64_t key = 0;
    bool has_labels = false;
  };

  void take(const Value& value, std::uint32_t number, std::uint64_t label, Workspace& workspace,
            Applied& applied) const;
  void add_pieces(const PageNodes& page, Applied& applied) const;
  // The slot that has the values of this one.
  std::uint32_t owner_of(std::uint32_t slot) const {
    const std::uint32_t owner = model_->slots[slot].joined_to;
    return owner == kNone ? slot : owner;
  }
  // The label that the text begins with, or else the one before it.
  std::uint64_t label_before(std::string_view text, std::uint64_t label) const;
  std::uint32_t find_known(std::uint64_t key) const {
    return known_.find(key, [&](std::uint32_t i) { return model_->known_texts[i].key; })
        .value_or(kNone);
  }

  const TemplateModel* model_;
  KeyNumbers stable_;
  KeyNumbers known_;
  KeyNumbers key_numbers_;
  std::vector<Key> keys_;
  KeyNumbers rule_numbers_;
  std::vector<Rule> rules_;
  std::vector<std::vector<std::uint32_t>> pieces_;  // by slot: the slots of its pieces
  std::size_t fixed_texts_ = 0;
};

}  // namespace pagekin::skeleton
