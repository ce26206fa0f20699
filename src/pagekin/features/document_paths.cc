#include "pagekin/features/document_paths.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/core/hash.h"
#include "pagekin/core/scratch_numbers.h"
#include "pagekin/features/collapsed_text.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/html/character_references.h"

namespace pagekin::features {
namespace {

// Reads texts in the form in which they are compared.
class TextReader {
 public:
  // Valid until the next call; empty for a blank text.
  std::string_view read(const dom::Tree& tree, const dom::TextLeaf& leaf) {
    text_.clear();
    const bool raw = is_raw_text(tree, leaf.parent);
    visit_runs(tree, leaf, [&](dom::Span run) {
      std::string_view piece = tree.view(run);
      if (!raw && !is_cdata(tree, leaf.parent, run)) {
        piece = html::decode_references(piece, false, decoded_);
      }
      text_.append(piece);
      return true;
    });
    return text_.view();
  }

 private:
  CollapsedText text_;
  std::string decoded_;
};

}  // namespace

std::vector<std::uint64_t> document_paths(const dom::Tree& tree) {
  thread_local ScratchNumbers occurrences;
  thread_local TextReader reader;
  occurrences.start(tree.size() + tree.texts.size());

  std::vector<std::uint64_t> sequence;
  sequence.reserve(tree.size() + tree.texts.size());
  const auto add = [&](std::uint64_t path) {
    const std::uint32_t k = ++occurrences.value(path, 0);
    sequence.push_back(k == 1 ? path : path_occurrence(path, k));
  };

  std::vector<std::uint64_t> paths(tree.size());
  std::size_t next_text = 0;
  for (std::uint32_t i = 0; i <= tree.size(); ++i) {
    for (; next_text < tree.texts.size() && tree.texts[next_text].before <= i; ++next_text) {
      const dom::TextLeaf& leaf = tree.texts[next_text];
      const std::string_view text = reader.read(tree, leaf);
      if (!text.empty()) add(path_to_text(paths[leaf.parent], hash_bytes(text)));
    }
    if (i == tree.size()) break;
    const std::uint64_t above = i == 0 ? kEmptyPath : paths[tree.parents[i]];
    paths[i] = path_to_element(above, tree.tags[i]);
    add(paths[i]);
  }
  sequence.shrink_to_fit();  // blank texts took up space
  return sequence;
}

}  // namespace pagekin::features
