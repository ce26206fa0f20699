// Reads a WARC file with several threads.
//
// Where a record begins is known only from the one before it: members are chained by inflating
// them, plain records by their lengths. So a worker guesses: it takes a range of the file, finds
// the first place in it that looks like a member or record, and reads from there. When its turn
// to commit comes, the chain before it is proved up to some offset. If the worker began exactly
// there, its pages are committed; otherwise the range is read again from the proved offset. The
// result is that of one thread that reads from front to back: bytes inside a page are never taken
// for a record, except after damage, where the reader must search.
//
// Files that cannot be divided (pipes, archives that are one huge member) are read by one thread,
// and only the work after decompression is done in parallel.

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/recognise.h"
#include "pagekin/input/record_page.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kRecordBytes = std::size_t{1} << 20;  // of records a job, if one thread reads

struct WarcRangeResult {
  std::optional<std::uint64_t> first;  // where reading began
  std::uint64_t next = 0;              // where reading would continue
  bool searching = false;              // nothing is proved there: search for a start
  std::uint64_t suspect = 0;           // see MemberStream::suspect_end()
};

// Whether the chain of members breaks after the member just read, so that the next one must be
// searched. A member that the end of the file cuts off may have swallowed others, if it was cut off
// before them.
bool breaks_chain(const warc::MemberStream& stream) {
  return stream.status() != codec::Status::kDone && !stream.is_cut();
}

// What was wrong with the member just read.
struct MemberFault {
  Reason reason;
  const char* detail;
};
std::optional<MemberFault> member_fault(const warc::MemberStream& stream) {
  if (stream.status() == codec::Status::kDone) return std::nullopt;
  if (stream.is_cut()) {
    return MemberFault{Reason::kTruncated, "another compressed member begins inside this one"};
  }
  if (stream.status() == codec::Status::kTruncated) {
    return MemberFault{Reason::kTruncated, "the file ends inside a compressed member"};
  }
  return MemberFault{Reason::kDamaged,
                     "expected a compressed record, found damaged or foreign data"};
}

// One of the two kinds of stream, reused by many jobs.
struct Streams {
  std::unique_ptr<warc::MemberStream> members;
  std::unique_ptr<warc::PlainStream> plain;
};

class WarcFile {
 public:
  WarcFile(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file,
           std::uint64_t begin = 0)
      : context_(&context), path_(std::move(path)), file_(std::move(file)), begin_(begin) {
    char start[16];
    const std::string_view head(start, read_fully(*file_, begin, start));
    format_ = compression_of(head);
    if (begin == 0 && !format_ && !head.starts_with("WARC/")) {
      format_ = find_warc_start(*file_).format;  // the first bytes are damaged
    }
  }

  const ReadContext& context() const { return *context_; }
  std::optional<std::uint64_t> size() const { return file_->size(); }
  std::uint64_t begin() const { return begin_; }

  Streams take_streams() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Streams streams = std::move(idle_.back());
        idle_.pop_back();
        return streams;
      }
    }
    Streams streams;
    if (format_) {
      streams.members =
          warc::open_members(*file_, *format_, record_limits(context_->options).block_bytes);
    } else {
      streams.plain = warc::open_plain(*file_);
    }
    return streams;
  }
  void give_back(Streams streams) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(streams));
  }

  // Whether the file begins with a member too large to be one record.
  bool is_one_member() {
    if (!format_) return false;
    Streams streams = take_streams();
    const bool huge =
        streams.members->open(begin_) && streams.members->status() == codec::Status::kMore;
    give_back(std::move(streams));
    return huge;
  }

  // Reads the members or records that begin in [from, to). `exact`: one begins at from.
  // `suspect_end`: what the reader of the records before knows of members that were cut off.
  WarcRangeResult read(std::uint64_t from, std::uint64_t to, bool exact, std::uint64_t suspect_end,
                       PageBatch& batch) {
    RecordPages pages(path_, context_->options, batch);
    WarcRangeResult result{.next = to, .searching = true};
    Streams streams = take_streams();
    try {
      if (streams.members) {
        streams.members->set_suspect_end(suspect_end);
        read_members(*streams.members, from, to, exact, pages, result);
        result.suspect = streams.members->suspect_end();
      } else {
        read_plain(*streams.plain, from, to, exact, pages, result);
      }
    } catch (const Error& error) {  // the file could not be read
      pages.skip_place(from, Reason::kUnreadable, error.what());
      result.next = to;
      result.searching = true;
    }
    give_back(std::move(streams));
    context_->progress->items += pages.seen();
    return result;
  }

  const std::string& path() const { return path_; }

  // How far the chain is proved; used when jobs commit.
  std::optional<std::uint64_t> first;  // where the first of the records that were read begins
  std::uint64_t proved = 0;
  bool searching = false;
  std::uint64_t suspect = 0;

 private:
  void read_members(warc::MemberStream& stream, std::uint64_t from, std::uint64_t to, bool exact,
                    RecordPages& pages, WarcRangeResult& result) const {
    std::uint64_t at = exact ? from : stream.find(from, to);
    if (at < to) result.first = at;
    while (at < to) {
      check_stop();
      if (!stream.open(at)) {  // the end of the file
        result.next = to;
        result.searching = false;
        return;
      }
      const std::uint64_t incidents = pages.incidents();
      warc::RecordReader reader(stream, record_limits(context_->options), pages);
      while (reader.at_record()) reader.read();
      const auto fault = member_fault(stream);
      if (fault && pages.incidents() == incidents) {
        pages.skip_place(at, fault->reason, fault->detail);
      }
      if (breaks_chain(stream)) {
        at = stream.find(at + 1, to);
        if (at == to) return;
        continue;
      }
      at = stream.next_member();
    }
    result.next = at;
    result.searching = !result.first;
  }

  void read_plain(warc::PlainStream& stream, std::uint64_t from, std::uint64_t to, bool exact,
                  RecordPages& pages, WarcRangeResult& result) const {
    const std::uint64_t at = exact ? from : stream.find(from, to);
    if (at >= to) return;
    result.first = at;
    stream.seek(at);
    warc::RecordReader reader(stream, record_limits(context_->options), pages);
    while (reader.at_record() && stream.offset() < to) {
      check_stop();
      reader.read();
    }
    result.next = std::max(stream.offset(), at);
    result.searching = false;
  }

  const ReadContext* context_;
  std::string path_;
  std::unique_ptr<ByteSource> file_;
  std::uint64_t begin_;
  std::optional<codec::Format> format_;
  std::mutex mutex_;
  std::vector<Streams> idle_;
};

