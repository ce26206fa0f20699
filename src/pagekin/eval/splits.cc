#include "pagekin/eval/splits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pagekin::eval {
namespace {

using Pages = std::vector<std::uint32_t>;

std::size_t class_count(const LabelledPages& pages) {
  return pages.classes.empty()
             ? 0
             : static_cast<std::size_t>(*std::ranges::max_element(pages.classes)) + 1;
}

// The pages of each class in random order.
std::vector<Pages> drawn(const LabelledPages& pages) {
  std::vector<Pages> classes(class_count(pages));
  for (std::uint32_t page = 0; page < pages.classes.size(); ++page) {
    classes[static_cast<std::size_t>(pages.classes[page])].push_back(page);
  }
  for (Pages& members : classes) {
    std::ranges::stable_sort(members, {}, [&](std::uint32_t page) { return pages.keys[page]; });
  }
  return classes;
}

}  // namespace

std::vector<Split> stratified_folds(const LabelledPages& pages, int folds) {
  std::vector<std::size_t> fold_of(pages.classes.size());
  std::size_t next = 0;  // continues from class to class, so that folds have equal sizes
  for (const Pages& members : drawn(pages)) {
    for (const std::uint32_t page : members) {
      fold_of[page] = next++ % static_cast<std::size_t>(folds);
    }
  }
  std::vector<Split> splits(static_cast<std::size_t>(folds));
  for (std::uint32_t page = 0; page < fold_of.size(); ++page) {
    for (std::size_t fold = 0; fold < splits.size(); ++fold) {
      (fold == fold_of[page] ? splits[fold].test : splits[fold].train).push_back(page);
    }
  }
  return splits;
}

Split split_per_class(const LabelledPages& pages, int count) {
  Split split;
  for (const Pages& members : drawn(pages)) {
    const auto most = static_cast<std::ptrdiff_t>(members.size()) - 1;
    const auto taken = std::max<std::ptrdiff_t>(0, std::min<std::ptrdiff_t>(count, most));
    split.train.insert(split.train.end(), members.begin(), members.begin() + taken);
    split.test.insert(split.test.end(), members.begin() + taken, members.end());
  }
  std::ranges::sort(split.train);
  std::ranges::sort(split.test);
  return split;
}

std::vector<Split> leave_classes_out(const LabelledPages& pages,
                                     std::span<const std::uint32_t> train, int at_a_time) {
  // Classes are drawn by the least key of their pages.
  const std::vector<Pages> classes = drawn(pages);
  std::vector<std::size_t> order(classes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t number) { return classes[number].empty(); });
  std::ranges::stable_sort(order, {},
                           [&](std::size_t number) { return pages.keys[classes[number].front()]; });

  const auto size = static_cast<std::size_t>(at_a_time);
  std::vector<std::size_t> round_of(classes.size());
  for (std::size_t i = 0; i < order.size(); ++i) round_of[order[i]] = i / size;
  const auto round = [&](std::uint32_t page) {
    return round_of[static_cast<std::size_t>(pages.classes[page])];
  };

  std::vector<Split> splits((order.size() + size - 1) / size);
  for (std::uint32_t page = 0; page < pages.classes.size(); ++page) {
    splits[round(page)].test.push_back(page);
  }
  for (const std::uint32_t page : train) {
    for (std::size_t i = 0; i < splits.size(); ++i) {
      if (i != round(page)) splits[i].train.push_back(page);
    }
  }
  return splits;
}

std::vector<std::uint32_t> stratified_sample(const LabelledPages& pages, std::size_t count) {
  Pages sample;
  const std::size_t total = pages.classes.size();
  for (const Pages& members : drawn(pages)) {
    const double share = static_cast<double>(members.size()) * static_cast<double>(count) /
                         static_cast<double>(total);
    const auto wanted = std::max<std::size_t>(2, static_cast<std::size_t>(std::llround(share)));
    const auto taken = static_cast<std::ptrdiff_t>(std::min(members.size(), wanted));
    sample.insert(sample.end(), members.begin(), members.begin() + taken);
  }
  std::ranges::sort(sample);
  return sample;
}

}  // namespace pagekin::eval
