// The unique ids of the pages of a run.
//
// A repeated id gets "#2", "#3" ... (the next free number), so that no page is lost. Ids are
// concatenated in blocks. Memory: the ids and about 20 bytes a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pagekin/core/number_slots.h"
#include "pagekin/core/page.h"

namespace pagekin {

class PageIds {
 public:
  // Adds a page and returns its unique id. The view lives as long as the object.
  std::string_view add(std::string_view id);

  // The page with this unique id.
  std::optional<PageId> find(std::string_view id) const;

  // The page with this id if no other page was read with it; any other is not known by it alone.
  std::optional<PageId> find_unrepeated(std::string_view id) const;

  std::size_t size() const { return starts_.size(); }
  std::string_view operator[](PageId page) const;

 private:
  // Blocks never move, so views stay valid.
  static constexpr std::size_t block_bytes = std::size_t{1} << 20;

  std::string_view store(std::string_view id);
  // Returns the number of the id, or size() for a new id, which must be stored next.
  std::uint32_t find_or_add(std::string_view id);

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t left_ = 0;  // bytes free in the last block
  char* next_ = nullptr;
  std::vector<const char*> starts_;
  std::vector<std::uint32_t> lengths_;
  NumberSlots numbers_{2};                             // page numbers by id
  std::unordered_map<PageId, std::uint32_t> repeats_;  // first page of an id -> last number tried
};

}  // namespace pagekin
