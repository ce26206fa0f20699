// A pool of connections to one store, for threads that read at the same time.
//
// Cost: as many connections as were ever used at the same time; a SQLite connection has a page
// cache of 32 MB.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/store/crawl_store.h"

namespace pagekin::store {

class ReaderPool {
 public:
  explicit ReaderPool(std::string name) : name_(std::move(name)) {}

  // Runs the work with a connection; any thread may call this. Throws what CrawlReader::open()
  // and the work throw. A connection whose work threw is not used again.
  template <class Work>
  void with_reader(const Work& work) {
    std::unique_ptr<CrawlReader> reader = take();
    work(*reader);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(reader));
  }

 private:
  std::unique_ptr<CrawlReader> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<CrawlReader> reader = std::move(idle_.back());
        idle_.pop_back();
        return reader;
      }
    }
    // The texts of a store are checked once, by the first connection.
    std::call_once(checked_, [&] { CrawlReader::open(name_); });
    return CrawlReader::open(name_, CrawlReader::Check::kNothing);
  }

  std::string name_;
  std::once_flag checked_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<CrawlReader>> idle_;
};

}  // namespace pagekin::store
