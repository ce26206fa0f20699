// Reads a SequenceFile of pages with several threads.
//
// A worker takes a range of the file, finds the first sync marker in it, and reads from there to
// the first marker behind its range. As in archives (warc_file.cc), its pages are committed only if
// the chain of records before it arrives exactly at the marker at which it began; otherwise the
// range is read again from the proved offset. So the result is that of one thread, and a page
// that holds the bytes of a marker is one page.
//
// A pipe is read by one thread.

#include "pagekin/hadoop/sequence_file.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/nutch_segment.h"
#include "pagekin/input/sequence_page.h"

namespace pagekin::input {
namespace {

using hadoop::SequenceReader;

struct SequenceRangeResult {
  std::optional<std::uint64_t> first;  // where reading began
  std::uint64_t next = 0;              // where reading would continue
  bool searching = false;              // nothing is proved there: search for a marker
  bool at_end = false;                 // nothing more can be read
};

class PagesFile {
 public:
  PagesFile(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file,
            std::shared_ptr<const FetchStatuses> statuses)
      : context_(&context),
        path_(std::move(path)),
        file_(std::move(file)),
        statuses_(std::move(statuses)),
        header_(hadoop::read_header(*file_)) {
    if (std::string why = why_no_page_file(header_); !why.empty()) throw InputError(why);
    proved = header_.size;
  }

  const ReadContext& context() const { return *context_; }
  std::optional<std::uint64_t> size() const { return file_->size(); }
  std::uint64_t begin() const { return header_.size; }  // of what follows the header

  // Reads from the first marker in [from, to) up to the first marker at or behind `to`. `exact`:
  // a record, marker or block begins at from. If no marker comes within another range behind `to`,
  // reading ends at a record, so that the memory of a batch is bounded.
  SequenceRangeResult read(std::uint64_t from, std::uint64_t to, bool exact, PageBatch& batch) {
    SequenceRangeResult result{.next = to, .searching = true};
    SequencePages pages(path_, header_, statuses_.get(), context_->options, batch);
    std::unique_ptr<SequenceReader> reader = take_reader();
    std::uint64_t at = from;
    try {
      if (!exact) at = reader->find_marker(from, to);
      if (exact || at < to) {
        result.first = at;
        read_from(at, to, *reader, pages, result);
      } else if (!file_->size()) {
        result.at_end = reader->ends_before(to);
      }
      give_back(std::move(reader));
    } catch (const Error& error) {  // the file could not be read
      pages.skip_place(at, Reason::kUnreadable, error.what());
      result.next = to;
      result.searching = true;
      result.at_end = !file_->size();
    }
    context_->progress->items += pages.seen();
    return result;
  }

  // How far the chain is proved, and where it begins; used when jobs commit.
  std::uint64_t proved = 0;
  bool searching = false;
  std::optional<std::uint64_t> first;

 private:
  void read_from(std::uint64_t at, std::uint64_t to, SequenceReader& reader, SequencePages& pages,
                 SequenceRangeResult& result) const {
    const std::uint64_t range = context_->options.range_bytes;
    const std::uint64_t last = to < UINT64_MAX - range ? to + range : UINT64_MAX;
    result.searching = false;
    for (;;) {
      check_stop();
      result.next = at;
      if (at >= last || (at >= to && reader.at_marker(at))) return;
      const SequenceReader::Step step = reader.read(at, pages);
      at = step.next;
      if (step.state == SequenceReader::State::kEnd) {
        result.next = std::max(at, to);
        result.at_end = true;
        return;
      }
      if (step.state == SequenceReader::State::kNext) continue;
      at = reader.find_marker(at, std::max(at, to));
      if (at < to) continue;
      result.next = at;
      result.searching = true;
      result.at_end = !file_->size() && reader.ends_before(at);
      return;
    }
  }

  std::unique_ptr<SequenceReader> take_reader() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<SequenceReader> reader = std::move(idle_.back());
        idle_.pop_back();
        return reader;
      }
    }
    return std::make_unique<SequenceReader>(*file_, header_, sequence_limits(context_->options));
  }
  void give_back(std::unique_ptr<SequenceReader> reader) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(reader));
  }

  const ReadContext* context_;
  std::string path_;
  std::unique_ptr<ByteSource> file_;
  std::shared_ptr<const FetchStatuses> statuses_;
  hadoop::SequenceHeader header_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SequenceReader>> idle_;
};

class SequenceRangeJob final : public Job {
 public:
  SequenceRangeJob(std::shared_ptr<PagesFile> file, std::uint64_t from, std::uint64_t to,
                   bool is_exact)
      : file_(std::move(file)), from_(from), to_(to), is_exact_(is_exact) {}

  void work() override {
    batch_ = file_->context().consumer->open_batch();
    result_ = file_->read(from_, to_, is_exact_, *batch_);
  }

  void finish() override {
    file_->context().progress->done += to_ - from_;
    if (file_->proved >= to_) return;  // covered by a range before
    const bool joins = file_->searching ? result_.first.value_or(to_) >= file_->proved
                                        : result_.first == file_->proved;
    if (!joins) {
      batch_ = file_->context().consumer->open_batch();
      result_ = file_->read(file_->proved, to_, !file_->searching, *batch_);
    }
    if (!file_->first) file_->first = result_.first;
    file_->proved = result_.next;
    file_->searching = result_.searching;
    file_->context().commit(*batch_);
  }

