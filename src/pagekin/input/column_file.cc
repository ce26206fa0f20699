// Parquet and Arrow files of pages: one row a page, its address and its HTML in columns whose names
// the options give, as of JSON lines.
//
// One thread reads the columns; pages are made of them in parallel. The offset of a page is the
// number of its row, from 0. Damage costs the rest of its row group or record batch; each row that
// is lost is an incident.
//
// Memory: that of table/column_cells.h and of a few jobs.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/input/document_page.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/json_body.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/input/recognise.h"
#include "pagekin/table/column_cells.h"

namespace pagekin::input {
namespace {

// A row; nothing where it has no value.
struct StoredRow {
  std::uint64_t number = 0;
  std::optional<std::string> url;
  std::optional<std::string> html;
};

// Rows that cannot be read.
struct LostRows {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::string detail;
};

constexpr std::uint64_t kLostRowsOfJob = 4096;

class RowsJob final : public BatchJob {
 public:
  RowsJob(const ReadContext& context, std::shared_ptr<const std::string> path, bool is_text)
      : BatchJob(context), path_(std::move(path)), is_text_(is_text) {}

  std::vector<StoredRow> rows;
  std::optional<LostRows> lost;  // after the rows
  std::uint64_t work_done = 0;   // for progress

  void work() override {
    for (const StoredRow& row : rows) {
      check_stop();
      ++context().progress->items;
      read(row);
    }
    for (std::uint64_t i = 0; lost && i < lost->count; ++i) {
      ++context().progress->items;
      skip(lost->first + i, {}, Reason::kDamaged, lost->detail);
    }
    context().progress->done += work_done;
    rows.clear();
  }

 private:
  void read(const StoredRow& row) {
    const ReadOptions& options = context().options;
    if (!row.url || !row.html) {
      return skip(
          row.number, row.url.value_or(""), Reason::kDamaged,
          "the column '" + (row.url ? options.html_field : options.url_field) + "' has no value");
    }
    std::string unpacked;
    JsonBody body = is_text_ ? decode_json_body(*row.html, options.html_encoding,
                                                bytes_to_read(options), unpacked)
                             : bytes_of_cell(*row.html, unpacked);
    if (body.fault && fate_of(body.fault->first) == Fate::kSkipped) {
      return skip(row.number, *row.url, body.fault->first, body.fault->second);
    }
    const std::string_view charset = body.is_text ? "utf-8" : "";
    if (options.converter && not_a_page(body.bytes, charset)) {
      const std::string document = document_to_convert(options, std::nullopt, body.bytes, *row.url);
      if (!document.empty()) return convert(row, body, document);
    }
    if (options.max_page_bytes != 0 && body.bytes.size() > options.max_page_bytes) {
      body.bytes = body.bytes.substr(0, options.max_page_bytes);
      body.fault.emplace(Reason::kTooLong,
                         "longer than " + std::to_string(options.max_page_bytes) + " bytes");
    }
    if (const auto reason = not_a_page(body.bytes, charset)) {
      return skip(row.number, *row.url, *reason,
                  *reason == Reason::kEmpty ? "the column '" + options.html_field + "' is empty"
                                            : "the content is binary");
    }
    add(row, body.bytes, charset, body.fault);
  }

  // Bytes say themselves whether they are compressed, and how they are encoded.
  JsonBody bytes_of_cell(std::string_view bytes, std::string& unpacked) const {
    JsonBody body{.bytes = bytes, .is_text = false, .fault = {}};
    const auto format = compression_of(bytes.substr(0, 16));
    if (!format) return body;
    switch (codec::decode_all(*format, bytes, bytes_to_read(context().options), unpacked)) {
      case codec::Status::kDone:
      case codec::Status::kLimit:
        break;
      default:
        body.fault.emplace(unpacked.empty() ? Reason::kDamaged : Reason::kCutShort,
                           "the compressed bytes are damaged or end early");
    }
    body.bytes = unpacked;
    return body;
  }

  void convert(const StoredRow& row, const JsonBody& body, const std::string& media_type) {
    const DocumentPage converted = convert_document(
        context().options, {.bytes = body.bytes, .media_type = media_type, .name = *row.url},
        !body.fault);
    if (!converted.is_page()) {
      return skip(row.number, *row.url, converted.fault->first, converted.fault->second);
    }
    add(row, converted.body, converted.charset, converted.fault);
  }

