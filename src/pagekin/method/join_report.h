// What a join of similar pages did, and whether it was right, for the methods built on one.
#pragma once

#include <string>

#include "pagekin/graph/similarities.h"
#include "pagekin/graph/threshold_join.h"

namespace pagekin::method {

// How many pairs are similar, and which stage settled how many.
std::string describe_join(const graph::SimilarPairs& pairs);

// Compares every pair of pages and returns a line that says so. Throws Error, naming the
// first pair, where that gives other neighbours than `pairs`, which were joined with
// `options`; where these want exact edges, other similarities too. Where `options` do not
// ask for all pairs, the line says how many were found.
std::string check_join(const graph::SimilarPairs& pairs, const graph::Similarities& of,
                       graph::JoinOptions options);

}  // namespace pagekin::method
