// XPaths of the elements of a page: /html/body/div[4]/ul/li[1]/a
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::dom {

// Absolute paths with an index, from 1, only where the parent has several children of
// the name. A name that XPath cannot hold is written as a test:
//
//   /html/body/*[name()='o:p'][2]
//
// The tree must outlive this.
class XPaths {
 public:
  explicit XPaths(const Tree& tree);

  // Appends the path of an element.
  void append(std::uint32_t element, std::string& out) const;
  std::string of(std::uint32_t element) const;

  // A hash of the path of each element. It is computed from that of the parent, so a long name
  // with many descendants is read once.
  std::vector<std::uint64_t> hashes() const;

  // The element with exactly this path.
  std::optional<std::uint32_t> find(std::string_view path) const;

 private:
  void number_names();
  void count_siblings();
  std::string_view name_of(std::uint32_t element) const;
  void append_step(std::uint32_t element, std::string& out) const;

  const Tree& tree_;
  std::vector<std::uint32_t> names_;  // of each element: known tag, or further on in other_names_
  std::vector<std::uint32_t> positions_;  // among siblings of its name; 0: it is the only one
  std::vector<std::string> other_names_;
};

}  // namespace pagekin::dom
