// The document vector of a page: the paths to everything in it, in document order.
//
// There is a path from the root to every element and to every text that is not blank.
// A text's step is the text itself, character references decoded, runs of ASCII white
// space replaced by one space and none at its ends. The first occurrence of a path in
// the page is plain, the k-th (k >= 2) is another path, path#k.
//
//   <body><h1>Tech</h1><br>List<br></body>
//     html  html/head  html/body  html/body/h1  html/body/h1/"Tech"  html/body/br
//     html/body/"List"  html/body/br#2
//
// Source: Bagban, Kulkarni: On Applying Document Similarity Measures for Template based
// Clustering of Web Documents, 2018, sections 3.3 and 3.4.
// Cost: time O(bytes) expected, memory O(n); no recursion.
// Limits: a NUL in a text stays as it is. The text of scripts and styles counts too.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

// Returns the hashes of the paths (see path_hash.h). The tree must have been built with
// texts, from UTF-8.
std::vector<std::uint64_t> document_paths(const dom::Tree& tree);

}  // namespace pagekin::features
