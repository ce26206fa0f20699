// How similar two pages are.
//
// A measure is chosen by a spec: "ted", "pq_gram:p=3,q=2"; list_measures() has them all. A
// similarity lies between 0 and 1, and is 1 for pages that are equal to the measure.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/page.h"
#include "pagekin/run.h"
#include "pagekin/similarity_basis.h"

namespace pagekin {

// What a measure needs of a page, extracted once. Cheap to move; immutable.
class PAGEKIN_API Extracted {
 public:
  Extracted(Extracted&&) noexcept;
  Extracted& operator=(Extracted&&) noexcept;
  ~Extracted();

 private:
  friend class Comparer;
  struct Content;
  explicit Extracted(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

// Compares pages by one measure. May be used by several threads at once.
class PAGEKIN_API Comparer {
 public:
  // Throws OptionError for an unknown measure or option.
  explicit Comparer(const std::string& measure);
  ~Comparer();
  Comparer(const Comparer&) = delete;
  Comparer& operator=(const Comparer&) = delete;

  // Any bytes are a page.
  Extracted extract(const Page& page) const;

  // Both pages were extracted by this object.
  double similarity(const Extracted& a, const Extracted& b) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The similarity of two HTML documents. To compare a page with many others, use a Comparer.
PAGEKIN_API double similarity(std::string_view html_a, std::string_view html_b,
                              const std::string& measure);

// The same for pages whose encoding is known.
PAGEKIN_API double similarity(const Page& a, const Page& b, const std::string& measure);

struct PageComparison {
  struct Row {
    std::string measure;  // as asked for
    double similarity = 0;
    SimilarityBasis basis = {};
  };
  std::array<std::string, 2> pages;  // their ids
  std::vector<Row> rows;
  std::vector<Incident> limited;  // of these two pages
};

struct CompareOptions {
  std::vector<std::string> measures;  // specs; none: every measure with its defaults
};

template <>
struct OptionsOf<CompareOptions> {
  static constexpr auto all = std::tuple{
      option(&CompareOptions::measures,
             {.name = "measures",
              .help = "name or name:option=value,...; see 'pagekin list measures'; without it, all "
                      "measures",
              .group = "Method",
              .value = "MEASURE",
              .flag = "measure"}),
  };
};

// Compares two pages of a source, by their ids. If the source has no inputs, the two names are
// inputs of one page each. The measures are not fitted: nothing depends on other pages. Throws
// InputError when a page cannot be read or an input holds several pages.
PAGEKIN_API PageComparison compare_pages(const Source& source,
                                         const std::array<std::string, 2>& pages,
                                         const CompareOptions& options = {}, const Run& run = {});
PAGEKIN_API std::string to_table(const PageComparison& comparison);
PAGEKIN_API std::string to_json(const PageComparison& comparison);

// Throws OptionError for a spec of a measure that does not exist; with `for_many` also for a
// measure that is not symmetric: it can compare only two pages.
PAGEKIN_API void check_measure(const std::string& spec, bool for_many = true);

// The specs with every measure in place of "all".
PAGEKIN_API std::vector<std::string> expand_measures(const std::vector<std::string>& specs);

// The similarities of all pairs of n pages, in one array of n (n - 1) / 2 numbers: first those
// of page 0 with pages 1 to n - 1, then those of page 1 with pages 2 to n - 1, and so on.
PAGEKIN_API std::vector<float> pairwise(std::span<const Page> pages, const std::string& measure,
                                        const Run& run = {});

// The template fingerprint of a page: at most `length` entries.
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural Classification
// and Clustering of Web Documents, CIKM 2013, section 3.1.
PAGEKIN_API std::vector<unsigned char> fingerprint(std::string_view html, int length = 25);
PAGEKIN_API std::vector<unsigned char> fingerprint(const Page& page, int length = 25);

}  // namespace pagekin
