// Which pages a classifier learns from and which it is asked about.
//
// Pages are drawn by keys, random numbers that belong to them (a hash of id and seed), so
// neither the order of the pages nor the machine changes what is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::eval {

// Pages by number, ascending.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

// Pages with the number of their class, from 0, and their key.
struct LabelledPages {
  std::span<const int> classes;
  std::span<const std::uint64_t> keys;
};

// Each page is tested in one of `folds` splits (2 or more) and learnt from in the others.
// Every class is spread over the folds as evenly as its size allows, so a class of two
// or more pages is never without a page to learn from.
std::vector<Split> stratified_folds(const LabelledPages& pages, int folds);

// `count` pages of each class to learn from, all but one of a smaller class, none of a
// class of one page; all others to test.
Split split_per_class(const LabelledPages& pages, int count);

// Each class is left out once, `at_a_time` classes together: their pages are tested, and
// those of `train` that are of the other classes learnt from.
std::vector<Split> leave_classes_out(const LabelledPages& pages,
                                     std::span<const std::uint32_t> train, int at_a_time);

// About `count` pages, each class with its share, but no class with fewer than two
// pages where it has so many. All pages where there are not more. Ascending.
std::vector<std::uint32_t> stratified_sample(const LabelledPages& pages, std::size_t count);

}  // namespace pagekin::eval
