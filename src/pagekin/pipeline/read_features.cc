#include "pagekin/pipeline/read_features.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::pipeline {
namespace {

// What is kept of some consecutive pages until their turn comes.
struct Batch final : input::PageBatch {
  explicit Batch(const features::Needs& wanted) : needs(&wanted) {}

  void add(const Page& page, const Incident* limited) override {
    if (limited != nullptr) incidents.push_back(*limited);
    ids += page.id;
    entries.push_back({.id_end = ids.size(),
                       .page_bytes = page.body.size(),
                       .features = features::extract(page, *needs),
                       .has_incident = limited != nullptr});
  }
  void skip(Incident incident) override {
    entries.push_back({.id_end = ids.size(), .features = std::nullopt, .has_incident = true});
    incidents.push_back(std::move(incident));
  }

  struct Entry {
    std::size_t id_end;  // in ids, where the id before it ended
    std::size_t page_bytes = 0;
    std::optional<features::Features> features;  // none: skipped
    bool has_incident;
  };
  const features::Needs* needs;
  std::string ids;
  std::vector<Entry> entries;
  std::vector<Incident> incidents;
};

class Reader final : public input::PageConsumer {
 public:
  Reader(const ReadRequest& request, PageIds& ids) : request_(&request), ids_(&ids) {}

  std::unique_ptr<input::PageBatch> open_batch() override {
    return std::make_unique<Batch>(request_->needs);
  }

  void commit(input::PageBatch& committed) override {
    auto& batch = static_cast<Batch&>(committed);
    std::size_t id_begin = 0;
    auto incident = batch.incidents.begin();
    for (Batch::Entry& entry : batch.entries) {
      const std::string_view id =
          std::string_view(batch.ids).substr(id_begin, entry.id_end - id_begin);
      id_begin = entry.id_end;
      std::string_view unique;
      if (entry.features) {
        unique = ids_->add(to_valid_utf8(id));  // as it is written, or two ids could look alike
        counts.page_bytes += entry.page_bytes;
        counts.bytes_scanned += entry.features->bytes_scanned;
        ++counts.clustered;
      }
      if (entry.has_incident) {
        if (entry.features) incident->page = unique;
        note(*incident++);
      }
      if (entry.features) request_->page(unique, std::move(*entry.features));
    }
  }

  ReadCounts counts;

 private:
  void note(const Incident& incident) {
    ++counts.by_reason[static_cast<std::size_t>(incident.reason)];
    ++(fate_of(incident.reason) == Fate::kLimited ? counts.limited : counts.skipped);
    if (request_->incident) request_->incident(incident);
    if (request_->strict && is_unreadable(incident.reason)) {
      throw Error(describe(incident) + " (--strict)");
    }
  }

  const ReadRequest* request_;
  PageIds* ids_;
};

}  // namespace

ReadCounts read_features(const ReadRequest& request, PageIds& ids) {
  Reader reader(request, ids);
  input::read_pages(request.inputs, request.options, reader, request.progress);
  return reader.counts;
}

}  // namespace pagekin::pipeline
