// What a crawl knows: addresses, the pages behind them, and where on which page each link to
// them stands. A SQLite file, or a PostgreSQL database by its URL.
//
// A page here is an address of a site that the crawl follows: waiting to be fetched, or
// fetched, with what came of it. Pages are numbered from 1 as they are found. Addresses that
// lie outside are known as targets of links only. Addresses and XPaths are stored once each.
//
// Tables, for those who ask with SQL (docs/stores.md): meta, urls, xpaths, pages, bodies,
// links, hosts, clusterings, assignments.
//
// One writer, any number of readers. Everything is written inside transact(), and is there
// after it returns, whatever becomes of the process.
//
// Cost of a writer: 40 bytes of memory an address or XPath, to know them again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/store/database.h"

namespace pagekin::store {

enum class State : std::uint8_t {
  kWaiting,   // to be fetched
  kPage,      // its body is here
  kRedirect,  // leads to another address
  kNotPage,   // another media type, nothing in it
  kStatus,    // the server answered with a status other than success
  kFailed,    // no answer, or none that could be used
  kRefused,   // not fetched: robots.txt, a private address, a trap
};
constexpr std::size_t kStateCount = 7;
std::string_view name_of(State state);

// How a page was found. Written once.
struct Discovery {
  std::int64_t url = 0;     // see CrawlWriter::url_id
  std::int64_t parent = 0;  // page whose link, or redirect, was the first to lead here; 0: a seed
  std::int64_t xpath = 0;   // of this link; of a redirect, that which led to its source; 0: none
  std::int32_t depth = 0;   // links from a seed
  std::int32_t run = 0;  // pages of its kind in a row that led to nothing else (crawl/host_queue.h)
  bool by_redirect = false;
  std::string_view host;  // of its address; stored once each
};

// A body as the store keeps it, which may be made beforehand, by any thread.
struct PackedBody {
  std::string frame;
  std::size_t bytes = 0;  // of the body
};
PackedBody pack(std::string_view body);

// What came of a page.
struct Outcome {
  std::int64_t page = 0;
  State state = State::kFailed;
  std::int32_t status = 0;             // HTTP status; 0: no answer
  std::int64_t redirect = 0;           // url it leads to; 0: none
  std::string_view media_type;         // "text/html"
  std::string_view charset;            // declared outside the page; empty: none
  std::string_view reason;             // why there is no body, or not all of it; one sentence
  std::string_view body;               // decoded; kept for State::kPage only
  const PackedBody* packed = nullptr;  // in place of the body
  std::int64_t time = 0;               // of the answer, seconds since 1970
  std::string_view fingerprint;        // bytes of its template fingerprint; empty: not known
  bool limited = false;                // the body is not whole
};

struct StoredLink {
  std::int64_t target = 0;  // url
  std::int64_t xpath = 0;
  bool nofollow = false;
};

struct PageRow {
  std::int64_t id = 0;
  Discovery found;
  State state = State::kWaiting;
  std::int32_t status = 0;
  std::int64_t redirect = 0;
  std::int64_t bytes = 0;  // of the body before compression
  std::string_view fingerprint;
  bool limited = false;
  std::string_view url;  // valid during the call
  std::string_view charset;
  std::string_view media_type;
  std::string_view reason;
};

// The paper's Table 1, for one host.
struct HostSummary {
  std::string host;
  std::size_t pages = 0;  // with a body
  std::uint64_t bytes = 0;
  std::size_t xpaths = 0;        // through which pages were first reached
  std::size_t xpaths_above = 0;  // of these, with at least `cut_off` pages
  std::size_t by_state[kStateCount] = {};
};

// Its methods may be called from within what they call.
class CrawlReader {
 public:
  // Throws Error that names the store and says what is wrong: not there, no crawl store, of
  // another version, damaged.
  static std::unique_ptr<CrawlReader> open(const std::string& name);
  virtual ~CrawlReader() = default;

  // Pages with a body, as they were reached: those of the places [from, to). Places are
  // numbered from 1; not every place has a page with a body.
  virtual void read_bodies(
      std::int64_t from, std::int64_t to,
      const std::function<void(const PageRow&, std::string_view body)>& use) = 0;
  virtual std::int64_t place_count() = 0;

