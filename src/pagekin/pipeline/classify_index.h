// An index of `cluster --index` as a classifier: its clusters are the classes, its pages the
// training pages. Classes are named and ordered by the cluster's number as `cluster`
// prints it for the pages of the index.
//
// By an index of the method auto a page that has all marks of one in the index is of its
// template; any other is of the likeliest template of its site, if it has
// at least half of what nearly all pages of that template have, which is also the score; a
// page of a site that the index does not know is of the template of any site that it fits
// best, if it has nine tenths.
#pragma once

#include <memory>
#include <string>

#include "pagekin/model/classifier.h"

namespace pagekin::pipeline {

// A model or an index, told by its content. Throws Error, naming the file, for any other
// file and for one that cannot be used.
std::unique_ptr<model::PageClassifier> open_classifier(const std::string& path);

}  // namespace pagekin::pipeline
