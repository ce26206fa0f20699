// From inputs to features: pages are read and looked at in parallel, and what is
// kept of them comes out in input order with a unique id.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/features/features.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/pipeline/page_ids.h"

namespace pagekin::pipeline {

// Every page that was read met one of two fates: read = clustered + skipped.
struct ReadCounts {
  std::uint64_t clustered = 0;  // limited ones included
  std::uint64_t limited = 0;
  std::uint64_t skipped = 0;
  std::array<std::uint64_t, kReasonCount> by_reason{};
  std::uint64_t page_bytes = 0;     // of the clustered pages
  std::uint64_t bytes_scanned = 0;  // of these, looked at

  std::uint64_t read() const { return clustered + skipped; }
};

// What to read, and who hears of pages that are skipped or limited.
struct ReadOrder {
  std::span<const std::string> inputs;
  input::ReadOptions options;
  bool strict = false;  // the first unreadable page ends the run with an Error
  Progress* progress = nullptr;
  std::function<void(const Incident&)> incident = nullptr;  // in input order
};

// What looking at a page told of the page itself.
struct Look {
  std::size_t bytes_scanned = 0;
  dom::LimitsHit limits;
};

// Reads pages and keeps of each what `look` makes of it.
//   Kept look(const Page&, Look&)          any thread, several pages at once
//   void take(std::string_view id, Kept&&) one page at a time, in input order
template <class Kept, class LookAt, class Take>
ReadCounts read_each(const ReadOrder& order, PageIds& ids, const LookAt& look, const Take& take);

struct ReadRequest {
  std::span<const std::string> inputs;
  input::ReadOptions options;
  bool strict = false;
  features::Needs needs;
  Progress* progress = nullptr;
  // Called by one thread at a time, in input order.
  std::function<void(std::string_view id, features::Features&&)> page;
  std::function<void(const Incident&)> incident = nullptr;
};

ReadCounts read_features(const ReadRequest& request, PageIds& ids);

// ---- How read_each works.

// Of some consecutive pages all but what `look` made of them.
class BatchEntries : public input::PageBatch {
 public:
  void skip(Incident incident) override;

 protected:
  void note_page(const Page& page, const Incident* limited, const Look& look);

 private:
  friend class PageReader;
  struct Entry {
    std::size_t id_end = 0;  // in ids, where the id before it ended
    std::size_t page_bytes = 0;
    std::size_t bytes_scanned = 0;
    bool is_skipped = false;
    bool has_incident = false;
  };
  std::string ids_;
  std::vector<Entry> entries_;
  std::vector<Incident> incidents_;
};

// Gives ids and counts, for any kind of batch.
class PageReader : public input::PageConsumer {
 public:
  PageReader(const ReadOrder& order, PageIds& ids) : order_(&order), ids_(&ids) {}

  const ReadCounts& counts() const { return counts_; }

 protected:
  // Calls take(i, id) for the i-th page that was not skipped.
  void commit_entries(BatchEntries& batch,
                      const std::function<void(std::size_t, std::string_view)>& take);

 private:
  void note(const Incident& incident);

  const ReadOrder* order_;
  PageIds* ids_;
  ReadCounts counts_;
};

template <class Kept, class LookAt, class Take>
ReadCounts read_each(const ReadOrder& order, PageIds& ids, const LookAt& look_at,
                     const Take& take) {
  struct Batch final : BatchEntries {
    explicit Batch(const LookAt& how) : look_at(&how) {}
    void add(const Page& page, const Incident* limited) override {
      Look look;
      kept.push_back((*look_at)(page, look));
      note_page(page, limited, look);
    }
    const LookAt* look_at;
    std::vector<Kept> kept;
  };
  struct Reader final : PageReader {
    Reader(const ReadOrder& what, PageIds& names, const LookAt& how, const Take& whom)
        : PageReader(what, names), look_at(&how), take(&whom) {}
    std::unique_ptr<input::PageBatch> open_batch() override {
      return std::make_unique<Batch>(*look_at);
    }
    void commit(input::PageBatch& committed) override {
      auto& batch = static_cast<Batch&>(committed);
      commit_entries(batch, [&](std::size_t page, std::string_view id) {
        (*take)(id, std::move(batch.kept[page]));
      });
    }
    const LookAt* look_at;
    const Take* take;
  };
  Reader reader(order, ids, look_at, take);
  input::read_pages(order.inputs, order.options, reader, order.progress);
  return reader.counts();
}

}  // namespace pagekin::pipeline
