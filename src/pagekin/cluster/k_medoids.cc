#include "pagekin/cluster/k_medoids.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/random.h"
#include "pagekin/core/stop.h"

namespace pagekin::cluster {
namespace {

constexpr double kFar = 2;      // above any distance
constexpr double kGain = 1e-9;  // least decrease of the deviation by a swap, above rounding errors
constexpr std::uint32_t kNoMedoid = 0xffffffff;

class Search {
 public:
  Search(const SimilarityMatrix& similarities, const KMedoidsOptions& options)
      : similarities_(similarities),
        order_(pages_in_order(similarities.pages(), options.keys)),
        near_(order_.size()),
        distances_(order_.size()) {
    choose_first(options);
    found_.first_deviation = deviation();
  }

  Medoids run() {
    while (round()) {
    }
    found_.deviation = deviation();
    std::vector<int> labels;
    for (const Near& near : near_) labels.push_back(static_cast<int>(near.first));
    found_.clustering = canonical(labels);
    found_.medoids.resize(static_cast<std::size_t>(found_.clustering.cluster_count));
    for (PageId page = 0; page < near_.size(); ++page) {
      const auto cluster = static_cast<std::size_t>(found_.clustering.labels[page]);
      found_.medoids[cluster] = medoids_[near_[page].first];
    }
    return std::move(found_);
  }

 private:
  // The two nearest medoids of a page, by number, and their distances.
  struct Near {
    std::uint32_t first = kNoMedoid;
    std::uint32_t second = kNoMedoid;
    double first_distance = kFar;
    double second_distance = kFar;

    void meet(std::uint32_t medoid, double distance) {
      if (distance < first_distance) {
        second = std::exchange(first, medoid);
        second_distance = std::exchange(first_distance, distance);
      } else if (distance < second_distance) {
        second = medoid;
        second_distance = distance;
      }
    }
  };

  double distance(std::size_t a, std::size_t b) const {
    return 1 - static_cast<double>(similarities_(a, b));
  }

  double deviation() const {
    double sum = 0;
    for (const PageId page : order_) sum += near_[page].first_distance;
    return sum;
  }

  // The probability of a page grows with its distance from the pages drawn before, so no
  // page is drawn that equals one of these.
  void choose_first(const KMedoidsOptions& options) {
    Random random(options.seed);
    while (medoids_.size() < options.clusters && deviation() > 0) {
      double left = random.unit() * deviation();
      PageId drawn = 0;
      for (const PageId page : order_) {
        if (near_[page].first_distance <= 0) continue;
        drawn = page;
        left -= near_[page].first_distance;
        if (left < 0) break;
      }
      const auto number = static_cast<std::uint32_t>(medoids_.size());
      medoids_.push_back(drawn);
      for (PageId page = 0; page < near_.size(); ++page) {
        near_[page].meet(number, distance(page, drawn));
      }
    }
    count_losses();
  }

  // Computes by how much the deviation would grow without each of the medoids.
  void count_losses() {
    losses_.assign(medoids_.size(), 0);
    for (const PageId page : order_) {
      losses_[near_[page].first] += near_[page].second_distance - near_[page].first_distance;
    }
  }

  // Tries every page in place of every medoid. Returns whether any swap was made.
  bool round() {
    bool any = false;
    for (const PageId page : order_) {
      if (medoids_[near_[page].first] == page) continue;
      check_stop();
      for (PageId other = 0; other < near_.size(); ++other) {
        distances_[other] = distance(page, other);
      }
      const auto [medoid, change] = best_swap();
      if (change >= -kGain) continue;
      swap(medoid, page);
      any = true;
    }
    return any;
  }

  // Returns the medoid that is best replaced by the page whose distances were taken, and
  // the change of the deviation: the loss of the medoid, less what each page gains by the
  // new one. A page of the replaced medoid gains more, because it has lost its medoid.
  std::pair<std::uint32_t, double> best_swap() {
    changes_ = losses_;
    double for_all = 0;
    for (const PageId page : order_) {
      const Near& near = near_[page];
      const double d = distances_[page];
      if (d < near.first_distance) {
        for_all += d - near.first_distance;
        changes_[near.first] += near.first_distance - near.second_distance;
      } else if (d < near.second_distance) {
        changes_[near.first] += d - near.second_distance;
      }
    }
    const auto best = std::ranges::min_element(changes_);
    return {static_cast<std::uint32_t>(best - changes_.begin()), *best + for_all};
  }

  void swap(std::uint32_t number, PageId page) {
    medoids_[number] = page;
    for (PageId other = 0; other < near_.size(); ++other) {
      Near& near = near_[other];
      if (near.first != number && near.second != number) {
        near.meet(number, distances_[other]);
        continue;
      }
      near = {};
      for (std::uint32_t i = 0; i < medoids_.size(); ++i)
        near.meet(i, distance(other, medoids_[i]));
    }
    count_losses();
    ++found_.swaps;
  }

  const SimilarityMatrix& similarities_;
  std::vector<PageId> order_;      // the order in which pages are tried
  std::vector<PageId> medoids_;    // by number
  std::vector<Near> near_;         // by page
  std::vector<double> losses_;     // by medoid
  std::vector<double> changes_;    // by medoid, for one swap
  std::vector<double> distances_;  // by page, from the page being tried
  Medoids found_;
};

}  // namespace

Medoids k_medoids(const SimilarityMatrix& similarities, const KMedoidsOptions& options) {
  if (similarities.pages() == 0) return {};
  return Search(similarities, options).run();
}

}  // namespace pagekin::cluster
