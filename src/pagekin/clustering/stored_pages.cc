#include "pagekin/clustering/stored_pages.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/features/features.h"
#include "pagekin/store/database.h"

namespace pagekin::clustering {
namespace {

constexpr std::size_t kPagesPerJob = 128;

// Where the link that first led to a page is: its host and its XPath.
struct Spot {
  std::int64_t host = 0;
  std::int64_t xpath = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};
struct HashOfSpot {
  std::size_t operator()(const Spot& spot) const {
    return mix(mix(static_cast<std::uint64_t>(spot.host) ^ process_seed()) ^
               static_cast<std::uint64_t>(spot.xpath));
  }
};

// The features of a page, or why it could not be read.
struct ReadPage {
  features::Features features;
  std::string trouble;
};
using UseReadPage = std::function<void(PageId, ReadPage&&)>;

// Reads a batch of pages.
class SampleJob final : public Job {
 public:
  SampleJob(store::ReaderPool& readers, std::vector<std::int64_t> numbers,
            std::span<const PageId> pages, const features::Needs& needs, const UseReadPage& use)
      : readers_(&readers),
        numbers_(std::move(numbers)),
        pages_(pages),
        needs_(&needs),
        use_(&use) {}

  void work() override {
    read_.resize(pages_.size());
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      try {
        readers_->with_reader([&](store::CrawlReader& reader) { read(reader, i); });
      } catch (const store::ConnectionLost&) {
        throw;
      } catch (const Error& error) {
        read_[i].trouble = error.what();
      }
    }
  }

  void finish() override {
    for (std::size_t i = 0; i < pages_.size(); ++i) (*use_)(pages_[i], std::move(read_[i]));
  }

 private:
  void read(store::CrawlReader& reader, std::size_t i) {
    const bool is_there =
        reader.read_page(numbers_[i], [&](const store::CrawlReader::PageText& page) {
          read_[i].features =
              features::extract({.body = page.body, .charset = page.charset}, *needs_);
        });
    if (!is_there) throw InputError("the page was removed from the store during the run");
  }

  store::ReaderPool* readers_;
  std::vector<std::int64_t> numbers_;  // of the pages in the store
  std::span<const PageId> pages_;
  const features::Needs* needs_;
  const UseReadPage* use_;
  std::vector<ReadPage> read_;
};

}  // namespace

bool is_store(const std::string& input) {
  if (store::is_database_url(input)) return true;
  try {
    char start[16];
    const std::unique_ptr<ByteSource> file = open_regular_file(input);  // a pipe is not a store
    return store::is_sqlite_file({start, read_fully(*file, 0, start)});
  } catch (const Error&) {
    return false;
  }
}

StoredPages::StoredPages(std::string name, unsigned threads)
    : name_(std::move(name)), threads_(threads), readers_(name_) {
  std::unordered_map<Spot, std::uint32_t, HashOfSpot> groups;
  std::unordered_set<std::int64_t> hosts;
  std::uint32_t group_count = 0;
  const auto add = [&](const store::CrawlReader::ReachedPage& seen) {
    std::uint32_t group = group_count;
    if (seen.xpath != 0) {
      group = groups.try_emplace({seen.host, seen.xpath}, group_count).first->second;
    } else {
      ++seed_count_;
    }
    if (group == group_count) ++group_count;
    hosts.insert(seen.host);
    numbers_.push_back(seen.page);
    group_of_.push_back(group);
  };
  readers_.with_reader([&](store::CrawlReader& reader) { reader.read_reached_pages(add); });
  site_count_ = static_cast<std::uint32_t>(hosts.size());
}

StoredPages::~StoredPages() = default;

void StoredPages::read(std::span<const PageId> pages, const features::Needs& needs,
                       const Use& use) {
  features::Needs all = needs;
  all.first_tags = true;
  const UseReadPage hand_over = [&](PageId page, ReadPage&& read) {
    if (!read.trouble.empty()) {
      if (on_trouble) on_trouble(page, read.trouble);
      return;
    }
    if (on_page) on_page(page, read.features);
    use(page, std::move(read.features));
  };
  std::size_t next = 0;
  run_in_order(thread_count(threads_), [&]() -> std::unique_ptr<Job> {
    check_stop();
    if (next >= pages.size()) return nullptr;
    const std::size_t count = std::min(kPagesPerJob, pages.size() - next);
    const std::span<const PageId> some = pages.subspan(next, count);
    next += count;
    std::vector<std::int64_t> numbers;
    numbers.reserve(count);
    for (const PageId page : some) numbers.push_back(numbers_[page]);
    return std::make_unique<SampleJob>(readers_, std::move(numbers), some, all, hand_over);
  });
}

void StoredPages::load_fingerprints() {
  fingerprint_ends_.reserve(size());
  readers_.with_reader([&](store::CrawlReader& reader) {
    reader.read_fingerprints([&](std::string_view fingerprint) {
      fingerprints_ += fingerprint;
      fingerprint_ends_.push_back(fingerprints_.size());
    });
  });
  if (fingerprint_ends_.size() != size()) {
    throw InputError(store::shown_name(name_) + ": the store has changed while it was read");
  }
}

std::vector<std::uint8_t> StoredPages::fingerprint_of(PageId page) {
  if (fingerprint_ends_.empty()) load_fingerprints();
  const std::uint64_t begin = page == 0 ? 0 : fingerprint_ends_[page - 1];
  const std::string_view bytes =
      std::string_view(fingerprints_).substr(begin, fingerprint_ends_[page] - begin);
  return {bytes.begin(), bytes.end()};
}

std::string StoredPages::id(PageId page) {
  std::string found;
  const std::int64_t number = numbers_[page];
  readers_.with_reader([&](store::CrawlReader& reader) { found = reader.address_of(number); });
  return found;
}

void StoredPages::read_ids(const std::function<void(std::string_view, std::int64_t)>& use) {
  readers_.with_reader([&](store::CrawlReader& reader) { reader.read_addresses(use); });
}

}  // namespace pagekin::clustering
