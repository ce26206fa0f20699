// The grammar of a page: what a template is made of.
//
// Fixed text and tags are literals; the other parts are filled by the page
// writer, differently on every page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pagekin::synth {

enum class PartKind : std::uint8_t {
  kLiteral,    // `text` as it stands
  kGroup,      // `parts`; `choice` distinguishes sections of a template
  kOptional,   // `parts`, with `probability`
  kRepeat,     // `parts`, `low` to `high` times, mostly at most `low` + `typical`
  kLinks,      // `parts` for each page that `links` names; kRows: as many as kRepeat draws
  kRecursive,  // `parts`, inside which kAgain stands for this part, down to `high` levels
  kAgain,      // the enclosing kRecursive part once more, with `probability`
  kWords,      // `low` to `high` words
  kProse,      // `low` to `high` words as sentences, with inline markup
  kNumber,     // `low` to `high`
  kDate,       // 2021-05-17
  kToken,      // a new name at each place
  kPageToken,  // a name of this page
  kPageId,     // the number of this page in its URL
  kTitle,      // of this page
  kAddress,    // URL of this page
  kHref,       // inside kLinks: how this page refers to the target
  kTarget,     // inside kLinks: title of the target
};

enum class LinkSource : std::uint8_t {
  kNone,
  kNavigation,  // front page and first pages of the other sections
  kRelated,     // pages of the same section; every one of them is related to an earlier one
  kRows,        // consecutive pages of section number `choice`
  kNeighbours,  // the pages before and after in the section
  kViews,       // other views (print, mobile) of this page that exist
  kFullView,    // the page of which this is another view
};

struct Part {
  PartKind kind = PartKind::kLiteral;
  LinkSource links = LinkSource::kNone;
  std::uint32_t low = 0;
  std::uint32_t typical = 0;
  std::uint32_t high = 0;
  std::uint32_t choice = 0;
  double probability = 1;
  std::string text;
  std::vector<Part> parts;

  friend bool operator==(const Part&, const Part&) = default;
};

using Parts = std::vector<Part>;

}  // namespace pagekin::synth
