// fingerprint: edit similarity of the template fingerprints of two pages.
//
//     1 - Levenshtein distance / longer length
//
// on the LZ fingerprints (see features/lz_fingerprint.h).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 3.1 and 3.2; the
// paper asks for a distance of at most 1; this measure gives all distances.
// Cost: O(length), as a fingerprint fits a few machine words; no allocation.
// Limits: it sees only the beginning of a page, and not the names of the tags.
#include <memory>
#include <string>

#include "pagekin/align/levenshtein_similarity.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

class FingerprintMeasure final : public Measure {
 public:
  int length = features::kTemplateFingerprintLength;
  int max_edits = 1;  // for classifiers: by how much fingerprints that match may differ
  std::string tags = "all";

  static constexpr auto params = std::tuple{
      param("length", &FingerprintMeasure::length, 1, features::kMaxFingerprintLength,
            "entries of a fingerprint"),
      param("max_edits", &FingerprintMeasure::max_edits, 0, 1,
            "number of entries by which fingerprints of one template may differ; for classifiers "
            "only"),
      word("tags", &FingerprintMeasure::tags, "all|block|...",
           "tags that are read: all, block, or names joined by '+'"),
  };

  static std::unique_ptr<Measure> make(const ParamMap& given) {
    auto measure = std::make_unique<FingerprintMeasure>();
    set_params(*measure, given);
    measure->tags = features::TagFilter(measure->tags).text();
    return measure;
  }

  Needs needs() const override {
    return {.fingerprint_length = length, .fingerprint_tags = features::TagFilter(tags)};
  }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return align::levenshtein_similarity<std::uint8_t>(a.fingerprint, b.fingerprint, at_least).low;
  }
  std::optional<MatchKey> match_key() const override { return MatchKey{.max_edits = max_edits}; }
  Basis basis(const Features& a, const Features& b) const override {
    return {.what = "entries", .sizes = {a.fingerprint.size(), b.fingerprint.size()}};
  }
};

}  // namespace

MeasureInfo fingerprint() {
  return {.name = "fingerprint",
          .summary = "edit similarity of the template fingerprints",
          .references = {{"hachenberg2013"}},
          .cost = "O(length)",
          .options = documented<FingerprintMeasure>(),
          .make = FingerprintMeasure::make,
          .paper_row = 1,
          .words = "LZW, Lempel-Ziv-Welch, locality sensitive hashing, LSH, near duplicates"};
}

}  // namespace pagekin::measure
