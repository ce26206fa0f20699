// What other committees of voters (see templates/committee.h) find on a site.
//
//   bench_left_out INPUT...
//
// Prints a line for every kind of evidence and every committee: evidence, first voter, weight of
// the descriptions, share of the votes that makes a template; then the template of each page in
// the order of the input. The first line has the ids of the pages. Fields end with tabs.
// bench/auto_report.py --part left-out chooses a committee without the family of the site.
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/page_ids.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/templates/site_pages.h"

namespace pagekin::bench {
namespace {

constexpr std::size_t kFirstVoters[] = {0, 64, 128};
constexpr float kWeights[] = {0, 1.0F / 9, 2.0F / 9};
constexpr double kAgreed[] = {0.25, 1.0 / 3, 0.42, 0.5};

struct Site {
  templates::SitePages pages;
  std::vector<std::pair<std::size_t, std::uint32_t>> distinct_of;  // page of the input, and of here
};

struct Crawl {
  PageIds ids;
  std::map<std::uint64_t, Site> sites;
};

Crawl read(const std::vector<std::string>& inputs, bool with_context) {
  Crawl crawl;
  std::size_t next = 0;
  reading::read_features({.source = {.inputs = inputs},
                          .needs = {.marks = true, .site_links = with_context, .url_shape = true},
                          .page =
                              [&](std::string_view, features::Features&& page) {
                                templates::PageContext context;
                                if (with_context) {
                                  context = {.address = std::move(page.url_marks),
                                             .target = page.link_target,
                                             .links = std::move(page.site_links)};
                                }
                                Site& site = crawl.sites[page.site];
                                site.distinct_of.emplace_back(
                                    next++, site.pages.add(std::move(page.marks), context));
                              }},
                         crawl.ids);
  return crawl;
}

void print_templates(const Crawl& crawl, const templates::Committee& committee) {
  std::vector<std::uint32_t> template_of(crawl.ids.size());
  std::uint32_t first = 0;
  for (const auto& [hash, site] : crawl.sites) {
    const templates::SiteTemplates found = site.pages.learn({}, committee);
    for (const auto& [page, distinct] : site.distinct_of) {
      template_of[page] = first + found.template_of[distinct];
    }
    first += static_cast<std::uint32_t>(found.core.size());
  }
  for (const std::uint32_t one : template_of) fmt::print("\t{}", one);
  fmt::print("\n");
}

void run(const std::vector<std::string>& inputs) {
  for (const bool with_context : {false, true}) {
    const Crawl crawl = read(inputs, with_context);
    if (!with_context) {
      fmt::print("evidence\tfirst_voter\tweight\tagreed");
      for (PageId page = 0; page < crawl.ids.size(); ++page) fmt::print("\t{}", crawl.ids[page]);
      fmt::print("\n");
    }
    for (const std::size_t first_voter : kFirstVoters) {
      for (const float weight : kWeights) {
        for (const double agreed : kAgreed) {
          fmt::print("{}\t{}\t{:.3f}\t{:.3f}", with_context ? "all" : "content", first_voter,
                     weight, agreed);
          print_templates(crawl, {first_voter, weight, agreed});
        }
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::bench

int main(int count, char** words) {
  const std::vector<std::string> inputs(words + 1, words + count);
  if (inputs.empty()) {
    fmt::print(stderr, "bench_left_out INPUT...\n");
    return 2;
  }
  try {
    pagekin::bench::run(inputs);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_left_out: {}\n", error.what());
    return 1;
  }
}
