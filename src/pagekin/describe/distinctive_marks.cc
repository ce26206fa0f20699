#include "pagekin/describe/distinctive_marks.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pagekin::describe {
namespace {

using features::MarkKind;
using templates::BlockId;

constexpr float kNearlyAll = 0.9F;
constexpr float kRare = 0.5F;
constexpr float kSome = 0.5F;         // the least share, if no block is distinctive
constexpr float kDifference = 0.25F;  // the least difference, in that case
constexpr float kSameShare = 0.05F;   // the largest difference within one line

double worth(const DistinctiveMarks& line) {
  const double difference = line.share - line.elsewhere;
  // Rounded, so that the order is the same with every mathematical library.
  return std::round(difference * difference * difference *
                    std::log2(1 + static_cast<double>(line.marks.size())) * 0x1p16);
}

bool is_label(std::string_view element) {
  constexpr std::string_view labels[] = {
      "h1", "h2",      "h3",     "h4",     "h5",    "h6",     "th",      "dt",   "b",
      "em", "caption", "legend", "strong", "label", "button", "summary", "title"};
  return std::ranges::find(labels, element) != std::end(labels);
}

bool is_frame(std::string_view element) {
  return element == "body" || element == "html" || element == "main" || element == "article";
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) > 127;
  }));
}

}  // namespace

std::vector<DistinctiveMarks> distinctive_marks(std::span<const templates::Block> blocks,
                                                std::span<const float> share,
                                                std::span<const float> elsewhere,
                                                std::size_t most) {
  std::vector<BlockId> chosen;
  const auto choose = [&](float least, float other, float difference) {
    for (BlockId id = 0; id < blocks.size(); ++id) {
      if (share[id] >= least && elsewhere[id] <= other && share[id] - elsewhere[id] >= difference) {
        chosen.push_back(id);
      }
    }
  };
  choose(kNearlyAll, kRare, 0);
  if (chosen.empty()) choose(kSome, 1, kDifference);
  std::ranges::stable_sort(chosen, std::greater<>(),
                           [&](BlockId id) { return share[id] - elsewhere[id]; });

  std::vector<DistinctiveMarks> lines;
  for (const BlockId id : chosen) {
    const auto same = std::ranges::find_if(lines, [&](const DistinctiveMarks& line) {
      return std::abs(line.share - share[id]) <= kSameShare &&
             std::abs(line.elsewhere - elsewhere[id]) <= kSameShare;
    });
    DistinctiveMarks& line = same != lines.end() ? *same : lines.emplace_back();
    if (line.marks.empty()) {
      line.share = share[id];
      line.elsewhere = elsewhere[id];
    }
    line.marks.insert(line.marks.end(), blocks[id].marks.begin(), blocks[id].marks.end());
  }
  std::ranges::stable_sort(lines, std::greater<>(), worth);
  if (lines.size() > most) lines.resize(most);
  return lines;
}

int rate_name(MarkKind kind, std::string_view name) {
  // "main h2 "Summary"", "form input[name=q]", "nav a.prev": the element and what follows.
  std::size_t end = name.find_first_of(kind == MarkKind::kText        ? "\""
                                       : kind == MarkKind::kClass     ? "."
                                       : kind == MarkKind::kAttribute ? "["
                                                                      : "#");
  end = std::min(end, name.size());
  std::string_view element = name.substr(0, end);
  const std::string_view value = name.substr(end);
  while (element.ends_with(' ')) element.remove_suffix(1);
  element = element.substr(element.rfind(' ') + 1);
  switch (kind) {
    case MarkKind::kText:
      if (letters(value) < 3) return 1;
      return is_label(element) ? 9 : 6;
    case MarkKind::kDeclared:
      return 9;
    case MarkKind::kId:
      return 8;
    case MarkKind::kClass:
      return is_frame(element) ? 10 : 7;
    case MarkKind::kAttribute:
      return 5;
    case MarkKind::kUrl:
      // A word says more than a shape or the number of segments.
      return name.find('"') != name.npos || name.find('?') != name.npos ? 5 : 3;
    default:
      return 2;
  }
}

std::vector<std::string> choose_names(std::vector<RatedName> names, std::size_t most) {
  std::ranges::sort(names, {}, [](const RatedName& rated) {
    return std::tuple(-rate_name(rated.kind, rated.name), rated.name.size(), rated.name);
  });
  constexpr int most_of_kind = 2;
  std::vector<std::string> chosen;
  for (const bool is_strict : {true, false}) {
    int of_kind[8] = {};
    for (RatedName& rated : names) {
      if (chosen.size() == most) return chosen;
      if (rated.name.empty()) continue;
      if (is_strict && ++of_kind[static_cast<std::size_t>(rated.kind) & 7] > most_of_kind) continue;
      if (std::ranges::find(chosen, rated.name) == chosen.end()) chosen.push_back(rated.name);
      rated.name.clear();
    }
  }
  return chosen;
}

}  // namespace pagekin::describe