  // The tuples of paper 4: pages with a body, as they were reached, and the XPath through
  // which they were (0: none), with the number of their host. One scan.
  struct ReachedPage {
    std::int64_t page = 0;
    std::int64_t host = 0;
    std::int64_t xpath = 0;
  };
  virtual void read_reached_pages(const std::function<void(const ReachedPage&)>& use) = 0;
  // Of the same pages in the same order: address and bytes of the body, and the fingerprint.
  virtual void read_addresses(
      const std::function<void(std::string_view url, std::int64_t bytes)>& use) = 0;
  virtual void read_fingerprints(const std::function<void(std::string_view)>& use) = 0;
  // One of these pages; false if there is none of this number that has a body. Throws Error
  // where it is damaged.
  struct PageText {
    std::string_view charset;
    std::string_view body;
  };
  virtual bool read_page(std::int64_t page, const std::function<void(const PageText&)>& use) = 0;
  // Empty where there is no such page.
  virtual std::string address_of(std::int64_t page) = 0;

  // All pages in order of their numbers, without bodies.
  virtual void read_rows(const std::function<void(const PageRow&)>& use) = 0;
  virtual std::vector<StoredLink> links_of(std::int64_t page) = 0;
  // All addresses in order of their numbers.
  virtual void read_urls(const std::function<void(std::int64_t id, std::string_view url)>& use) = 0;
  // Empty for 0; throws Error where there is none of this number.
  virtual std::string url(std::int64_t id) = 0;
  virtual std::string xpath(std::int64_t id) = 0;
  virtual std::vector<HostSummary> summarise(std::size_t cut_off) = 0;
  virtual std::optional<std::string> meta(std::string_view name) = 0;
};

class CrawlWriter {
 public:
  // Makes the store where it is not there. Throws Error as above, and if it has a writer.
  static std::unique_ptr<CrawlWriter> open(const std::string& name);
  virtual ~CrawlWriter() = default;

  // If the work throws, nothing of it is kept, numbers given included. See
  // Database::transact(): it may be done twice, so it must not change anything outside the
  // store that its second run would see; the second run gets the same numbers. Not from within
  // itself, nor while the reader's rows are read.
  virtual void transact(const std::function<void()>& work) = 0;

  // ---- Inside transact().

  virtual std::int64_t url_id(std::string_view url) = 0;
  virtual std::int64_t xpath_id(std::string_view xpath) = 0;

  // The number of the new page, or nothing where there is one with this address.
  virtual std::optional<std::int64_t> add_page(const Discovery& found) = 0;
  virtual void set_outcome(const Outcome& outcome) = 0;
  virtual void add_links(std::int64_t page, std::span<const StoredLink> links) = 0;
  virtual void set_meta(std::string_view name, std::string_view value) = 0;

  // After an import: pages in the order in which a walk reaches them, with what led there. Their
  // places are 1, 2 ...; pages that are not among them follow in the order of their numbers.
  struct Reached {
    std::int64_t page = 0;
    std::int64_t parent = 0;
    std::int64_t xpath = 0;
    std::int32_t depth = 0;
  };
  virtual void set_reached(std::span<const Reached> pages) = 0;

  // A clustering; pages by their address.
  struct Assignment {
    std::string_view url;
    std::int64_t cluster = 0;
  };
  // Addresses that are no pages are passed over; of several for one page the first counts.
  // Returns its number, which is above those before; they stay.
  virtual std::int64_t save_clustering(std::string_view method, std::int64_t time,
                                       std::span<const Assignment> assignments) = 0;

  // ---- At any time.

  // The page with this address, if there is one. From memory.
  virtual std::optional<std::int64_t> page_of(std::string_view url) const = 0;
  virtual std::size_t page_count() const = 0;
  virtual CrawlReader& reader() = 0;  // sees what was written
};

// "postgresql://..." or "postgres://...": the name of a database rather than a file.
bool is_database_url(std::string_view name);
// Whether a file begins as a SQLite database does.
bool is_sqlite_file(std::string_view first_bytes);

}  // namespace pagekin::store
