// How a template is called, and what may become of it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/export.h"
#include "pagekin/words.h"

namespace pagekin {

// The id of a template: a number, as clusterings and indexes have it, or a name, as models and
// tables of the user have it; or none. Equal ids are equal wherever they come from: the number 12
// of a clustering is the 12 that a table of its pages has.
class PAGEKIN_API TemplateId {
 public:
  TemplateId() = default;                                // none
  TemplateId(std::uint32_t number) : number_(number) {}  // 0: none
  // A name, even if it looks like a number; empty: none.
  static TemplateId named(std::string name) {
    TemplateId id;
    id.name_ = std::move(name);
    return id;
  }
  // The id that a file has: a number from 1 on without leading zeros, or else a name.
  static TemplateId from_text(std::string_view text);

  bool is_none() const { return number_ == 0 && name_.empty(); }
  bool is_number() const { return number_ != 0; }
  std::uint32_t number() const { return number_; }   // 0: it has none
  const std::string& name() const { return name_; }  // empty: it has none
  // "12", "product"; empty: none.
  std::string text() const { return is_number() ? std::to_string(number_) : name_; }

  // Numbers come before names.
  friend bool operator==(const TemplateId&, const TemplateId&) = default;
  friend std::strong_ordering operator<=>(const TemplateId& a, const TemplateId& b) {
    if (a.is_number() != b.is_number()) return b.is_number() <=> a.is_number();
    return a.is_number() ? a.number_ <=> b.number_ : a.name_ <=> b.name_;
  }

 private:
  std::uint32_t number_ = 0;
  std::string name_;
};

// A template and how many pages of a run have it.
struct TemplatePages {
  TemplateId template_id;
  std::string name;  // for people; may be empty
  std::uint64_t pages = 0;
};

// What became of a template between two runs of an index.
enum class TemplateFate : std::uint8_t {
  kSame,     // as it was; pages may have come
  kChanged,  // what its pages have in common is no longer the same
  kNew,      // no page of an earlier run is of it
  kSplit,    // its pages of earlier runs were of a template that goes on without them
  kJoined,   // its pages are now of a template with another id
  kUnseen,   // no page of this run is of it
  kOdd,      // too few pages to judge
};
template <>
struct Words<TemplateFate> {
  static constexpr std::array<std::string_view, 7> all = {"same",   "changed", "new", "split",
                                                          "joined", "unseen",  "odd"};
};

}  // namespace pagekin
