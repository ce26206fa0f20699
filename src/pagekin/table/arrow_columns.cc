// Chosen columns of Arrow IPC data, batch by batch; see column_cells.h.
//
// A file is a stream of messages between two marks, with a footer that is used only to know where
// the messages end, and how many record batches there are. A message is a flatbuffer and a body; a
// record batch lists for each column, in the order of the schema, how many rows and which buffers
// of the body it has.
//
// Source: Apache Arrow, "Columnar format", IPC; FlatBuffers, "Internals".
// Cost: linear in the wanted columns. Nothing in the file is trusted.
// Limits: 64 MB of metadata in a message, 2 GB in a buffer, 2^24 rows in a batch.

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "pagekin/codec/codec.h"
#include "pagekin/codec/raw_block.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/table/arrow_values.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/flat_table.h"

namespace pagekin::table {
namespace {

constexpr std::string_view kArrowMark = "ARROW1";
constexpr std::uint32_t kContinues = 0xffffffff;
constexpr std::uint32_t kMostMessageBytes = std::uint32_t{64} << 20;
constexpr std::int64_t kMostBufferBytes = std::int64_t{2} << 30;
constexpr std::int64_t kMostBatchRows = std::int64_t{1} << 24;
constexpr std::size_t kFooterBlockBytes = 24;  // the place of a record batch

class ArrowColumns final : public ColumnCells {
 public:
  ArrowColumns(ByteSource& file, std::vector<std::string> wanted)
      : file_(&file), wanted_(std::move(wanted)), found_(wanted_.size()) {
    end_ = file.size().value_or(0);
    char start[8] = {};
    const std::size_t got = read_fully(file, 0, start);
    if (std::string_view(start, got).starts_with(kArrowMark)) {
      at_ = sizeof start;
      is_file_ = true;
      find_end();
    }
    std::string metadata;
    std::uint64_t body = 0;
    if (next_message(metadata, body) != arrow::kSchema) {
      throw InputError("the Arrow data does not begin with a schema");
    }
    read_schema(*FlatTable::root(metadata).table(arrow::kHeader));
  }

  const std::vector<std::string>& columns() const override { return names_; }
  bool has(std::size_t wanted) const override { return found_.at(wanted).has_value(); }
  bool is_text(std::size_t wanted) const override {
    if (!has(wanted)) return false;
    const int type = found_[wanted]->column.type;
    return type == arrow::kUtf8 || type == arrow::kLargeUtf8 || type == arrow::kUtf8View;
  }

  std::optional<ColumnType> type(std::size_t wanted) const override {
    if (!has(wanted)) return std::nullopt;
    return found_[wanted]->column.type == arrow::kInt ? ColumnType::kInteger : ColumnType::kText;
  }

  bool next(std::vector<Cell>& cells) override {
    while (row_ == rows_) {
      if (is_done_) return false;
      std::string metadata;
      std::uint64_t body = 0;
      is_between_ = true;
      message_at_ = at_;
      const int kind = next_message_or_fail(metadata, body);
      if (kind == 0) {
        if (has_further_batch()) {
          throw InputError("an end stands before a record batch of the Arrow file; one is lost");
        }
        is_done_ = true;
        check_end();
        return false;
      }
      // Dictionaries are for other columns.
      if (kind == arrow::kDictionaryBatch && has_dictionaries_) continue;
      is_between_ = false;
      ++batches_;
      if (kind != arrow::kRecordBatch) throw InputError("an Arrow message is not a record batch");
      open_batch(metadata, body);
    }
    cells.resize(wanted_.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      cells[i] = found_[i] ? found_[i]->at(row_) : Cell();
    }
    ++row_;
    return true;
  }

  // The next message begins behind the body of this one. Where that is not known, the footer of a
  // file says where the next record batch begins.
  Passed pass_damage() override {
    if (is_between_ && !is_done_) {
      const auto next = std::ranges::upper_bound(places_, message_at_);
      if (next == places_.end()) {
        is_done_ = true;
      } else {
        at_ = *next;
        batches_ = static_cast<std::uint64_t>(next - places_.begin());
      }
    }
    const Passed passed{
        .rows = std::min<std::uint64_t>(rows_ - row_, most_rows(file_->size().value_or(0))),
        .can_continue = !is_done_};
    row_ = rows_ = 0;
    return passed;
  }

