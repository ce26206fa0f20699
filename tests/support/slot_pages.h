// Pages as slots, from HTML in tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/wrapper/page_slots.h"

namespace pagekin::test {

inline wrapper::PageSlots slots_of(std::string_view html, wrapper::SlotOptions options = {}) {
  dom::Builder builder;
  wrapper::PageSlots page;
  wrapper::read_slots(
      builder.build(html, {.all_attributes = true, .text = true, .blank_text = false}), options,
      page);
  return page;
}

// Pages of one template, which stay where they are.
class SlotPages {
 public:
  void add(std::string_view html) {
    pages_.push_back(std::make_unique<wrapper::PageSlots>(slots_of(html)));
    all_.push_back(pages_.back().get());
  }
  const std::vector<const wrapper::PageSlots*>& all() const { return all_; }
  const wrapper::PageSlots& operator[](std::size_t i) const { return *pages_[i]; }
  std::size_t size() const { return all_.size(); }

 private:
  std::vector<std::unique_ptr<wrapper::PageSlots>> pages_;
  std::vector<const wrapper::PageSlots*> all_;
};

}  // namespace pagekin::test
