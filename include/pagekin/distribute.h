// The steps of a clustering, for programs that divide it among machines, as Apache Spark does.
//
//   1. Anywhere, in any order: a PageExtractor turns each page into the bytes that the method
//   needs.
//   2. With the method auto: a SiteLearner for each site, anywhere, and then join_sites().
//      With snn: a NeighbourSearch finds the similar pages, block by block, and then clusters them.
//      With fingerprint: keys of a FingerprintMatcher, and connected components.
//      With any method but auto: Clusterer::add_extracted() for all pages, in input order.
//
// The clusters are those of cluster_pages() over all pages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/page.h"

namespace pagekin {

// How a page is called, and which site it is of.
struct PageName {
  std::string id;          // valid UTF-8; not made unique
  std::uint64_t site = 0;  // a hash of the host; 0: the id has none
};
PAGEKIN_API PageName name_page(std::string_view id);

// Applies the rules of Source::pages to a page in memory, which is cut if it is longer than
// `max_page_bytes` (0: no limit). Returns what happened to it, if anything did.
PAGEKIN_API std::optional<Incident> check_page(Page& page, std::size_t max_page_bytes);

// What is kept of a page.
struct ExtractedPage {
  PageName name;
  std::string features;              // for this version of the library only
  std::optional<Incident> incident;  // the page was skipped, or limited: see fate_of()
};

// Extracts what a method needs. Several threads may use it at once.
class PAGEKIN_API PageExtractor {
 public:
  // Throws OptionError for a wrong method or measure, and for a method that needs more than pages.
  explicit PageExtractor(const std::string& method = "auto", const std::string& measure = {});
  ~PageExtractor();
  PageExtractor(const PageExtractor&) = delete;
  PageExtractor& operator=(const PageExtractor&) = delete;

  // For a page that take_part() or take_pages() has read.
  ExtractedPage extract(const Page& page) const;

