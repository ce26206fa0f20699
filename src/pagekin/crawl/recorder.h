// What comes of pages goes into the store: outcomes, links, and the pages that they lead to.
//
// begin(), add_seeds() and write() are called inside a transaction, which may be done twice
// (store::CrawlWriter::transact): they change the store, and what found() and dropped() tell of
// this transaction. commit() is called after the transaction.
//
// Cost: linear in links and their bytes; some 60 bytes a page that is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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

// A page that came, and what it is made into before the store is touched.
struct Arrival {
  std::size_t host = 0;  // see hosts.h
  WaitingPage waiting;
  url::Url url;
  Fetched fetched;
  Answer answer;
  PageContent content;
  std::int64_t time = 0;
};

// A page that was found.
struct FoundPage {
  WaitingPage waiting;
  std::string url;
  std::uint64_t key = 0;
  std::int64_t redirected_from = 0;  // page; 0: by a link
};

class Recorder {
 public:
  // Throws Error for patterns that are none.
  Recorder(const CrawlOptions& options, store::CrawlWriter& store)
      : options_(options), store_(store), scope_(options.scope) {}

  // A page that the store has from before.
  void add_known(const store::PageRow& row, const CleanAddress& address);

  void begin();
  void add_seeds(std::span<const CleanAddress> seeds);
  // An answer may turn out to be a failure: a redirect in a circle.
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
  std::unordered_map<std::int64_t, std::int64_t> redirected_from_;  // page: page

  // Of the transaction under way.
  std::vector<FoundPage> found_;
  std::unordered_set<std::uint64_t> new_keys_;
  std::map<std::string, NotFollowed> dropped_;
};

}  // namespace pagekin::crawl
