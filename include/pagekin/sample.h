// Some pages of every template, for audits, checks and tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/page_list.h"
#include "pagekin/words.h"

namespace pagekin {

struct SampleOptions {
  // Pages of each template: as many as this, and at least `fraction` of them. Without any of the
  // three options it is 3; with a fraction alone 1; with a total alone there is no limit.
  std::optional<std::uint64_t> per_template;
  std::optional<double> fraction;  // 0 to 1
  // At most this many pages in all: one of each template, the largest first, then a second of
  // each, and so on.
  std::optional<std::uint64_t> total;
  // Pages drawn from all others, as a share of those that were chosen by template: 0 to 1.
  double random_share = 0;
  std::uint64_t seed = 1;
};

template <>
struct OptionsOf<SampleOptions> {
  using Self = SampleOptions;
  static constexpr auto all = std::tuple{
      option(&Self::per_template,
             {.name = "per_template",
              .help = "pages of each template; 3 unless `fraction` or `total` is given",
              .group = "Choice",
              .min = 1,
              .max = 1e9}),
      option(&Self::fraction,
             {.name = "fraction",
              .help = "at least this share of the pages of each template; one page at least",
              .group = "Choice",
              .value = "SHARE",
              .max = 1}),
      option(
          &Self::total,
          {.name = "total",
           .help = "at most this many pages in all: one of each template, the largest first, then "
                   "a second of each, and so on",
           .group = "Choice",
           .min = 1,
           .max = 1e9}),
      option(&Self::random_share,
             {.name = "random_share",
              .help = "also draw pages at random from all others: this share of those chosen by "
                      "template",
              .group = "Choice",
              .value = "SHARE",
              .max = 1}),
      option(&Self::seed,
             {.name = "seed", .help = "the seed of everything that is random", .group = "Choice"}),
  };
};

// Why a page is in a sample.
enum class Drawn : std::uint8_t {
  kRepresentative,  // it stands for its template
  kWithinTemplate,  // at random from its template
  kFromAll,         // at random from all pages
};
template <>
struct Words<Drawn> {
  static constexpr std::array<std::string_view, 3> all = {"representative", "random",
                                                          "random_of_all"};
};

struct SampledPage {
  std::size_t page = 0;  // position in ClusterResult::pages or PageTable::rows
  Drawn drawn = Drawn::kRepresentative;
};

struct SampleResult {
  // By template, the largest first; in a template in the order in which pages were chosen. Pages
  // drawn from all come last.
  std::vector<SampledPage> pages;
  std::size_t templates = 0;          // of the clustering
  std::size_t covered_templates = 0;  // that have a page in the sample
  std::size_t covered_pages = 0;      // pages that belong to one of these
};

// Takes the representatives of each template first, then pages in random order. The same seed
// gives the same pages, and a larger sample has all pages of a smaller one. Throws OptionError for
// a value out of range.
PAGEKIN_API SampleResult sample_pages(const ClusterResult& result,
                                      const SampleOptions& options = {});
PAGEKIN_API SampleResult sample_pages(const PageTable& table, const SampleOptions& options = {});

}  // namespace pagekin
