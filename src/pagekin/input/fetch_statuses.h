// Which addresses of a Nutch segment were not fetched, by its folder crawl_fetch.
//
// Nutch keeps bodies of redirects and of some errors as it keeps those of pages. Only
// crawl_fetch distinguishes them.
//
// Cost: one pass over crawl_fetch; 16 bytes for each of its records while it is read, and for each
// address that was not fetched afterwards.
// Limits: addresses are known by a hash of 64 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/hadoop/nutch.h"

namespace pagekin::input {

class FetchStatuses {
 public:
  // Reads SequenceFiles of CrawlDatum. What cannot be read is added to `faults`; its addresses
  // count as fetched.
  FetchStatuses(std::span<const std::string> files, std::vector<Incident>& faults);

  // kSuccess where nothing else is known.
  hadoop::FetchStatus of(std::string_view url) const;

 private:
  struct Entry {
    std::uint64_t url;  // its hash
    hadoop::FetchStatus status;
  };
  std::vector<Entry> not_fetched_;  // by rising hash
};

}  // namespace pagekin::input
