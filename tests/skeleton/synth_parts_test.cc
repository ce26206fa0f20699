#include "skeleton/synth_parts.h"

#include <string>

#include <gtest/gtest.h>

namespace pagekin::skeleton {
namespace {

TEST(SynthParts, SpansAreNestedStretchesOfThePage) {
  const synth::Crawl crawl({.templates = 6, .pages = 60, .sites = 2, .seed = 5});
  bool has[4] = {};
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const std::string html = crawl.page(n).html;
    std::size_t before = 0;
    for (const synth::PartSpan& span : crawl.part_spans(n)) {
      EXPECT_LE(before, span.begin);
      EXPECT_LE(span.begin, span.end);
      EXPECT_LE(span.end, html.size());
      before = span.begin;
      has[static_cast<std::size_t>(span.kind)] = true;
    }
  }
  for (const bool one : has) EXPECT_TRUE(one);
}

// The figure of docs/data.md is the mean over more crawls.
TEST(SynthParts, TheSkeletonOfASyntheticTemplateIsFound) {
  const PartScores scores =
      score_parts({.templates = 6, .pages = 300, .sites = 2, .seed = 1}, 30, 60);
  RecordProperty("accuracy", std::to_string(scores.accuracy()));
  EXPECT_GE(scores.templates, 2U);
  EXPECT_GE(scores.accuracy(), 0.9);
  EXPECT_GE(scores.f1(PartKind::kFixed), 0.9);
  EXPECT_GE(scores.f1(PartKind::kRepeated), 0.9);
}

}  // namespace
}  // namespace pagekin::skeleton
