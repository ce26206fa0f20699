// Pages by coordinates: reads just the records that a table names, from files or from addresses.
//
// Each row is one record: the first that begins at its offset. It must be of the row's address, if
// that has one. A row that gives no page gives an incident, so that the counts add up.
// Records of files that have addresses are fetched by ReadOptions::ranges.
//
// Cost: one seek, or one request, a row.
// Limits: records of 1 GB.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/input/coordinates.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/range_reader.h"
#include "pagekin/url/url.h"

namespace pagekin::input {
namespace {

constexpr std::uint64_t kMostRangeBytes = std::uint64_t{1} << 30;
constexpr std::size_t kRowsPerJob = 16;

bool is_address(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

// A range of a file at the offsets that it has there.
class RangeBytes final : public ByteSource {
 public:
  RangeBytes(std::uint64_t begin, std::string bytes) : begin_(begin), bytes_(std::move(bytes)) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset < begin_ || offset - begin_ >= bytes_.size()) return 0;
    return bytes_.copy(out.data(), out.size(), static_cast<std::size_t>(offset - begin_));
  }
  std::optional<std::uint64_t> size() const override { return begin_ + bytes_.size(); }

 private:
  std::uint64_t begin_;
  std::string bytes_;
};

// Whether two addresses are the same, written in whatever way, without fragments.
bool are_same_address(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::optional<url::Url> first = url::parse(a);
  const std::optional<url::Url> second = url::parse(b);
  return first && second && first->without_fragment() == second->without_fragment();
}

// Hands on what is found at the offset of a row, if it is what the row says.
class RowBatch final : public PageBatch {
 public:
  RowBatch(PageBatch& inner, const Coordinates& row) : inner_(&inner), row_(&row) {}
  void add(const Page& page, const Incident* limited) override {
    if (is_wanted(page.offset, page.id)) inner_->add(page, limited);
  }
  void skip(Incident incident) override {
    if (is_wanted(incident.offset, incident.page)) inner_->skip(std::move(incident));
  }
  void pass_over(PassedOver why, std::uint64_t number) override { inner_->pass_over(why, number); }

  bool found = false;  // a record begins at the offset
  std::string other;   // its address, if that is not the one of the row

 private:
  bool is_wanted(std::uint64_t offset, std::string_view address) {
    if (found || offset != row_->offset) return false;
    found = true;
    if (row_->url.empty() || address.empty() || are_same_address(row_->url, address)) return true;
    other = address;
    return false;
  }

  PageBatch* inner_;
  const Coordinates* row_;
};

class CoordinatesJob final : public BatchJob {
 public:
  CoordinatesJob(const ReadContext& context, std::shared_ptr<const std::string> table)
      : BatchJob(context), table_(std::move(table)) {}
  std::vector<Coordinates> rows;
  std::optional<std::string> fault;  // that ended the table

  void work() override {
    for (const Coordinates& row : rows) {
      check_stop();
      read(row);
    }
    if (fault) skip({}, rows.empty() ? 0 : rows.back().place, Reason::kDamaged, *fault);
  }

 private:
  void read(const Coordinates& row) {
    if (!row.fault.empty()) return skip(row.url, row.place, Reason::kDamaged, row.fault);
    if (row.length > kMostRangeBytes) {
      return skip(row.url, row.place, Reason::kUnreadable, "the record has more than 1 GB");
    }
    const std::string& archives = context().options.archives;
    const std::string below =
        archives.empty() || archives.ends_with('/') ? archives : archives + "/";
    std::string path = row.file;
    // A table may be a stranger's: it chooses files and addresses only below what the user named.
    const bool leads_out = path.starts_with("../") || path.find("/../") != std::string::npos ||
                           (is_address(path) ? below.empty() || !path.starts_with(below)
                                             : !below.empty() && path.starts_with('/'));
    if (leads_out && (is_address(path) || !below.empty())) {
      return skip(row.url, row.place, Reason::kUnreadable,
                  "the file is not below " +
                      (below.empty() ? option_named("archives") : printable(archives)));
    }
    if (!is_address(path)) path = below + path;
    std::string bytes;
    try {
      bytes = bytes_of_record(path, row);
    } catch (const Error& error) {
      return skip(row.url, row.place, Reason::kUnreadable, error.what());
    }
    if (bytes.empty()) {
      return skip(row.url, row.place, Reason::kTruncated,
                  printable(path) + " ends before the record");
    }
    const bool is_cut = bytes.size() < row.length;
    RowBatch found(batch(), row);
    read_warc_range(context(), path, std::make_unique<RangeBytes>(row.offset, std::move(bytes)),
                    row.offset, found);
    if (!found.other.empty()) {
      return skip(row.url, row.place, Reason::kDamaged,
                  "the record at byte " + std::to_string(row.offset) + " of " + printable(path) +
                      " is of " + printable(found.other));
    }
    if (found.found) return;
    skip(row.url, row.place, is_cut ? Reason::kTruncated : Reason::kNoBody,
         "there is no record of a page at byte " + std::to_string(row.offset) + " of " +
             printable(path));
  }

  std::string bytes_of_record(const std::string& path, const Coordinates& row) const {
    if (is_address(path)) {
      if (!context().options.ranges) {
        throw Error("this build of pagekin reads records from files only");
      }
      return context().options.ranges->read(path, row.offset, row.length);
    }
    const std::unique_ptr<ByteSource> file = open_regular_file(path);
    const std::uint64_t size = file->size().value_or(0);
    if (row.offset >= size) return {};
    std::string bytes(static_cast<std::size_t>(std::min(row.length, size - row.offset)), '\0');
    bytes.resize(read_fully(*file, row.offset, bytes));
    return bytes;
  }

  void skip(std::string_view url, std::uint64_t place, Reason reason, std::string detail) {
    ++context().progress->items;
    batch().skip({.input = *table_,
                  .page = std::string(url),
                  .offset = place,
                  .reason = reason,
                  .detail = std::move(detail)});
  }

  std::shared_ptr<const std::string> table_;
};

class CoordinatesSource final : public JobSource {
 public:
  CoordinatesSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file)
      : context_(&context), path_(std::make_shared<const std::string>(std::move(path))) {
    const std::uint64_t bytes = file->size().value_or(0);
    reader_ = read_coordinates(std::move(file), *path_);
    context.progress->done += bytes;
  }

  std::unique_ptr<Job> next() override {
    if (ended_) return nullptr;
    auto job = std::make_unique<CoordinatesJob>(*context_, path_);
    try {
      while (job->rows.size() < kRowsPerJob) {
        if (!reader_->next(job->rows.emplace_back())) {
          job->rows.pop_back();
          ended_ = true;
          break;
        }
      }
    } catch (const Error& error) {
      job->rows.pop_back();
      job->fault = error.what();
      ended_ = true;
    }
    return job;
  }

 private:
  const ReadContext* context_;
  std::shared_ptr<const std::string> path_;
  std::unique_ptr<CoordinateReader> reader_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<JobSource> coordinates_source(const ReadContext& context, std::string path,
                                              std::unique_ptr<ByteSource> file) {
  return std::make_unique<CoordinatesSource>(context, std::move(path), std::move(file));
}

}  // namespace pagekin::input
