// Opens a model, or an index as a classifier: its clusters are the classes, its pages the
// training pages. Classes are named by template ids and ordered by falling number of pages. See
// method::Classifying for the methods that can do this.
#pragma once

#include <memory>
#include <string>

#include "pagekin/model/classifier.h"

namespace pagekin::clustering {

// The content of the file shows which of the two it is. Throws InputError, naming the file, for
// any other file and for one that cannot be used. `threads` learn the templates of an index (0: one
// per core).
std::unique_ptr<model::PageClassifier> open_classifier(const std::string& path,
                                                       unsigned threads = 1);

}  // namespace pagekin::clustering
