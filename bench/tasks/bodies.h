// The bodies of all pages of some inputs, for benchmarks that do not time the reading.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/input/read_pages.h"

namespace pagekin::bench {

// In the order of the input, transfer and content encodings undone.
inline std::vector<std::string> load_bodies(std::span<const std::string> inputs) {
  struct Batch final : input::PageBatch {
    void add(const Page& page, const Incident*) override { bodies.emplace_back(page.body); }
    void skip(Incident) override {}
    std::vector<std::string> bodies;
  };
  struct Bodies final : input::PageConsumer {
    std::unique_ptr<input::PageBatch> open_batch() override { return std::make_unique<Batch>(); }
    void commit(input::PageBatch& batch) override {
      for (std::string& body : static_cast<Batch&>(batch).bodies) pages.push_back(std::move(body));
    }
    std::vector<std::string> pages;
  };
  Bodies bodies;
  input::read_pages(inputs, {}, bodies);
  return std::move(bodies.pages);
}

inline std::size_t total_size(std::span<const std::string> bodies) {
  std::size_t bytes = 0;
  for (const std::string& body : bodies) bytes += body.size();
  return bytes;
}

}  // namespace pagekin::bench
