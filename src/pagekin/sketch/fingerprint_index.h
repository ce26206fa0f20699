// An index of all template fingerprints of a run, and their clusters.
//
// Two fingerprints match if their Levenshtein distance is at most max_edits (0 or 1).
// Fingerprints with fewer than four entries match only if they are equal. A cluster is a
// connected component of "match". Each distinct fingerprint is stored once, as a node;
// equal ones add nothing.
//
// How matches are found: a stored fingerprint of n entries is split into a first and a last
// part and filed under (n, first part) and (n, last part). One edit changes at most one
// part. So a query of m entries finds every match of n = m - 1, m or m + 1 entries under
// its own first or last entries, taking as many of them as the parts for n entries have.
// Every length has its own tables, so lengths that are rare or absent cost almost nothing.
//
// A bucket, that is, the fingerprints filed under one part, is searched linearly. If it has
// more than bucket_limit members, they are filed as patterns instead: the fingerprint
// itself, and the fingerprint with a wildcard for one entry of its other part (its deletion
// neighbourhood). Matches are then found by making patterns from the query, and no list is
// searched. A pattern keeps only one node: all nodes that share it match each other and are
// in one cluster already. So each of a million pages with one common first part costs no
// more than each of a hundred.
//
// Adding many at once is faster than one by one: add_batch() prefetches the memory of the
// next additions.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 3.3 and 5.1. Tables
// by length and patterns are ours: the paper's fixed split misses pairs of unequal length.
// The position of the split does not change the result (section 3.4).
// Cost: expected time O(length) a fingerprint plus at most bucket_limit comparisons a
// bucket; memory 5 + length bytes and two table entries of 11 to 16 bytes a distinct
// fingerprint, in a full bucket one more table entry for each wildcard.
// Limits: 2^31 - 1 distinct fingerprints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/union_find.h"
#include "pagekin/features/fingerprint.h"
#include "pagekin/sketch/fingerprint_store.h"
#include "pagekin/sketch/gap_table.h"

namespace pagekin::sketch {

// The default of FingerprintIndexOptions::split, and the proportional split of another
// length.
constexpr int kDefaultSplit = 17;
constexpr int proportional_split(int length) {
  return length * kDefaultSplit / features::kTemplateFingerprintLength;
}

struct FingerprintIndexOptions {
  // The most entries that a fingerprint may have, 1 to 255.
  int length = features::kTemplateFingerprintLength;
  int max_edits = 1;  // 0 or 1
  // Entries in the first part of a fingerprint of `length` entries; shorter fingerprints are
  // split in proportion.
  int split = kDefaultSplit;
  int bucket_limit = 32;  // larger buckets become patterns
};

class FingerprintIndex {
 public:
  using Node = std::uint32_t;

  explicit FingerprintIndex(const FingerprintIndexOptions& options);

  // Returns the node of this fingerprint, a new one unless an equal one was added before.
  // Throws Error if it is longer than `length` or the index is full.
  Node add(Fingerprint fingerprint);

  // Adds several, in order, and appends their nodes to `nodes`.
  void add_batch(std::span<const Fingerprint> fingerprints, std::vector<Node>& nodes);

  // Returns all nodes that match, ascending. Throws Error for a fingerprint longer than
  // `length`.
  std::vector<Node> find(Fingerprint fingerprint) const;

  // Nodes are numbered 0, 1, 2, ... in order of first addition.
  std::size_t node_count() const { return nodes_.size(); }
  Fingerprint fingerprint(Node node) const { return nodes_[node]; }

  // Returns the smallest node of the cluster of this node.
  Node cluster(Node node) { return clusters_.find(node); }

  std::size_t memory_bytes() const;

 private:
  enum Side : std::uint8_t { kFirst, kLast };

  // The tables for fingerprints with n entries.
  struct Tables {
    std::size_t cut = 0;                // entries in the first part
    std::array<GapTable, 2> parts;      // by Side: tag of a part -> its nodes, or kFull
    GapTable patterns;                  // tag of a pattern -> a node that has it
    std::vector<std::uint8_t> largest;  // by position: the largest entry
  };

  // A bucket in which a query may find matches.
  struct Probe {
    std::size_t n = 0;
    Side side = kFirst;
    std::uint32_t tag = 0;                // of the query's own first or last entries
    std::vector<std::uint32_t> patterns;  // made only if the bucket is full
  };
  struct Query {
    Fingerprint entries;
    std::array<Probe, 6> probes;  // first those of the query's own length, beginning with kFirst
    std::size_t own = 0;
    std::size_t count = 0;
  };
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  bool can_differ(std::size_t n) const { return options_.max_edits > 0 && n >= 4; }
  std::uint32_t tag_of(Fingerprint entries) const;
  void ask(Fingerprint entries, Query& query) const;
  void ask(std::size_t n, Query& query) const;
  void prefetch_members(Query& query) const;

  Range editable(std::size_t m, const Probe& probe) const;
  void make_patterns(Fingerprint entries, Probe& probe) const;
  Node find_pattern(Fingerprint entries, std::size_t n, std::size_t at, std::uint32_t tag) const;

  Node add(Query& query);
  Node find_equal(const Query& query) const;
  void find(Fingerprint entries, Probe& probe, std::vector<Node>& found) const;
  void join(Node node, Fingerprint entries, Probe& probe);
  void file(Node node, Fingerprint entries, Probe& probe);
  void file_patterns(Node node, Fingerprint entries, Probe& probe);

  FingerprintIndexOptions options_;
  std::uint64_t seed_;
  std::vector<Tables> tables_;  // by number of entries
  FingerprintStore nodes_;
  UnionFind clusters_;
  std::vector<Query> queries_;  // in progress in add_batch()
};

}  // namespace pagekin::sketch
