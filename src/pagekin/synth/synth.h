// Labelled synthetic crawls of any size, for tests, demos and scale runs.
//
// T templates over S sites. Templates of a site share its head, header, footer
// and way of writing markup; some are near-twins of another, some serve the URLs
// of another one (new layout, print, mobile), some are installed on several
// sites. Pages fill them with optional sections, groups of very different length,
// nested lists, inline markup, names made for one page, and links to pages that
// exist: from the front page of a site all its pages can be reached.
//
// Time passes: some templates may get a new design half-way through the crawl, and
// a crawl can be written in parts, as several visits would have found it.
//
// A page is a function of the options and its number alone: the same bytes on
// every machine, in any order, from any thread.
//
// Cost: memory grows with templates and sites (some 20 KB each), not with pages.
// Limits: all pages are well-formed UTF-8; for hostile ones see the fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::synth {

// One of `count` runs of pages, as equal in length as can be, that make up a crawl.
struct CrawlPart {
  std::uint32_t number = 1;  // 1 to count
  std::uint32_t count = 1;
};

// From "2/3". Throws Error when the text is nothing of this form.
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
  // So many templates get a new design half-way through: their pages from number
  // pages / 2 on have another body and other class names, at the same URLs and in
  // the same theme, and the label NAME-redesigned. All other pages are the same
  // bytes as without. The seed picks them among the larger half of the templates
  // that derive from no other and have at least 10 pages before and 10 after; when
  // that is too few, also the next smaller ones.
  std::uint32_t redesign = 0;
  CrawlPart part;        // what write_crawl writes, bytes as in the whole crawl
  unsigned threads = 0;  // 0: one per core; never changes what is written
};

// The same with the default for sites filled in. Throws Error, naming the option
// and its range, when one is out of range; how many templates can be redesigned
// shows only when a Crawl is made.
SynthOptions checked(SynthOptions options);

struct SynthPage {
  std::string url;
  std::string path;  // below the output directory
  std::string template_name;
  std::string html;
};

struct Plan;

class Crawl {
 public:
  // Throws what checked() throws, and the same for too many redesigns.
  explicit Crawl(const SynthOptions& options);
  ~Crawl();
  Crawl(Crawl&&) noexcept;
  Crawl& operator=(Crawl&&) noexcept;

  // Pages of the whole crawl, whatever the part.
  std::uint64_t size() const;
  // As checked() gave them.
  const SynthOptions& options() const;
  // The pages that write_crawl writes.
  PageRange part() const;
  // Of the sites that have pages in the part: fewer than asked for when there are
  // too few pages. Each is also the first step of its pages' paths.
  std::vector<std::string> hosts() const;

  // Page number n < size(), in the order in which a breadth-first crawl of all
  // sites at once might find it. May be called from several threads.
  SynthPage page(std::uint64_t n) const;
  // The same into a page whose buffers are reused.
  void page(std::uint64_t n, SynthPage& out) const;

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

// Writes the part of the crawl that its options name to `output`, a WARC file when
// that ends in .warc or .warc.gz, else a directory that is new or empty, and the
// labels beside it: TSV, header `page`, `template`, one row a page. `progress` gets
// the number of pages written so far, from one thread at a time.
// Throws Error when something cannot be written; nothing half-written remains.
Written write_crawl(const Crawl& crawl, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress = {});
Written write_crawl(const SynthOptions& options, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace pagekin::synth
