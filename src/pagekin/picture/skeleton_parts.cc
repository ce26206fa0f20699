#include "pagekin/picture/skeleton_parts.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"

namespace pagekin::picture {
namespace {

constexpr std::uint32_t kNoPart = UINT32_MAX;

struct Node {
  std::uint32_t parent = kNoPart;
  std::uint32_t depth = 0;
  std::string label;
  std::uint32_t last_page = kNoPart;
  std::uint32_t pages = 0;
  std::uint64_t elements = 0;
  std::uint64_t parents = 0;          // elements that have it below them
  std::uint32_t repeating_pages = 0;  // that have several below one parent
  std::uint32_t last_repeating_page = kNoPart;
  std::uint32_t least = UINT32_MAX;
  std::uint32_t most = 0;
  double position = 0;  // sum over pages of where it begins, as a share of the page
  std::uint64_t text_hash = 0;
  bool has_text = false;
  bool varies = false;
  std::string text;
  std::vector<std::uint32_t> children;
};

class Merger {
 public:
  void add(const Outline& page, std::uint32_t number) {
    std::vector<std::uint32_t> part_of(page.nodes.size());
    std::unordered_map<std::uint64_t, std::uint32_t> counts;  // of a part below one parent
    for (std::uint32_t i = 0; i < page.nodes.size(); ++i) {
      const OutlineNode& one = page.nodes[i];
      const std::uint32_t above = i == 0 ? kNoPart : part_of[one.parent];
      // Roots are one part, even if one is a body and another a frameset.
      part_of[i] = i == 0 && !nodes_.empty() ? 0 : find_or_add(one.place, above, page.label(one));
      Node& part = nodes_[part_of[i]];
      ++part.elements;
      const bool is_first_here = part.last_page != number;
      if (is_first_here) {
        part.last_page = number;
        ++part.pages;
        part.position += static_cast<double>(i) / static_cast<double>(page.nodes.size());
        note_text(part, one);
      }
      if (i != 0) ++counts[(std::uint64_t{one.parent} << 32) | part_of[i]];
    }
    // The last element of an outline that is cut may lack what follows.
    if (page.nodes.size() >= kMostNodes) ++cut_pages_;
    for (const auto& [key, count] : counts) {
      Node& part = nodes_[static_cast<std::uint32_t>(key)];
      ++part.parents;
      part.least = std::min(part.least, count);
      part.most = std::max(part.most, count);
      if (count < 2 || part.last_repeating_page == number) continue;
      part.last_repeating_page = number;
      ++part.repeating_pages;
    }
  }

  Skeleton finish(std::uint32_t pages, std::size_t most) {
    Skeleton skeleton;
    skeleton.pages = pages;
    if (nodes_.empty()) return skeleton;
    for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
      nodes_[nodes_[i].parent].children.push_back(i);
    }
    const std::vector<bool> kept = choose(most);
    skeleton.root = part(0, kept);
    skeleton.parts = static_cast<std::size_t>(std::ranges::count(kept, true));
    skeleton.left_out = nodes_.size() - skeleton.parts;
    return skeleton;
  }

 private:
  std::uint32_t find_or_add(std::uint64_t place, std::uint32_t above, const std::string& label) {
    const auto [known, is_new] =
        numbers_.try_emplace(place, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      Node& node = nodes_.emplace_back();
      node.parent = above;
      node.depth = above == kNoPart ? 0 : nodes_[above].depth + 1;
      node.label = label;
    }
    return known->second;
  }

  static void note_text(Node& part, const OutlineNode& one) {
    if (one.text_hash == 0) return;
    if (!part.has_text) {
      part.has_text = true;
      part.text_hash = one.text_hash;
      part.text = one.text;
    } else if (part.text_hash != one.text_hash) {
      part.varies = true;
    }
  }

  // Which nodes are shown. A node is shown only if its parent is.
  std::vector<bool> choose(std::size_t most) const {
    std::vector<std::uint32_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), 0U);
    // Fewer pages or more depth: later. Numbers are in document order of the first page.
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return rank(nodes_[a]) > rank(nodes_[b]); });
    std::vector<bool> kept(nodes_.size(), false);
    std::size_t count = 0;
    for (const std::uint32_t one : order) {
      if (count == most) break;
      if (nodes_[one].parent != kNoPart && !kept[nodes_[one].parent]) continue;
      kept[one] = true;
      ++count;
    }
    return kept;
  }
  static double rank(const Node& node) {
    return static_cast<double>(node.pages) / (2.0 + static_cast<double>(node.depth));
  }

  SkeletonPart part(std::uint32_t number, const std::vector<bool>& kept) {
    Node& node = nodes_[number];
    SkeletonPart result;
    result.label = node.label;
    result.pages = node.pages;
    result.text = std::move(node.text);
    const bool is_root = node.parent == kNoPart;
    const bool is_on_all_pages = is_root || node.pages == nodes_[node.parent].pages;
    const bool is_below_all = is_root || node.parents + cut_pages_ >= nodes_[node.parent].elements;
    if (5 * node.repeating_pages >= node.pages && node.repeating_pages > 0) {
      result.kind = PartKind::kRepeated;
      result.least = is_on_all_pages && is_below_all ? node.least : 0;
      result.most = node.most;
    } else if (!is_on_all_pages || !is_below_all) {
      result.kind = PartKind::kOptional;
    } else if (node.varies) {
      result.kind = PartKind::kVarying;
    }
    std::vector<std::uint32_t> children = std::move(node.children);
    std::erase_if(children, [&](std::uint32_t child) { return !kept[child]; });
    std::ranges::stable_sort(children, {}, [&](std::uint32_t child) {
      return nodes_[child].position / nodes_[child].pages;
    });
    result.children.reserve(children.size());
    for (const std::uint32_t child : children) result.children.push_back(part(child, kept));
    return result;
  }

  std::vector<Node> nodes_;
  std::uint64_t cut_pages_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by place
};

}  // namespace

std::string_view to_text(PartKind kind) {
  switch (kind) {
    case PartKind::kFixed:
      return "fixed";
    case PartKind::kOptional:
      return "optional";
    case PartKind::kRepeated:
      return "repeated";
    case PartKind::kVarying:
      return "varying";
  }
  return "";
}

Skeleton skeleton_of(std::span<const Outline* const> pages, std::size_t most) {
  Merger merger;
  for (std::uint32_t i = 0; i < pages.size(); ++i) merger.add(*pages[i], i);
  return merger.finish(static_cast<std::uint32_t>(pages.size()), most);
}

}  // namespace pagekin::picture
