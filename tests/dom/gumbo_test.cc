// Compares the trees of real pages with those of another parser of the standard.
//
// gumbo follows the standard of 2015, so it may differ where <select>, <template>,
// <ruby> or <menuitem> are nested in ways that changed since, and it has no limits.
// No page of the corpora has such a difference.
#ifdef PAGEKIN_HAS_GUMBO
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <gumbo.h>

#include "pagekin/dom/build.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/input/read_pages.h"

#include "support/shared.h"

namespace pagekin::dom {
namespace {

struct Element {
  std::string name;
  std::uint32_t parent;
  friend bool operator==(const Element&, const Element&) = default;
};

std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
  return out;
}

std::string gumbo_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece tag = element.original_tag;
  gumbo_tag_from_original_text(&tag);
  return in_lower_case({tag.data, tag.length});
}

// In document order, without what is inside templates.
std::vector<Element> elements_of_gumbo(std::string_view page) {
  const std::unique_ptr<GumboOutput, void (*)(GumboOutput*)> output(
      gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size()),
      [](GumboOutput* o) { gumbo_destroy_output(&kGumboDefaultOptions, o); });
  std::vector<Element> all;
  std::vector<std::pair<const GumboNode*, std::uint32_t>> todo = {{output->root, 0}};
  while (!todo.empty()) {
    const auto [node, parent] = todo.back();
    todo.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    const auto me = static_cast<std::uint32_t>(all.size());
    all.push_back({gumbo_name(node->v.element), parent});
    if (node->type == GUMBO_NODE_TEMPLATE) continue;
    const GumboVector& children = node->v.element.children;
    for (unsigned i = children.length; i > 0; --i) {
      todo.emplace_back(static_cast<const GumboNode*>(children.data[i - 1]), me);
    }
  }
  return all;
}

std::vector<Element> elements_of(const Tree& tree) {
  std::vector<Element> all;
  std::string buffer;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    all.push_back({in_lower_case(element_name(tree, i, buffer)), tree.parents[i]});
  }
  return all;
}

// Compares one page in `step` and counts.
class Comparison final : public input::PageConsumer {
 public:
  explicit Comparison(std::size_t step) : step_(step) {}
  std::unique_ptr<input::PageBatch> open_batch() override { return std::make_unique<Batch>(); }
  void commit(input::PageBatch& batch) override {
    for (const auto& [id, body] : static_cast<Batch&>(batch).pages) {
      if (seen_++ % step_ != 0) continue;
      ++compared;
      const auto ours = elements_of(builder_.build(body));
      const auto theirs = elements_of_gumbo(body);
      if (ours == theirs) continue;
      const auto [a, b] = std::ranges::mismatch(ours, theirs);
      ADD_FAILURE() << id << ": element " << a - ours.begin() << " is "
                    << (a == ours.end() ? "missing" : a->name) << ", gumbo's is "
                    << (b == theirs.end() ? "missing" : b->name);
    }
  }
  std::size_t compared = 0;

 private:
  struct Batch final : input::PageBatch {
    void add(const Page& page, const Incident*) override { pages.emplace_back(page.id, page.body); }
    void skip(Incident) override {}
    std::vector<std::pair<std::string, std::string>> pages;
  };
  std::size_t step_;
  std::size_t seen_ = 0;
  Builder builder_;
};

TEST(Gumbo, MakesTheSameTreesOfRealPages) {
  PAGEKIN_NEEDS_SHARED();
  const std::string corpora = (test::shared_dir() / "corpora").string();
  const std::pair<std::string, std::size_t> some[] = {{"/swde-sample.warc.gz", 30},
                                                      {"/cleanportaleval.warc.gz", 5},
                                                      {"/drupal6-cucino.warc.gz", 10},
                                                      {"/wordpress-certaindoubts.warc.gz", 30},
                                                      {"/omeka-dospassos.warc.gz", 5}};
  std::size_t compared = 0;
  for (const auto& [name, step] : some) {
    const std::string inputs[] = {corpora + name};
    Comparison comparison(step);
    input::read_pages(inputs, {.threads = 2}, comparison);
    compared += comparison.compared;
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace pagekin::dom
#endif
