// Writes the outcomes of pages, their links, and the pages found on them to the store.
//
// Call begin(), add_seeds() and write() inside a transaction, which may run twice
// (store::CrawlWriter::transact): they only change the store and the results found() and
// dropped() of this transaction. Call commit() after the transaction.
//
// Cost: linear in links and their bytes; memory of about 60 bytes a known page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pagekin/crawl/answer.h"
#include "pagekin/crawl/crawler.h"
#include "pagekin/crawl/host_queue.h"
#include "pagekin/crawl/page_content.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

// An answer, and what is computed from it before the store is written.
struct Arrival {
  std::size_t host = 0;  // see hosts.h
  WaitingPage waiting;
  url::Url url;
  Fetched fetched;
  Answer answer;
  PageContent content;
  std::int64_t time = 0;
};

// A page that was found and waits to be fetched.
struct FoundPage {
  WaitingPage waiting;
  std::string url;
  std::uint64_t key = 0;
  std::int64_t redirected_from = 0;  // the page that redirects here; 0: found by a link
};

class Recorder {
 public:
  // Throws OptionError for a pattern that is not a regular expression.
  Recorder(const CrawlOptions& options, store::CrawlWriter& store)
      : options_(options), store_(store), scope_(options.scope) {}

  // Adds a page that is in the store already.
  void add_known(const store::PageRow& row, const CleanAddress& address);

  void begin();
  void add_seeds(std::span<const CleanAddress> seeds);
  // Writes the answer, which may turn into a failure, such as a redirect loop.
  void write(Arrival& arrival);
  void commit();

  const std::vector<FoundPage>& found() const { return found_; }
  const std::map<std::string, NotFollowed>& dropped() const { return dropped_; }  // by reason

 private:
  void write_redirect(Arrival& arrival, store::Outcome& outcome);
  void write_links(const Arrival& arrival);
  FoundPage* add_page(const CleanAddress& target, store::Discovery discovery, std::uint64_t way);

  bool is_known(std::uint64_t key) const { return known_.contains(key) || new_keys_.contains(key); }
  bool counts_ways() const { return options_.max_per_template > 0; }
  std::string why_not(const CleanAddress& target, std::int32_t depth) const;
  bool is_in_chain(std::int64_t target, std::int64_t page) const;
  int redirects_to(std::int64_t page) const;
  void not_followed(const std::string& why, std::string_view example);

  const CrawlOptions& options_;
  store::CrawlWriter& store_;
  Scope scope_;
  std::unordered_set<std::uint64_t> known_;                         // keys of pages
  std::unordered_map<std::int64_t, std::int64_t> redirected_from_;  // target: source

  // The state of the current transaction.
  std::vector<FoundPage> found_;
  std::unordered_set<std::uint64_t> new_keys_;
  std::map<std::string, NotFollowed> dropped_;
};

}  // namespace pagekin::crawl
