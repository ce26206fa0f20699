#include "pagekin/input/fetch_statuses.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/hadoop/sequence_file.h"

namespace pagekin::input {
namespace {

using hadoop::FetchStatus;

Reason reason_of_statuses(hadoop::SequenceFault fault) {
  return fault == hadoop::SequenceFault::kTruncated ? Reason::kTruncated : Reason::kDamaged;
}

// Hands statuses to `use`, and faults to a list.
template <class Use>
class StatusHandler final : public hadoop::SequenceHandler {
 public:
  StatusHandler(const std::string& path, const hadoop::SequenceHeader& header, const Use& use,
                std::vector<Incident>& faults)
      : path_(path), header_(header), use_(use), faults_(faults) {}

  bool record(const hadoop::SequenceRecord& record) override {
    const auto url = hadoop::parse_text(header_.key_class, record.key);
    const auto status = hadoop::parse_fetch_status(record.value);
    if (!url || !status) return false;
    use_(*url, *status);
    return true;
  }
  void fault(std::uint64_t offset, hadoop::SequenceFault fault, std::string detail) override {
    faults_.push_back(
        {.input = path_,
         .page = {},
         .offset = offset,
         .reason = reason_of_statuses(fault),
         .detail = std::move(detail) + "; pages whose status is lost count as fetched"});
  }

 private:
  const std::string& path_;
  const hadoop::SequenceHeader& header_;
  const Use& use_;
  std::vector<Incident>& faults_;
};

template <class Use>
void read_statuses(const std::string& path, const Use& use, std::vector<Incident>& faults) {
  const std::unique_ptr<ByteSource> file = open_regular_file(path);
  const hadoop::SequenceHeader header = hadoop::read_header(*file);
  if (header.value_class != hadoop::kDatumClass) {
    throw InputError("expected records of " + std::string(hadoop::kDatumClass) + ", found '" +
                     header.value_class + "'");
  }
  hadoop::SequenceReader reader(*file, header, {});
  StatusHandler<Use> handler(path, header, use, faults);
  std::uint64_t at = header.size;
  for (;;) {
    check_stop();
    const hadoop::SequenceReader::Step step = reader.read(at, handler);
    if (step.state == hadoop::SequenceReader::State::kEnd) return;
    at = step.next;
    if (step.state == hadoop::SequenceReader::State::kLost) {
      at = reader.find_marker(at, UINT64_MAX);
      if (at == UINT64_MAX) return;
    }
  }
}

}  // namespace

FetchStatuses::FetchStatuses(std::span<const std::string> files, std::vector<Incident>& faults) {
  const auto use = [&](std::string_view url, FetchStatus status) {
    if (status == FetchStatus::kOther) return;
    not_fetched_.push_back({.url = hash_bytes(url), .status = status});
  };
  for (const std::string& path : files) {
    try {
      read_statuses(path, use, faults);
    } catch (const Error& error) {
      faults.push_back(
          {.input = path, .page = {}, .reason = Reason::kUnreadable, .detail = error.what()});
    }
  }
  // An address may have several statuses; a success counts most.
  std::sort(not_fetched_.begin(), not_fetched_.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.url, a.status) < std::tuple(b.url, b.status);
  });
  const auto same_url = [](const Entry& a, const Entry& b) { return a.url == b.url; };
  not_fetched_.erase(std::unique(not_fetched_.begin(), not_fetched_.end(), same_url),
                     not_fetched_.end());
  std::erase_if(not_fetched_, [](const Entry& entry) {
    return entry.status == FetchStatus::kSuccess || entry.status == FetchStatus::kNotModified;
  });
  not_fetched_.shrink_to_fit();
}

FetchStatus FetchStatuses::of(std::string_view url) const {
  const std::uint64_t hash = hash_bytes(url);
  const auto found =
      std::lower_bound(not_fetched_.begin(), not_fetched_.end(), hash,
                       [](const Entry& entry, std::uint64_t wanted) { return entry.url < wanted; });
  return found != not_fetched_.end() && found->url == hash ? found->status : FetchStatus::kSuccess;
}

}  // namespace pagekin::input
