// Writes the similarities of all pairs to a file.
//
// .npy: a square array of 32-bit floats in rows, which numpy.load reads; the ids of its rows go to
// another file. .csv and .tsv: a header of ids, then a row for each page that begins with its id;
// 6 decimals.
#pragma once

#include <functional>
#include <string_view>

#include "pagekin/core/page_ids.h"
#include "pagekin/core/similarity_matrix.h"
#include "pagekin/matrix.h"

namespace pagekin::report {

using pagekin::MatrixFormat;

// Hands over the bytes in pieces. The same input gives the same bytes on every machine.
void write_matrix(const SimilarityMatrix& matrix, const PageIds& ids, MatrixFormat format,
                  const std::function<void(std::string_view)>& write);

// A TSV file with the ids of the rows of an .npy file.
void write_matrix_ids(const PageIds& ids, const std::function<void(std::string_view)>& write);

}  // namespace pagekin::report
