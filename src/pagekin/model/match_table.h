// Finds the training pages that match a page, without reading the others.
//
// Hashes are looked up in a hash table, fingerprints in an index (see
// sketch/fingerprint_index.h).
//
// Cost: expected constant time a page; memory for each different fingerprint or hash,
// whatever the number of training pages.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/measure/measure.h"
#include "pagekin/model/model.h"
#include "pagekin/sketch/fingerprint_index.h"

namespace pagekin::model {

class MatchTable {
 public:
  // The measure has a match_key(). Throws Error for fingerprints longer than the measure
  // makes them.
  MatchTable(const Model& model, const measure::Measure& measure);

  struct Winner {
    int class_number = -1;  // the class with most matching pages, ties go to the first; -1 for none
    float similarity = 0;   // to the nearest matching page of that class
    std::vector<int> classes;  // all classes with a matching page, ascending
  };
  Winner find(const features::Features& page) const;

 private:
  struct Votes {
    std::uint32_t class_number;
    std::uint64_t pages;
    float similarity;
  };
  struct Bucket {
    std::size_t operator()(const Hash128& hash) const {
      return mix(hash.low ^ process_seed()) ^ hash.high;
    }
  };
  void vote(std::size_t group, float similarity, std::vector<Votes>& votes) const;

  Hash128 features::Features::*hash_ = nullptr;  // the hash that is compared; null for fingerprints
  std::unordered_map<Hash128, std::size_t, Bucket> hashes_;  // groups by hash
  std::unique_ptr<sketch::FingerprintIndex> index_;          // its nodes are groups
  std::vector<std::vector<Votes>> groups_;                   // by group of equal pages
};

}  // namespace pagekin::model
