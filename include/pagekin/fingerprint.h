// The template fingerprints of the pages of a source; that of one page is in compare.h.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/options.h"
#include "pagekin/run.h"

namespace pagekin {

constexpr int kLongestFingerprint = 255;

struct FingerprintOptions {
  int length = 25;           // entries at most: 1 to kLongestFingerprint
  std::string tags = "all";  // that are read: all, block, or names joined by '+'
};

template <>
struct OptionsOf<FingerprintOptions> {
  using Self = FingerprintOptions;
  static constexpr auto all = std::tuple{
      option(&Self::length, {.name = "length",
                             .help = "entries of a fingerprint",
                             .group = "Fingerprint",
                             .min = 1,
                             .max = kLongestFingerprint}),
      option(&Self::tags, {.name = "tags",
                           .help = "tags to read: all, block, or names joined by '+': div+p+table",
                           .group = "Fingerprint",
                           .value = "TAGS"}),
  };
};

// Throws OptionError for a length out of range and for names that no tag can have.
PAGEKIN_API void check_options(const FingerprintOptions& options);

// A TSV table of page and fingerprint, in input order. Throws OptionError, InputError where no page
// could be used, Cancelled, and what the sink throws.
PAGEKIN_API PageCounts write_fingerprints(const Source& source, const FingerprintOptions& options,
                                          const TextSink& sink, const Run& run = {});

// How much the first and the last parts of all fingerprints show, for each place to split.
// Source: Hachenberg, Gottron (2013), section 3.4, Figure 2.
struct FingerprintEntropies {
  PageCounts counts;
  std::vector<double> first;  // in bits; element l - 1 is for a split after l entries
  std::vector<double> last;
  int break_even = 1;  // the smallest split at which the first parts have at least as much
};

PAGEKIN_API FingerprintEntropies fingerprint_entropies(const Source& source,
                                                       const FingerprintOptions& options,
                                                       const Run& run = {});

// A TSV table: split, prefix_entropy, suffix_entropy.
PAGEKIN_API void write_table(const FingerprintEntropies& entropies, const TextSink& sink);

}  // namespace pagekin
