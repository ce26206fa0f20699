// Reads the pages of a crawl store in the order in which the crawl reached them, by several
// connections at a time.
//
// If the run has a converter, documents whose bodies the store holds are read, too. What the
// converter makes of them is kept in the store, unless another process writes to it; later runs
// take it from there.
//
// Limits: pages that a crawl adds meanwhile may or may not be read.
#include "pagekin/store/crawl_store.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/job_source.h"
#include "pagekin/store/reader_pool.h"

namespace pagekin::input {
namespace {

constexpr std::int64_t kPlacesPerJob = 64;

struct Places {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Keeps conversions in the store. If it cannot be written to, nothing is kept. Used when jobs
// commit, one at a time.
class KeptConversions {
 public:
  explicit KeptConversions(std::string name) : name_(std::move(name)) {}

  void keep(std::span<const store::Conversion> conversions) {
    if (conversions.empty() || has_failed_) return;
    try {
      if (!writer_) writer_ = store::ConversionWriter::open(name_);
      writer_->write(conversions);
    } catch (const Error&) {  // another process writes to it, or it is read-only or full
      has_failed_ = true;
    }
  }

 private:
  std::string name_;
  std::unique_ptr<store::ConversionWriter> writer_;
  bool has_failed_ = false;
};

class StoreJob final : public BatchJob {
 public:
  StoreJob(const ReadContext& context, std::string input,
           std::shared_ptr<store::ReaderPool> readers, std::shared_ptr<KeptConversions> kept,
           Places places, std::uint64_t work)
      : BatchJob(context),
        input_(std::move(input)),
        readers_(std::move(readers)),
        kept_(std::move(kept)),
        places_(places),
        work_(work) {}

  // If something in the range is damaged, its places are read one by one, so that the rest is not
  // lost.
  void work() override {
    try {
      read(places_);
    } catch (const Error&) {
      drop_batch();
      new_.clear();
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

  void finish() override {
    if (kept_) kept_->keep(new_);
    BatchJob::finish();
  }

 private:
  using Bodies = store::CrawlReader::Bodies;

  void read(Places places) {
    readers_->with_reader([&](store::CrawlReader& reader) {
      reader.read_bodies(
          places.begin, places.end,
          [&](const store::PageRow& row, std::string_view body) {
            if (row.state == store::State::kPage) return add(row, body);
            add_document(reader, row, body);
          },
          context().options.converter ? Bodies::kPagesAndDocuments : Bodies::kPages);
    });
  }

  // Takes what an earlier run made of the document, or converts it.
  void add_document(store::CrawlReader& reader, const store::PageRow& row, std::string_view body) {
    const ReadOptions& options = context().options;
    html::MediaType media{.essence = std::string(row.media_type), .charset = {}};
    const std::string type = document_to_convert(
        options, media.essence.empty() ? std::nullopt : std::optional(media), body, row.url);
    if (type.empty()) return;
    const std::string converter = options.converter->identity();
    const auto hash = static_cast<std::int64_t>(hash_bytes(body));
    DocumentPage page;
    const std::optional<store::Conversion> kept = reader.conversion_of(row.id, converter);
    const std::size_t cap = options.max_page_bytes;
    if (kept && kept->document == hash) {
      page = {.body = kept->html, .charset = kept->charset, .fault = {}};
      if (!kept->fault.empty()) page.fault.emplace(Reason::kNotConverted, kept->fault);
      if (cap != 0 && page.body.size() > cap) {
        page.body.resize(cap);
        page.fault.emplace(Reason::kTooLong, "longer than " + std::to_string(cap) + " bytes");
      }
    } else {
      page = convert_document(options, {.bytes = body, .media_type = type, .name = row.url}, true);
      // What depends on limits of this run is not kept.
      const bool is_limited =
          body.size() > options.converter->max_document_bytes() || (page.fault && page.is_page());
      if (!page.may_change && !is_limited) {
        new_.push_back({.page = row.id,
                        .converter = converter,
                        .document = hash,
                        .html = page.body,
                        .charset = page.charset,
                        .fault = page.fault ? page.fault->second : ""});
      }
    }
    ++context().progress->items;
    std::optional<Incident> incident;
    if (page.fault) {
      incident = {.input = input_,
                  .page = std::string(row.url),
                  .reason = page.fault->first,
                  .detail = page.fault->second};
    }
    if (!page.is_page()) return batch().skip(*std::move(incident));
    batch().add({.id = row.url, .body = page.body, .charset = page.charset, .input = input_},
                incident ? &*incident : nullptr);
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
  std::shared_ptr<KeptConversions> kept_;  // null: there is no converter
  std::vector<store::Conversion> new_;
  Places places_;
  std::uint64_t work_;
};

class StoreSource final : public JobSource {
 public:
  StoreSource(const ReadContext& context, const std::string& name, std::uint64_t file_bytes)
      : context_(&context), shown_(store::shown_name(name)), file_bytes_(file_bytes) {
    readers_ = std::make_shared<store::ReaderPool>(name);
    if (context.options.converter) kept_ = std::make_shared<KeptConversions>(name);
    readers_->with_reader([&](store::CrawlReader& reader) { place_count_ = reader.place_count(); });
  }

  std::unique_ptr<Job> next() override {
    if (next_ > place_count_) return nullptr;
    const Places places{.begin = next_, .end = std::min(next_ + kPlacesPerJob, place_count_ + 1)};
    next_ = places.end;
    const auto share =
        static_cast<double>(places.end - places.begin) / static_cast<double>(place_count_);
    return std::make_unique<StoreJob>(
        *context_, shown_, readers_, kept_, places,
        static_cast<std::uint64_t>(share * static_cast<double>(file_bytes_)));
  }

 private:
  const ReadContext* context_;
  std::string shown_;
  std::uint64_t file_bytes_;
  std::int64_t place_count_ = 0;
  std::int64_t next_ = 1;
  std::shared_ptr<store::ReaderPool> readers_;
  std::shared_ptr<KeptConversions> kept_;
};

}  // namespace

std::unique_ptr<JobSource> store_source(const ReadContext& context, const std::string& name,
                                        std::uint64_t file_bytes) {
  return std::make_unique<StoreSource>(context, name, file_bytes);
}

}  // namespace pagekin::input
