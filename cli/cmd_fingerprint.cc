// pagekin fingerprint: the template fingerprint of each page, or how much its
// first and last parts show.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/features/tag_filter.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/sketch/split_entropy.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct FingerprintFlags {
  InputOptions input;
  int length = 25;
  std::string tags = "all";
  std::string output;
  bool entropy = false;
};

std::string joined_numbers(const std::vector<std::uint8_t>& fingerprint) {
  return fmt::format("{}", fmt::join(fingerprint, ","));
}

void write_entropies(const std::vector<std::vector<std::uint8_t>>& fingerprints, int length,
                     report::TableWriter& table) {
  const std::vector<features::Fingerprint> views(fingerprints.begin(), fingerprints.end());
  const std::vector<sketch::SplitEntropy> rows = sketch::split_entropies(views, length);
  for (std::size_t i = 0; i < rows.size(); ++i) table.row({i + 1, rows[i].first, rows[i].last});
  fmt::print(stderr, "the entropies break even at split {}\n", sketch::break_even_split(rows));
}

int run_fingerprint(const FingerprintFlags& options) {
  const features::TagFilter filter = as_usage([&] { return features::TagFilter(options.tags); });
  ErrorLog errors(options.input);
  input::Progress progress;
  ProgressBar bar(progress, options.input.quiet);
  Output output(options.output);
  std::vector<std::vector<std::uint8_t>> fingerprints;  // for --entropy
  const auto columns =
      options.entropy ? std::vector<report::Column>{"split", "prefix_entropy", "suffix_entropy"}
                      : std::vector<report::Column>{"page", "fingerprint"};
  report::TableWriter table(report::TableFormat::kTsv, columns,
                            [&](std::string_view bytes) { output.write(bytes); });
  PageIds ids;
  pipeline::ReadRequest request{
      .source = options.input.source(),
      .needs = {.fingerprint_length = options.length, .fingerprint_tags = filter},
      .progress = &progress,
      .page = nullptr,
      .incident = std::ref(errors)};
  if (options.entropy) {
    request.page = [&](std::string_view, features::Features&& page) {
      fingerprints.push_back(std::move(page.fingerprint));
    };
  } else {
    request.page = [&](std::string_view id, features::Features&& page) {
      table.row({id, joined_numbers(page.fingerprint)});
    };
  }
  const pipeline::ReadCounts counts = pipeline::read_features(request, ids);
  bar.stop();
  errors.finish();
  run_summary().pages(counts);
  pipeline::require_pages(counts);
  if (options.entropy) write_entropies(fingerprints, options.length, table);
  table.finish();
  output.finish();
  if (!options.input.quiet) fmt::print(stderr, "pages     {}\n", pipeline::describe_counts(counts));
  return 0;
}

std::function<int()> declare_fingerprint(OptionTable& table) {
  const auto options = std::make_shared<FingerprintFlags>();
  add_input_options(table, options->input);
  table.group("Fingerprint");
  table.add("--length", options->length, "entries of a fingerprint")
      .range(1, features::kMaxFingerprintLength)
      .show_default();
  table
      .add("--tags", options->tags, "tags to read: all, block, or names joined by '+': div+p+table")
      .value("TAGS")
      .show_default();
  table.add("--entropy", options->entropy,
            "print instead the entropy of both parts of the fingerprints, in bits, for every place "
            "to split");
  table.group("");
  table.add("-o,--output", options->output, "write to this file");
  return [options] { return run_fingerprint(*options); };
}

}  // namespace

Command fingerprint() {
  return {.name = "fingerprint",
          .summary = "print the template fingerprint of each page",
          .examples =
              "  pagekin fingerprint crawl.warc.gz\n"
              "  pagekin fingerprint site/ --length 40 --tags block\n"
              "  pagekin fingerprint site/ --tags div+p+table\n"
              "  pagekin fingerprint crawl.warc.gz --entropy",
          .declare = declare_fingerprint};
}

}  // namespace pagekin::cli
