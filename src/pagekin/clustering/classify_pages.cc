#include "pagekin/clustering/classify_pages.h"

#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/recognise/drift_words.h"

namespace pagekin::clustering {
namespace {

// Pages are classified together, so that the batch shows how far templates have moved.
constexpr std::size_t kBatchPages = 4096;
constexpr std::size_t kBatchMarks = std::size_t{1} << 22;  // 32 MB
constexpr std::size_t kKeptBytes = std::size_t{1} << 25;   // of pages of a batch
constexpr double kExplainedDrift = 0.01;

// Some pages of a batch, from which words for what changed are read: those with the smallest hashes
// of their ids, as many as 32 MB hold.
class KeptPages {
 public:
  void add(std::uint32_t number, std::string_view id, std::string&& body, std::string&& charset) {
    const std::pair key(hash_bytes(id), number);
    bytes_ += body.size();
    pages_[key] = {std::string(id), std::move(body), std::move(charset)};
    key_of_[number] = key;
    while (bytes_ > kKeptBytes) {
      const auto last = std::prev(pages_.end());
      bytes_ -= last->second.body.size();
      key_of_.erase(last->first.second);
      pages_.erase(last);
    }
  }

  std::optional<Page> page(std::uint32_t number) const {
    const auto key = key_of_.find(number);
    if (key == key_of_.end()) return std::nullopt;
    const Kept& kept = pages_.at(key->second);
    return Page{.id = kept.id, .body = kept.body, .charset = kept.charset};
  }

  void clear() { *this = {}; }

 private:
  struct Kept {
    std::string id;
    std::string body;
    std::string charset;
  };
  using Key = std::pair<std::uint64_t, std::uint32_t>;  // hash and number
  std::map<Key, Kept> pages_;
  std::unordered_map<std::uint32_t, Key> key_of_;
  std::size_t bytes_ = 0;
};

// Adds what a batch shows to what is known: of each class the batch that moved farthest.
void add_drifts(model::ClassDrifts&& drifts, const KeptPages& kept, model::ClassDrifts& known) {
  std::vector<recognise::Drift*> moved;
  for (auto& [number, drift] : drifts) {
    recognise::Drift& so_far = known[number];
    const std::uint64_t pages = so_far.pages + drift.pages;
    const std::uint64_t at_home = so_far.at_home + drift.at_home;
    if (drift.drift > so_far.drift) {
      so_far = std::move(drift);
      if (so_far.drift >= kExplainedDrift) moved.push_back(&so_far);
    }
    so_far.pages = pages;
    so_far.at_home = at_home;
  }
  recognise::explain_drifts(moved, [&](std::uint32_t witness) { return kept.page(witness); });
}

}  // namespace

ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const Stopwatch watch;
  ClassifyRun run;
  run.by_class.resize(classifier.classes().size());
  const features::Needs needs = classifier.needs();
  PageIds ids;
  struct Extracted {
    features::Features features;
    std::string input;  // this and the next one only if they are asked for
    std::uint64_t offset = 0;
    std::string body;  // this and the next one only if they may be needed for words
    std::string charset;
  };
  struct Waiting {
    std::string id;
    std::string input;
    std::uint64_t offset = 0;
  };
  std::vector<Waiting> waiting;
  std::vector<features::Features> batch;
  std::size_t marks = 0;
  KeptPages kept;
  const bool keeps_pages = classifier.reports_drift();
  const unsigned threads = options.source.reading.threads;
  const auto decide = [&] {
    model::ClassDrifts drifts;
    const std::vector<model::Decision> decisions =
        classifier.classify_together(std::exchange(batch, {}), options.decide, threads, drifts);
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const model::Decision& decision = decisions[i];
      if (options.origin) options.origin(waiting[i].input, waiting[i].offset);
      ++(decision.best == model::kNone ? run.none
                                       : run.by_class[static_cast<std::size_t>(decision.best)]);
      row(waiting[i].id, decision);
    }
    add_drifts(std::move(drifts), kept, run.drifts);
    kept.clear();
    waiting.clear();
    marks = 0;
  };
  run.counts = reading::read_each<Extracted>(
      {.source = options.source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        Extracted extracted{
            .features = features::extract(page, needs), .input = {}, .body = {}, .charset = {}};
        notes = reading::notes_of(extracted.features);
        if (options.origin) {
          extracted.input = page.input;
          extracted.offset = page.offset;
        }
        if (keeps_pages && page.body.size() <= kKeptBytes) {
          extracted.body = page.body;
          extracted.charset = page.charset;
        }
        return extracted;
      },
      [&](std::string_view id, Extracted&& extracted) {
        if (!extracted.body.empty()) {
          kept.add(static_cast<std::uint32_t>(batch.size()), id, std::move(extracted.body),
                   std::move(extracted.charset));
        }
        waiting.push_back({std::string(id), std::move(extracted.input), extracted.offset});
        marks += extracted.features.marks.size();
        batch.push_back(std::move(extracted.features));
        if (batch.size() == kBatchPages || marks >= kBatchMarks) decide();
      });
  if (!batch.empty()) decide();
  reading::require_pages(run.counts);
  run.seconds = watch.seconds();
  return run;
}

}  // namespace pagekin::clustering