 private:
  // Whether the footer names a record batch behind the last message.
  bool has_further_batch() const { return !places_.empty() && places_.back() > message_at_; }

  // Throws if the messages end too early.
  void check_end() {
    if (is_cut_off_) throw InputError("the Arrow file does not end with ARROW1: it is cut off");
    if (is_file_) {
      if (!batches_in_footer_) throw InputError("the Arrow footer is damaged");
      if (*batches_in_footer_ != batches_) {
        throw InputError("the Arrow file has " + with_commas(batches_) +
                         " record batches, its footer names " + with_commas(*batches_in_footer_));
      }
    } else if (!has_end_mark_) {
      throw InputError("the Arrow stream ends without its end mark; it may be cut off");
    } else if (at_ < end_) {
      throw InputError("after the end of the Arrow stream " + with_commas(end_ - at_) +
                       " bytes follow");
    }
  }

  // Of a file: where its footer begins.
  void find_end() {
    constexpr std::size_t tail_bytes = 10;  // the length of the footer, and the mark
    std::string tail(tail_bytes, '\0');
    if (end_ < at_ + tail_bytes || read_fully(*file_, end_ - tail_bytes, tail) != tail_bytes ||
        !tail.ends_with(kArrowMark)) {
      is_cut_off_ = true;
      return;
    }
    ByteReader reader(tail);
    const auto footer = reader.number<std::uint32_t>();
    if (footer > end_ - tail_bytes - at_) throw InputError("the Arrow footer is too long");
    end_ -= tail_bytes + footer;
    std::string bytes(std::min(footer, kMostMessageBytes), '\0');
    if (read_fully(*file_, end_, bytes) != bytes.size()) return;
    try {
      const FlatTable root = FlatTable::root(bytes);
      const auto [at, count] = root.vector(arrow::kFooterBatches, kFooterBlockBytes);
      batches_in_footer_ = count;
      for (std::size_t i = 0; i < count; ++i) {
        const auto place = root.value<std::uint64_t>(at + i * kFooterBlockBytes);
        if (place < at_ || place >= end_ || (!places_.empty() && place <= places_.back())) {
          places_.clear();
          return;
        }
        places_.push_back(place);
      }
    } catch (const InputError&) {
      // check_end() says so, after the batches.
    }
  }

  int next_message_or_fail(std::string& metadata, std::uint64_t& body) {
    try {
      return next_message(metadata, body);
    } catch (const Error& error) {
      throw InputError(std::string(error.what()) + (has_further_batch()
                                                        ? "; a record batch is lost"
                                                        : "; what follows is lost"));
    }
  }

  // The kind of the next message; 0 at the end.
  int next_message(std::string& metadata, std::uint64_t& body) {
    char head[8] = {};
    if (at_ >= end_) return 0;
    if (read_fully(*file_, at_, std::span(head).first(4)) < 4) {
      throw InputError("the Arrow data ends inside a message");
    }
    std::uint32_t size = 0;
    std::memcpy(&size, head, 4);
    at_ += 4;
    if (size == kContinues) {  // absent before Arrow 0.15
      if (read_fully(*file_, at_, std::span(head).first(4)) < 4) {
        throw InputError("the Arrow data ends inside a message");
      }
      std::memcpy(&size, head, 4);
      at_ += 4;
    }
    if (size == 0) {
      has_end_mark_ = true;
      return 0;
    }
    if (size > kMostMessageBytes || at_ > end_ || size > end_ - at_) {
      throw InputError("an Arrow message is longer than the data");
    }
    metadata.resize(size);
    if (read_fully(*file_, at_, metadata) != size) {
      throw InputError("the Arrow data ends inside a message");
    }
    at_ += size;
    const FlatTable message = FlatTable::root(metadata);
    const auto body_bytes = message.number<std::int64_t>(arrow::kBodyBytes);
    if (body_bytes < 0 || static_cast<std::uint64_t>(body_bytes) > end_ - at_) {
      throw InputError("the Arrow data ends inside a message");
    }
    if (!message.table(arrow::kHeader)) throw InputError("an Arrow message has no header");
    body = at_;
    at_ += static_cast<std::uint64_t>(body_bytes);
    body_end_ = at_;
    return message.number<std::uint8_t>(arrow::kHeaderType);
  }

