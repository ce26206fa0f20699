// Puts pages with equal hashes into one cluster.
//
// Cost: expected time O(1) a page; about 60 bytes a cluster and 4 a page.
// Limits: pages whose 128-bit hashes collide are treated as equal.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/hash.h"

namespace pagekin::method {

class EqualHash {
 public:
  void add(const Hash128& hash) {
    const auto next = static_cast<int>(clusters_.size());
    labels_.push_back(clusters_.try_emplace(hash, next).first->second);
  }
  Clustering clustering() const { return {labels_, static_cast<int>(clusters_.size())}; }

 private:
  struct Bucket {
    std::size_t operator()(const Hash128& hash) const {
      return mix(hash.low ^ process_seed()) ^ hash.high;
    }
  };
  std::unordered_map<Hash128, int, Bucket> clusters_;
  std::vector<int> labels_;
};

}  // namespace pagekin::method
