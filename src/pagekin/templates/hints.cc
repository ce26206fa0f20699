#include "pagekin/templates/hints.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::templates {

Seeds::Seeds(std::vector<SeedPage> pages, std::vector<std::string> names,
             std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_apart)
    : pages_(std::move(pages)), names_(std::move(names)), pairs_apart_(std::move(pairs_apart)) {
  const std::size_t one_way = pairs_apart_.size();
  pairs_apart_.reserve(2 * one_way);
  for (std::size_t i = 0; i < one_way; ++i) {
    pairs_apart_.emplace_back(pairs_apart_[i].second, pairs_apart_[i].first);
  }
  std::sort(pairs_apart_.begin(), pairs_apart_.end());
}

bool Seeds::are_apart(std::uint32_t a, std::uint32_t b) const {
  if (a == b || a == kNoSeed || b == kNoSeed) return false;
  if (!names_[a].empty() && !names_[b].empty()) return true;
  return std::binary_search(pairs_apart_.begin(), pairs_apart_.end(), std::pair(a, b));
}

// Takes hints in turn and refuses those that contradict hints that it took. A disjoint-set
// forest of pages: a root has the name of its template and the roots that it is apart from.
class Hints::Resolver {
 public:
  bool take(const Hint& hint) {
    const std::uint32_t node = root(node_of(hint.page));
    switch (hint.kind) {
      case Kind::kName:
        return take_name(node, hint.name);
      case Kind::kSame:
        return join(node, root(node_of(hint.other)));
      case Kind::kDifferent:
        break;
    }
    const std::uint32_t other = root(node_of(hint.other));
    if (node == other) return false;
    nodes_[node].apart.insert(other);
    nodes_[other].apart.insert(node);
    return true;
  }

  Seeds seeds() {
    std::vector<SeedPage> pages;
    std::vector<std::string> names;
    std::vector<std::uint32_t> seed_of(nodes_.size(), kNoSeed);  // by root
    for (const auto& [page, node] : node_of_page_) {
      std::uint32_t& seed = seed_of[root(node)];
      if (seed == kNoSeed) {
        seed = static_cast<std::uint32_t>(names.size());
        names.push_back(nodes_[root(node)].name);
      }
      pages.push_back({page, seed});
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      for (const std::uint32_t other : nodes_[node].apart) {
        if (node < other) apart.emplace_back(seed_of[node], seed_of[other]);
      }
    }
    return {std::move(pages), std::move(names), std::move(apart)};
  }

 private:
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t size = 1;
    std::string name;               // of a root: empty if it has none
    std::set<std::uint32_t> apart;  // of a root: roots
  };

  std::uint32_t node_of(std::uint32_t page) {
    const auto [at, is_new] =
        node_of_page_.try_emplace(page, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({.parent = at->second, .name = {}, .apart = {}});
    return at->second;
  }

  std::uint32_t root(std::uint32_t node) {
    while (nodes_[node].parent != node) {
      nodes_[node].parent = nodes_[nodes_[node].parent].parent;
      node = nodes_[node].parent;
    }
    return node;
  }

  bool take_name(std::uint32_t node, const std::string& name) {
    if (!nodes_[node].name.empty()) return nodes_[node].name == name;
    const auto named = of_name_.find(name);
    if (named != of_name_.end()) return join(node, root(named->second));
    nodes_[node].name = name;
    of_name_.emplace(name, node);
    return true;
  }

  // Roots with the same name are one, so two names are two.
  bool join(std::uint32_t a, std::uint32_t b) {
    if (a == b) return true;
    if (nodes_[a].apart.contains(b)) return false;
    if (!nodes_[a].name.empty() && !nodes_[b].name.empty()) return false;
    if (std::tuple(nodes_[a].apart.size(), nodes_[a].size) <
        std::tuple(nodes_[b].apart.size(), nodes_[b].size)) {
      std::swap(a, b);
    }
    nodes_[b].parent = a;
    nodes_[a].size += nodes_[b].size;
    if (nodes_[a].name.empty()) nodes_[a].name = std::move(nodes_[b].name);
    for (const std::uint32_t other : nodes_[b].apart) {
      nodes_[other].apart.erase(b);
      nodes_[other].apart.insert(a);
      nodes_[a].apart.insert(other);
    }
    nodes_[b].apart.clear();
    nodes_[b].name.clear();
    return true;
  }

  std::map<std::uint32_t, std::uint32_t> node_of_page_;
  std::vector<Node> nodes_;
  std::map<std::string, std::uint32_t> of_name_;  // a node of the seed with this name
};

void Hints::add_name(std::uint32_t page, std::string_view name) {
  hints_.push_back({.kind = Kind::kName, .page = page, .name = std::string(name)});
}

void Hints::add_same(std::uint32_t page, std::uint32_t other) {
  hints_.push_back({.kind = Kind::kSame, .page = page, .other = other, .name = {}});
}

void Hints::add_different(std::uint32_t page, std::uint32_t other) {
  hints_.push_back({.kind = Kind::kDifferent, .page = page, .other = other, .name = {}});
}

void Hints::add_older(const Hints& older) {
  hints_.insert(hints_.end(), older.hints_.begin(), older.hints_.end());
}

void Hints::renumber(std::span<const std::uint32_t> new_numbers) {
  std::erase_if(hints_, [&](const Hint& hint) {
    return new_numbers[hint.page] == kPageLeft ||
           (hint.kind != Kind::kName && new_numbers[hint.other] == kPageLeft);
  });
  for (Hint& hint : hints_) {
    hint.page = new_numbers[hint.page];
    if (hint.kind != Kind::kName) hint.other = new_numbers[hint.other];
  }
}

std::vector<std::size_t> Hints::contradictions() const {
  Resolver resolver;
  std::vector<std::size_t> refused;
  for (std::size_t i = 0; i < hints_.size(); ++i) {
    if (!resolver.take(hints_[i])) refused.push_back(i);
  }
  return refused;
}

void Hints::drop_contradictions() {
  Resolver resolver;
  std::erase_if(hints_, [&](const Hint& hint) { return !resolver.take(hint); });
}

Seeds Hints::seeds() const {
  Resolver resolver;
  for (const Hint& hint : hints_) resolver.take(hint);
  return resolver.seeds();
}

// Writes the number of hints, then each: its kind, its pages, its name.
void Hints::save(const std::function<void(std::string_view)>& write) const {
  const auto count = static_cast<std::uint32_t>(hints_.size());
  write(bytes_of(count));
  for (const Hint& hint : hints_) {
    write(bytes_of(hint.kind));
    write(bytes_of(hint.page));
    write(bytes_of(hint.other));
    const auto size = static_cast<std::uint32_t>(hint.name.size());
    write(bytes_of(size));
    write(hint.name);
  }
}

void Hints::load(ByteReader& bytes, std::size_t pages) {
  hints_.clear();
  const auto count = bytes.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto kind = bytes.number<std::uint8_t>();
    Hint hint{.kind = static_cast<Kind>(kind),
              .page = bytes.number<std::uint32_t>(),
              .other = bytes.number<std::uint32_t>(),
              .name = std::string(bytes.bytes(bytes.number<std::uint32_t>()))};
    const bool has_name = hint.kind == Kind::kName;
    if (kind > static_cast<std::uint8_t>(Kind::kDifferent) || hint.page >= pages ||
        hint.other >= pages || has_name == hint.name.empty()) {
      throw Error("a hint is of no page");
    }
    hints_.push_back(std::move(hint));
  }
}

}  // namespace pagekin::templates