  // For a page that is in memory. Applies check_page() to it.
  ExtractedPage extract_supplied(const Page& page, std::size_t max_page_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The templates of one site.
struct LearnedSite {
  std::vector<std::uint32_t> template_of;  // by page, in the order in which they were added
  std::vector<std::uint32_t> variant_of;   // by page, from 0; a template has whole variants
  std::vector<float> confidence;           // by page
  std::uint32_t variants = 0;              // their number
  std::vector<std::string> cores;          // by template: what join_sites() needs of it
};

// The method auto for one site. The order of the pages does not matter.
class PAGEKIN_API SiteLearner {
 public:
  // Throws OptionError for another method than auto and for a wrong option.
  explicit SiteLearner(const std::string& method = "auto");
  ~SiteLearner();
  SiteLearner(const SiteLearner&) = delete;
  SiteLearner& operator=(const SiteLearner&) = delete;

  // Takes ExtractedPage::features of a page of the site. Throws Error for other bytes.
  void add(std::string_view features);

  // The templates of the pages added. The next page begins another site.
  LearnedSite finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A template of a site.
struct SiteCore {
  std::uint64_t site = 0;  // PageName::site
  std::string_view core;   // one of LearnedSite::cores
};

// Joins the templates of different sites that are the same. The templates of one site must be given
// together and in their order; the order of the sites does not matter. Returns for each of them the
// number of its joined template. Throws Error for bytes that are not a core.
PAGEKIN_API std::vector<std::uint32_t> join_sites(std::span<const SiteCore> templates);

// What numbers and representatives need of a page of a site.
struct SitePage {
  std::uint64_t page = 0;   // what the caller calls it
  std::uint64_t place = 0;  // its position in the input; any numbers that have its order
  float confidence = 1;     // 1 if the method gives none
};

// A variant of a template of one site.
struct SiteVariant {
  std::uint32_t joined = 0;  // the number of its joined template, as join_sites() returns it
  std::uint64_t pages = 0;   // how many; 0: it gets the numbers 0
  std::uint64_t first = 0;   // the place of its first page
  SitePage best;             // its page of the highest confidence, the first of equal ones
};

// One of the three best pages of a template of one site: by confidence, ties by place.
struct SiteBest {
  std::uint32_t joined = 0;
  SitePage page;
};

// What pages are called, by variant in the order in which they were given.
struct SiteNumbers {
  std::vector<std::uint64_t> template_of;
  std::vector<std::uint64_t> variant_of;
  std::vector<std::uint64_t> representatives;  // SitePage::page, ascending
  std::uint64_t templates = 0;                 // their number
};

// Numbers templates and variants as cluster_pages() does, by falling number of pages, ties by the
// first page, and chooses the pages that stand for templates. Without `has_variants` (methods other
// than auto) a variant has the number of its template. Cost: time O(n log n) in variants and best
// pages.
PAGEKIN_API SiteNumbers number_sites(std::span<const SiteVariant> variants,
                                     std::span<const SiteBest> best, bool has_variants);

// A confidence in whole thousandths, as tables have it.
PAGEKIN_API double shown_confidence(float confidence);

// What decides into which block a page is put.
struct BlockPlace {
  std::uint64_t order = 0;     // similar pages often have the same
  std::uint32_t weight = 0;    // the size of the page
  std::uint32_t lightest = 0;  // the smallest size of smaller pages that may be similar to it
};

// Two pages can be similar only if they share a key that is a leading one of the smaller page.
struct BlockKey {
  std::uint64_t value = 0;
  bool is_leading = false;
};

// The method snn where no machine has all pages.
//
//   1. Anywhere: place() of each page. Sort by it, and cut the pages into blocks.
//   2. Anywhere: values() of each page. Count in how many pages each value is, at least roughly.
//      Any counts give the same clusters, but only good counts give few and selective keys.
//   3. Anywhere, after set_counts() with the same counts everywhere: keys() of each page.
//   4. Anywhere: pairs() of each block with itself, and of two blocks that share a key, if it is a
//      leading key in one of them.
//   5. cluster() with all pairs. Equal pages may be one, with a weight.
//
// Pages are given as ExtractedPage::features; other bytes throw Error. Several threads may
// use it at once after set_counts().
class PAGEKIN_API NeighbourSearch {
 public:
  // Throws OptionError for a wrong method or measure.
  explicit NeighbourSearch(const std::string& method = "snn", const std::string& measure = {});
  ~NeighbourSearch();
  NeighbourSearch(const NeighbourSearch&) = delete;
  NeighbourSearch& operator=(const NeighbourSearch&) = delete;

  // Whether the method with these options is snn over all similar pairs, and the measure says what
  // similar pages have in common. If not, the other functions throw OptionError.
  bool is_divisible() const;

  // Whether pages have values. If not, pages with near orders are alike, not only those with equal
  // ones, and the sizes alone keep blocks apart.
  bool has_values() const;

  // The options of the method.
  double overlap() const;
  int max_iterations() const;

  BlockPlace place(std::string_view features) const;
  std::vector<std::uint64_t> values(std::string_view features) const;
  void set_counts(std::span<const std::uint64_t> values, std::span<const std::uint64_t> counts);
  std::vector<BlockKey> keys(std::string_view features) const;

  // Similar pages: positions in the first and in the second block. Without a second block: two
  // positions in the first, in order.
  using Pair = std::array<std::uint32_t, 2>;
  std::vector<Pair> pairs(std::span<const std::string_view> first) const;
  std::vector<Pair> pairs(std::span<const std::string_view> first,
                          std::span<const std::string_view> second) const;

  // By page the number of its cluster. `weights`: by page, how many equal pages it stands for.
  // `similar`: each pair once. 0 threads: one per core.
  std::vector<std::uint32_t> cluster(std::span<const std::uint32_t> weights,
                                     std::span<const Pair> similar, unsigned threads = 0) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A key of a page, and whether the page is a centre of those that have it.
struct MatchKey {
  std::string value;
  bool is_centre = false;
};

// The method fingerprint where no machine has all pages. Two pages match if they share a key and
// one of them is a centre of it. The clusters are the connected components of pages that match:
// it is enough to join all pages that have a key with one of its centres. Pages with equal features
// match. Several threads may use it at once.
class PAGEKIN_API FingerprintMatcher {
 public:
  // Throws OptionError for another method than fingerprint and for a wrong option.
  explicit FingerprintMatcher(const std::string& method = "fingerprint");

  // The keys of ExtractedPage::features. Throws Error for other bytes.
  std::vector<MatchKey> keys(std::string_view features) const;

 private:
  int max_edits_ = 0;
};

// The host of a page, with its port unless that is the usual one, and the shape of its address:
// what the columns host and url_shape of a table have.
struct AddressParts {
  std::string host;
  std::string shape;
};
PAGEKIN_API AddressParts address_parts(std::string_view id);

}  // namespace pagekin
