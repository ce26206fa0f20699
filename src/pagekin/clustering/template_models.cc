#include "pagekin/clustering/template_models.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "pagekin/clustering/prefix_in_budget.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/links.h"
#include "pagekin/features/page_tree.h"

namespace pagekin::clustering {
namespace {

constexpr std::size_t kMostPagesOfAll = 8192;
constexpr std::size_t kMostRowPagesOfAll = 2048;
constexpr std::size_t kFewestPagesOfEach = 20;
constexpr std::size_t kMostTemplates = kMostPagesOfAll / kFewestPagesOfEach;

// The pages that are read: those that are learned from, and those that are only shown to
// LearnModelsOptions::admit.
struct ChosenPages {
  std::vector<bool> read;     // by page
  std::vector<bool> learned;  // by group, whether its pages are learned from
};

ChosenPages choose_pages(const LearnModelsOptions& options, const GroupedPages& pages) {
  ChosenPages chosen;
  chosen.learned.resize(pages.all.size());
  std::vector<bool> shown(pages.all.size());
  std::size_t groups = 0;
  for (std::size_t group = 0; group < pages.all.size(); ++group) {
    if (!options.wanted.empty() && !options.wanted[group]) continue;
    chosen.learned[group] =
        group < kMostTemplates && pages.all[group].pages >= skeleton::kFewestPages;
    shown[group] = options.shows_all && !chosen.learned[group];
    groups += chosen.learned[group] ? 1 : 0;
  }
  const std::size_t most =
      std::min(options.most_pages,
               std::max(kMostPagesOfAll / std::max<std::size_t>(groups, 1), kFewestPagesOfEach));
  chosen.read = sampled_pages(pages, most, chosen.learned);
  if (!options.shows_all) return chosen;
  const std::vector<bool> others = sampled_pages(pages, kShownPages, shown);
  for (PageId page = 0; page < others.size(); ++page) {
    if (others[page]) chosen.read[page] = true;
  }
  return chosen;
}

// Of these, the pages that records are learned from.
std::vector<bool> choose_row_pages(const LearnModelsOptions& options, const GroupedPages& pages,
                                   const std::vector<bool>& is_chosen) {
  std::vector<bool> has_rows(is_chosen.size());
  if (!options.records) return has_rows;
  std::vector<std::size_t> counts(pages.all.size());
  std::size_t groups = 0;
  for (PageId page = 0; page < is_chosen.size(); ++page) {
    if (is_chosen[page] && counts[pages.groups[page]]++ == 0) ++groups;
  }
  const std::size_t most = std::clamp<std::size_t>(
      kMostRowPagesOfAll / std::max<std::size_t>(groups, 1), skeleton::kFewestPages, kMostRowPages);
  std::ranges::fill(counts, 0);
  for (PageId page = 0; page < is_chosen.size(); ++page) {
    has_rows[page] = is_chosen[page] && counts[pages.groups[page]]++ < most;
  }
  return has_rows;
}

// By page, which of the chosen pages come first where not all fit into memory: the page of each
// group whose id has the smallest hash, then the second of each, and so on.
std::vector<std::uint64_t> order_of_learning(const GroupedPages& pages,
                                             const std::vector<bool>& is_chosen) {
  std::vector<std::vector<std::pair<std::uint64_t, PageId>>> chosen(pages.all.size());
  for (PageId page = 0; page < is_chosen.size(); ++page) {
    if (is_chosen[page]) chosen[pages.groups[page]].emplace_back(hash_bytes(pages.ids[page]), page);
  }
  std::vector<std::uint64_t> ranks(is_chosen.size());
  for (std::size_t group = 0; group < chosen.size(); ++group) {
    std::ranges::sort(chosen[group]);
    for (std::size_t i = 0; i < chosen[group].size(); ++i) {
      ranks[chosen[group][i].second] = i * chosen.size() + group;
    }
  }
  return ranks;
}

}  // namespace

std::vector<bool> sampled_pages(const GroupedPages& pages, std::size_t most,
                                const std::vector<bool>& wanted) {
  std::vector<std::vector<std::pair<std::uint64_t, PageId>>> chosen(pages.all.size());
  for (PageId page = 0; page < pages.groups.size(); ++page) {
    const std::uint32_t group = pages.groups[page];
    if (group == kUngrouped || (!wanted.empty() && !wanted[group])) continue;
    auto& heap = chosen[group];
    heap.emplace_back(hash_bytes(pages.ids[page]), page);
    std::ranges::push_heap(heap);
    if (heap.size() > most) {
      std::ranges::pop_heap(heap);
      heap.pop_back();
    }
  }
  std::vector<bool> is_chosen(pages.groups.size());
  for (const auto& heap : chosen) {
    for (const auto& [hash, page] : heap) is_chosen[page] = true;
  }
  return is_chosen;
}

void read_page_nodes(const Page& page, const skeleton::ReadLimits& limits,
                     skeleton::PageNodes& nodes, reading::ExtractionNotes& notes,
                     rows::RowPage* rows, std::optional<url::Url>* base) {
  const bool has_rows = rows != nullptr;
  features::read_page_tree(page, {.all_attributes = has_rows, .text = true, .blank_text = has_rows},
                           0, [&](const dom::Tree& tree) {
                             notes = {tree.source.size(), tree.limits};
                             skeleton::read_nodes(tree, limits, nodes);
                             if (has_rows) rows::read_row_page(tree, page.id, *rows);
                             if (base == nullptr) return;
                             *base = url::parse(page.id);
                             if (*base) *base = dom::base_url(tree, **base);
                           });
}

std::vector<skeleton::TemplateModel> learn_models(const LearnModelsOptions& options,
                                                  const GroupedPages& pages, Progress* progress,
                                                  std::vector<bool>* is_left) {
  const ChosenPages chosen = choose_pages(options, pages);
  const std::vector<bool>& is_chosen = chosen.read;
  if (std::ranges::find(is_chosen, true) == is_chosen.end()) {
    return std::vector<skeleton::TemplateModel>(pages.all.size());
  }
  const std::vector<std::uint64_t> ranks = order_of_learning(pages, is_chosen);
  std::vector<skeleton::Learner> learners;
  learners.reserve(pages.all.size());
  for (std::size_t i = 0; i < pages.all.size(); ++i) learners.emplace_back(options.learn);
  reading::ReadEachOptions order{.source = options.source, .progress = progress};
  order.source.strict = false;  // what cannot be read was reported before
  struct Nodes {
    std::unique_ptr<skeleton::PageNodes> nodes;
    std::unique_ptr<rows::RowPage> rows;
  };
  const std::vector<bool> has_rows = choose_row_pages(options, pages, is_chosen);
  struct NodesOfPage {
    PageId page = 0;
    std::unique_ptr<skeleton::PageNodes> nodes;
  };
  PrefixInBudget<NodesOfPage> nodes(options.most_node_bytes);
  PrefixInBudget<std::unique_ptr<rows::RowPage>> rows(options.most_row_bytes);
  read_grouped<Nodes>(
      order, pages, options.option,
      [&](const Page& page, const GroupedPages::Found* found,
          reading::ExtractionNotes& notes) -> Nodes {
        Nodes read;
        if (found != nullptr) {
          if (!found->is_listed || !is_chosen[found->page]) return {};
          if (has_rows[found->page]) read.rows = std::make_unique<rows::RowPage>();
        }
        read.nodes = std::make_unique<skeleton::PageNodes>();
        read_page_nodes(page, skeleton::kLearnLimits, *read.nodes, notes, read.rows.get());
        return read;
      },
      [&](std::string_view id, const GroupedPages::Found& found, Nodes&& read) {
        const PageId page = found.page;
        if (!read.nodes || !is_chosen[page]) return;
        if (options.admit && !options.admit(id, *read.nodes)) return;
        if (!chosen.learned[pages.groups[page]]) return;
        if (read.rows) {
          const std::size_t bytes = rows::memory_of(*read.rows);
          rows.add(ranks[page], bytes, std::move(read.rows));
        }
        const std::size_t bytes = skeleton::memory_of(*read.nodes);
        nodes.add(ranks[page], bytes, {.page = page, .nodes = std::move(read.nodes)});
      });
  std::map<std::uint64_t, std::unique_ptr<rows::RowPage>> rows_by_rank;
  rows.finish([&](std::uint64_t rank, std::unique_ptr<rows::RowPage>&& page) {
    rows_by_rank.emplace(rank, std::move(page));
  });
  std::map<PageId, std::unique_ptr<skeleton::PageNodes>> nodes_by_page;  // in input order
  nodes.finish([&](std::uint64_t, NodesOfPage&& kept) {
    nodes_by_page.emplace(kept.page, std::move(kept.nodes));
  });
  for (auto& [page, kept] : nodes_by_page) {
    learners[pages.groups[page]].add(std::move(*kept), std::move(rows_by_rank[ranks[page]]));
    kept.reset();
  }
  rows_by_rank.clear();
  std::vector<skeleton::TemplateModel> models(pages.all.size());
  if (is_left != nullptr) {
    is_left->assign(pages.all.size(), false);
    for (std::size_t group = 0; group < pages.all.size(); ++group) {
      (*is_left)[group] = (options.wanted.empty() || options.wanted[group]) &&
                          pages.all[group].pages >= skeleton::kFewestPages &&
                          learners[group].size() < skeleton::kFewestPages;
    }
  }
  for_parts(thread_count(options.source.reading.threads), models.size(), 1,
            [&](std::size_t group, std::size_t) {
              check_stop();
              models[group] = learners[group].finish();
              learners[group] = skeleton::Learner();  // frees its pages
            });
  return models;
}

}  // namespace pagekin::clustering
