// The steps of a clustering, for programs that divide it among machines, as Apache Spark does.
//
//   1. Anywhere, in any order: a PageExtractor turns each page into the bytes that the method
//   needs.
//   2. With the method auto: a SiteLearner for each site, anywhere, and then join_sites().
//      With any other method: Clusterer::add_extracted() for all pages, in input order.
//
// The clusters are those of cluster_pages() over all pages.
#pragma once

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

  // Of a page that take_part() or take_pages() has read.
  ExtractedPage extract(const Page& page) const;

  // Of a page that is in memory, to which check_page() is applied.
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
// number of its joined template. Throws Error for bytes that are no core.
PAGEKIN_API std::vector<std::uint32_t> join_sites(std::span<const SiteCore> templates);

// The host of a page, with its port unless that is the usual one, and the shape of its address:
// what the columns host and url_shape of a table have.
struct AddressParts {
  std::string host;
  std::string shape;
};
PAGEKIN_API AddressParts address_parts(std::string_view id);

}  // namespace pagekin