  void read_schema(const FlatTable& schema) {
    if (schema.number<std::int16_t>(arrow::kEndianness) != 0) {
      throw InputError("the Arrow data is big-endian; expected little-endian");
    }
    ArrowShape before;
    const auto [at, count] = schema.vector(arrow::kFields, 4);
    for (std::size_t i = 0; i < count; ++i) {
      const FlatTable field = schema.item(at + 4 * i);
      names_.emplace_back(field.text(arrow::kName));
      const auto wanted = std::ranges::find(wanted_, names_.back());
      if (wanted != wanted_.end()) {
        found_[static_cast<std::size_t>(wanted - wanted_.begin())] = wanted_column(field, before);
      }
      add_shape(field, before);
    }
    has_dictionaries_ = before.has_dictionary;
  }

  ArrowValues wanted_column(const FlatTable& field, const ArrowShape& before) const {
    ArrowValues values;
    values.column = {.type = field.number<std::uint8_t>(arrow::kTypeType), .before = before};
    constexpr int known[] = {arrow::kInt,         arrow::kBinary,    arrow::kUtf8,
                             arrow::kLargeBinary, arrow::kLargeUtf8, arrow::kBinaryView,
                             arrow::kUtf8View};
    const bool is_known = std::ranges::find(known, values.column.type) != std::end(known);
    if (!is_known || field.table(arrow::kDictionary)) {
      throw InputError("column '" + printable(names_.back()) +
                       (is_known ? "' is written by dictionary; write it without one"
                                 : "' holds neither texts, bytes nor whole numbers"));
    }
    if (values.column.type == arrow::kInt) {
      const auto inner = field.table(arrow::kType);
      values.column.bits = inner ? inner->number<std::int32_t>(0) : 0;
      values.column.is_signed = inner && inner->number<std::uint8_t>(1) != 0;
      if (values.column.bits != 8 && values.column.bits != 16 && values.column.bits != 32 &&
          values.column.bits != 64) {
        throw InputError("an Arrow column has numbers of an unknown size");
      }
    }
    return values;
  }

  void open_batch(const std::string& metadata, std::uint64_t body) {
    const FlatTable batch = *FlatTable::root(metadata).table(arrow::kHeader);
    const auto rows = batch.number<std::int64_t>(arrow::kRows);
    if (rows < 0 || rows > kMostBatchRows) {
      throw InputError("an Arrow record batch has more than " + with_commas(kMostBatchRows) +
                       " rows");
    }
    row_ = 0;
    rows_ = static_cast<std::size_t>(rows);
    int codec = -1;
    if (const auto compression = batch.table(arrow::kCompression)) {
      codec = static_cast<unsigned char>(compression->number<std::int8_t>(0));
      if (codec != 0 && codec != 1) throw InputError("Arrow buffers have an unknown compression");
    }
    const auto all_buffers = batch.vector(arrow::kBuffers, 16);
    const std::size_t buffers = all_buffers.first;
    const std::size_t buffer_count = all_buffers.second;
    const auto [nodes, node_count] = batch.vector(arrow::kNodes, 16);
    const auto [variadic, variadic_count] = batch.vector(arrow::kVariadic, 8);
    bool has_column = false;
    for (std::optional<ArrowValues>& values : found_) {
      if (!values) continue;
      has_column = true;
      const ArrowShape& before = values->column.before;
      std::size_t at = before.buffers;
      for (std::size_t i = 0; i < before.variadic; ++i) {
        at += further_buffers(batch, variadic, variadic_count, i, buffer_count);
      }
      const auto read = [&] {
        if (at >= buffer_count) throw InputError("an Arrow record batch lacks buffers");
        const std::size_t place = buffers + 16 * at++;
        return read_buffer(body, batch.value<std::int64_t>(place),
                           batch.value<std::int64_t>(place + 8), codec);
      };
      if (before.nodes >= node_count) throw InputError("an Arrow record batch lacks columns");
      const std::size_t node = nodes + 16 * before.nodes;
      if (batch.value<std::int64_t>(node) != rows) {
        throw InputError("a column of an Arrow record batch has another number of rows");
      }
      values->validity = read();
      if (batch.value<std::int64_t>(node + 8) == 0) values->validity.clear();
      values->more.clear();
      if (values->column.type == arrow::kInt) {
        values->data = read();
        continue;
      }
      values->offsets = read();
      if (values->column.type == arrow::kBinaryView || values->column.type == arrow::kUtf8View) {
        const std::size_t further =
            further_buffers(batch, variadic, variadic_count, before.variadic, buffer_count);
        for (std::size_t i = 0; i < further; ++i) values->more.push_back(read());
      } else {
        values->data = read();
      }
    }
    if (!has_column) rows_ = 0;
  }

