#include "pagekin/fingerprint.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/compare.h"
#include "pagekin/features/tag_filter.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/sketch/split_entropy.h"

namespace pagekin {
namespace {

static_assert(kLongestFingerprint == features::kMaxFingerprintLength);

// Calls use(id, fingerprint) for each page in input order.
template <class Use>
PageCounts for_each_fingerprint(const Source& source, const FingerprintOptions& options,
                                const Run& run, const Use& use) {
  check_options(options);
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& reading) -> PageCounts {
    PageIds ids;
    const reading::ReadCounts counts = reading::read_features(
        {.source = api::input_source(source, run),
         .needs = {.fingerprint_length = options.length,
                   .fingerprint_tags = features::TagFilter(options.tags)},
         .progress = &reading,
         .page = [&](std::string_view id,
                     features::Features&& page) { use(id, std::move(page.fingerprint)); },
         .incident = run.incident},
        ids);
    reading::require_pages(counts);
    return counts;
  });
}

}  // namespace

void check_options(const FingerprintOptions& options) {
  fingerprint(Page{}, options.length);
  features::TagFilter{options.tags};
}

PageCounts write_fingerprints(const Source& source, const FingerprintOptions& options,
                              const TextSink& sink, const Run& run) {
  report::TableWriter table(report::TableFormat::kTsv, {"page", "fingerprint"}, sink);
  const PageCounts counts = for_each_fingerprint(
      source, options, run, [&](std::string_view id, std::vector<std::uint8_t>&& entries) {
        table.row({id, fmt::format("{}", fmt::join(entries, ","))});
      });
  table.finish();
  return counts;
}

FingerprintEntropies fingerprint_entropies(const Source& source, const FingerprintOptions& options,
                                           const Run& run) {
  std::vector<std::vector<std::uint8_t>> fingerprints;
  FingerprintEntropies entropies;
  entropies.counts = for_each_fingerprint(
      source, options, run, [&](std::string_view, std::vector<std::uint8_t>&& entries) {
        fingerprints.push_back(std::move(entries));
      });
  const std::vector<features::Fingerprint> views(fingerprints.begin(), fingerprints.end());
  const std::vector<sketch::SplitEntropy> splits = sketch::split_entropies(views, options.length);
  for (const sketch::SplitEntropy& split : splits) {
    entropies.first.push_back(split.first);
    entropies.last.push_back(split.last);
  }
  entropies.break_even = sketch::break_even_split(splits);
  return entropies;
}

void write_table(const FingerprintEntropies& entropies, const TextSink& sink) {
  report::TableWriter table(report::TableFormat::kTsv,
                            {"split", "prefix_entropy", "suffix_entropy"}, sink);
  for (std::size_t i = 0; i < entropies.first.size(); ++i) {
    table.row({i + 1, entropies.first[i], entropies.last[i]});
  }
  table.finish();
}

}  // namespace pagekin
