// Bytes to element tree, as the HTML standard's tree construction says.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "pagekin/dom/tree.h"

namespace pagekin::dom {

struct BuildOptions {
  bool attributes = true;         // keep those that AttributeName knows
  bool all_attributes = false;    // keep every one
  bool text = false;              // keep text leaves
  bool blank_text = true;         // also those of white space only
  bool templates = false;         // keep what is inside <template>
  std::uint32_t max_depth = 512;  // the root is at depth 1; deeper elements become children of
                                  // the deepest one that may have any
  std::uint32_t max_elements = 300'000;  // and four times as many pieces of text
  std::uint32_t max_attributes = 1'000;  // of one element
};

// The element around a fragment of HTML.
struct FragmentContext {
  std::string_view name = "div";
  Namespace space = Namespace::kHtml;
};

// Keeps its buffers from page to page: one builder a thread.
class Builder {
 public:
  Builder();
  ~Builder();
  Builder(Builder&&) noexcept;
  Builder& operator=(Builder&&) noexcept;

  // Any bytes in an encoding that contains ASCII (UTF-8 after decoding) make a tree
  // with at least a root. It is valid until the next call; the bytes must outlive it.
  const Tree& build(std::string_view bytes, const BuildOptions& options = {});

  // Builds the tree of a fragment inside some element. Its nodes become the children of the root,
  // an <html> element that is not in the bytes.
  const Tree& build_fragment(std::string_view bytes, const FragmentContext& context,
                             const BuildOptions& options = {});

  // The work for the last tree: the number of stack and list elements examined. Grows linearly
  // with the bytes for any page.
  std::uint64_t steps() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin::dom
