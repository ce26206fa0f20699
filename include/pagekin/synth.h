// Labelled synthetic crawls of any size, for tests, demos and scale runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include "pagekin/export.h"
#include "pagekin/options.h"
#include "pagekin/run.h"

namespace pagekin {

struct SynthOptions {
  std::uint32_t templates = 20;
  std::uint64_t pages = 1000;
  std::uint32_t sites = 0;
  std::uint64_t seed = 1;
  std::uint32_t redesign = 0;
  std::string part = "1/1";
};

template <>
struct OptionsOf<SynthOptions> {
  using Self = SynthOptions;
  static constexpr auto all = std::tuple{
      option(&Self::templates,
             {.name = "templates", .help = "templates over all sites", .group = "Crawl"}),
      option(&Self::pages,
             {.name = "pages", .help = "pages of all templates together", .group = "Crawl"}),
      option(&Self::sites,
             {.name = "sites", .help = "sites; 0 for one per five templates", .group = "Crawl"}),
      option(&Self::seed,
             {.name = "seed", .help = "another seed makes another crawl", .group = "Crawl"}),
      option(&Self::redesign,
             {.name = "redesign",
              .help = "templates that get a new design half-way through the crawl: their pages in "
                      "the second half are labelled NAME-redesigned; all other pages do not "
                      "change",
              .group = "Crawl"}),
      option(&Self::part,
             {.name = "part",
              .help = "cut the crawl into N parts and write only part K; its pages are those of "
                      "the whole crawl",
              .group = "Crawl",
              .value = "K/N"}),
  };
};

struct SynthResult {
  std::uint64_t pages = 0;
  std::size_t sites = 0;
  std::uint64_t html_bytes = 0;  // before compression
  std::string labels;            // the file with the labels
};

// Throws OptionError, with the option and its range, if one is out of range.
PAGEKIN_API void check_options(const SynthOptions& options);

// Writes a crawl to FILE.warc.gz, FILE.warc, or a new or empty directory, and its labels beside it.
// The same options give the same bytes. Throws what check_options() throws, Error if something
// cannot be written, Cancelled.
PAGEKIN_API SynthResult write_synthetic_crawl(const std::string& output,
                                              const SynthOptions& options = {},
                                              const Run& run = {});

}  // namespace pagekin
