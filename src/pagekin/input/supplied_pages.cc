// Pages of the calling program: what it has in memory, or makes while it is asked.
//
// A batch may have any number of pages. Workers take some of them at a time, so that all threads
// have work; the bytes are never copied.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/page_rules.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMostPages = 64;  // of one job
constexpr std::size_t kEnoughBytes = std::size_t{1} << 18;

class SuppliedJob final : public BatchJob {
 public:
  SuppliedJob(const ReadContext& context, std::shared_ptr<const PageSupplier::Batch> pages,
              std::uint64_t before, std::size_t from, std::size_t to)
      : BatchJob(context), pages_(std::move(pages)), before_(before), from_(from), to_(to) {}

  void work() override {
    for (std::size_t i = from_; i < to_; ++i) {
      check_stop();
      add(pages_->pages[i], before_ + i);
      ++context().progress->items;
      ++context().progress->done;
    }
    pages_.reset();  // as early as possible: the last job of a batch frees it
  }

 private:
  // `place`: among all pages of the supplier, from 0.
  void add(const Page& page, std::uint64_t place) {
    Page checked = page;
    checked.offset = place;
    const std::optional<Incident> incident =
        check_supplied(checked, context().options.max_page_bytes);
    if (incident && fate_of(incident->reason) == Fate::kSkipped) {
      batch().skip(*incident);
    } else {
      batch().add(checked, incident ? &*incident : nullptr);
    }
  }

  std::shared_ptr<const PageSupplier::Batch> pages_;
  std::uint64_t before_;  // pages of earlier batches
  std::size_t from_, to_;
};

class SuppliedSource final : public JobSource {
 public:
  SuppliedSource(const ReadContext& context, std::shared_ptr<PageSupplier> pages)
      : context_(&context), supplier_(std::move(pages)) {
    supplier_->begin();
    context_->progress->total += supplier_->size();
  }

  std::unique_ptr<Job> next() override {
    if (!batch_ || at_ == batch_->pages.size()) {
      if (batch_) before_ += batch_->pages.size();
      batch_.reset();
      auto next = std::make_shared<PageSupplier::Batch>(supplier_->next());
      if (next->pages.empty()) return nullptr;
      batch_ = std::move(next);
      at_ = 0;
    }
    const std::size_t from = at_;
    std::size_t bytes = 0;
    while (at_ < batch_->pages.size() && at_ - from < kMostPages && bytes < kEnoughBytes) {
      bytes += batch_->pages[at_++].body.size();
    }
    return std::make_unique<SuppliedJob>(*context_, batch_, before_, from, at_);
  }

 private:
  const ReadContext* context_;
  std::shared_ptr<PageSupplier> supplier_;
  std::shared_ptr<const PageSupplier::Batch> batch_;
  std::uint64_t before_ = 0;  // pages of the batches before this one
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<JobSource> supplied_source(const ReadContext& context,
                                           std::shared_ptr<PageSupplier> pages) {
  return std::make_unique<SuppliedSource>(context, std::move(pages));
}

}  // namespace pagekin::input
