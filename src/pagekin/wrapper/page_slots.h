// A page as its slots: the places that may hold a value, with the values.
//
// A slot is a text of the page, an attribute that may be data (href, src, content ...), or a value
// of a JSON-LD script. Texts come first, in document order, then attributes, then JSON-LD values.
// Script and style are not texts, nor is what is blank. Any other attribute (data-price) is a slot
// only if it is asked for by its name; these come last.
//
// The elements come with what selectors ask of them: position among their siblings, and hashes of
// their classes, ids and attributes. The hashes are the same on every machine; wrapper files hold
// them.
//
// Cost: time linear in the page; memory about 70 bytes an element, 56 a slot, and the values.
// Limits: kMaxTokens class names and other attributes of an element; 1 GiB of values. A page is as
// whole as its tree, values and lists are as long as they stand there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/content/source.h"
#include "pagekin/dom/tree.h"
#include "pagekin/url/url.h"

namespace pagekin::wrapper {

using content::Source;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMaxTokens = 16;

struct Element {
  std::uint32_t parent = kNone;  // of the root: none
  html::TagId tag = html::kNoTag;
  std::uint32_t depth = 0;
  std::uint32_t nth = 1;             // among the siblings of its name, from 1
  std::uint32_t nth_last = 1;        // the same from the end
  std::uint32_t child = 1;           // among all sibling elements, from 1
  std::uint32_t first_text = kNone;  // the first text below it
  std::uint32_t last_text = kNone;
  std::uint32_t first_token = 0;  // class names, in PageSlots::tokens
  std::uint16_t token_count = 0;
  std::uint16_t pair_count = 0;
  std::uint32_t first_pair = 0;  // other attributes with their values, in PageSlots::pairs
  std::uint64_t class_hash = 0;  // of the whole attribute; 0: none
  std::uint64_t id = 0;          // 0: none
  std::uint64_t signature = 0;   // of the tag and the other attributes, in any order
  std::uint64_t link = 0;        // of the pattern of the address of an <a>; 0: none
};

struct Slot {
  Source source = Source::kText;
  bool is_apart = true;  // of a text: a reader sees white space between the text before and it
  std::uint32_t element = 0;
  std::uint32_t previous = kNone;  // the last text before it
  // Of a text: its number among those of its element; of an attribute that was asked for: that of
  // its name in PageSlots::other_names.
  std::uint32_t index = 0;
  std::uint32_t index_last = 0;  // the same from the end
  std::uint32_t begin = 0;       // of its value in PageSlots::text
  std::uint32_t size = 0;
  std::uint64_t hash = 0;  // of the value
  // Hash of the value as a label; of kJsonLd that of its path; of an attribute that was asked for
  // that of its name.
  std::uint64_t label = 0;
};

// An attribute that becomes a slot if it is asked for.
struct OtherAttribute {
  std::uint32_t element = 0;
  std::uint32_t previous = kNone;  // the last text before it
  std::uint32_t name = 0;          // in PageSlots::other_names
  std::uint32_t begin = 0;         // of its value in PageSlots::other_text
  std::uint32_t size = 0;
};

class PageSlots {
 public:
  std::vector<Element> elements;
  std::vector<Slot> slots;
  std::size_t text_count = 0;  // slots that are texts
  std::vector<std::uint64_t> tokens;
  std::vector<bool> is_count;  // by token: its number is that of the element among its siblings
  std::vector<std::uint64_t> pairs;
  std::string text;
  std::vector<std::string> json_paths;  // of the JSON-LD values, in their order
  std::size_t first_json = 0;           // the first slot of JSON-LD
  bool is_limited = false;              // the page has more values
  std::vector<OtherAttribute> others;   // in document order, as SlotOptions say
  std::string other_text;
  std::vector<std::string> other_names;  // lower case, each once
  std::string base_address;              // see dom/links.h

  std::string_view value(std::uint32_t slot) const {
    return std::string_view(text).substr(slots[slot].begin, slots[slot].size);
  }
  // Texts as a reader sees them one after the other.
  std::string joined(std::uint32_t first, std::uint32_t last) const;
  std::span<const std::uint64_t> tokens_of(const Element& element) const {
    return std::span(tokens).subspan(element.first_token, element.token_count);
  }
  // Class names that say what an element is: all but those that count it, as in "row row-2".
  template <class Take>
  void for_each_name(const Element& element, const Take& take) const {
    for (std::uint32_t i = 0; i < element.token_count; ++i) {
      if (!is_count[element.first_token + i]) take(tokens[element.first_token + i]);
    }
  }
  std::span<const std::uint64_t> pairs_of(const Element& element) const {
    return std::span(pairs).subspan(element.first_pair, element.pair_count);
  }
  std::string_view json_path(std::uint32_t slot) const { return json_paths[slot - first_json]; }

  // What relative addresses are resolved with on a page of this address; nothing if that is not
  // a URL.
  std::optional<url::Url> base_of(std::string_view address) const;

  // The name of the attribute that a slot is: "href".
  std::string_view attribute_name(const Slot& slot) const;
  // The names of other attributes with this value, ascending.
  std::vector<std::string> names_with(std::string_view value) const;
  // Makes slots of the other attributes with these names that are none yet. Slots keep their
  // numbers.
  void take_others(std::span<const std::string> names);

  void clear();

 private:
  std::vector<bool> is_taken_;  // by name of other_names
};

struct SlotOptions {
  bool attributes = true;          // also slots of attributes
  bool json = true;                // also slots of JSON-LD
  std::vector<std::string> names;  // also slots of attributes with these names, in lower case
  bool keep_others = false;        // PageSlots::others has all, so that they can be asked for later
};

// The tree must have all attributes and its texts. `page` is overwritten; its buffers are reused.
void read_slots(const dom::Tree& tree, const SlotOptions& options, PageSlots& page);

// Two hashes to one; the order counts.
constexpr std::uint64_t hash_pair(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t x = (a ^ (b * 0x9fb21c651e98df25)) * 0xff51afd7ed558ccd;
  return x ^ (x >> 32);
}

// A class name as PageSlots::tokens has it.
std::uint64_t class_token(std::string_view name);

}  // namespace pagekin::wrapper
