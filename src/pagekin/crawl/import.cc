#include "pagekin/crawl/import.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/time.h"
#include "pagekin/crawl/first_reached.h"
#include "pagekin/crawl/page_content.h"
#include "pagekin/crawl/store_origin.h"
#include "pagekin/features/link_xpaths.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/url/page_address.h"

namespace pagekin::crawl {
namespace {

struct ReadPage {
  std::string id;
  std::string host;  // empty if the id is not an address
  store::PackedBody body;
  std::string charset;
  std::int64_t time = 0;  // when it was fetched; 0: not known
  PageContent content;
  std::optional<Incident> limited;
};

class Batch final : public input::PageBatch {
 public:
  explicit Batch(const ImportOptions& options) : options_(&options) {}

  void add(const Page& page, const Incident* limited) override {
    ReadPage& read = pages.emplace_back();
    read.id = page.id;
    if (const auto url = url::page_address(page.id)) read.host = url->host();
    read.body = store::pack(page.body);
    read.charset = page.charset;
    read.time = page.time;
    read.content = read_content(page, options_->clean, options_->links);
    if (limited != nullptr) read.limited = *limited;
  }
  void skip(Incident incident) override { skipped.push_back(std::move(incident)); }
  void pass_over(PassedOver why, std::uint64_t count) override {
    passed_over[static_cast<std::size_t>(why)] += count;
  }

  std::vector<ReadPage> pages;
  std::vector<Incident> skipped;
  PassedOverCounts passed_over{};

 private:
  const ImportOptions* options_;
};

class Importer final : public input::PageConsumer {
 public:
  Importer(const ImportOptions& options, store::CrawlWriter& store,
           const std::function<void(const Incident&)>& on_incident)
      : options_(&options), store_(&store), on_incident_(&on_incident) {}

  std::unique_ptr<input::PageBatch> open_batch() override {
    return std::make_unique<Batch>(*options_);
  }

  void commit(input::PageBatch& committed) override {
    auto& batch = static_cast<Batch&>(committed);
    for (const Incident& incident : batch.skipped) note(incident);
    report_.skipped += batch.skipped.size();
    for (std::size_t i = 0; i < kPassedOverCount; ++i) {
      report_.passed_over[i] += batch.passed_over[i];
    }
    count(batch);
    ImportReport written;
    store_->transact([&] {
      written = {};
      for (const ReadPage& page : batch.pages) write(page, written);
    });
    for (const ReadPage& page : batch.pages) {
      if (page.limited) note(*page.limited);
    }
    report_.pages += written.pages;
    report_.known += written.known;
    report_.links += written.links;
  }

  ImportReport& report() { return report_; }

 private:
  void count(const Batch& batch) {
    PageCounts& counts = report_.counts;
    counts.used += batch.pages.size();
    counts.skipped += batch.skipped.size();
    counts.passed_over = report_.passed_over;
    const auto add = [&](const Incident& incident) {
      ++counts.by_reason[static_cast<std::size_t>(incident.reason)];
    };
    for (const Incident& incident : batch.skipped) add(incident);
    for (const ReadPage& page : batch.pages) {
      if (!page.limited) continue;
      ++counts.limited;
      add(*page.limited);
    }
  }

  void note(const Incident& incident) const {
    if (*on_incident_) (*on_incident_)(incident);
  }

  void write(const ReadPage& page, ImportReport& written) {
    const std::optional<std::int64_t> number =
        store_->add_page({.url = store_->url_id(page.id), .host = page.host});
    if (!number) {
      ++written.known;
      return;
    }
    ++written.pages;
    const auto& fingerprint = page.content.fingerprint;
    store_->set_outcome(
        {.page = *number,
         .state = store::State::kPage,
         .status = 200,
         .media_type = "text/html",
         .charset = page.charset,
         .reason = page.limited ? std::string_view(page.limited->detail) : std::string_view(),
         .packed = &page.body,
         .time = page.time != 0 ? page.time : now_in_seconds(),
         .fingerprint = {reinterpret_cast<const char*>(fingerprint.data()), fingerprint.size()},
         .limited = page.limited.has_value()});
    std::vector<store::StoredLink> links;
    links.reserve(page.content.links.size());
    for (const PageLink& link : page.content.links) {
      links.push_back({.target = store_->url_id(text_of(link)),
                       .xpath = store_->xpath_id(link.xpath),
                       .nofollow = link.nofollow});
    }
    store_->add_links(*number, links);
    written.links += links.size();
  }

  const ImportOptions* options_;
  store::CrawlWriter* store_;
  const std::function<void(const Incident&)>* on_incident_;
  ImportReport report_;
};

// Writes the link through which each page is first reached. Returns the number of pages that no
// link leads to.
std::uint64_t walk(store::CrawlWriter& store) {
  constexpr std::uint32_t none = UINT32_MAX;
  std::string ids;  // concatenated
  struct Row {
    std::int64_t page;
    std::size_t id_end;
    std::uint32_t address;
  };
  std::vector<Row> rows;
  std::vector<std::uint64_t> sites;  // by address
  std::unordered_map<std::uint64_t, std::uint32_t> addresses;
  store.reader().read_rows([&](const store::PageRow& row) {
    if (row.state != store::State::kPage) return;
    ids += row.url;
    const auto address = addresses.try_emplace(features::address_of(row.url),
                                               static_cast<std::uint32_t>(addresses.size()));
    if (address.second) sites.push_back(features::site_of(row.url));
    rows.push_back({.page = row.id, .id_end = ids.size(), .address = address.first->second});
  });
  std::vector<WalkedPage> pages;
  pages.reserve(rows.size());
  std::size_t begin = 0;
  for (const Row& row : rows) {
    pages.push_back({.page = row.page,
                     .id = std::string_view(ids).substr(begin, row.id_end - begin),
                     .address = row.address});
    begin = row.id_end;
  }
  std::vector<std::uint32_t> address_of_url;  // by url
  store.reader().read_urls([&](std::int64_t id, std::string_view url) {
    const auto found = addresses.find(features::address_of(url));
    const auto at = static_cast<std::size_t>(id);
    if (address_of_url.size() <= at) address_of_url.resize(at + 1, none);
    if (found != addresses.end()) address_of_url[at] = found->second;
  });

  const std::vector<Reached> reached = first_reached(pages, [&](std::size_t place) {
    std::vector<WalkedLink> links;
    for (const store::StoredLink& link : store.reader().links_of(pages[place].page)) {
      const std::uint32_t address = address_of_url[static_cast<std::size_t>(link.target)];
      if (address == none || sites[address] != sites[pages[place].address]) continue;
      links.push_back({.address = address, .xpath = link.xpath});
    }
    return links;
  });
  store.transact([&] { store.set_reached(reached); });
  std::uint64_t seeds = 0;
  for (const Reached& page : reached) seeds += page.parent == 0 ? 1 : 0;
  return seeds;
}

}  // namespace

ImportReport import_pages(const ImportOptions& options, store::CrawlWriter& store,
                          const std::function<void(const Incident&)>& on_incident,
                          Progress* progress) {
  claim_store(store, "import");
  Importer importer(options, store, on_incident);
  input::read_pages(options.inputs, options.read, importer, progress);
  importer.report().seeds = walk(store);
  return importer.report();
}

}  // namespace pagekin::crawl
