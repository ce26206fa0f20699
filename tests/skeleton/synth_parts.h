// Scores skeletons by what synthetic pages are known to be made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pagekin/dom/build.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/synth/synth.h"

namespace pagekin::skeleton {

// Elements by what they are and what the skeleton says: fixed, optional, repeated, varying.
struct PartScores {
  std::array<std::array<std::uint64_t, 4>, 4> counts{};
  std::size_t templates = 0;
  std::size_t pages = 0;

  double accuracy() const {
    std::uint64_t right = 0;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) all += counts[i][j];
      right += counts[i][i];
    }
    return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
  }
  double f1(PartKind kind) const {
    const auto k = static_cast<std::size_t>(kind);
    std::uint64_t said = 0;
    std::uint64_t are = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      said += counts[i][k];
      are += counts[k][i];
    }
    return said + are == 0
               ? 0
               : 2 * static_cast<double>(counts[k][k]) / static_cast<double>(said + are);
  }
};

// What an element is to its parent element, by the stretches of the page that begin after the
// parent's tag and hold the element's. Elements without a tag, and links that may be the same on
// all pages, count for nothing: false.
inline bool true_kind(const dom::Tree& tree, std::uint32_t element,
                      const std::vector<synth::PartSpan>& spans, PartKind& kind) {
  const std::uint32_t at = tree.offsets[element];
  if (at == dom::Tree::no_offset || element == 0) return false;
  const std::uint32_t parent = tree.offsets[tree.parents[element]];
  const std::uint32_t after = parent == dom::Tree::no_offset ? 0 : parent;
  kind = PartKind::kFixed;
  for (const synth::PartSpan& span : spans) {
    if (span.begin > at) break;
    if (span.end <= at || span.begin <= after) continue;
    switch (span.kind) {
      case synth::PartSpan::Kind::kShared:
        return false;
      case synth::PartSpan::Kind::kVarying:
        kind = PartKind::kVarying;
        return true;
      case synth::PartSpan::Kind::kRepeated:
        kind = PartKind::kRepeated;
        break;
      case synth::PartSpan::Kind::kOptional:
        if (kind == PartKind::kFixed) kind = PartKind::kOptional;
        break;
    }
  }
  return true;
}

// Learns the skeletons of a crawl's templates from at most `most_pages` pages each, and scores all
// elements of these pages. What is inside a varying part varies, too.
inline PartScores score_parts(const synth::SynthOptions& options, std::size_t fewest_pages,
                              std::size_t most_pages) {
  const synth::Crawl crawl(options);
  std::map<std::string, std::vector<std::uint64_t>> pages;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) pages[crawl.page(n).template_name].push_back(n);
  PartScores scores;
  dom::Builder builder;
  for (auto& [name, numbers] : pages) {
    if (numbers.size() < fewest_pages) continue;
    if (numbers.size() > most_pages) numbers.resize(most_pages);
    ++scores.templates;
    scores.pages += numbers.size();
    Learner learner;
    for (const std::uint64_t n : numbers) {
      const synth::SynthPage page = crawl.page(n);
      PageNodes nodes;
      read_nodes(builder.build(page.html, {.text = true, .blank_text = false}), kLearnLimits,
                 nodes);
      learner.add(std::move(nodes));
    }
    std::vector<std::vector<std::uint32_t>> places;
    const TemplateModel model = learner.finish(&places);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const synth::SynthPage page = crawl.page(numbers[i]);
      const std::vector<synth::PartSpan> spans = crawl.part_spans(numbers[i]);
      const dom::Tree& tree = builder.build(page.html, {.text = true, .blank_text = false});
      for (std::uint32_t element = 1; element < places[i].size(); ++element) {
        PartKind kind = PartKind::kFixed;
        if (!true_kind(tree, element, spans, kind)) continue;
        // Below what varies nothing is aligned.
        if (places[i][element] == kNone && places[i][tree.parents[element]] == kNone) continue;
        const PartKind said =
            places[i][element] == kNone ? PartKind::kVarying : model.parts[places[i][element]].kind;
        ++scores.counts[static_cast<std::size_t>(kind)][static_cast<std::size_t>(said)];
      }
    }
  }
  return scores;
}

}  // namespace pagekin::skeleton