class WarcRangeJob final : public Job {
 public:
  WarcRangeJob(std::shared_ptr<WarcFile> file, std::uint64_t from, std::uint64_t to, bool is_exact)
      : file_(std::move(file)), from_(from), to_(to), is_exact_(is_exact) {}

  void work() override {
    batch_ = file_->context().consumer->open_batch();
    result_ = file_->read(from_, to_, is_exact_, 0, *batch_);
  }

  void finish() override {
    file_->context().progress->done += to_ - from_;
    if (file_->proved >= to_) return;  // covered by a member that began before
    // A worker does not know which of its members are suspect.
    const bool is_suspect = result_.first && *result_.first < file_->suspect;
    const bool joins = file_->searching || result_.first == file_->proved;
    if (!joins || is_suspect) {
      batch_ = file_->context().consumer->open_batch();
      result_ = file_->read(file_->proved, to_, !file_->searching, file_->suspect, *batch_);
    }
    if (!file_->first) file_->first = result_.first;
    file_->proved = result_.next;
    file_->searching = result_.searching;
    file_->suspect = std::max(file_->suspect, result_.suspect);
    file_->context().commit(*batch_);
  }

 private:
  std::shared_ptr<WarcFile> file_;
  std::uint64_t from_, to_;
  bool is_exact_;
  std::unique_ptr<PageBatch> batch_;
  WarcRangeResult result_;
};

class WarcRangeSource final : public PartSource {
 public:
  WarcRangeSource(std::shared_ptr<WarcFile> file, const Part& part)
      : file_(std::move(file)),
        begin_(part.begin),
        end_(std::min(*file_->size(), part.end)),
        at_(begin_),
        is_exact_(part.begins_exactly || begin_ == 0) {
    file_->proved = begin_;
    file_->searching = !is_exact_;
  }

  std::unique_ptr<Job> next() override {
    if (at_ >= end_) return nullptr;
    const std::uint64_t from = at_;
    const std::uint64_t bytes = file_->context().options.range_bytes;
    at_ = end_ - at_ <= bytes ? end_ : at_ + bytes;
    return std::make_unique<WarcRangeJob>(file_, from, at_, is_exact_ && from == begin_);
  }

  PartEnds ends() const override {
    return {.first = file_->first, .next = file_->proved, .is_open = file_->searching};
  }

 private:
  std::shared_ptr<WarcFile> file_;
  std::uint64_t begin_, end_, at_;
  bool is_exact_;
};

// A copy of a record, from which a worker makes a page.
struct StoredRecord {
  warc::WarcRecord record;
  std::string block;
  std::optional<Reason> no_record;  // set: why there is no record at this offset
};

class StoredJob final : public BatchJob {
 public:
  StoredJob(const ReadContext& context, std::shared_ptr<WarcFile> file,
            std::vector<StoredRecord> records)
      : BatchJob(context), file_(std::move(file)), records_(std::move(records)) {}

