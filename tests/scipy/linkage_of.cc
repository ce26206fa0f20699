// The merges of a matrix, for a script to compare with those of SciPy.
//
//     linkage_of single|complete|average < MATRIX > MERGES
//
// MATRIX: the number of pages in 4 bytes, then row by row the similarities of each page
// with those before it, 32-bit floats; all in the byte order of the machine. MERGES: a line
// a merge, as in core/dendrogram.h: left, right, similarity, size.
#include <cstdint>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/cluster/linkage.h"

namespace {

bool read(void* to, std::size_t bytes) { return std::fread(to, 1, bytes, stdin) == bytes; }

}  // namespace

int main(int argc, char** argv) {
  const std::string_view linkage = argc == 2 ? argv[1] : "";
  std::uint32_t pages = 0;
  if (linkage.empty() || !read(&pages, sizeof pages)) return 2;
  pagekin::SimilarityMatrix matrix(pages);
  for (std::uint32_t page = 0; page < pages; ++page) {
    const auto row = matrix.row(page);
    if (!read(row.data(), row.size_bytes())) return 2;
  }
  using pagekin::cluster::Linkage;
  const pagekin::Dendrogram dendrogram =
      linkage == "single"
          ? pagekin::cluster::single_linkage(matrix)
          : pagekin::cluster::nearest_neighbour_chain(
                std::move(matrix), linkage == "complete" ? Linkage::kComplete : Linkage::kAverage);
  for (const pagekin::Merge& merge : dendrogram.merges()) {
    fmt::print("{} {} {} {}\n", merge.left, merge.right, merge.similarity, merge.size);
  }
  return 0;
}
