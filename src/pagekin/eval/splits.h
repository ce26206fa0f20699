// Splits labelled pages into training and test pages.
//
// Pages are drawn by their keys, which are hashes of id and seed, so that the result depends
// neither on the order of the pages nor on the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::eval {

// Numbers of pages, ascending.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

// The class of each page, from 0, and its key.
struct LabelledPages {
  std::span<const int> classes;
  std::span<const std::uint64_t> keys;
};

// Each page is a test page in one of the `folds` splits (2 or more) and a training page in the
// others. Every class is spread over the folds as evenly as its size allows, so a class of two or
// more pages always has a training page.
std::vector<Split> stratified_folds(const LabelledPages& pages, int folds);

// Takes `count` training pages of each class, but leaves at least one page of each class as a test
// page. All other pages are test pages.
Split split_per_class(const LabelledPages& pages, int count);

// Leaves out each class once, `at_a_time` classes together. The test pages are those of the
// left-out classes, the training pages those of `train` that belong to other classes.
std::vector<Split> leave_classes_out(const LabelledPages& pages,
                                     std::span<const std::uint32_t> train, int at_a_time);

// Draws about `count` pages, in proportion to the classes, but at least two pages of each class
// that has two. Returns all pages if there are not more. Ascending.
std::vector<std::uint32_t> stratified_sample(const LabelledPages& pages, std::size_t count);

}  // namespace pagekin::eval