  void work() override {
    RecordPages pages(file_->path(), context().options, batch());
    for (StoredRecord& stored : records_) {
      if (stored.no_record) {
        pages.skip_place(stored.record.offset, *stored.no_record, stored.record.detail);
      } else {
        stored.record.block = stored.block;
        pages.record(stored.record);
      }
    }
    context().progress->items += pages.seen();
  }

 private:
  std::shared_ptr<WarcFile> file_;
  std::vector<StoredRecord> records_;
};

class WarcSequentialSource final : public JobSource, public warc::RecordHandler {
 public:
  WarcSequentialSource(std::shared_ptr<WarcFile> file, const ReadContext& context)
      : context_(&context),
        file_(std::move(file)),
        streams_(file_->take_streams()),
        at_(file_->begin()) {
    if (streams_.plain && at_ > 0) streams_.plain->seek(at_);
  }

  std::unique_ptr<Job> next() override {
    stored_.clear();
    bytes_ = 0;
    try {
      while (!ended_ && bytes_ < kRecordBytes) advance();
    } catch (const Error& error) {
      skip_place(at_, Reason::kUnreadable, error.what());
      ended_ = true;
    }
    if (stored_.empty()) return nullptr;
    return std::make_unique<StoredJob>(*context_, file_, std::move(stored_));
  }

 private:
  warc::RecordStream& stream() {
    return streams_.members ? static_cast<warc::RecordStream&>(*streams_.members) : *streams_.plain;
  }

  // Reads one record, or goes to the next member.
  void advance() {
    check_stop();
    if (streams_.members && !open_) {
      if (!streams_.members->open(at_)) {
        ended_ = true;
        return;
      }
      open_ = true;
      count_at_open_ = count_;
      reader_.emplace(stream(), record_limits(context_->options), *this);
    }
    if (!reader_) reader_.emplace(stream(), record_limits(context_->options), *this);
    const std::uint64_t before = stream().offset();
    if (reader_->at_record()) {
      reader_->read();
    } else if (!streams_.members) {
      ended_ = true;
    } else {
      close_member();
    }
    context_->progress->done += std::max(stream().offset(), before) - before;
  }

  void close_member() {
    warc::MemberStream& members = *streams_.members;
    open_ = false;
    const auto fault = member_fault(members);
    if (fault && count_ == count_at_open_) skip_place(at_, fault->reason, fault->detail);
    if (breaks_chain(members)) {
      at_ = members.find(at_ + 1, UINT64_MAX);
      ended_ = at_ == UINT64_MAX;
    } else {
      at_ = members.next_member();
    }
  }

  bool wants(const warc::WarcRecord& header) override {
    return is_wanted_record(header, context_->options);
  }
  void record(const warc::WarcRecord& record) override {
    if (record.fault) ++count_;
    bytes_ += record.block.size() + 1;
    stored_.push_back({.record = record, .block = std::string(record.block)});
  }
  void damage(std::uint64_t offset, std::string detail) override {
    skip_place(offset, Reason::kDamaged, std::move(detail));
  }
  void skip_place(std::uint64_t offset, Reason reason, std::string detail) {
    ++count_;
    ++bytes_;
    StoredRecord stored{.no_record = reason};
    stored.record.offset = offset;
    stored.record.detail = std::move(detail);
    stored_.push_back(std::move(stored));
  }

  const ReadContext* context_;
  std::shared_ptr<WarcFile> file_;
  Streams streams_;
  std::optional<warc::RecordReader> reader_;
  std::vector<StoredRecord> stored_;
  std::size_t bytes_ = 0;
  std::uint64_t at_;  // of the current member
  bool open_ = false;
  bool ended_ = false;
  std::uint64_t count_ = 0;  // incidents so far
  std::uint64_t count_at_open_ = 0;
};

}  // namespace

std::unique_ptr<JobSource> warc_source(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource> source, std::uint64_t begin) {
  auto file = std::make_shared<WarcFile>(context, std::move(path), std::move(source), begin);
  if (file->size() && !file->is_one_member()) {
    return std::make_unique<WarcRangeSource>(std::move(file),
                                             Part{.begin = begin, .begins_exactly = true});
  }
  return std::make_unique<WarcSequentialSource>(std::move(file), context);
}

void read_warc_range(const ReadContext& context, const std::string& path,
                     std::unique_ptr<ByteSource> source, std::uint64_t begin, PageBatch& batch) {
  const std::uint64_t end = source->size().value_or(begin);
  WarcFile(context, path, std::move(source), begin).read(begin, end, true, 0, batch);
}

std::unique_ptr<PartSource> warc_part(const ReadContext& context, std::string path,
                                      std::unique_ptr<ByteSource> source, const Part& part) {
  auto file = std::make_shared<WarcFile>(context, std::move(path), std::move(source));
  if (!file->size() || file->is_one_member()) return nullptr;
  return std::make_unique<WarcRangeSource>(std::move(file), part);
}

}  // namespace pagekin::input
