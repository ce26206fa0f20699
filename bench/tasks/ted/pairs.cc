#include "ted/pairs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pagekin/eval/labels.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::bench {
namespace {

template <class T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
  }
}

// Elements in document order with their ends, from which a tree follows.
class Writer {
 public:
  void open(html::TagId tag) {
    open_.push_back(tree_.size());
    tree_.tags.push_back(tag);
    tree_.sizes.push_back(0);
  }
  void close() {
    tree_.sizes[open_.back()] = static_cast<std::uint32_t>(tree_.size() - open_.back());
    open_.pop_back();
  }
  std::size_t size() const { return tree_.size(); }
  std::size_t depth() const { return open_.size(); }
  dom::TagTree take() {
    while (!open_.empty()) close();
    return std::move(tree_);
  }

 private:
  dom::TagTree tree_;
  std::vector<std::size_t> open_;
};

constexpr std::uint32_t kTagCount = 40;

html::TagId random_tag(Random& random) { return 1 + random.below(kTagCount); }

// A subtree of some `size` elements, no deeper than `depth`.
dom::TagTree random_block(Random& random, std::size_t size, std::size_t depth) {
  Writer writer;
  writer.open(random_tag(random));
  while (writer.size() < size) {
    while (writer.depth() > 1 && (writer.depth() >= depth || random.chance(0.5))) writer.close();
    writer.open(random_tag(random));
  }
  return writer.take();
}

void copy(const dom::TagTree& tree, Writer& writer) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (; !ends.empty() && ends.back() <= i; ends.pop_back()) writer.close();
    writer.open(tree.tags[i]);
    ends.push_back(i + tree.sizes[i]);
  }
  for (; !ends.empty(); ends.pop_back()) writer.close();
}

}  // namespace

std::vector<LabelledTree> read_trees(const std::vector<std::string>& inputs,
                                     const std::string& labels) {
  const auto known = eval::read_labels(labels);
  std::vector<LabelledTree> trees;
  PageIds ids;
  reading::read_features(
      // No other threads where processes are forked.
      {.source = {.inputs = inputs, .reading = {.threads = 1}},
       .needs = {.tree = true},
       .page =
           [&](std::string_view id, features::Features&& page) {
             const int number = known->template_of(id);
             if (number != eval::kUnlabelled) trees.push_back({std::move(page.tree), number});
           }},
      ids);
  return trees;
}

std::vector<ChosenPair> choose_pairs(std::span<const LabelledTree> trees, std::size_t size,
                                     bool same_template, std::size_t count, Random random) {
  std::map<int, std::vector<const dom::TagTree*>> by_template;
  for (const LabelledTree& tree : trees) {
    const double ratio = static_cast<double>(tree.tree.size()) / static_cast<double>(size);
    if (ratio >= 0.85 && ratio <= 1.15) by_template[tree.template_number].push_back(&tree.tree);
  }
  std::vector<std::vector<const dom::TagTree*>> groups;
  for (auto& [number, group] : by_template) {
    shuffle(group, random);
    groups.push_back(std::move(group));
  }
  shuffle(groups, random);

  std::vector<ChosenPair> chosen;
  const auto add = [&](const dom::TagTree* a, const dom::TagTree* b) {
    chosen.push_back({size, same_template, a, b});
  };
  const auto close_in_size = [](const dom::TagTree* a, const dom::TagTree* b) {
    const auto [smaller, larger] = std::minmax(a->size(), b->size());
    return static_cast<double>(larger) <= 1.05 * static_cast<double>(smaller);
  };
  if (same_template) {
    for (std::size_t round = 0; round < count; ++round) {
      for (const auto& group : groups) {
        if (chosen.size() == count || group.size() < 2 * round + 2) continue;
        const dom::TagTree* a = group[2 * round];
        const dom::TagTree* b = group[2 * round + 1];
        if (*a != *b) add(a, b);
      }
    }
    return chosen;
  }
  // Every two templates once before any two of them again.
  for (std::size_t round = 0; round < count; ++round) {
    for (std::size_t gap = 1; gap < groups.size(); ++gap) {
      for (std::size_t i = 0; i + gap < groups.size() && chosen.size() < count; ++i) {
        if (groups[i].size() <= round) continue;
        const dom::TagTree* a = groups[i][round];
        const auto b = std::ranges::find_if(
            groups[i + gap], [&](const dom::TagTree* one) { return close_in_size(a, one); });
        if (b != groups[i + gap].end()) add(a, *b);
      }
    }
  }
  return chosen;
}

dom::TagTree made_up_page(Random random, std::size_t size) {
  std::vector<dom::TagTree> patterns;
  for (int i = 0; i < 30; ++i) {
    patterns.push_back(random_block(random, 10 + random.below(60), 8));
  }
  Writer writer;
  writer.open(html::tag_id("html"));
  while (writer.size() < size) {
    while (writer.depth() > 1 && (writer.depth() >= 12 || random.chance(0.3))) writer.close();
    writer.open(html::tag_id("div"));
    for (std::uint32_t blocks = 1 + random.below(4); blocks > 0; --blocks) {
      copy(edited(random.fork(writer.size()), patterns[random.below(30)], 0.1), writer);
    }
  }
  return writer.take();
}

dom::TagTree edited(Random random, const dom::TagTree& tree, double chance) {
  Writer writer;
  std::vector<std::pair<std::size_t, bool>> ends;  // of elements, and whether each is kept
  const auto close_until = [&](std::size_t at) {
    for (; !ends.empty() && ends.back().first <= at; ends.pop_back()) {
      if (ends.back().second) writer.close();
    }
  };
  for (std::size_t i = 0; i < tree.size(); ++i) {
    close_until(i);
    const std::uint32_t edit = i > 0 && random.chance(chance) ? 1 + random.below(3) : 0;
    if (edit == 1) {
      writer.open(random_tag(random));
      writer.close();
    }
    const bool is_kept = edit != 2;
    if (is_kept) writer.open(edit == 3 ? random_tag(random) : tree.tags[i]);
    ends.emplace_back(i + tree.sizes[i], is_kept);
  }
  close_until(tree.size());
  return writer.take();
}

}  // namespace pagekin::bench
