// Reads inputs and extracts features: in parallel, with results in input order and unique ids.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/features/features.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_counts.h"

namespace pagekin::reading {

// What to read, and what to call for each skipped or limited page.
struct ReadEachOptions {
  input::Source source;
  Progress* progress = nullptr;
  std::function<void(const Incident&)> incident = nullptr;  // in input order
};

// Throws the InputError that ends a strict run.
[[noreturn]] void throw_strict(const std::string& problem, const std::string& where);

// What is known about a page before and after its features are extracted.
struct ExtractionNotes {
  std::size_t bytes_scanned = 0;
  dom::LimitsHit limits{};
  features::LeftOut left_out{};
  bool is_cut = false;  // known before: the end of the page is missing
};
inline ExtractionNotes notes_of(const features::Features& page) {
  return {page.bytes_scanned, page.limits, page.left_out};
}

// The incident of a page that was not extracted as a whole; none if it was.
std::optional<Incident> limited_extraction(const Page& page, const ExtractionNotes& notes);

// Reads pages and hands on what `extract` returns for each.
//   Extracted extract(const Page&, ExtractionNotes&)  on any thread, several pages at once
//   void take(std::string_view id, Extracted&&)       one page at a time, in input order
template <class Extracted, class Extract, class Take>
ReadCounts read_each(const ReadEachOptions& order, PageIds& ids, const Extract& extract,
                     const Take& take);

struct ReadRequest {
  input::Source source;
  features::Needs needs;
  Progress* progress = nullptr;
  // Called by one thread at a time, in input order.
  std::function<void(std::string_view id, features::Features&&)> page;
  // Called before it, with where the page is from; null: not asked for.
  std::function<void(std::string_view input, std::uint64_t offset)> origin = nullptr;
  std::function<void(const Incident&)> incident = nullptr;
};

ReadCounts read_features(const ReadRequest& request, PageIds& ids);

// ---- The implementation of read_each.

// Ids, sizes and incidents of some consecutive pages, without what was extracted.
class BatchEntries : public input::PageBatch {
 public:
  void skip(Incident incident) override;
  void pass_over(PassedOver why, std::uint64_t count) override {
    passed_over_[static_cast<std::size_t>(why)] += count;
  }

 protected:
  void note_page(const Page& page, const Incident* limited, const ExtractionNotes& notes);

 private:
  friend class PageReader;
  struct Entry {
    std::size_t id_end = 0;  // in ids_; the id begins where the one before it ends
    std::size_t page_bytes = 0;
    std::size_t bytes_scanned = 0;
    bool is_skipped = false;
    bool has_incident = false;
  };
  std::string ids_;
  std::vector<Entry> entries_;
  std::vector<Incident> incidents_;
  PassedOverCounts passed_over_{};
};

// Makes ids unique and counts pages, for any kind of batch.
class PageReader : public input::PageConsumer {
 public:
  PageReader(const ReadEachOptions& order, PageIds& ids) : order_(&order), ids_(&ids) {}

  const ReadCounts& counts() const { return counts_; }

 protected:
  // Calls take(i, id) for the i-th page that was not skipped.
  void commit_entries(BatchEntries& batch,
                      const std::function<void(std::size_t, std::string_view)>& take);

 private:
  void note(const Incident& incident);

  const ReadEachOptions* order_;
  PageIds* ids_;
  ReadCounts counts_;
};

template <class Extracted, class Extract, class Take>
ReadCounts read_each(const ReadEachOptions& order, PageIds& ids, const Extract& extract,
                     const Take& take) {
  struct Batch final : BatchEntries {
    explicit Batch(const Extract& how) : extract(&how) {}
    void add(const Page& page, const Incident* limited) override {
      ExtractionNotes notes{.is_cut = limited != nullptr && is_cut(limited->reason)};
      extracted.push_back((*extract)(page, notes));
      note_page(page, limited, notes);
    }
    const Extract* extract;
    std::vector<Extracted> extracted;
  };
  struct Reader final : PageReader {
    Reader(const ReadEachOptions& what, PageIds& names, const Extract& how, const Take& whom)
        : PageReader(what, names), extract(&how), take(&whom) {}
    std::unique_ptr<input::PageBatch> open_batch() override {
      return std::make_unique<Batch>(*extract);
    }
    void commit(input::PageBatch& committed) override {
      auto& batch = static_cast<Batch&>(committed);
      commit_entries(batch, [&](std::size_t page, std::string_view id) {
        (*take)(id, std::move(batch.extracted[page]));
      });
    }
    const Extract* extract;
    const Take* take;
  };
  Reader reader(order, ids, extract, take);
  input::read_pages(order.source.inputs, order.source.reading, reader, order.progress);
  return reader.counts();
}

}  // namespace pagekin::reading
