// Learning the model of a template and applying it, against building the trees of its pages.
//
// All pages of the inputs count as one template, so give pages of one. Trees have texts and
// attributes. Each round builds the trees, learns the model from at most 300 pages, and applies it
// to all; the medians of the rounds are compared. One thread; processor time.
//
// Targets: learning takes less than building the trees twice; applying, with the tree that it
// needs, takes at most 1.5 times as long as building the tree.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/dom/build.h"
#include "pagekin/skeleton/apply.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/page_nodes.h"

#include "bodies.h"

namespace {

using namespace pagekin;

template <class Work>
double seconds_of(const Work& work) {
  const std::clock_t begin = std::clock();  // of this process, because machines are shared
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

int run(const std::vector<std::string>& inputs) {
  const std::vector<std::string> pages = bench::load_bodies(inputs);
  const std::size_t learned = std::min(pages.size(), skeleton::kMostPages);
  const std::size_t bytes = bench::total_size(pages);
  dom::Builder builder;
  const dom::BuildOptions options{.text = true, .blank_text = false};
  std::vector<double> few_trees;
  std::vector<double> all_trees;
  std::vector<double> learning;
  std::vector<double> applying;
  std::size_t columns = 0;
  constexpr int rounds = 5;
  for (int round = 0; round < rounds; ++round) {
    few_trees.push_back(seconds_of([&] {
      for (std::size_t i = 0; i < learned; ++i) builder.build(pages[i], options);
    }));
    all_trees.push_back(seconds_of([&] {
      for (const std::string& page : pages) builder.build(page, options);
    }));
    skeleton::TemplateModel model;
    learning.push_back(seconds_of([&] {
      skeleton::Learner learner;
      for (std::size_t i = 0; i < learned; ++i) {
        skeleton::PageNodes nodes;
        skeleton::read_nodes(builder.build(pages[i], options), skeleton::kLearnLimits, nodes);
        learner.add(std::move(nodes));
      }
      model = learner.finish();
    }));
    columns = static_cast<std::size_t>(
        std::ranges::count(model.slots, skeleton::Dropped::kNo, &skeleton::Slot::dropped));
    applying.push_back(seconds_of([&] {
      const skeleton::Applier applier(model);
      const skeleton::ReadLimits limits = applier.limits();
      skeleton::Applier::Workspace workspace;
      skeleton::Applied applied;
      skeleton::PageNodes nodes;
      for (const std::string& page : pages) {
        skeleton::read_nodes(builder.build(page, options), limits, nodes);
        applier.apply(nodes, workspace, applied);
      }
    }));
  }
  const double tree = median(all_trees);
  std::printf("%zu pages of %.1f KB, learned from %zu, %zu columns\n", pages.size(),
              static_cast<double>(bytes) / 1e3 / static_cast<double>(pages.size()), learned,
              columns);
  std::printf("trees     %8.1f ms\n", 1e3 * tree);
  std::printf(
      "learning  %8.1f ms, %.2f times the trees of its pages (trees included; without them %.2f)\n",
      1e3 * median(learning), median(learning) / median(few_trees),
      median(learning) / median(few_trees) - 1);
  std::printf("applying  %8.1f ms, %.2f times the trees; %.0f pages a second\n",
              1e3 * median(applying), median(applying) / tree,
              static_cast<double>(pages.size()) / median(applying));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: bench_skeleton INPUT...\n", stderr);
    return 2;
  }
  try {
    return run({arguments + 1, arguments + count});
  } catch (const Error& error) {
    std::fprintf(stderr, "bench_skeleton: %s\n", error.what());
    return 1;
  }
}
