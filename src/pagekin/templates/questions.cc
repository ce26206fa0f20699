#include "pagekin/templates/questions.h"

#include <algorithm>
#include <cstddef>

namespace pagekin::templates {

std::vector<Question> questions(const SimilarityMatrix& shares,
                                std::span<const std::uint32_t> pages, const Agreement& agreement,
                                const std::vector<bool>& is_known) {
  const std::vector<std::uint32_t>& variant_of = agreement.variant_of;
  const std::size_t size =
      variant_of.empty() ? 0 : *std::ranges::max_element(variant_of) + std::size_t{1};
  struct Variant {
    double pages = 0;
    std::uint32_t template_number = 0;
    bool is_known = false;
  };
  std::vector<Variant> variants(size);
  std::vector<double> votes(size * size);  // by pair of variants: shares times pairs of pages
  for (std::size_t a = 0; a < pages.size(); ++a) {
    Variant& variant = variants[variant_of[a]];
    variant.pages += pages[a];
    variant.template_number = agreement.template_of[a];
    variant.is_known |= is_known[a];
    for (std::size_t b = 0; b < a; ++b) {
      const double both = double{shares(a, b)} * pages[a] * pages[b];
      votes[variant_of[a] * size + variant_of[b]] += both;
      votes[variant_of[b] * size + variant_of[a]] += both;
    }
  }
  std::vector<Question> asked;
  for (std::uint32_t a = 0; a < size; ++a) {
    double doubt = 0;
    for (std::size_t b = 0; b < size; ++b) {
      if (a == b) continue;
      const double share = votes[a * size + b] / (variants[a].pages * variants[b].pages);
      const bool is_joined = variants[a].template_number == variants[b].template_number;
      doubt += std::min(variants[a].pages, variants[b].pages) * (is_joined ? 1 - share : share);
    }
    const auto rounded = static_cast<float>(doubt);
    if (!variants[a].is_known && rounded > 0) asked.push_back({a, rounded});
  }
  std::ranges::stable_sort(asked, std::ranges::greater(), &Question::doubt);
  return asked;
}

}  // namespace pagekin::templates
