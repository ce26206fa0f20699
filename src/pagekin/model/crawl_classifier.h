// Classifies pages by the templates that the method auto finds in the pages of a crawl.
//
// A page that has exactly the marks of a known page is of its template, with score 1. Any other
// page of a known site is of the likeliest template of that site, if the two-sided test accepts it
// there (see templates/acceptance.h), or is else unlike every template. It may also be all but
// equal to a page that is a template by itself. A page of an unknown site is tested with the
// template of any site whose core it has most of.
//
// Classes are named by the ids of the templates, and ordered by falling number of pages.
// Cost of a page of an unknown site: linear in the number of all templates and their marks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "pagekin/model/classifier.h"
#include "pagekin/templates/crawl_pages.h"

namespace pagekin::model {

// `template_ids`: by page. `titles`: by id, the readable names. `basis` is what
// PageClassifier::basis() returns. `threads` learn the templates (0: one per core).
std::unique_ptr<PageClassifier> make_crawl_classifier(
    templates::CrawlPages pages, std::span<const std::uint32_t> template_ids,
    const std::map<std::uint32_t, std::string>& titles, std::string basis, unsigned threads);

}  // namespace pagekin::model
