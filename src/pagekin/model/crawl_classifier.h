// Classifies pages by the templates that the method auto finds in the pages of a crawl.
//
// A page that has exactly the marks of a known page is of its template. Any other page of a
// known site is of the likeliest template of that site, if it has at least half of what nearly
// all pages of the template have; this share is also the score. A page of an unknown site is of
// the template of any site that it fits best, if it has nine tenths of that.
//
// Classes are named by the numbers that `cluster` gives the clusters of these pages.
// Cost of a page of an unknown site: linear in the number of all templates and their marks.
#pragma once

#include <memory>
#include <string>

#include "pagekin/model/classifier.h"
#include "pagekin/templates/crawl_pages.h"

namespace pagekin::model {

// `basis` is what PageClassifier::basis() returns.
std::unique_ptr<PageClassifier> make_crawl_classifier(templates::CrawlPages pages,
                                                      std::string basis);

}  // namespace pagekin::model
