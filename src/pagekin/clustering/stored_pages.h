// The pages of a crawl store, for methods that read only some of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/method/known_pages.h"
#include "pagekin/store/reader_pool.h"

namespace pagekin::clustering {

// Whether an input is a crawl store: the URL of a database, or a SQLite file.
bool is_store(const std::string& input);

// Memory: 12 bytes a page, and up to 30 more once fingerprints are asked for.
class StoredPages final : public method::KnownPages {
 public:
  // Scans the store once. Throws Error for a store that cannot be read.
  StoredPages(std::string name, unsigned threads);
  ~StoredPages() override;

  std::size_t size() const { return group_of_.size(); }

  std::span<const std::uint32_t> group_of() const override { return group_of_; }
  std::uint32_t seed_count() const override { return seed_count_; }
  std::uint32_t site_count() const override { return site_count_; }
  void read(std::span<const PageId> pages, const features::Needs& needs, const Use& use) override;
  std::vector<std::uint8_t> fingerprint_of(PageId page) override;
  std::string id(PageId page) override;

  // Calls use() with the id and the length of every page, in order.
  void read_ids(const std::function<void(std::string_view id, std::int64_t bytes)>& use);

  // Called for every page that was read, and for every page that could not be read.
  std::function<void(PageId, const features::Features&)> on_page;
  std::function<void(PageId, const std::string& trouble)> on_trouble;

 private:
  void load_fingerprints();

  std::string name_;
  unsigned threads_;
  store::ReaderPool readers_;
  std::vector<std::int64_t> numbers_;  // in the store, by page
  std::vector<std::uint32_t> group_of_;
  std::uint32_t seed_count_ = 0;
  std::uint32_t site_count_ = 0;
  std::string fingerprints_;  // concatenated
  std::vector<std::uint64_t> fingerprint_ends_;
};

}  // namespace pagekin::clustering
