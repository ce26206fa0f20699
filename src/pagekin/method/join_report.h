// Reports and checks of the joins of similar pages, for the methods that use them.
#pragma once

#include <string>

#include "pagekin/graph/similarities.h"
#include "pagekin/graph/threshold_join.h"

namespace pagekin::method {

// Says how many pairs are similar, and how many each stage decided.
std::string describe_join(const graph::SimilarPairs& pairs);

// Compares `pairs`, which were joined with `options`, with `slow`, which come from comparing
// every pair, and returns a line about the result. Throws Error, naming the first pair, when
// they have different neighbours, or with options.exact different similarities. When
// `options` do not ask for all pairs, the line says how many were found.
std::string check_join(const graph::SimilarPairs& pairs, const graph::SimilarPairs& slow,
                       const graph::JoinOptions& options);

// Compares every pair of pages for this check.
std::string check_join(const graph::SimilarPairs& pairs, const graph::Similarities& of,
                       graph::JoinOptions options);

}  // namespace pagekin::method
