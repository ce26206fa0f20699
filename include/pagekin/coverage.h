// The templates that a crawl lacks, compared with an older crawl and a sitemap.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/options.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

enum class CoverageState : std::uint8_t {
  kMissing,       // the old crawl has it, the new one lacks it
  kUnknownShape,  // no template: addresses of the sitemap whose shape no page of either crawl has
  kReplaced,  // the new crawl lacks it, but has half or more of its addresses, with other templates
  kFewer,     // fewer pages than in the old crawl
  kNew,       // the old crawl lacks it
  kMore,
  kSame,
  kOtherHost,  // no template: addresses of the sitemap whose host has no page
};
template <>
struct Words<CoverageState> {
  static constexpr std::array<std::string_view, 8> all = {
      "missing", "unknown shape", "replaced", "fewer", "new", "more", "same", "other host"};
};

// A template, or addresses that have none.
struct CoverageRow {
  std::uint32_t template_number = 0;  // of its TemplateId; 0: none
  CoverageState state = CoverageState::kSame;
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;         // its addresses that are in both crawls
  std::uint64_t moved = 0;        // its addresses in the old crawl that have another template now
  std::uint32_t moved_to = 0;     // the template that most of these have now; 0: none
  std::uint64_t in_sitemap = 0;   // addresses
  std::uint64_t not_crawled = 0;  // of these, missing in the new crawl
  std::string shape = {};         // that most of its pages have; empty: none
  std::string_view example = {};  // its first page with this shape, new pages before old ones
};

// An address that the old crawl or the sitemap has and the new crawl lacks.
struct NotCrawled {
  std::string_view address;
  std::uint32_t template_number = 0;  // of its TemplateId; 0: not known
  bool in_old = false;
  bool in_sitemap = false;
};

struct CoverageOptions {
  std::vector<std::string> against;   // the old crawl: inputs of any kind; one may be an index
  std::vector<std::string> sitemaps;  // files: sitemaps, feeds, lists of addresses
};

template <>
struct OptionsOf<CoverageOptions> {
  using Self = CoverageOptions;
  static constexpr auto all = std::tuple{
      option(&Self::against,
             {.name = "against",
              .help = "the older crawl: inputs of any kind, or an index of 'pagekin cluster "
                      "--index'; then the templates have the ids of the index",
              .group = "Input",
              .value = "INPUT",
              .list = ListForm::kWords}),
      option(&Self::sitemaps,
             {.name = "sitemaps",
              .help = "what the site says it has: sitemap, RSS or Atom (.xml, .xml.gz), one "
                      "address per line, or a TSV or CSV table with a column url, loc, page or "
                      "address; of the files that a sitemap index names, those in its folder are "
                      "read; nothing is fetched",
              .group = "Input",
              .value = "FILE",
              .flag = "sitemap",
              .list = ListForm::kWords}),
  };
};

// A value; copies share what they hold. Views are valid while a copy exists.
class PAGEKIN_API CoverageResult {
 public:
  const std::vector<CoverageRow>& rows() const;  // the most important first
  // First those of the old crawl, then those of the sitemap.
  const std::vector<NotCrawled>& not_crawled() const;
  std::string name_of(const TemplateId& id) const;  // for people; empty: none
  PageCounts counts() const;
  PageCounts old_counts() const;  // without the pages of an index
  // Why the templates may be poor, see ClusterResult; empty: nothing looks wrong.
  const std::string& caution() const;
  double read_seconds() const;
  double cluster_seconds() const;
  // Which addresses of the sitemaps do not count and why, and which files a sitemap index names
  // that are not in its folder.
  std::vector<std::string> sitemap_notes() const;
  const std::vector<std::string>& sitemaps_not_read() const;

  struct State;
  explicit CoverageResult(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// Clusters the pages of both crawls together by `auto`. Templates of the old crawl have the ids
// that a clustering of the old crawl alone gives them; templates of the new crawl have the ids
// after these. With an index, templates keep the ids and names of the index. `strict` of the source
// also counts for damaged sitemaps. Throws OptionError where there is nothing to compare with and
// for two indexes, InputError when either crawl has no page that can be used, when the index was
// made by another method than auto, when a file given as a sitemap is not one, and when there is a
// sitemap but no page whose id is an address; Cancelled.
PAGEKIN_API CoverageResult find_coverage(const Source& source, const CoverageOptions& options,
                                         const Run& run = {});

// Whether a file is an index of cluster_pages(), by its content.
PAGEKIN_API bool is_index_file(const std::string& path);

// One row for each template, or group of addresses that have no template:
//   template state old new both moved moved_to sitemap not_crawled shape example name
// Cells about a crawl or a sitemap that was not given are empty (JSON: null).
PAGEKIN_API void write_table(const CoverageResult& coverage, const FileFormat& format,
                             const TextSink& sink);

// The whole result in one object.
PAGEKIN_API std::string to_json(const CoverageResult& coverage);

// The addresses that are not crawled: page, template, source.
PAGEKIN_API void write_not_crawled(const CoverageResult& coverage, const FileFormat& format,
                                   const TextSink& sink);

// The counts, and the templates that deserve a look, for people.
PAGEKIN_API std::string summarise(const CoverageResult& coverage);

}  // namespace pagekin