  static std::size_t further_buffers(const FlatTable& batch, std::size_t at, std::size_t count,
                                     std::size_t number, std::size_t most) {
    if (number >= count) throw InputError("an Arrow record batch lacks counts of buffers");
    const auto further = batch.value<std::int64_t>(at + 8 * number);
    if (further < 0 || static_cast<std::uint64_t>(further) > most) {
      throw InputError("an Arrow record batch lacks buffers");
    }
    return static_cast<std::size_t>(further);
  }

  std::string read_buffer(std::uint64_t body, std::int64_t offset, std::int64_t size,
                          int codec) const {
    const std::uint64_t room = body_end_ - body;
    if (offset < 0 || size < 0 || size > kMostBufferBytes ||
        static_cast<std::uint64_t>(offset) > room ||
        static_cast<std::uint64_t>(size) > room - static_cast<std::uint64_t>(offset)) {
      throw InputError("a buffer of an Arrow record batch is not inside of it");
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    if (read_fully(*file_, body + static_cast<std::uint64_t>(offset), bytes) != bytes.size()) {
      throw InputError("the Arrow data ends inside a record batch");
    }
    if (codec < 0 || bytes.empty()) return bytes;
    std::int64_t unpacked = 0;
    if (bytes.size() < sizeof unpacked) throw InputError("an Arrow buffer has no length");
    std::memcpy(&unpacked, bytes.data(), sizeof unpacked);
    const std::string_view packed = std::string_view(bytes).substr(sizeof unpacked);
    if (unpacked == -1) return std::string(packed);
    if (unpacked < 0 || unpacked > kMostBufferBytes) {
      throw InputError("an Arrow buffer has an impossible length");
    }
    std::string out;
    const auto expected = static_cast<std::size_t>(unpacked);
    const bool is_good = codec == 0 ? codec::decode_lz4_frame(packed, expected, out)
                                    : codec::decode_all(codec::Format::kZstd, packed, expected,
                                                        out) == codec::Status::kDone &&
                                          out.size() == expected;
    if (!is_good) throw InputError("an Arrow buffer cannot be decompressed");
    return out;
  }

  ByteSource* file_;
  std::vector<std::string> wanted_;
  std::vector<std::optional<ArrowValues>> found_;  // by wanted column
  std::vector<std::string> names_;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t body_end_ = 0;
  bool is_file_ = false;  // not a stream
  bool is_cut_off_ = false;
  std::optional<std::uint64_t> batches_in_footer_;  // none: the footer is damaged
  std::vector<std::uint64_t> places_;               // where batches begin, by a sound footer
  std::uint64_t message_at_ = 0;                    // where the last message begins
  bool has_dictionaries_ = false;                   // in any column
  bool has_end_mark_ = false;
  std::uint64_t batches_ = 0;
  bool is_between_ = false;  // no whole message has been read since the last batch
  bool is_done_ = false;
  std::size_t row_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace

bool is_arrow(std::string_view start) {
  if (start.starts_with(kArrowMark)) return true;
  if (start.size() < 8) return false;
  ByteReader reader(start);
  if (reader.number<std::uint32_t>() != kContinues) return false;
  const auto size = reader.number<std::uint32_t>();
  return size > 0 && size <= kMostMessageBytes && size % 8 == 0;
}

std::unique_ptr<ColumnCells> open_arrow_columns(ByteSource& file, std::vector<std::string> wanted) {
  return std::make_unique<ArrowColumns>(file, std::move(wanted));
}

}  // namespace pagekin::table
