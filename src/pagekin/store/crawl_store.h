// The data of a crawl: addresses, their pages, and the place of each link on its page. A store is
// a SQLite file, or a PostgreSQL database named by its URL.
//
// A page here is an address of a site that the crawl follows: it waits to be fetched, or has been
// fetched and has an outcome. Pages are numbered from 1 in the order in which they are found.
// Addresses outside these sites occur only as targets of links. Each address and each XPath is
// stored once.
//
// Tables, for users of SQL (docs/stores.md): meta, urls, xpaths, pages, bodies, links, hosts,
// clusterings, assignments, templates, conversions.
//
// A store has one writer and any number of readers. Everything is written inside transact() and
// is durable when it returns, even if the process is killed.
//
// Cost of a writer: memory of 40 bytes an address or XPath, to recognise it.
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

#include "pagekin/crawl.h"
#include "pagekin/store/database.h"

namespace pagekin::store {

using State = CrawlState;
constexpr std::size_t kStateCount = kCrawlStates;

// How a page was found. Written once.
struct Discovery {
  std::int64_t url = 0;     // see CrawlWriter::url_id
  std::int64_t parent = 0;  // page whose link or redirect led here first; 0: a seed
  std::int64_t xpath = 0;   // of this link; for a redirect, of the link to its source; 0: none
  std::int32_t depth = 0;   // links from a seed
  std::int32_t run = 0;     // see crawl/host_queue.h
  bool by_redirect = false;
  std::string_view host;  // of its address; stored once each
};

// A compressed body as the store keeps it. Any thread may make one before the transaction.
struct PackedBody {
  std::string frame;
  std::size_t bytes = 0;  // of the body
};
PackedBody pack(std::string_view body);

// The outcome of a page.
struct Outcome {
  std::int64_t page = 0;
  State state = State::kFailed;
  std::int32_t status = 0;             // HTTP status; 0: no answer
  std::int64_t redirect = 0;           // url it leads to; 0: none
  std::string_view media_type;         // "text/html"
  std::string_view charset;            // declared outside the page; empty: none
  std::string_view reason;             // why there is no body, or not all of it; one sentence
  std::string_view body;               // decoded; kept for State::kPage, and for documents
  bool is_document = false;            // State::kNotPage, but the body is kept
  const PackedBody* packed = nullptr;  // instead of the body
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

// What a converter has made of a document that is in the store.
struct Conversion {
  std::int64_t page = 0;
  std::string converter;      // its identity
  std::int64_t document = 0;  // hash of the document, to notice that it was replaced
  std::string html;
  std::string charset;
  std::string fault;  // not empty: why there is no html
};

// A row of Table 1 of Grigalis and Cenys 2014: one host.
struct HostSummary {
  std::string host;
  std::size_t pages = 0;  // with a body
  std::uint64_t bytes = 0;
  std::size_t xpaths = 0;        // through which pages were first reached
  std::size_t xpaths_above = 0;  // of these, with at least `cut_off` pages
  std::size_t by_state[kStateCount] = {};
};

// Callbacks may call its methods.
class CrawlReader {
 public:
  // What is compared with its checksum at opening. Texts cost one scan of them.
  enum class Check : std::uint8_t { kTexts, kNothing };

  // Throws Error with the name of the store and what is wrong: missing, not a crawl store, of
  // another version, damaged.
  static std::unique_ptr<CrawlReader> open(const std::string& name, Check check = Check::kTexts);
  virtual ~CrawlReader() = default;

  // Reads the pages with a body at the places [from, to) of the order in which pages were
  // reached. Places are numbered from 1; some have no page with a body. Documents are answers of
  // another media type, State::kNotPage, whose body was kept.
  enum class Bodies : std::uint8_t { kPages, kPagesAndDocuments };
  virtual void read_bodies(std::int64_t from, std::int64_t to,
                           const std::function<void(const PageRow&, std::string_view body)>& use,
                           Bodies bodies = Bodies::kPages) = 0;

  // What a converter has made of a document in an earlier run; nothing if it has not.
  virtual std::optional<Conversion> conversion_of(std::int64_t page,
                                                  std::string_view converter) = 0;

  virtual std::int64_t place_count() = 0;

