// The tree is grown page by page, as on a matrix. Rows of the graph are sorted by
// descending similarity, so for each page of the tree only its next edge that leaves the
// tree matters. The heap holds one such edge for each page. If that edge no longer leaves
// the tree when it is on top, it is replaced by the page's next one.
#include <queue>
#include <vector>

#include "pagekin/cluster/linkage.h"

namespace pagekin::cluster {
namespace {

struct WayOut {
  float similarity;
  PageId from, to;
};
struct IsWorse {
  bool operator()(const WayOut& x, const WayOut& y) const {
    if (x.similarity != y.similarity) return x.similarity < y.similarity;
    return x.from != y.from ? x.from > y.from : x.to > y.to;
  }
};

class Forest {
 public:
  explicit Forest(const NeighbourGraph& graph)
      : graph_(graph), in_tree_(graph.pages()), tried_(graph.pages()) {}

  std::vector<Link> links() {
    std::vector<Link> made;
    for (PageId root = 0; root < graph_.pages(); ++root) {
      if (in_tree_[root]) continue;
      take_in(root);
      while (!ways_out_.empty()) {
        const WayOut best = ways_out_.top();
        ways_out_.pop();
        if (!in_tree_[best.to]) {
          made.push_back({best.from, best.to, best.similarity});
          take_in(best.to);
        }
        find_way_out(best.from);
      }
    }
    return made;
  }

 private:
  void take_in(PageId page) {
    in_tree_[page] = true;
    find_way_out(page);
  }

  void find_way_out(PageId page) {
    const std::span<const Neighbour> row = graph_[page];
    std::size_t& next = tried_[page];
    while (next < row.size() && in_tree_[row[next].page]) ++next;
    if (next < row.size()) ways_out_.push({row[next].similarity, page, row[next].page});
  }

  const NeighbourGraph& graph_;
  std::vector<bool> in_tree_;       // by page
  std::vector<std::size_t> tried_;  // by page: edges of its row that were tried
  std::priority_queue<WayOut, std::vector<WayOut>, IsWorse> ways_out_;
};

}  // namespace

std::vector<Link> spanning_forest(const NeighbourGraph& graph) { return Forest(graph).links(); }

}  // namespace pagekin::cluster
