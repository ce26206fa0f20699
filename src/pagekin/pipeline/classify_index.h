// An index of `cluster --index` as a model: its clusters are the classes, its pages the
// training pages. Classes are named and ordered by the cluster's number as `cluster`
// prints it for the pages of the index.
#pragma once

#include <string>

#include "pagekin/model/model.h"

namespace pagekin::pipeline {

// A model or an index, told by its content. Throws Error, naming the file, for any other
// file and for one that cannot be used.
model::Model open_model(const std::string& path);

}  // namespace pagekin::pipeline
