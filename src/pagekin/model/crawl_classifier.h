// Classifies pages by the templates that the method auto finds in the pages of a crawl.
//
// A page that has exactly the marks of a known page is of its template. Any other page of a
// known site is of the likeliest template of that site, if it has at least half of what nearly
// all pages of the template have; this share is also the score. A page of an unknown site is of
// the template of any site that it fits best, if it has nine tenths of that.
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
// PageClassifier::basis() returns.
std::unique_ptr<PageClassifier> make_crawl_classifier(
    templates::CrawlPages pages, std::span<const std::uint32_t> template_ids,
    const std::map<std::uint32_t, std::string>& titles, std::string basis);

}  // namespace pagekin::model