  // Reads the pages with a body in the order in which they were reached, each with the number of
  // its host and the XPath of the link through which it was reached (0: none): the tuples of
  // Grigalis and Cenys 2014. One scan.
  struct ReachedPage {
    std::int64_t page = 0;
    std::int64_t host = 0;
    std::int64_t xpath = 0;
  };
  virtual void read_reached_pages(const std::function<void(const ReachedPage&)>& use) = 0;
  // Read the address and the size of the body, and the fingerprint, of the same pages in the same
  // order.
  virtual void read_addresses(
      const std::function<void(std::string_view url, std::int64_t bytes)>& use) = 0;
  virtual void read_fingerprints(const std::function<void(std::string_view)>& use) = 0;
  // Reads one of these pages; false if no page with a body has this number. Throws Error if it is
  // damaged.
  struct PageText {
    std::string_view charset;
    std::string_view body;
  };
  virtual bool read_page(std::int64_t page, const std::function<void(const PageText&)>& use) = 0;
  // The address of a page; empty if there is no such page.
  virtual std::string address_of(std::int64_t page) = 0;

  // Reads all pages in the order of their numbers, without bodies.
  virtual void read_rows(const std::function<void(const PageRow&)>& use) = 0;
  virtual std::vector<StoredLink> links_of(std::int64_t page) = 0;
  // Reads all addresses in the order of their numbers.
  virtual void read_urls(const std::function<void(std::int64_t id, std::string_view url)>& use) = 0;
  // The text of a number; empty for 0. Throws Error if nothing has this number.
  virtual std::string url(std::int64_t id) = 0;
  virtual std::string xpath(std::int64_t id) = 0;
  virtual std::vector<HostSummary> summarise(std::size_t cut_off) = 0;
  virtual std::optional<std::string> meta(std::string_view name) = 0;
};

class CrawlWriter {
 public:
  // Opens a store, and creates it if it does not exist. Throws Error as above, and if the store
  // has a writer already.
  static std::unique_ptr<CrawlWriter> open(const std::string& name);
  virtual ~CrawlWriter() = default;

  // Runs the work in a transaction. If the work throws, nothing of it is kept, and the numbers it
  // was given are free again. The work may run twice (see Database::transact()), so it must not
  // change anything outside the store that its second run would see; the second run gets the same
  // numbers. Must not be called inside a transaction, or while rows are read.
  virtual void transact(const std::function<void()>& work) = 0;

  // ---- Inside transact().

  virtual std::int64_t url_id(std::string_view url) = 0;
  virtual std::int64_t xpath_id(std::string_view xpath) = 0;

  // Adds a page. Returns its number, or nothing if a page with this address exists.
  virtual std::optional<std::int64_t> add_page(const Discovery& found) = 0;
  virtual void set_outcome(const Outcome& outcome) = 0;
  virtual void add_links(std::int64_t page, std::span<const StoredLink> links) = 0;
  virtual void set_meta(std::string_view name, std::string_view value) = 0;

  // Sets the order in which pages were reached, and how, after an import. The places of these
  // pages are 1, 2 ...; all other pages follow in the order of their numbers.
  struct Reached {
    std::int64_t page = 0;
    std::int64_t parent = 0;
    std::int64_t xpath = 0;
    std::int32_t depth = 0;
  };
  virtual void set_reached(std::span<const Reached> pages) = 0;

  // One page of a clustering, named by its address.
  struct Assignment {
    std::string_view url;
    std::int64_t cluster = 0;
  };
  // The template that a cluster is.
  struct Template {
    std::int64_t cluster = 0;
    std::int64_t id = 0;    // the same in all runs of an index
    std::string_view name;  // for people
  };
  // Saves a clustering beside earlier ones and returns its number, which is larger than theirs.
  // Addresses without a page are skipped; the first assignment of a page counts. The table of
  // templates is made when it is first needed, because older stores lack it.
  virtual std::int64_t save_clustering(std::string_view method, std::int64_t time,
                                       std::span<const Assignment> assignments,
                                       std::span<const Template> templates = {}) = 0;

  // ---- At any time.

  // The page with this address, if there is one. Looks in memory only.
  virtual std::optional<std::int64_t> page_of(std::string_view url) const = 0;
  virtual std::size_t page_count() const = 0;
  virtual CrawlReader& reader() = 0;  // sees what was written
};

// Writes conversions. Throws Error as CrawlWriter::open() does, but reads nothing of the store.
class ConversionWriter {
 public:
  static std::unique_ptr<ConversionWriter> open(const std::string& name);
  virtual ~ConversionWriter() = default;
  // In one transaction; replaces what the same converters made of the same pages.
  virtual void write(std::span<const Conversion> conversions) = 0;
};

// Whether a name is that of a database, not of a file: "postgresql://..." or "postgres://...".
bool is_database_url(std::string_view name);
// The name of a store or of another input as messages and tables show it: the URL of a database has
// no password. Also a password that should have been escaped is left out.
std::string shown_name(std::string_view name);
// Whether a file with these first bytes is a SQLite database.
bool is_sqlite_file(std::string_view first_bytes);

}  // namespace pagekin::store
