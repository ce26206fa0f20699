// Labelled synthetic crawls of any size, for tests, demos and scale runs.
//
// T templates over S sites. Templates of a site share its head, header, footer
// and way of writing markup; some are near-twins of another, some serve the URLs
// of another one (new layout, print, mobile), some are installed on several
// sites. Pages fill them with optional sections, groups of very different length,
// nested lists, inline markup, names made for one page, and links to pages that
// exist: from the front page of a site all its pages can be reached.
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
#include <vector>

namespace pagekin::synth {

struct SynthOptions {
  std::uint32_t templates = 20;  // each has at least one page when pages >= templates
  std::uint64_t pages = 1000;    // all pages, whatever their template
  std::uint32_t sites = 0;       // 0: one for every five templates, at least one
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: one per core; never changes what is written
};

// The same with the default for sites filled in. Throws Error, naming the option
// and its range, when one is out of range.
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
  // Throws what checked() throws.
  explicit Crawl(const SynthOptions& options);
  ~Crawl();
  Crawl(Crawl&&) noexcept;
  Crawl& operator=(Crawl&&) noexcept;

  std::uint64_t size() const;
  // As checked() gave them.
  const SynthOptions& options() const;
  // Of the sites that have pages: fewer than asked for when there are too few
  // pages. Each is also the first step of its pages' paths.
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

// Writes the crawl to `output`, a WARC file when its name ends in .warc or
// .warc.gz, else a directory that is new or empty, and the labels beside it: TSV,
// header `page`, `template`, one row a page. `progress` gets the number of pages
// written so far, from one thread at a time.
// Throws Error when something cannot be written; nothing half-written remains.
Written write_crawl(const SynthOptions& options, const std::string& output,
                    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace pagekin::synth
