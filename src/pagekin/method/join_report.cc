#include "pagekin/method/join_report.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::method {

std::string describe_join(const graph::SimilarPairs& pairs) {
  std::string text = fmt::format("neighbours  {} of {} pairs, {} of them equal pages\n",
                                 with_commas(pairs.similar_pairs()), with_commas(pairs.pairs()),
                                 with_commas(pairs.equal_pairs));
  text += fmt::format("            {:<14} {:>14} {:>14}   of {} different pages\n", "settled by",
                      "not similar", "similar", with_commas(pairs.class_sizes.size()));
  for (const graph::StageCount& stage : pairs.stages) {
    text += fmt::format("            {:<14} {:>14} {:>14}\n", stage.name,
                        with_commas(stage.rejected), with_commas(stage.accepted));
  }
  return text;
}

std::string check_join(const graph::SimilarPairs& pairs, const graph::Similarities& of,
                       graph::JoinOptions options) {
  options.threads = of.threads();
  return check_join(pairs, graph::compare_all(of.measure(), of.pages(), options, of.progress()),
                    options);
}

std::string check_join(const graph::SimilarPairs& pairs, const graph::SimilarPairs& slow,
                       const graph::JoinOptions& options) {
  if (options.search == graph::Search::kLsh) {
    const auto there = static_cast<double>(slow.similar_pairs());
    const auto found = static_cast<double>(pairs.similar_pairs());
    return fmt::format("check       {} pairs compared, {:.4f} % of the neighbours were found\n",
                       with_commas(slow.pairs()), there > 0 ? 100 * found / there : 100);
  }
  if (const auto found = graph::first_difference(pairs, slow, options.exact)) {
    const auto are = [&](float similarity) {
      if (similarity == 0) return std::string("no neighbours");
      return options.exact ? fmt::format("neighbours of similarity {:.6f}", similarity)
                           : std::string("neighbours");
    };
    throw Error(
        fmt::format("the check failed: pages {} and {} of the input are {}, but compared {}",
                    found->a + 1, found->b + 1, are(found->first), are(found->second)));
  }
  return fmt::format("check       {} pairs compared, the same neighbours\n",
                     with_commas(slow.pairs()));
}

}  // namespace pagekin::method
