// Learns the model of a template from some of its pages.
//
// Two looks at the pages, which stay in memory: the first finds the stable names, the second the
// texts of places and their slots. The result depends only on the pages and their order.
//
// Cost: O(values log values) time; memory of the pages, some 30 KB each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pagekin/rows/row_page.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

struct LearnOptions {
  double least_fill = 0.1;        // share of pages that must have a value of a column
  std::size_t most_columns = 80;  // of a template; those that say most stay
};

// The limits with which pages should be read for a Learner: the begin of a text is enough.
constexpr ReadLimits kLearnLimits{
    .max_elements = 20'000, .max_texts = 10'000, .max_text_bytes = 160};

constexpr std::size_t kFewestPages = 2;  // that show a template's slots
constexpr std::size_t kMostPages = 300;  // of a template that a model is learned from

class Learner {
 public:
  explicit Learner(const LearnOptions& options = {});
  ~Learner();
  Learner(Learner&&) noexcept;
  Learner& operator=(Learner&&) noexcept;

  // `rows`: the same page for its records, or null.
  void add(PageNodes&& page, std::unique_ptr<rows::RowPage> rows = nullptr);
  std::size_t size() const;

  // The model of all pages added; an empty one for fewer than kFewestPages. `places`, if it is not
  // null, gets the part of each element of each page, or kNone, see align_parts.h.
  TemplateModel finish(std::vector<std::vector<std::uint32_t>>* places = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin::skeleton
