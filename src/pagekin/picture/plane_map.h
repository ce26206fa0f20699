// Places things in the plane so that their distances there come close to given dissimilarities.
//
// Classical scaling gives the first places: the two largest eigenvectors of the doubly centred
// squared dissimilarities, by power iteration from a fixed start. Stress majorisation then improves
// them a fixed number of times.
//
// Source: Torgerson (1952): Multidimensional scaling; de Leeuw (1977): Applications of convex
// analysis to multidimensional scaling (SMACOF).
// Cost: O(n^2) a step, some 200 steps; memory O(n^2). The result is the same on every machine.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pagekin::picture {

struct Point {
  double x = 0;
  double y = 0;
};

// dissimilarities: n x n, symmetric, 0 on the diagonal. The result fits into [0, 1] x [0, 1].
std::vector<Point> plane_map(std::span<const float> dissimilarities, std::size_t n);

}  // namespace pagekin::picture
