// Labelled synthetic crawls of any size, for tests, demos and scale runs.
//
// A crawl has T templates on S sites. Templates of a site share its head, header, footer and
// style of markup. Some templates are near-copies of another, some serve the URLs of another one
// (new layout, print, mobile), some are used by several sites. Pages fill them with optional
// sections, groups of very different length, nested lists, inline markup, names made for one
// page, and links to pages that exist: from the front page of a site all its pages can be
// reached.
//
// Some templates may get a new design half-way through the crawl, and a crawl can be written in
// parts, like the results of several visits.
//
// A page is a function of the options and its number alone: the same bytes on
// every machine, in any order, from any thread.
//
// Cost: memory grows with templates and sites (about 20 KB each), not with pages.
// Limits: all pages are well-formed UTF-8; the fuzz targets generate hostile pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::synth {

// One of the `count` parts of a crawl: runs of pages of nearly equal length.
struct CrawlPart {
  std::uint32_t number = 1;  // 1 to count
  std::uint32_t count = 1;
};

// Parses "2/3". Throws OptionError if the text does not have this form.
CrawlPart parse_part(std::string_view text);

// Page numbers from `first` to just before `end`.
struct PageRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

PageRange range_of(CrawlPart part, std::uint64_t pages);

struct SynthOptions {
  std::uint32_t templates = 20;  // each has at least one page when pages >= templates
  std::uint64_t pages = 1000;    // all pages, whatever their template
  std::uint32_t sites = 0;       // 0: one for every five templates, at least one
  std::uint64_t seed = 1;
  // The number of templates that get a new design half-way through the crawl. Their pages from
  // number pages / 2 on have another body and other class names, at the same URLs and in the same
  // theme, and the label NAME-redesigned. All other pages stay the same, byte for byte.
  // Candidates derive from no other template and have at least 10 pages before and 10 after. The
  // seed picks among the larger half of them, and among the smaller ones if these are too few.
  std::uint32_t redesign = 0;
  CrawlPart part;        // the part that write_crawl writes, with the bytes of the whole crawl
  unsigned threads = 0;  // 0: one per core; does not change the output
};

// Returns the options with the default for sites filled in. Throws OptionError, with the option
// and its range, if one is out of range. The range of `redesign` is checked only when a Crawl is
// made.
SynthOptions checked(SynthOptions options);

struct SynthPage {
  std::string url;
  std::string path;  // below the output directory
  std::string template_name;
  std::string html;
};

// A stretch of a page's HTML that its template does not fix.
struct PartSpan {
  enum class Kind : std::uint8_t {
    kOptional,  // not all pages of the template have it
    kRepeated,  // the pages have it in different numbers
    kVarying,   // words, numbers and links of this page, with their inline markup
    kShared,    // links whose number depends on the site; may be the same on all pages
  };
  Kind kind = Kind::kOptional;
  std::size_t begin = 0;  // in SynthPage::html
  std::size_t end = 0;
};

struct Plan;

class Crawl {
 public:
  // Throws what checked() throws, and OptionError for too many redesigns.
  explicit Crawl(const SynthOptions& options);
  ~Crawl();
  Crawl(Crawl&&) noexcept;
  Crawl& operator=(Crawl&&) noexcept;

  // The number of pages of the whole crawl, not of the part.
  std::uint64_t size() const;
  // As checked() gave them.
  const SynthOptions& options() const;
  // The pages that write_crawl writes.
  PageRange part() const;
  // The hosts of the sites that have pages in the part; fewer than asked for if there are too few
  // pages. Each is also the first folder in the paths of its pages.
  std::vector<std::string> hosts() const;

  // Page number n < size(), in the order in which a breadth-first crawl of all
  // sites at once might find it. May be called from several threads.
  SynthPage page(std::uint64_t n) const;
  // Writes into a page whose buffers are reused.
  void page(std::uint64_t n, SynthPage& out) const;

  // The stretches of page n that are not fixed in its template, nested ones after those around
  // them.
  std::vector<PartSpan> part_spans(std::uint64_t n) const;

 private:
  std::unique_ptr<const Plan> plan_;
};

// Where write_crawl puts the labels for `output`: out.labels.tsv for out.warc
// and out.warc.gz, DIR/labels.tsv for a directory.
std::string labels_path(const std::string& output);

struct Written {
  std::uint64_t pages = 0;
  std::size_t sites = 0;
  std::uint64_t html_bytes = 0;  // before compression
};

// Writes the part of the crawl that its options name to `output`, and the labels beside it.
// `output` is a WARC file if it ends in .warc or .warc.gz, otherwise a new or empty directory.
// Labels are TSV with the header `page`, `template` and one row a page. `progress` is called with
// the number of pages written so far, by one thread at a time. Throws Error if something cannot
// be written; no incomplete output remains.
Written write_crawl(const Crawl& crawl, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress = {});
Written write_crawl(const SynthOptions& options, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace pagekin::synth
