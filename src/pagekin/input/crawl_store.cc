// Reads the pages of a crawl store in the order in which the crawl reached them, by several
// connections at a time.
//
// Limits: pages that a crawl adds meanwhile may or may not be read.
#include "pagekin/store/crawl_store.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/input/job_source.h"
#include "pagekin/store/reader_pool.h"

namespace pagekin::input {
namespace {

constexpr std::int64_t kPlacesPerJob = 64;

struct Places {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

class StoreJob final : public BatchJob {
 public:
  StoreJob(const ReadContext& context, std::string input,
           std::shared_ptr<store::ReaderPool> readers, Places places, std::uint64_t work)
      : BatchJob(context),
        input_(std::move(input)),
        readers_(std::move(readers)),
        places_(places),
        work_(work) {}

  // If something in the range is damaged, its places are read one by one, so that the rest is not
  // lost.
  void work() override {
    try {
      read(places_);
    } catch (const Error&) {
      drop_batch();
      for (std::int64_t place = places_.begin; place < places_.end; ++place) {
        try {
          read({.begin = place, .end = place + 1});
        } catch (const Error& error) {
          batch().skip({.input = input_, .page = {}, .detail = error.what()});
        }
      }
    }
    context().progress->done += work_;
  }

 private:
  void read(Places places) {
    readers_->with_reader([&](store::CrawlReader& reader) {
      reader.read_bodies(places.begin, places.end,
                         [&](const store::PageRow& row, std::string_view body) { add(row, body); });
    });
  }

  void add(const store::PageRow& row, std::string_view body) {
    const std::size_t cap = context().options.max_page_bytes;
    std::optional<Incident> limited;
    const auto limit = [&](Reason reason, std::string detail) {
      limited = {.input = input_,
                 .page = std::string(row.url),
                 .reason = reason,
                 .detail = std::move(detail)};
    };
    if (row.limited) limit(Reason::kCutShort, std::string(row.reason));
    if (cap > 0 && body.size() > cap) {
      limit(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
      body = body.substr(0, cap);
    }
    ++context().progress->items;
    batch().add({.id = row.url, .body = body, .charset = row.charset, .input = input_},
                limited ? &*limited : nullptr);
  }

  std::string input_;
  std::shared_ptr<store::ReaderPool> readers_;
  Places places_;
  std::uint64_t work_;
};

class StoreSource final : public JobSource {
 public:
  StoreSource(const ReadContext& context, std::string name, std::uint64_t file_bytes)
      : context_(&context), name_(std::move(name)), file_bytes_(file_bytes) {
    readers_ = std::make_shared<store::ReaderPool>(name_);
    readers_->with_reader([&](store::CrawlReader& reader) { place_count_ = reader.place_count(); });
  }

  std::unique_ptr<Job> next() override {
    if (next_ > place_count_) return nullptr;
    const Places places{.begin = next_, .end = std::min(next_ + kPlacesPerJob, place_count_ + 1)};
    next_ = places.end;
    const auto share =
        static_cast<double>(places.end - places.begin) / static_cast<double>(place_count_);
    return std::make_unique<StoreJob>(
        *context_, name_, readers_, places,
        static_cast<std::uint64_t>(share * static_cast<double>(file_bytes_)));
  }

 private:
  const ReadContext* context_;
  std::string name_;
  std::uint64_t file_bytes_;
  std::int64_t place_count_ = 0;
  std::int64_t next_ = 1;
  std::shared_ptr<store::ReaderPool> readers_;
};

}  // namespace

std::unique_ptr<JobSource> store_source(const ReadContext& context, std::string name,
                                        std::uint64_t file_bytes) {
  return std::make_unique<StoreSource>(context, std::move(name), file_bytes);
}

}  // namespace pagekin::input