 private:
  std::shared_ptr<PagesFile> file_;
  std::uint64_t from_, to_;
  bool is_exact_;
  std::unique_ptr<PageBatch> batch_;
  SequenceRangeResult result_;
};

// Faults of the statuses, which are not the file's, come first.
class SequenceRangeSource final : public PartSource {
 public:
  SequenceRangeSource(std::shared_ptr<PagesFile> file, const Part& part,
                      std::vector<Incident> faults = {})
      : file_(std::move(file)),
        faults_(std::move(faults)),
        begin_(std::max(part.begin, file_->begin())),
        end_(std::min(*file_->size(), part.end)),
        at_(begin_),
        is_exact_(part.begins_exactly || begin_ == file_->begin()) {
    file_->proved = begin_;
    file_->searching = !is_exact_;
  }

  std::unique_ptr<Job> next() override {
    if (next_fault_ < faults_.size()) {
      return incident_source(file_->context(), std::move(faults_[next_fault_++]))->next();
    }
    if (at_ >= end_) return nullptr;
    const std::uint64_t from = at_;
    const std::uint64_t range = file_->context().options.range_bytes;
    at_ = end_ - at_ > range ? at_ + range : end_;
    return std::make_unique<SequenceRangeJob>(file_, from, at_, is_exact_ && from == begin_);
  }

  PartEnds ends() const override {
    return {.first = file_->first, .next = file_->proved, .is_open = file_->searching};
  }

 private:
  std::shared_ptr<PagesFile> file_;
  std::vector<Incident> faults_;
  std::size_t next_fault_ = 0;
  std::uint64_t begin_, end_, at_;
  bool is_exact_;
};

// Pages that the only thread that can read them has read.
class ReadJob final : public Job {
 public:
  ReadJob(const ReadContext& context, std::unique_ptr<PageBatch> batch)
      : context_(&context), batch_(std::move(batch)) {}
  void work() override {}
  void finish() override { context_->commit(*batch_); }

 private:
  const ReadContext* context_;
  std::unique_ptr<PageBatch> batch_;
};

class SequenceSequentialSource final : public JobSource {
 public:
  explicit SequenceSequentialSource(std::shared_ptr<PagesFile> file)
      : file_(std::move(file)), at_(file_->begin()) {}

  std::unique_ptr<Job> next() override {
    if (ended_) return nullptr;
    const ReadContext& context = file_->context();
    std::unique_ptr<PageBatch> batch = context.consumer->open_batch();
    const SequenceRangeResult result =
        file_->read(at_, at_ + context.options.range_bytes, !searching_, *batch);
    context.progress->done += result.next - at_;
    ended_ = result.at_end;
    searching_ = result.searching;
    at_ = result.next;
    return std::make_unique<ReadJob>(context, std::move(batch));
  }

 private:
  std::shared_ptr<PagesFile> file_;
  std::uint64_t at_;
  bool searching_ = false;
  bool ended_ = false;
};

// A pipe gives its bytes only once: what was read for the header is read again from memory.
class ReplayedSource final : public ByteSource {
 public:
  explicit ReplayedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset < start_.size()) {
      const std::string_view kept = std::string_view(start_).substr(offset, out.size());
      std::copy(kept.begin(), kept.end(), out.begin());
      return kept.size();
    }
    const std::size_t got = source_->read_at(offset, out);
    if (is_recording) start_.append(out.data(), got);
    return got;
  }
  std::optional<std::uint64_t> size() const override { return source_->size(); }

  bool is_recording = true;

 private:
  std::unique_ptr<ByteSource> source_;
  std::string start_;
};

}  // namespace

std::unique_ptr<JobSource> sequence_source(const ReadContext& context, std::string path,
                                           std::unique_ptr<ByteSource> source,
                                           std::shared_ptr<const FetchStatuses> statuses) {
  if (source->size()) {
    return std::make_unique<SequenceRangeSource>(
        std::make_shared<PagesFile>(context, std::move(path), std::move(source),
                                    std::move(statuses)),
        Part{});
  }
  auto replayed = std::make_unique<ReplayedSource>(std::move(source));
  ReplayedSource& recorder = *replayed;
  auto file = std::make_shared<PagesFile>(context, std::move(path), std::move(replayed),
                                          std::move(statuses));
  recorder.is_recording = false;
  return std::make_unique<SequenceSequentialSource>(std::move(file));
}

// The statuses of a segment are read for each part; what is wrong with them is reported with the
// first.
std::unique_ptr<PartSource> sequence_part(const ReadContext& context, std::string path,
                                          std::unique_ptr<ByteSource> source, const Part& part) {
  if (!source->size()) return nullptr;
  std::vector<Incident> faults;
  std::shared_ptr<const FetchStatuses> statuses = statuses_beside(path, faults);
  if (part.begin > 0) faults.clear();
  return std::make_unique<SequenceRangeSource>(
      std::make_shared<PagesFile>(context, std::move(path), std::move(source), std::move(statuses)),
      part, std::move(faults));
}

}  // namespace pagekin::input
