// Skeletons of pages whose template is known: are its fixed, optional, repeated and varying parts
// found? Templates are random trees; each part has a class of its own, and pages are filled at
// random. docs/report.md has the figures.
#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/picture/page_picture.h"
#include "pagekin/picture/skeleton_parts.h"

namespace pagekin::picture {
namespace {

constexpr std::size_t kKinds = 4;

struct Part {
  std::string label;
  PartKind kind = PartKind::kFixed;
  double probability = 1;  // of an optional part
  bool has_text = false;   // always the same unless it varies
  std::vector<Part> children;
};

// Numbers in words: labels leave out classes with digits.
std::string word(std::size_t number) {
  std::string text;
  for (; number > 0 || text.empty(); number /= 26) text += static_cast<char>('a' + number % 26);
  return text;
}

Part random_part(Random& random, int depth, std::size_t& count) {
  Part part;
  part.label = "div.part-" + word(count++);
  const std::uint32_t draw = depth == 0 ? 0 : random.below(10);
  part.kind = draw < 4   ? PartKind::kFixed
              : draw < 6 ? PartKind::kOptional
              : draw < 8 ? PartKind::kRepeated
                         : PartKind::kVarying;
  part.probability = 0.2 + 0.6 * random.unit();
  part.has_text = part.kind == PartKind::kVarying || random.chance(0.4);
  const std::uint32_t children = depth == 0 ? 4 : depth < 4 ? random.below(4) : 0;
  for (std::uint32_t i = 0; i < children && count < 60; ++i) {
    part.children.push_back(random_part(random, depth + 1, count));
  }
  return part;
}

void write(const Part& part, Random& random, std::string& html) {
  if (part.kind == PartKind::kOptional && !random.chance(part.probability)) return;
  const std::uint32_t times = part.kind == PartKind::kRepeated ? 1 + random.below(6) : 1;
  for (std::uint32_t i = 0; i < times; ++i) {
    html += "<div class=\"" + part.label.substr(4) + "\">";
    if (part.has_text) html += "text of " + part.label;
    if (part.kind == PartKind::kVarying) html += fmt::format(" {}", random.next());
    for (const Part& child : part.children) write(child, random, html);
    html += "</div>";
  }
}

void collect(const Part& part, std::map<std::string, PartKind>& kinds) {
  kinds[part.label] = part.kind;
  for (const Part& child : part.children) collect(child, kinds);
}

void collect(const SkeletonPart& part, std::map<std::string, PartKind>& kinds) {
  kinds[part.label] = part.kind;
  for (const SkeletonPart& child : part.children) collect(child, kinds);
}

struct Score {
  std::array<std::array<std::size_t, kKinds>, kKinds> counts{};  // true kind, found kind
  std::size_t missing = 0;
  std::size_t surplus = 0;

  double precision(PartKind kind) const {
    const auto at = static_cast<std::size_t>(kind);
    std::size_t all = 0;
    for (const auto& row : counts) all += row[at];
    return static_cast<double>(counts[at][at]) / static_cast<double>(all);
  }
  double recall(PartKind kind) const {
    const auto at = static_cast<std::size_t>(kind);
    std::size_t all = 0;
    for (const std::size_t count : counts[at]) all += count;
    return static_cast<double>(counts[at][at]) / static_cast<double>(all);
  }
};

Score score_of(std::size_t templates, std::size_t pages) {
  Score score;
  for (std::size_t seed = 1; seed <= templates; ++seed) {
    Random random(seed);
    std::size_t count = 0;
    const Part root = random_part(random, 0, count);
    std::vector<Outline> outlines;
    outlines.reserve(pages);
    std::string all;
    for (std::size_t i = 0; i < pages; ++i) {
      std::string html = "<body>";
      write(root, random, html);
      all += html;
      outlines.push_back(
          picture_of({.id = "http://a.test/", .body = html, .charset = "utf-8"}).outline);
    }
    std::vector<const Outline*> views;
    views.reserve(pages);
    for (const Outline& one : outlines) views.push_back(&one);
    std::map<std::string, PartKind> truth;
    collect(root, truth);
    std::map<std::string, PartKind> found;
    collect(skeleton_of(views).root, found);
    found.erase("body");
    for (const auto& [label, kind] : truth) {
      if (all.find("\"" + label.substr(4) + "\"") == all.npos) continue;  // no page has it
      const auto at = found.find(label);
      if (at == found.end()) {
        ++score.missing;
        continue;
      }
      ++score.counts[static_cast<std::size_t>(kind)][static_cast<std::size_t>(at->second)];
    }
    for (const auto& [label, kind] : found) score.surplus += truth.contains(label) ? 0 : 1;
  }
  return score;
}

TEST(SkeletonScore, KindsOfPartsAreRecovered) {
  const Score score = score_of(100, 20);  // as many pages as a report samples
  EXPECT_EQ(score.missing, 0U);
  EXPECT_EQ(score.surplus, 0U);
  for (const PartKind kind :
       {PartKind::kFixed, PartKind::kOptional, PartKind::kRepeated, PartKind::kVarying}) {
    const std::string name(to_text(kind));
    const std::string precision = fmt::format("{:.4f}", score.precision(kind));
    const std::string recall = fmt::format("{:.4f}", score.recall(kind));
    RecordProperty(name + "_precision", precision);
    RecordProperty(name + "_recall", recall);
    EXPECT_GE(score.precision(kind), 0.97) << name;
    EXPECT_GE(score.recall(kind), 0.97) << name;
  }
}

// Fewer pages show fewer differences, but never parts that are not there.
TEST(SkeletonScore, FourPagesTellMost) {
  const Score score = score_of(100, 4);
  EXPECT_EQ(score.missing, 0U);
  EXPECT_EQ(score.surplus, 0U);
  for (const PartKind kind : {PartKind::kRepeated, PartKind::kVarying}) {
    EXPECT_GE(score.precision(kind), 0.85) << to_text(kind);
    EXPECT_GE(score.recall(kind), 0.8) << to_text(kind);
  }
}

}  // namespace
}  // namespace pagekin::picture
