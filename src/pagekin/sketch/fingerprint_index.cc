#include "pagekin/sketch/fingerprint_index.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/sketch/within_one_edit.h"

namespace pagekin::sketch {
namespace {

using Node = FingerprintIndex::Node;

constexpr Node kNoNode = 0xffff'ffff;
constexpr Node kFull = 0x8000'0000;      // replaces the nodes of a full bucket: use the patterns
constexpr std::uint8_t kAnyEntry = 255;  // no entry is that large
constexpr std::size_t kAhead = 16;       // fingerprints that add_batch() prefetches ahead

// Whether the table's answer says that the bucket is full.
bool is_full(const GapTable::Slot* found, std::uint32_t tag) {
  return found->tag == tag && found->value == kFull;
}

// Whether `node` is the query with one edit at `at`: that entry is changed if both have the
// same length; otherwise it is removed from the query or inserted into it. There is no edit
// at the end of a query of the same length.
bool fits(Fingerprint node, Fingerprint query, std::size_t at) {
  const std::size_t node_rest = std::min(node.size(), at + (query.size() <= node.size()));
  const std::size_t query_rest = std::min(query.size(), at + (query.size() >= node.size()));
  return std::memcmp(node.data(), query.data(), at) == 0 &&
         std::memcmp(node.data() + node_rest, query.data() + query_rest, node.size() - node_rest) ==
             0;
}

}  // namespace

FingerprintIndex::FingerprintIndex(const FingerprintIndexOptions& options)
    : options_(options),
      seed_(process_seed()),
      tables_(static_cast<std::size_t>(options.length) + 1),
      nodes_(static_cast<std::size_t>(options.length)),
      queries_(2 * kAhead + 1) {
  const auto length = static_cast<std::size_t>(options.length);
  const auto split = static_cast<std::size_t>(options.split);
  for (std::size_t n = 0; n <= length; ++n) {
    const std::size_t in_proportion = (n * split + length / 2) / length;
    tables_[n].cut = can_differ(n) ? std::clamp<std::size_t>(in_proportion, 1, n - 1) : n;
  }
}

Node FingerprintIndex::add(Fingerprint fingerprint) {
  ask(fingerprint, queries_[0]);
  return add(queries_[0]);
}

void FingerprintIndex::add_batch(std::span<const Fingerprint> fingerprints,
                                 std::vector<Node>& nodes) {
  // Three stages, kAhead fingerprints apart, so that prefetching has time to work.
  const std::size_t count = fingerprints.size();
  const auto query = [&](std::size_t i) -> Query& { return queries_[i % queries_.size()]; };
  for (std::size_t step = 0; step < count + 2 * kAhead; ++step) {
    if (step < count) ask(fingerprints[step], query(step));
    if (step >= kAhead && step - kAhead < count) prefetch_members(query(step - kAhead));
    if (step >= 2 * kAhead) nodes.push_back(add(query(step - 2 * kAhead)));
  }
}

std::uint32_t FingerprintIndex::tag_of(Fingerprint entries) const {
  const auto* const bytes = reinterpret_cast<const char*>(entries.data());
  return GapTable::tag_of(hash_bytes({bytes, entries.size()}, seed_));
}

void FingerprintIndex::ask(Fingerprint entries, Query& query) const {
  const std::size_t m = entries.size();
  if (m >= tables_.size()) {
    throw Error("a fingerprint of " + std::to_string(m) + " entries in an index for at most " +
                std::to_string(options_.length));
  }
  query.entries = entries;
  query.count = 0;
  ask(m, query);
  query.own = query.count;
  if (!can_differ(m)) return;
  if (can_differ(m - 1)) ask(m - 1, query);
  if (m + 1 < tables_.size()) ask(m + 1, query);
}

void FingerprintIndex::ask(std::size_t n, Query& query) const {
  const auto probe = [&](Side side, Fingerprint part) {
    Probe& next = query.probes[query.count++];
    next.n = n;
    next.side = side;
    next.tag = tag_of(part);
    next.patterns.clear();
    tables_[n].parts[side].prefetch(next.tag);
  };
  const std::size_t cut = tables_[n].cut;
  probe(kFirst, query.entries.first(cut));
  if (can_differ(n)) probe(kLast, query.entries.last(n - cut));
}

void FingerprintIndex::prefetch_members(Query& query) const {
  for (std::size_t p = 0; p < query.count; ++p) {
    Probe& probe = query.probes[p];
    const Tables& tables = tables_[probe.n];
    const GapTable::Slot* slot = tables.parts[probe.side].find(probe.tag);
    if (is_full(slot, probe.tag)) {
      make_patterns(query.entries, probe);
      for (const std::uint32_t tag : probe.patterns) tables.patterns.prefetch(tag);
    } else {
      for (; slot->tag == probe.tag; ++slot) {
        nodes_.prefetch(slot->value);
        clusters_.prefetch(slot->value);
      }
    }
  }
}

// The positions in which a query of m entries may differ from fingerprints that share the
// part.
FingerprintIndex::Range FingerprintIndex::editable(std::size_t m, const Probe& probe) const {
  const std::size_t cut = tables_[probe.n].cut;
  if (probe.side == kFirst) return {cut, std::max(m, probe.n)};
  return {0, m > probe.n ? cut + 1 : cut};
}

// Makes the tags of the query edited at each possible position and, if the query has the
// length of the stored fingerprints, the tag of the query itself.
void FingerprintIndex::make_patterns(Fingerprint entries, Probe& probe) const {
  const std::size_t m = entries.size();
  const Range range = editable(m, probe);
  std::array<std::uint8_t, features::kMaxFingerprintLength + 1> edited;
  const Fingerprint pattern(edited.data(), probe.n);

  // The query with the edit at the first position; the edit then moves entry by entry.
  const std::size_t removed = m >= probe.n ? 1 : 0;
  std::copy_n(entries.begin(), range.begin, edited.begin());
  auto out = edited.begin() + static_cast<std::ptrdiff_t>(range.begin);
  if (m <= probe.n) *out++ = kAnyEntry;
  std::copy(entries.begin() + static_cast<std::ptrdiff_t>(range.begin + removed), entries.end(),
            out);
  for (std::size_t at = range.begin; at < range.end; ++at) {
    probe.patterns.push_back(tag_of(pattern));
    if (at < m) edited[at] = entries[at];
    if (m <= probe.n) edited[at + 1] = kAnyEntry;
  }
  if (m == probe.n) probe.patterns.push_back(tag_of(entries));
}

Node FingerprintIndex::find_pattern(Fingerprint entries, std::size_t n, std::size_t at,
                                    std::uint32_t tag) const {
  const GapTable::Slot* slot = tables_[n].patterns.find(tag);
  for (; slot->tag == tag; ++slot) {
    if (fits(nodes_[slot->value], entries, at)) return slot->value;
  }
  return kNoNode;
}

Node FingerprintIndex::add(Query& query) {
  const Fingerprint entries = query.entries;
  if (const Node equal = find_equal(query); equal != kNoNode) return equal;

  if (nodes_.size() == kFull) throw Error("more than 2^31 distinct fingerprints in one index");
  const Node node = clusters_.add();
  nodes_.add(entries);
  std::vector<std::uint8_t>& largest = tables_[entries.size()].largest;
  largest.resize(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) largest[i] = std::max(largest[i], entries[i]);
  for (std::size_t p = 0; p < query.own; ++p) file(node, entries, query.probes[p]);
  for (std::size_t p = query.own; p < query.count; ++p) join(node, entries, query.probes[p]);
  return node;
}

Node FingerprintIndex::find_equal(const Query& query) const {
  const Fingerprint entries = query.entries;
  const Probe& probe = query.probes[0];
  const GapTable::Slot* slot = tables_[probe.n].parts[kFirst].find(probe.tag);
  if (is_full(slot, probe.tag)) {
    const std::uint32_t tag = probe.patterns.empty() ? tag_of(entries) : probe.patterns.back();
    return find_pattern(entries, entries.size(), entries.size(), tag);
  }
  for (; slot->tag == probe.tag; ++slot) {
    if (std::ranges::equal(nodes_[slot->value], entries)) return slot->value;
  }
  return kNoNode;
}

// Unites the node with its matches in a bucket of another length.
void FingerprintIndex::join(Node node, Fingerprint entries, Probe& probe) {
  const GapTable::Slot* slot = tables_[probe.n].parts[probe.side].find(probe.tag);
  if (!is_full(slot, probe.tag)) {
    for (; slot->tag == probe.tag; ++slot) {
      if (within_one_edit(nodes_[slot->value], entries)) clusters_.unite(node, slot->value);
    }
    return;
  }
  if (probe.patterns.empty()) make_patterns(entries, probe);
  std::size_t at = editable(entries.size(), probe).begin;
  for (const std::uint32_t tag : probe.patterns) {
    const Node other = find_pattern(entries, probe.n, at++, tag);
    if (other != kNoNode) clusters_.unite(node, other);
  }
}

// Unites the node with its matches in a bucket of its own length, and adds it to the
// bucket.
void FingerprintIndex::file(Node node, Fingerprint entries, Probe& probe) {
  GapTable& table = tables_[probe.n].parts[probe.side];
  const GapTable::Slot* const first = table.find(probe.tag);
  if (is_full(first, probe.tag)) {
    file_patterns(node, entries, probe);
    return;
  }
  const GapTable::Slot* slot = first;
  for (; slot->tag == probe.tag && can_differ(probe.n); ++slot) {
    if (within_one_edit(nodes_[slot->value], entries)) clusters_.unite(node, slot->value);
  }
  if (slot - first < options_.bucket_limit) {
    table.insert(probe.tag, node);
    return;
  }
  std::vector<Node> members{node};
  for (slot = first; slot->tag == probe.tag; ++slot) members.push_back(slot->value);
  table.replace(probe.tag, kFull);
  for (const Node member : members) {
    probe.patterns.clear();
    file_patterns(member, nodes_[member], probe);
  }
}

void FingerprintIndex::file_patterns(Node node, Fingerprint entries, Probe& probe) {
  if (probe.patterns.empty()) make_patterns(entries, probe);
  const Range range = editable(probe.n, probe);
  for (std::size_t i = 0; i < probe.patterns.size(); ++i) {
    const std::size_t at = i < range.end - range.begin ? range.begin + i : probe.n;
    const Node other = find_pattern(entries, probe.n, at, probe.patterns[i]);
    if (other != kNoNode) {
      clusters_.unite(node, other);
    } else {
      tables_[probe.n].patterns.insert(probe.patterns[i], node);
    }
  }
}

std::vector<Node> FingerprintIndex::find(Fingerprint fingerprint) const {
  std::vector<Node> found;
  Query query;
  ask(fingerprint, query);
  if (const Node equal = find_equal(query); equal != kNoNode) found.push_back(equal);
  if (!can_differ(fingerprint.size())) return found;
  for (std::size_t p = 0; p < query.count; ++p) find(fingerprint, query.probes[p], found);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void FingerprintIndex::find(Fingerprint entries, Probe& probe, std::vector<Node>& found) const {
  const GapTable::Slot* slot = tables_[probe.n].parts[probe.side].find(probe.tag);
  if (!is_full(slot, probe.tag)) {
    for (; slot->tag == probe.tag; ++slot) {
      if (within_one_edit(nodes_[slot->value], entries)) found.push_back(slot->value);
    }
    return;
  }
  make_patterns(entries, probe);
  const Range range = editable(entries.size(), probe);
  for (std::size_t at = range.begin; at < range.end; ++at) {
    const Node node = find_pattern(entries, probe.n, at, probe.patterns[at - range.begin]);
    if (node == kNoNode) continue;
    found.push_back(node);
    if (entries.size() > probe.n) continue;
    // A pattern keeps one of its nodes; the others differ in the entry of the wildcard.
    std::vector<std::uint8_t> other(nodes_[node].begin(), nodes_[node].end());
    for (int entry = 0; entry <= tables_[probe.n].largest[at]; ++entry) {
      other[at] = static_cast<std::uint8_t>(entry);
      Query query;
      query.entries = other;
      ask(probe.n, query);
      if (const Node equal = find_equal(query); equal != kNoNode) found.push_back(equal);
    }
  }
}

std::size_t FingerprintIndex::memory_bytes() const {
  std::size_t total = nodes_.memory_bytes() + clusters_.size() * sizeof(Node);
  for (const Tables& tables : tables_) {
    total += tables.parts[kFirst].memory_bytes() + tables.parts[kLast].memory_bytes() +
             tables.patterns.memory_bytes();
  }
  return total;
}

}  // namespace pagekin::sketch