  void add(const StoredRow& row, std::string_view bytes, std::string_view charset,
           const std::optional<std::pair<Reason, std::string>>& limit) {
    const Page page{
        .id = *row.url, .body = bytes, .charset = charset, .input = *path_, .offset = row.number};
    if (!limit) return batch().add(page, nullptr);
    const Incident limited = incident(row.number, *row.url, limit->first, limit->second);
    batch().add(page, &limited);
  }

  Incident incident(std::uint64_t row, std::string_view url, Reason reason,
                    std::string detail) const {
    return {.input = *path_,
            .page = std::string(url),
            .offset = row,
            .reason = reason,
            .detail = std::move(detail)};
  }
  void skip(std::uint64_t row, std::string_view url, Reason reason, std::string detail) {
    batch().skip(incident(row, url, reason, std::move(detail)));
  }

  std::shared_ptr<const std::string> path_;
  bool is_text_;
};

std::optional<std::string> text_of_cell(const table::Cell& cell) {
  if (const auto* const text = std::get_if<std::string_view>(&cell.value())) {
    return std::string(*text);
  }
  if (const auto* const number = std::get_if<std::int64_t>(&cell.value())) {
    return std::to_string(*number);
  }
  return std::nullopt;
}

class ColumnSource final : public JobSource {
 public:
  ColumnSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file)
      : context_(&context),
        path_(std::make_shared<const std::string>(std::move(path))),
        file_(std::move(file)) {
    char start[8];
    const std::string_view first(start, read_fully(*file_, 0, start));
    const std::vector<std::string> wanted = {context.options.url_field, context.options.html_field};
    cells_ = table::is_parquet(first) ? table::open_parquet_columns(*file_, wanted)
                                      : table::open_arrow_columns(*file_, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto type = cells_->type(i);
      if (type == table::ColumnType::kText || type == table::ColumnType::kInteger) continue;
      if (cells_->has(i)) {
        throw InputError("column '" + printable(wanted[i]) +
                         "' holds neither texts, bytes nor whole numbers");
      }
      std::string columns;
      for (const std::string& name : cells_->columns()) {
        columns += (columns.empty() ? "" : ", ") + printable(name);
      }
      const std::string option = option_named(i == 0 ? "url_field" : "html_field");
      throw InputError("expected the column '" + wanted[i] + "', found " +
                       (columns.empty() ? "no columns" : columns) + "; " + option +
                       " names another one");
    }
  }

  std::unique_ptr<Job> next() override {
    if (ended_ && lost_.count == 0) return nullptr;
    auto job = std::make_unique<RowsJob>(*context_, path_, cells_->is_text(1));
    std::size_t bytes = 0;
    try {
      while (lost_.count == 0 && bytes < context_->options.range_bytes) {
        check_stop();
        if (!cells_->next(row_)) {
          ended_ = true;
          break;
        }
        StoredRow& stored = job->rows.emplace_back();
        stored = {.number = number_++, .url = text_of_cell(row_[0]), .html = text_of_cell(row_[1])};
        bytes += 64 + (stored.html ? stored.html->size() : 0);
      }
    } catch (const Error& error) {
      pass_damage(error.what());
    }
    if (lost_.count > 0) {
      job->lost = lost_;
      job->lost->count = std::min(lost_.count, kLostRowsOfJob);
      lost_.first += job->lost->count;
      lost_.count -= job->lost->count;
    }
    if (ended_ && lost_.count == 0) job->work_done = file_->size().value_or(0);
    return job;
  }

 private:
  // Where the number of lost rows is not known, the damage counts as one.
  void pass_damage(const std::string& error) {
    const table::ColumnCells::Passed passed = cells_->pass_damage();
    lost_ = {.first = number_, .count = std::max<std::uint64_t>(passed.rows, 1), .detail = error};
    number_ += passed.rows;
    if (passed.rows > 1) {
      lost_.detail += "; " + with_commas(passed.rows) + " rows are lost, from row " +
                      std::to_string(lost_.first);
    }
    ended_ = !passed.can_continue;
  }

  const ReadContext* context_;
  std::shared_ptr<const std::string> path_;
  std::unique_ptr<ByteSource> file_;
  std::unique_ptr<table::ColumnCells> cells_;
  std::vector<table::Cell> row_;
  std::uint64_t number_ = 0;
  LostRows lost_{.first = 0, .count = 0, .detail = {}};  // not handed out yet
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<JobSource> column_source(const ReadContext& context, std::string path,
                                         std::unique_ptr<ByteSource> file) {
  return std::make_unique<ColumnSource>(context, std::move(path), std::move(file));
}

}  // namespace pagekin::input
