// Reads inputs and keeps everything that comes out, in order.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/input/read_pages.h"

namespace pagekin::test {

struct KeptPage {
  std::string id, body, charset;
  std::string limited;  // reason; empty: whole
  std::int64_t time = 0;
  // Not every kind of input knows the time.
  friend bool operator==(const KeptPage& a, const KeptPage& b) {
    return a.id == b.id && a.body == b.body && a.charset == b.charset && a.limited == b.limited;
  }
};

struct Collected {
  std::vector<KeptPage> pages;
  std::vector<Incident> incidents;  // skipped and limited
  PassedOverCounts passed_over{};

  std::uint64_t passed_over_by(PassedOver why) const {
    return passed_over[static_cast<std::size_t>(why)];
  }
  std::size_t skipped() const {
    std::size_t count = 0;
    for (const Incident& i : incidents) count += fate_of(i.reason) == Fate::kSkipped ? 1 : 0;
    return count;
  }
  std::size_t count(Reason reason) const {
    std::size_t count = 0;
    for (const Incident& i : incidents) count += i.reason == reason ? 1 : 0;
    return count;
  }
};

class Collector final : public input::PageConsumer {
 public:
  std::unique_ptr<input::PageBatch> open_batch() override { return std::make_unique<Batch>(); }
  void commit(input::PageBatch& batch) override {
    auto& done = static_cast<Batch&>(batch).collected;
    for (KeptPage& page : done.pages) collected.pages.push_back(std::move(page));
    for (Incident& incident : done.incidents) collected.incidents.push_back(std::move(incident));
    for (std::size_t i = 0; i < kPassedOverCount; ++i) {
      collected.passed_over[i] += done.passed_over[i];
    }
  }
  Collected collected;

 private:
  struct Batch final : input::PageBatch {
    void add(const Page& page, const Incident* limited) override {
      collected.pages.push_back(
          {std::string(page.id), std::string(page.body), std::string(page.charset),
           limited != nullptr ? std::string(to_text(limited->reason)) : "", page.time});
      if (limited != nullptr) collected.incidents.push_back(*limited);
    }
    void skip(Incident incident) override { collected.incidents.push_back(std::move(incident)); }
    void pass_over(PassedOver why, std::uint64_t count) override {
      collected.passed_over[static_cast<std::size_t>(why)] += count;
    }
    Collected collected;
  };
};

inline Collected collect(const std::vector<std::string>& inputs,
                         const input::ReadOptions& options = {.threads = 2}) {
  Collector collector;
  input::read_pages(inputs, options, collector);
  return std::move(collector.collected);
}

}  // namespace pagekin::test
