#include "pagekin/visual/shown_skeleton.h"

#include <algorithm>

namespace pagekin::visual {
namespace {

using skeleton::Part;
using skeleton::PartKind;

constexpr std::uint32_t kNoPart = UINT32_MAX;

class Trimmed {
 public:
  Trimmed(std::span<const Part> parts, std::size_t most)
      : parts_(parts),
        children_(parts.size()),
        text_of_(parts.size(), kNoPart),
        depths_(parts.size()) {
    for (std::uint32_t i = 1; i < parts.size(); ++i) children_[parts[i].parent].push_back(i);
    find_root();
    join_texts();
    choose(most);
  }

  ShownSkeleton skeleton() const {
    return {.root = part(root_), .parts = shown_, .left_out = candidates_.size() - shown_};
  }

 private:
  void find_root() {
    for (const std::uint32_t child : children_[0]) {
      if (parts_[child].tag == "body") root_ = child;
    }
  }

  // Parts come in document order, each after its parent.
  void join_texts() {
    std::vector<bool> is_below(parts_.size());
    is_below[root_] = true;
    for (std::uint32_t i = root_; i < parts_.size(); ++i) {
      if (i != root_) is_below[i] = is_below[parts_[i].parent];
      if (!is_below[i]) continue;
      if (i != root_) depths_[i] = depths_[parts_[i].parent] + 1;
      const bool is_joined = i != root_ && text_of_[parts_[i].parent] == i;
      if (is_joined) continue;
      candidates_.push_back(i);
      const bool has_text_alone = children_[i].size() == 1 && parts_[children_[i].front()].is_text;
      if (has_text_alone) text_of_[i] = children_[i].front();
    }
  }

  // A part is shown only if its parent is.
  void choose(std::size_t most) {
    std::vector<std::uint32_t> order = candidates_;
    const auto rank = [&](std::uint32_t i) {
      return static_cast<double>(parts_[i].pages) / (2.0 + depths_[i]);
    };
    std::ranges::stable_sort(order,
                             [&](std::uint32_t a, std::uint32_t b) { return rank(a) > rank(b); });
    is_shown_.assign(parts_.size(), false);
    for (const std::uint32_t i : order) {
      if (shown_ == most) break;
      if (i != root_ && !is_shown_[parts_[i].parent]) continue;
      is_shown_[i] = true;
      ++shown_;
    }
  }

  ShownPart part(std::uint32_t number) const {
    const Part& known = parts_[number];
    ShownPart shown{.label = known.is_text ? "text" : known.tag + known.names,
                    .kind = known.kind,
                    .pages = known.pages,
                    .text = known.is_text ? known.text : known.label,
                    .children = {}};
    if (known.kind == PartKind::kRepeated) {
      shown.least = known.least;
      shown.most = known.most;
    }
    if (text_of_[number] != kNoPart) {
      const Part& text = parts_[text_of_[number]];
      shown.text = text.text;
      if (known.kind == PartKind::kFixed && text.kind != PartKind::kRepeated) {
        shown.kind = text.kind;
      }
      return shown;
    }
    for (const std::uint32_t child : children_[number]) {
      if (is_shown_[child]) shown.children.push_back(part(child));
    }
    return shown;
  }

  std::span<const Part> parts_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::uint32_t> text_of_;  // by element: its only child, if that is a text
  std::vector<std::uint32_t> depths_;   // below the root
  std::uint32_t root_ = 0;
  std::vector<std::uint32_t> candidates_;
  std::vector<bool> is_shown_;
  std::size_t shown_ = 0;
};

void write_part(report::JsonWriter& json, const ShownPart& part) {
  json.begin_array().value(part.label).value(static_cast<int>(part.kind)).value(part.pages);
  json.value(part.least).value(part.most).value(part.text).begin_array();
  for (const ShownPart& child : part.children) write_part(json, child);
  json.end_array().end_array();
}

}  // namespace

ShownSkeleton shown_skeleton(std::span<const Part> parts, std::size_t most) {
  return Trimmed(parts, most).skeleton();
}

void write_skeleton(report::JsonWriter& json, std::span<const Part> parts, std::uint32_t pages) {
  json.key("skeleton");
  if (parts.empty()) {
    json.null();
    return;
  }
  const ShownSkeleton shown = shown_skeleton(parts);
  json.begin_object().member("pages", pages).member("parts", shown.parts);
  json.member("leftOut", shown.left_out).key("root");
  write_part(json, shown.root);
  json.end_object();
}

}  // namespace pagekin::visual
